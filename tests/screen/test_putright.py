"""Putting right: whatever can be chosen is a correction that the game takes or refuses in one line."""

from __future__ import annotations

import random
from functools import cache

import pytest

from omenbox import putright
from omenbox.packs import open_packs
from omenbox.screen.righting import righting
from shared_rules import state as s
from shared_rules import text, view
from shared_rules.game import Game, Refused

from ..test_secrets import SECRETS, play
from .test_parts import whole

FIELD = {name: i for i, name in enumerate(putright.FIELDS)}


@cache
def packs():
    return open_packs([SECRETS])


def chosen_at_random(game, seat, chance, lang="en"):
    """Choose until there is a correction; None where a text is asked for."""
    chosen: list[int] = []
    for _ in range(9):
        got = putright.choices(game, seat, chosen, lang)
        whole(righting(got, lang))
        if got["change"] is not None or got["letters"] or not got["options"]:
            return got
        chosen = [step["value"] for step in got["chosen"]] + [chance.choice(got["options"])["value"]]
    raise AssertionError("there is no end to the questions")


@pytest.mark.parametrize("haunt, seed", [(1, 1), (57, 2), (81, 1), (202, 3), (12, 5)])
def test_all_that_can_be_chosen_is_done_and_told_in_the_words_that_were_shown(haunt, seed):
    chance = random.Random(seed)
    fields = set()
    for n, game in enumerate(play(haunt, 4, seed)):
        if n % 9:
            continue
        for _ in range(4):
            seat = chance.randrange(-1, 4)
            got = chosen_at_random(game, seat, chance, chance.choice(("en", "zh")))
            if got["change"] is None:
                continue
            again = Game(packs(), *game.setup)
            again.load(game.save())
            try:
                again.correct(got["change"], seat)
            except Refused as refused:
                assert len(str(refused).splitlines()) == 1
                continue
            fields.add(got["change"][0])
            told = view.events(again, seat)
            said = [text.line(again, line, args, lang) for _, line, args in told for lang in ("en", "zh")]
            assert got["says"] in said
            again.undo()
            assert again.hash() == game.hash()
    assert len(fields) > 8, fields


def options(game, seat, *chosen):
    return {o["text"]: o for o in putright.choices(game, seat, list(chosen))["options"]}


def fresh(haunt=0):
    faces = [face for face in packs().faces()][::2]
    return Game(packs(), seats=3, seed=4, forced=haunt, faces=faces[:3])


def test_what_holds_now_is_marked_and_names_stand_for_numbers():
    game = fresh()
    who = putright.choices(game, 0, [FIELD["trait"]])
    assert who["label"] == "Who?" and [o["text"] for o in who["options"]][0] == "Ox Bellows"
    track = putright.choices(game, 0, [FIELD["trait"], 0, s.MIGHT])
    assert [step["text"] for step in track["chosen"]] == ["A trait", "Ox Bellows", "Might"]
    assert [o["text"] for o in track["options"] if o["now"]] == ["5"]
    assert [o["value"] for o in track["options"] if o["note"] == "start"] == [3]
    done = putright.choices(game, 0, [FIELD["trait"], 0, s.MIGHT, 8])
    assert done["change"] == ["trait", 0, s.MIGHT, 8]
    assert done["says"] == "Ox Bellows puts right: Ox Bellows has Might 8 (place 8 of 8)."


def test_a_card_is_shown_where_it_lies_open_only():
    game = fresh()
    axe = next(c for c in range(len(game.place)) if text.named(game, "card", c) == "Axe")
    assert options(game, 0, FIELD["card"])["Axe"]["note"] == ""
    game.correct(["card", axe, 1])
    assert options(game, 0, FIELD["card"])["Axe"]["note"] == text.named(game, "explorer", 1)


def test_what_is_no_longer_possible_ends_what_was_chosen():
    game = fresh()
    kind = packs().ids(s.KIND_MONSTER)[0]
    game.correct(["monster", kind, 0])
    chosen = [FIELD["remove"], s.MONSTER]
    assert putright.choices(game, 0, chosen)["change"] == ["remove", s.MONSTER]
    game.correct(["remove", s.MONSTER])
    got = putright.choices(game, 0, chosen)
    assert got["chosen"] == [] and "A monster that is gone" not in [o["text"] for o in got["options"]]


def test_only_the_seat_that_reads_a_secret_is_offered_it():
    game = next(game for game in play(202, 3, 1) if game.G[s.G_SECRETS] and game.G[s.G_PHASE] == s.PHASE_HAUNT)
    offered = {seat: options(game, seat, FIELD["secret"]) for seat in range(-1, 3)}
    assert "A secret of your own" not in options(game, -1)
    assert any("rounds are left" in line for line in offered[game.v[s.V_TRAITOR]])
    heroes = [offered[e] for e in range(3) if e != game.v[s.V_TRAITOR]]
    assert not any("rounds are left" in line for lines in heroes for line in lines)


def test_a_secret_text_is_typed_in():
    game = next(g for g in play(202, 3, 1) if any(isinstance(row[s.S_VALUE], list) for row in g.G[s.G_SECRETS]))
    i, row = next((i, r) for i, r in enumerate(game.G[s.G_SECRETS]) if isinstance(r[s.S_VALUE], list))
    seat = next(e for e in range(3) if view.reads(row, e))
    k = next(o["value"] for o in options(game, seat, FIELD["secret"]).values() if "wrote" in o["text"])
    got = putright.choices(game, seat, [FIELD["secret"], k])
    assert got["letters"] and got["change"] is None
    change = putright.change_to_text(game, seat, [FIELD["secret"], k], "MOTH")
    assert change == ["secret", seat, i, [77, 79, 84, 72]]


def test_a_secret_whose_words_show_no_value_is_chosen_by_its_number():
    game = fresh()
    row = [0, 0, 0, 0]
    row[s.S_KIND] = packs().find("text", "base:word.trait0")
    row[s.S_OWNER], row[s.S_VALUE], row[s.S_READERS] = 1, 3, 1 << 1
    game.G[s.G_SECRETS].append(row)
    n = len(game.G[s.G_SECRETS]) - 1
    assert "A secret of your own" not in options(game, 0)
    asked = putright.choices(game, 1, [FIELD["secret"]])  # there is one alone: it is that
    assert [step["text"] for step in asked["chosen"]][1:] == ["Speed"]
    assert [o["text"] for o in asked["options"] if o["now"]] == ["3"]
    got = putright.choices(game, 1, [FIELD["secret"], 0, 5])
    assert got["change"] == ["secret", 1, n, 5]
    game.correct(got["change"], 1)
    assert game.G[s.G_SECRETS][n][s.S_VALUE] == 5
