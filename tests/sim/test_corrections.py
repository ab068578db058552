"""What the table sets by hand at any prompt leaves a sound game that goes on."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from omenbox.sim.games import setup_of
from omenbox.sim.invariants import check
from shared_rules import correct, log
from shared_rules.game import Game, Refused
from shared_rules.state import (
    E_ALIVE,
    E_SIDE,
    G_PHASE,
    HERO,
    KIND_MONSTER,
    KIND_TOKEN,
    MONSTER,
    O_STEP,
    P_DOMAIN,
    P_MENU,
    PHASE_HAUNT,
    ROOM_PLACE,
    TRAITOR,
    V_TURN,
)

from ..players import Players
from . import DUEL_HAUNT, HAUNTS

OFTEN = 0.04


def some(chance: random.Random, game: Game, limit: str) -> int:
    """A number that fits a kind of value of a correction, if one is found."""
    low, dots, high = limit.partition("..")
    if dots:
        return chance.randint(int(low), int(high))
    things = [*game.packs.ids(KIND_TOKEN), *game.packs.ids(KIND_MONSTER), *range(-5, 180)]
    fitting = [n for n in things if correct.fits(game, limit, n)]
    return chance.choice(fitting or [0])


def play(game: Game, each: Callable[[Game], None]) -> None:
    """Random bots play a game to its end; ``each`` is called at every prompt."""
    seed = game.setup[1]
    players = Players(game.packs, len(game.ex), seed)
    while True:
        each(game)
        if game.over:
            return
        game.play(players.answer(game))
        check(game)


@pytest.mark.parametrize("haunt", HAUNTS)
@pytest.mark.parametrize("seed", range(1, 7))
def test_game_goes_on_soundly_whatever_is_corrected(packs, haunt, seed) -> None:
    chance = random.Random(seed)
    made = []

    def meddle(game: Game) -> None:
        if chance.random() < OFTEN and not game.over:
            field = chance.choice(sorted(correct.FIELDS))
            before = game.save()
            try:
                change = [field, *(some(chance, game, limit) for limit in correct.FIELDS[field][0])]
                game.correct(change)
                made.append(field)
            except Refused:
                assert game.save() == before
            check(game)

    game = Game(packs, **setup_of(packs, 3 + seed % 4, seed, haunt))
    play(game, meddle)
    assert made
    again = log.replay(packs, log.lines(game))
    assert again.save() == game.save()


def at_turn(packs, haunt: int, seed: int) -> Game:
    """A game at the first turn of the haunt where somebody can walk through a door."""

    class Found(Exception):
        pass

    game = Game(packs, **setup_of(packs, 4, seed, haunt))

    def each(game: Game) -> None:
        ready = game.G[G_PHASE] == PHASE_HAUNT and game.prompt and game.prompt[P_MENU] == 1
        if ready and any(option >> 16 == O_STEP for option in game.prompt[P_DOMAIN]):
            raise Found

    with pytest.raises(Found):
        play(game, each)
    return game


def test_turn_is_offered_anew_from_where_the_table_put_the_explorer(packs) -> None:
    game = at_turn(packs, 57, 1)
    me = game.v[V_TURN]
    offered = set()
    for room in range(len(game.rooms)):
        game.correct(["room", me, room])
        check(game)
        offered.add(str(game.prompt[P_DOMAIN]))
    assert len(offered) > 1


def test_nobody_dies_or_changes_sides_before_the_haunt(packs) -> None:
    """What a haunt sets up for each seat, it sets up for all who play."""
    game = Game(packs, seats=3, seed=1)
    for change in (["alive", 0, 0], ["side", 0, TRAITOR]):
        with pytest.raises(Refused, match="before the haunt"):
            game.correct(change)


def test_dead_leave_their_cards_and_the_last_hero_stays(packs) -> None:
    game = at_turn(packs, DUEL_HAUNT, 4)
    heroes = [e for e, row in enumerate(game.ex) if row[E_SIDE] == HERO and row[E_ALIVE]]
    for e in heroes[:-1]:
        game.correct(["alive", e, 0])
        assert e not in game.place
    for change in (["alive", heroes[-1], 0], ["side", heroes[-1], TRAITOR]):
        with pytest.raises(Refused, match="last hero"):
            game.correct(change)
    with pytest.raises(Refused):
        game.correct(["card", game.place.index(-1), heroes[0]])


def test_nobody_changes_sides_before_the_haunt(packs) -> None:
    game = Game(packs, faces=packs.faces()[::2][:4])
    with pytest.raises(Refused, match="before the haunt"):
        game.correct(["side", 0, TRAITOR])


def test_monsters_do_not_run_out_of_numbers(packs) -> None:
    game = at_turn(packs, 57, 1)
    kind = packs.ids(KIND_MONSTER)[0]
    with pytest.raises(Refused, match="no number left"):
        for _ in range(ROOM_PLACE):
            game.correct(["monster", kind, 0])
    assert MONSTER + len(game.monsters) == ROOM_PLACE
