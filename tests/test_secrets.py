"""No seat sees more than its own: whatever is hidden from it may change, and nothing that it is shown does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import omenbox.feed
from omenbox.packs import open_packs
from omenbox.sim import games
from omenbox_device import display, lights, loop
from shared_rules import correct, text, view
from shared_rules import state as s
from shared_rules.game import Game
from shared_rules.pack import Packs

from .players import Players
from .secrets import Leak, check_seats

#: Every so many answers the seats are compared.
EVERY = 40
SECRETS = Path(__file__).parent / "content" / "secrets"


@cache
def packs() -> Packs:
    """The standard packs and the test pack with every kind of secret."""
    return open_packs([SECRETS])


def play(haunt: int, seats: int, seed: int) -> Iterator[Game]:
    """A game of a haunt between random bots, before every answer."""
    game = Game(packs(), **games.setup_of(packs(), seats, seed, haunt, "second"))
    players = Players(packs(), seats, seed)
    while not game.over:
        yield game
        game.play(players.answer(game))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("haunt", [81, 202])
def test_nothing_that_a_seat_sees_depends_on_what_it_may_not_know(haunt: int, seed: int) -> None:
    chance = Random(seed)
    for count, game in enumerate(play(haunt, 3 + seed % 4, seed), 1):
        if count % EVERY == 0 and (game.G[s.G_SECRETS] or count % (8 * EVERY) == 0):
            check_seats(game, chance)


# --- the checker notices ---------------------------------------------------------------------


@cache
def position() -> str:
    """A game of the test pack's haunt in which much is hidden and somebody is asked in private."""
    for game in play(202, 4, 1):
        words = [row for row in game.G[s.G_SECRETS] if isinstance(row[s.S_VALUE], list)]
        if game.G[s.G_PHASE] == s.PHASE_HAUNT and len(words) > 2 and game.prompt[s.P_KIND] == s.CHOICE:
            return json.dumps([game.setup, game.save(), game.events])
    raise AssertionError("the game ended before it came to that")


def game_at_position() -> Game:
    """A fresh game there."""
    setup, saved, events = json.loads(position())
    game = Game(packs(), *setup)
    game.load(saved)
    game.events = events
    return game


def hidden_number(game: Game) -> int:
    """A number that depends on everything hidden."""
    return sum(map(hash, map(str, (game.G[s.G_STACKS], game.G[s.G_SECRETS], game.G[s.G_RNG]))))


def compare(game: Game) -> None:
    for seed in range(2):
        check_seats(game, Random(seed))


def test_the_position_has_no_leak() -> None:
    compare(game_at_position())


def leak_state(game: Game, patch: pytest.MonkeyPatch) -> None:
    """The view holds the stacks."""
    old = view.view
    patch.setattr(view, "view", lambda g, seat: {**old(g, seat), "stacks": g.G[s.G_STACKS]})


def leak_prompt(game: Game, patch: pytest.MonkeyPatch) -> None:
    """Prompts of others are shown whole."""
    patch.setattr(view, "prompt", lambda g, seat: list(g.G[s.G_PROMPT]))


def leak_side(game: Game, patch: pytest.MonkeyPatch) -> None:
    """Everybody knows on which side an explorer is in truth."""
    patch.setattr(view, "side", lambda g, e, seat: next(
        (row[2] for row in g.G[s.G_SECRETS] if row[0] == s.SECRET_SIDE and row[1] == e), 0
    ))  # fmt: skip


def leak_event(game: Game, patch: pytest.MonkeyPatch) -> None:
    """Events are numbered for all, so that those of others are counted."""
    patch.setattr(view, "events", lambda g, seat, since=0: [
        [n, *row[1:]] for n, row in enumerate(g.events) if row[0] < 0 or seat >= 0 and row[0] >> seat & 1
    ])  # fmt: skip


def leak_log(game: Game, patch: pytest.MonkeyPatch) -> None:
    """A line of the log says more than was told."""
    old = text.line
    patch.setattr(text, "line", lambda g, key, args, lang="en": f"{old(g, key, args, lang)} {hidden_number(g)}")


def leak_error(game: Game, patch: pytest.MonkeyPatch) -> None:
    """A refusal says what the secret is."""
    patch.setattr(correct, "secret", lambda g, got: correct.refuse(f"no: {g.G[s.G_SECRETS]}"))


def leak_feed(game: Game, patch: pytest.MonkeyPatch) -> None:
    """The feed counts the events of all."""
    old = omenbox.feed.feed

    def feed(g: Game, seat: int, since: int = 0) -> dict[str, Any]:
        return {**old(g, seat, since), "next": len(g.events)}

    patch.setattr("tests.secrets.feed", feed)


