"""Greedy bots strive for what a pack calls worth having, and know no more than their seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omenbox.cli import main
from omenbox.packs import open_packs, standard_packs
from omenbox.sim import games
from omenbox.sim.bots import Dice, GreedyBot, RandomBot, player
from omenbox.sim.chance import any_answer
from omenbox.sim.greedy import PATIENCE
from omenbox.sim.imagination import Imagination, Position, worth
from omenbox.sim.unknown import imagined
from shared_rules import state as s
from shared_rules import view
from shared_rules.game import Game, check_answer
from shared_rules.pack import Packs

from ..packs.rig import write
from ..platforms import ROOT
from ..secrets import hidden_changed

SECRETS = ROOT / "tests" / "content" / "secrets"

FILES = {
    "pack.toml": 'name = "wish"\ntitle = "Wish"\nversion = "1"\nrequires = ["base"]\n',
    "cards.toml": '[[haunt]]\nid = "h7"\nnumber = 307\ntraitor = "none"\nimplemented = true\n',
    "strings/en.toml": """
good = "Good"
bad = "Bad"
how = "How much?"
luck = "Luck"
which = "Which?"
[haunt]
h7 = "Seven"
"h7.heroes" = "Wish."
""",
}
#: Ten rounds in which everybody may do themselves good or harm: by a number, a choice, dice.
EFFECTS = """
@setup("h7")
def begin():
    set_var(V_TRACK, 10)

@action("h7", once=True, text="good")
def good(me):
    n = number(me, 0, 9, "how")
    set_var(V_H0 + me, var(V_H0 + me) + (n if choose(me, "which", "good", "bad") == 1 else 0 - n))

@action("h7", once=True, text="bad")
def bad(me):
    set_var(V_H0 + me, var(V_H0 + me) - 1)

@action("h7", once=True, text="luck")
def luck(me):
    set_var(V_H0 + 6, var(V_H0 + 6) + 1)
    set_var(V_H0 + me, var(V_H0 + me) + dice(me, 6) - 1)

@round_end("h7")
def hour():
    if track(-1) == 0:
        end_game(WIN_NONE)

@worth("h7")
def wish(me: explorer):
    return 100 * var(V_H0 + me)
"""


@pytest.fixture(scope="session")
def wish(tmp_path_factory: pytest.TempPathFactory) -> Packs:
    """The standard packs, and one whose haunt has one wish only."""
    return open_packs([write(tmp_path_factory.mktemp("wish") / "wish", {**FILES, "a.effect": EFFECTS})])


def asked(packs: Packs, haunt: int, seats: int, seed: int, who: str = "greedy") -> Iterator[Game]:
    """A game between bots, before every answer that is not a throw of dice."""
    game = Game(packs, **games.setup_of(packs, seats, seed, haunt))
    players = [player(packs, who, seat, seed) for seat in range(seats)]
    dice = Dice(seed)
    while not game.over:
        prompt = game.prompt
        if prompt[s.P_KIND] == s.DICE:
            game.play(dice.throw(prompt[s.P_DOMAIN][0]))
            continue
        yield game
        seat = prompt[s.P_WHO]
        seen = view.view(game, seat)
        game.play(players[seat].answer(seen, seen["prompt"], partial(imagined, game, seat)))


def answer(game: Game, bot: type[RandomBot] = GreedyBot, seed: int = 5) -> Any:
    """What a fresh bot answers whom the game asks now."""
    seat = game.prompt[s.P_WHO]
    seen = view.view(game, seat)
    return bot(game.packs, seat, seed).answer(seen, seen["prompt"], partial(imagined, game, seat))


def test_what_is_best_is_done_and_what_is_bad_is_left(wish: Packs) -> None:
    """The most of a number with the right choice after it, luck when it pays on average, nothing else."""
    *_, last = asked(wish, 307, 3, 1)
    gained = last.v[s.V_H0 : s.V_H0 + 3]
    lucky = last.v[s.V_H0 + 6]
    assert last.v[s.V_WINNER] == s.WIN_NONE and lucky >= 27
    assert min(gained) >= 9 * 9, "nine for nine or ten turns, and luck"


def test_random_bots_do_themselves_no_good(wish: Packs) -> None:
    *_, last = asked(wish, 307, 3, 1, "random")
    assert min(last.v[s.V_H0 : s.V_H0 + 3]) < 40


@cache
def secret_packs() -> Packs:
    return open_packs([SECRETS])


@pytest.mark.parametrize(("haunt", "seats"), [(81, 4), (202, 3)])
def test_an_answer_does_not_depend_on_what_the_seat_may_not_know(haunt: int, seats: int) -> None:
    """The same bot answers the same, however the stacks lie and whatever is in others' secrets."""
    chance = Random(3)
    kinds = set()
    count = 0
    for n, game in enumerate(asked(secret_packs(), haunt, seats, 2)):
        if game.G[s.G_PHASE] < s.PHASE_REVEAL or n % 3:
            continue
        was = answer(game)
        for _ in range(2):
            with hidden_changed(game, game.prompt[s.P_WHO], chance, deep=False):
                assert answer(game) == was
        kinds.add(game.prompt[s.P_KIND])
        count += 1
        if count == 60:
            break
    assert count >= 25 and s.CHOICE in kinds


