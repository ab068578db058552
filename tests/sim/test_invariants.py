"""Each invariant catches what it is there for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from omenbox.sim.games import play, setup_of
from omenbox.sim.invariants import Broken, check
from shared_rules import view
from shared_rules.game import Game
from shared_rules.state import (
    AT_BOX,
    AT_STACK,
    AT_TABLE,
    CHOICE,
    E_ALIVE,
    E_FACE,
    E_ROOM,
    E_TRAITS,
    G_DISCARDS,
    G_FRAMES,
    G_PHASE,
    G_PROMPT,
    G_RNG,
    G_SECRETS,
    G_STACKS,
    ITEM,
    K_PLACE,
    L_A,
    M_ROOM,
    P_DOMAIN,
    P_KIND,
    P_MENU,
    P_TEXT,
    P_WHO,
    PHASE_EXPLORE,
    PHASE_HAUNT,
    R_DOORS,
    R_FLAGS,
    R_X,
    TILES,
    V_OMENS,
    V_TRACK,
    V_TURN,
)

from . import DUEL_HAUNT, game_of


@pytest.fixture(scope="module")
def saved(packs) -> tuple[dict, str]:
    """A game of the test pack's haunt at somebody's turn, with monsters, tokens and a card gone."""
    found: list[str] = []

    def each(game: Game, value: object) -> None:
        here = game.G[G_PHASE] == PHASE_HAUNT and game.prompt[P_MENU] == 1 and game.ex[0][E_ALIVE]
        if here and not found and game.monsters and game.tokens and AT_BOX in game.place:
            found.append(game.save())

    for seed in range(1, 80):
        setup = setup_of(packs, 6, seed, DUEL_HAUNT)
        play(packs, setup, checked=False, each=each)
        if found:
            return setup, found[0]
    raise AssertionError("no game has such a moment")


@pytest.fixture
def game(packs, saved) -> Game:
    setup, state = saved
    game = Game(packs, **setup)
    game.load(state)
    check(game)
    return game


def in_stack(game: Game) -> int:
    return game.G[G_STACKS][ITEM][-1]


def set_prompt(slot: int, value: object) -> Callable[[Game], None]:
    return lambda game: game.G[G_PROMPT].__setitem__(slot, value)


def set_var(slot: int, value: int) -> Callable[[Game], None]:
    return lambda game: game.v.__setitem__(slot, value)


BREAKS: dict[str, tuple[Callable[[Game], object], str]] = {
    "text": (lambda g: g.v.__setitem__(40, "x"), "the state holds"),
    "truth": (lambda g: g.v.__setitem__(40, True), "the state holds"),
    "fraction": (lambda g: g.v.__setitem__(40, 0.5), "the state holds"),
    "generator": (lambda g: g.G.__setitem__(G_RNG, 0), "the generator is 0"),
    "card in two places": (lambda g: g.place.__setitem__(in_stack(g), 0), "is in a pile and at 0"),
    "card twice in a stack": (lambda g: g.G[G_STACKS][ITEM].append(in_stack(g)), "2 times in piles"),
    "card in no pile": (lambda g: g.G[G_STACKS][ITEM].pop(), "0 times in piles"),
    "card in the wrong pile": (
        lambda g: g.G[G_DISCARDS][ITEM].append(g.place.index(AT_STACK)),
        "is in a pile and at",
    ),
    "card in no place": (lambda g: g.place.__setitem__(g.place.index(AT_BOX), 199), "at 199"),
    "card on the table": (
        lambda g: g.place.__setitem__(g.place.index(AT_BOX), AT_TABLE),
        "left on the table",
    ),
    "tile twice": (lambda g: g.G[G_STACKS][TILES].append(g.rooms[0][0]), "there twice"),
    "tile gone": (lambda g: g.G[G_STACKS][TILES].pop(), "1 tiles are nowhere"),
    "trait off its track": (lambda g: g.ex[0].__setitem__(E_TRAITS, 9), "trait 0 at step 9"),
    "alive on the skull": (lambda g: g.ex[0].__setitem__(E_TRAITS, 0), "on the skull"),
    "dead with cards": (
        lambda g: g.ex[next(p for p in g.place if 0 <= p < 6)].__setitem__(E_ALIVE, 0),
        "dead explorer",
    ),
    "explorer nowhere": (lambda g: g.ex[0].__setitem__(E_ROOM, 99), "explorer 0 in room 99"),
    "one face twice": (lambda g: g.ex[0].__setitem__(E_FACE, g.ex[1][E_FACE]), "one face"),
    "monster nowhere": (lambda g: g.monsters[0].__setitem__(M_ROOM, 99), "monster 0 in room 99"),
    "rooms on one cell": (lambda g: g.rooms[1].__setitem__(R_X, 0), "on one cell"),
    "doors": (lambda g: g.rooms[0].__setitem__(R_DOORS, 0), "room 0 has doors 0"),
    "token nowhere": (lambda g: g.tokens[0].__setitem__(K_PLACE, 199), "token 0 at 199"),
    "passage": (lambda g: g.links[0].__setitem__(L_A, 99), "joins 99"),
    "frame": (lambda g: g.G[G_FRAMES][0].append([]), "a frame holds"),
    "short frame": (lambda g: g.G[G_FRAMES][0].pop(), "a frame of"),
    "place in the code": (lambda g: g.G[G_FRAMES][0].__setitem__(1, 60000), "a frame at byte 60000"),
    "nobody is asked": (set_prompt(P_WHO, 6), "seat 6 is asked"),
    "nothing to choose": (set_prompt(P_DOMAIN, []), "a choice of nothing"),
    "empty range": (lambda g: g.G.__setitem__(G_PROMPT, [0, 1, g.prompt[2], [2, 2], -1, [], 0]), "a range"),
    "unnamed things": (
        lambda g: g.prompt.__setitem__(P_TEXT, g.packs.find("text", "base:say.fight")),
        "a prompt reads",
    ),
    "unknown kind": (set_prompt(P_KIND, 9), "a prompt of kind 9"),
    "option twice": (lambda g: g.prompt[P_DOMAIN].append(g.prompt[P_DOMAIN][0]), "an option twice"),
    "stops": (lambda g: g.G.__setitem__(G_PROMPT, None), "a prompt after the end, or none before"),
    "turn": (set_var(V_TURN, 6), "turn of seat 6"),
    "track": (set_var(V_TRACK, 13), "the track stands at 13"),
    "omens": (set_var(V_OMENS, -1), "-1 omens"),
    "traitor": (lambda g: g.G.__setitem__(G_PHASE, PHASE_EXPLORE), "a haunt before the reveal"),
    "cells": (lambda g: g.cells.pop(next(iter(g.cells))), "the kept cells are out of date"),
    "ways": (lambda g: g.ways.update({0: [0]}), "the kept ways are out of date"),
    "cards by id": (lambda g: g.card_index.clear(), "the kept card_index are out of date"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_broken_state_is_caught(game, name) -> None:
    change, message = BREAKS[name]
    change(game)
    with pytest.raises(Broken, match=message):
        check(game)


@pytest.mark.parametrize("leak", ["stack", "generator", "secret", "options"])
def test_view_that_tells_something_hidden_is_caught(game, monkeypatch, leak) -> None:
    honest = view.view
    game.G[G_SECRETS].append([0, 0, 5, 1])
    assert game.prompt[P_KIND] == CHOICE
    leaks = {
        "stack": lambda: game.G[G_STACKS][ITEM][-1],
        "generator": lambda: game.G[G_RNG],
        "secret": lambda: game.G[G_SECRETS][-1][2],
        "options": lambda: game.prompt[P_DOMAIN],
    }

    def leaky(g: Game, seat: int) -> dict:
        return {**honest(g, seat), "leak": leaks[leak]()}

    monkeypatch.setattr(view, "view", leaky)
    with pytest.raises(Broken, match="tells something hidden"):
        check(game)


def test_looking_changes_nothing(game) -> None:
    before = game.save()
    check(game)
    assert game.save() == before


def test_destroyed_rooms_keep_their_doors(packs) -> None:
    game = game_of(packs, 57, 1).game
    assert any(row[R_FLAGS] & 1 for row in game.rooms)
    check(game)