def leak_light(game: Game, patch: pytest.MonkeyPatch) -> None:
    """A lamp glows with a secret."""
    old = lights.picture
    patch.setattr(lights, "picture", lambda seen, ms: [hidden_number(game) & 0xFFFFFF, *old(seen, ms)[1:]])


def leak_box(game: Game, patch: pytest.MonkeyPatch) -> None:
    """The box paints the view of whoever is asked."""
    old = lights.scene
    patch.setattr(loop.lights, "scene", lambda seen, *rest: [*old(seen, *rest), [0, [60], [hidden_number(game) & 255]]])


def leak_display(game: Game, patch: pytest.MonkeyPatch) -> None:
    """The digits show what is on the stack."""
    patch.setattr(display, "digits", lambda seen, total=-1: "%04d" % (hidden_number(game) % 10000))


LEAKS = (
    ("view", leak_state),
    ("view|prompt", leak_prompt),
    ("view", leak_side),
    ("events", leak_event),
    ("log|prompt", leak_log),
    ("errors", leak_error),
    ("feed", leak_feed),
    ("lights", leak_light),
    ("lights|box", leak_box),
    ("display", leak_display),
)


@pytest.mark.parametrize(("channel", "leak"), LEAKS, ids=[leak.__name__ for _, leak in LEAKS])
def test_a_leak_in_a_channel_is_noticed(
    channel: str, leak: Callable[[Game, pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_at_position()
    leak(game, monkeypatch)
    with pytest.raises(Leak, match=f"^({channel}) of seat"):
        compare(game)


# --- presence and number ---------------------------------------------------------------------


def test_the_set_up_of_haunt_81_asks_and_tells_every_seat_as_often_whatever_the_curses() -> None:
    """Nobody can tell who is a traitor in secret from how often somebody is asked or told something."""
    leagues = set()
    for seed in range(1, 11):
        asked = []
        for game in play(81, 4, seed):
            if game.G[s.G_PHASE] == s.PHASE_HAUNT:
                break
            if game.G[s.G_PHASE] == s.PHASE_REVEAL and game.G[s.G_SECRETS]:
                asked.append(game.prompt[s.P_WHO])
        traitor = game.v[s.V_TRAITOR]
        heroes = [e for e in range(4) if e != traitor]
        curse = packs().find("text", "widows_walk:h81.say_curse")
        told = [[line for _, line, _ in view.events(game, e)].count(curse) for e in range(4)]
        assert asked == heroes
        assert told == [3 if e == traitor else 1 for e in range(4)]
        assert [len(view.view(game, e)["secrets"]) for e in range(4)] == [8 if e == traitor else 2 for e in range(4)]
        leagues.add(sum(row[s.S_VALUE] for row in game.G[s.G_SECRETS] if row[s.S_KIND] == s.SECRET_SIDE))
    assert leagues == {1, 2}, "with and without a traitor in secret"


def test_the_jars_of_haunt_81_stand_in_different_rooms_at_most_two_on_a_floor() -> None:
    """Item rooms before omen rooms before others, nobody there (N81.1)."""
    for seed in range(1, 9):
        for game in play(81, 3, seed):
            if game.G[s.G_PHASE] == s.PHASE_REVEAL and game.G[s.G_SECRETS]:
                break
        jars = [
            row[s.K_PLACE] - s.ROOM_PLACE
            for row in game.tokens
            if packs().id_of(s.KIND_TOKEN, row[s.K_KIND]).startswith("jar_") and row[s.K_PLACE] >= s.ROOM_PLACE
        ]
        floors = [game.rooms[r][s.R_FLOOR] for r in jars]
        assert len(set(jars)) == 5
        if len({row[s.R_FLOOR] for row in game.rooms}) > 2:
            assert max(map(floors.count, floors)) <= 2
        people = {row[s.E_ROOM] for row in game.ex}
        symbols = [game.rooms[r][s.R_SYM] for r in range(len(game.rooms)) if r not in people and r not in jars]
        for r in jars:
            if game.rooms[r][s.R_SYM] not in (s.SYM_ITEM, s.SYM_OMEN) and floors.count(game.rooms[r][s.R_FLOOR]) < 2:
                left = [o for o in range(len(game.rooms)) if game.rooms[o][s.R_FLOOR] == game.rooms[r][s.R_FLOOR]]
                assert symbols and not [
                    o for o in left if o not in people | set(jars) and game.rooms[o][s.R_SYM] == s.SYM_ITEM
                ]