def test_a_peeping_bot_would_be_noticed() -> None:
    """A bot that thinks with the real state answers differently when what is hidden is different."""

    class Peeping(GreedyBot):
        def answer(self, view: dict[str, Any], prompt: list, imagine: Any = None) -> Any:
            return super().answer(view, prompt, lambda chance: imagine.args[0].G)

    chance = Random(3)
    for game in asked(secret_packs(), 81, 4, 2):
        if game.G[s.G_PHASE] == s.PHASE_HAUNT and game.prompt[s.P_MENU] == 1:
            was = answer(game, Peeping)
            with hidden_changed(game, game.prompt[s.P_WHO], chance, deep=False):
                if answer(game, Peeping) != was:
                    return
    raise AssertionError("it has seen nothing")


@pytest.mark.parametrize("haunt", [57, 81])
def test_what_is_imagined_looks_the_same_to_the_seat_and_changes_nothing(haunt: int) -> None:
    chance = Random(1)
    packs = standard_packs()
    stacks = set()
    for n, game in enumerate(asked(packs, haunt, 3, 4, "random")):
        if n % 5:
            continue
        seat = game.prompt[s.P_WHO]
        was, mark = view.view(game, seat), game.hash()
        state = imagined(game, seat, chance)
        other = Imagination(packs, state)
        assert view.view(other, seat) == was
        here = Position(other)
        for value in a_few_answers(other.begin(here), chance):
            other.answer(value)
            other.step()
        other.begin(here)
        assert view.view(other, seat) == was
        assert game.hash() == mark
        stacks.add(game.G[s.G_STACKS] == state[s.G_STACKS])
    assert False in stacks


def a_few_answers(game: Game, chance: Random) -> Iterator[Any]:
    """A few answers to a game that goes on."""
    for _ in range(9):
        if game.over:
            return
        yield any_answer(game.prompt, chance)


def test_answers_of_a_greedy_game_are_legal_and_of_one_seed_the_same() -> None:
    packs = standard_packs()
    logs = []
    for _ in range(2):
        done = games.play(packs, games.setup_of(packs, 3, 1, 57), bots="greedy")
        assert done.outcome["ended"] == "judged"
        logs.append(done.lines)
    assert logs[0] == logs[1]


def test_games_of_one_seed_come_to_the_haunt_in_the_same_position_whoever_plays_it() -> None:
    packs = standard_packs()
    found = set()
    for who in ("heroes=greedy", "traitor=greedy", "heroes=random"):
        for game in asked(packs, 80, 4, 3, who):
            if game.G[s.G_PHASE] >= s.PHASE_REVEAL:
                found.add(game.hash())
                break
    assert len(found) == 1


@pytest.mark.parametrize("why", ["no imagination", "by the book", "not haunted"])
def test_a_bot_that_cannot_think_ahead_gives_any_answer(wish: Packs, why: str) -> None:
    for game in asked(wish, 307, 3, 1, "random"):
        seat = game.prompt[s.P_WHO]
        seen = view.view(game, seat)
        if why == "not haunted" or game.G[s.G_PHASE] == s.PHASE_HAUNT:
            imagine = None if why == "no imagination" else forbidden
            given = GreedyBot(wish, seat, 1).answer({**seen, "manual": why == "by the book"}, seen["prompt"], imagine)
            check_answer(game.prompt, given)
            break


def forbidden(chance: Random) -> list:
    raise AssertionError("nothing is imagined here")


def test_where_a_haunt_says_nothing_lives_traits_and_things_count() -> None:
    packs = standard_packs()
    for game in asked(packs, 57, 3, 2, "random"):
        if game.G[s.G_PHASE] == s.PHASE_HAUNT:
            break
    game.v[s.V_HAUNT] = packs.haunt_by_number(1)
    fit = worth(game, 0)
    row = game.ex[0]
    row[s.E_TRAITS] += 1 if row[s.E_TRAITS] < 8 else -1
    assert (worth(game, 0) - fit) * (1 if row[s.E_TRAITS] > 1 else -1) != 0
    game.ex[1][s.E_ALIVE] = 0
    assert worth(game, 0) < fit


@pytest.mark.parametrize("word", ["cunning", "heroes=cunning", "monsters=greedy", "heroes", "heroes=greedy,"])
def test_bots_that_are_not_there_are_refused(capsys, word: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["sim", "--bots", word])
    assert stop.value.code == 2
    err = capsys.readouterr().err
    assert "is none of the bots random, greedy, nor one for a side such as heroes=greedy" in err


def test_the_outcome_says_who_played(capsys) -> None:
    assert main(["sim", "--haunt", "57", "--seats", "3", "--bots", "heroes=greedy"]) == 0
    assert "bots heroes=greedy: " in capsys.readouterr().out


def test_a_trial_counts_what_happens_not_what_bots_imagine(tmp_path: Path, capsys) -> None:
    """What does harm is imagined again and again and never done; what says so is reached."""
    folder = write(tmp_path / "wish", {**FILES, "a.effect": EFFECTS})
    assert main(["pack", "try", str(folder), "--games", "1", "--seats", "3", "--bots", "greedy"]) == 0
    out = capsys.readouterr().out
    assert f"functions that never ran:\n  {folder}/a.effect:12: bad\n" in out and "lines never" not in out


def test_the_worth_of_the_example_haunt_makes_heroes_who_strive_for_it_win_more_often(capsys) -> None:
    folder = ROOT / "docs" / "examples" / "last_candle"
    won = {}
    for who in ("random", "heroes=greedy"):
        assert main(["pack", "try", str(folder), "--games", "12", "--bots", who, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert not [p for p in report["lines_never_reached"] if "worth.effect" in p["file"]]
        won[who] = report["ends"].get("heroes", 0)
    assert won["heroes=greedy"] > won["random"] + 2, won


@pytest.mark.rule("EV43")
@pytest.mark.parametrize(
    ("haunt", "seats", "seed", "who"),
    [(81, 3, 1069, "greedy"), (80, 6, 36, "heroes=greedy,traitor=random")],
)
def test_a_bot_that_hangs_in_the_webs_pulls_at_them(haunt: int, seats: int, seed: int, who: str) -> None:
    """Both games once went on for ever: with little Might a pull fails, and only three that fail give way."""
    packs = standard_packs()
    assert games.play(packs, games.setup_of(packs, seats, seed, haunt), bots=who).outcome["ended"] == "judged"


@pytest.mark.parametrize(
    ("haunt", "seats", "seed", "most"),
    [
        (80, 4, 1034, 1000),  # whoever imagined rolling against each net with any trait never dared the stairs
        (81, 5, 1383, 1500),  # the right Jar lay there, and the Curse of the last hero wanted higher ones first
    ],
)
def test_heroes_who_once_waited_for_ever_go_on(haunt: int, seats: int, seed: int, most: int) -> None:
    packs = standard_packs()
    done = games.play(packs, games.setup_of(packs, seats, seed, haunt), bots="heroes=greedy,traitor=random")
    assert done.outcome["ended"] == "judged" and done.outcome["answers"] < most


#: What ends the game is the only thing to do, and nobody likes it.
STANDSTILL = """
@action("h7", once=True, text="bad")
def bad(me):
    set_var(V_H0, var(V_H0) + 1)

@check("h7")
def over():
    if var(V_H0) == 5:
        end_game(WIN_NONE)

@worth("h7")
def wish(me: explorer):
    return 0 - var(V_H0)
"""


def test_where_all_wait_bots_grow_restless(tmp_path: Path) -> None:
    packs = open_packs([write(tmp_path / "wish", {**FILES, "a.effect": STANDSTILL})])
    done = games.play(packs, games.setup_of(packs, 3, 1, 307), bots="greedy")
    assert done.outcome["ended"] == "judged" and done.game.v[s.V_ROUND] > PATIENCE
