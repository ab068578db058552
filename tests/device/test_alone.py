"""A box with nothing but its button and digits begins a game, and never loses one by accident."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from omenbox_device import program
from omenbox_device.board import VirtualBoard
from omenbox_device.saves import Saves
from shared_rules import state as s
from shared_rules.game import Game
from shared_rules.vm import EffectError

from . import plays
from .flash import Memory
from .presses import LONG, MENU, Chance, Player
from .pressing import pack_files, run_here, run_there
from .saving import again, choose

ALL = ["PL 3", "PL 4", "PL 5", "PL 6", "PL3E", "PL4E", "PL5E", "PL6E", "GO  "]


def at_table(packs: Any, storage: Any = None, lean: bool = True) -> Player:
    saves = None if storage is None else Saves(storage, lean)
    chance = Chance(1)
    player = Player(program.make(VirtualBoard(chance.bytes), packs, saves=saves), chance)
    player.wait(100)
    return player


def digits(player: Player) -> str:
    return str(player.box.board.digits.shown)


def offered(player: Player) -> list[str]:
    """All lines of an open menu, once each."""
    seen = [digits(player)]
    while True:
        player.press()
        if digits(player) == seen[0]:
            return seen
        seen.append(digits(player))


def ended(packs: Any, storage: Any = None) -> Player:
    """A table whose game is over."""
    player = at_table(packs, storage)
    player.box.begin(Game(packs, 3, 1, 1, 0, 0, 57))
    picks = random.Random(1)
    while not player.box.game.over:
        player.box.answer(choose(player.box.game, picks))
        plays.settle(player.box)
    player.ms = player.box.drawn
    player.wait(100)
    assert digits(player) == "End "
    return player


def test_a_table_without_a_game_says_play_and_a_press_offers_games(packs) -> None:
    player = at_table(packs)
    assert digits(player) == "PLAY" and not any(player.box.board.strip.shown)
    player.press()
    assert offered(player) == ALL
    player.press(MENU)
    player.wait(4000)
    assert digits(player) == "PLAY" and player.box.game is None


def test_a_hold_and_the_long_hold_lead_there_too(packs) -> None:
    player = at_table(packs)
    player.press(LONG)
    assert digits(player) == "PL 3" and player.box.game is None
    player.turn_to("GO  ")
    player.press(LONG)
    assert digits(player) == "PLAY"
    player.press(MENU)
    player.turn_to("PLAY")
    player.press(LONG)
    assert digits(player) == "PL 3"


@pytest.mark.parametrize("n", range(8))
def test_the_line_that_is_held_is_the_game_that_begins(packs, n) -> None:
    player = at_table(packs)
    player.begin(ALL[n])
    seats, seed, *rest = player.box.game.setup
    assert (seats, rest) == (3 + n % 4, [s.DECK_SECOND, n // 4, 0, 0, 1, 1, 0, []])
    assert 0 < seed < 1 << 30 and digits(player) == "----" and player.box.menu is None
    for _ in range(5):
        player.turn()
    assert player.box.number == 5


def test_seeds_come_from_the_boards_entropy(packs) -> None:
    seeds = []
    for number in (0, 0x2B, 0xFFFFFFFF):
        board = VirtualBoard(partial(int.to_bytes, number, byteorder="big"))
        player = Player(program.make(board, packs), Chance(1))
        player.begin("PL 3")
        seeds.append(player.box.game.setup[1])
    assert seeds == [1, 0x2B >> 2, (1 << 30) - 1]


def test_without_other_rooms_than_the_base_games_none_are_offered(packs) -> None:
    player = at_table(type(packs)(packs.packs[:1]))
    player.press()
    assert offered(player) == [*ALL[:4], "GO  "]


def test_back_from_the_first_is_the_last(packs) -> None:
    player = at_table(packs)
    for _ in range(2):
        player.box.board.button.press(60)
    player.wait(500)
    assert digits(player) == "GO  "


def test_a_game_that_has_not_ended_is_left_only_when_that_is_confirmed(packs) -> None:
    player = at_table(packs)
    player.begin("PL 3")
    player.turn()
    game, stood = player.box.game, plays.reached(player.box)

    def ask() -> None:
        player.press(MENU)
        player.wait(3200)
        player.turn_to("PLAY")
        player.press(LONG)
        player.turn_to("PL 5")
        player.press(LONG)
        assert digits(player) == "SUrE" and player.box.game is game

    ask()
    assert offered(player) == ["SUrE", "GO  "]
    player.turn_to("GO  ")
    player.press(LONG)
    assert player.box.game is game and player.box.menu is None and digits(player) == "----"
    ask()
    player.press(MENU)
    player.wait(3200)
    assert plays.reached(player.box) == stood and player.box.menu is None
    ask()
    player.press(LONG)
    player.wait(100)
    assert player.box.game is not game and player.box.game.setup[0] == 5 and player.box.menu is None


def test_while_a_game_is_on_presses_answer_it(packs) -> None:
    player = at_table(packs)
    player.begin("PL 3")
    game = player.box.game
    player.press()
    assert digits(player) == "1-12"
    player.press(LONG)
    assert player.box.game is game and player.box.number == 1


def test_after_the_end_a_press_begins_the_next_one(packs) -> None:
    memory = Memory()
    player = ended(packs, memory)
    over = player.box.game
    player.press()
    assert digits(player) == "PL 3" and player.box.game is over
    player.press(MENU)
    player.wait(3200)
    assert digits(player) == "End "
    player.begin("PL6E")
    assert not player.box.game.over and player.box.game.setup[0] == 6
    assert plays.reached(again(Memory(memory.files), packs, True)) == plays.reached(player.box)


def test_a_finished_game_is_still_taken_back_by_the_long_hold(packs) -> None:
    player = ended(packs, Memory())
    assert player.box.game.undoable
    player.press(MENU)
    assert digits(player) == "UndO"
    player.press(LONG)
    player.wait(100)
    assert not player.box.game.over and player.box.menu is None


def test_the_power_goes_after_every_answer_of_a_game_begun_at_the_button(packs, lean) -> None:
    memory = Memory()
    player = at_table(packs, memory, lean)
    player.begin("PL4E")
    for _ in range(40):
        back = again(Memory(memory.files), packs, lean)
        assert plays.reached(back) == plays.reached(player.box) and not back.saves.warning
        assert back.id == player.box.id
        player.turn()


@pytest.mark.parametrize("error", [MemoryError(), EffectError("x.effect:3: no")])
def test_a_game_that_cannot_be_built_leaves_the_saved_one(packs, monkeypatch, error) -> None:
    player = at_table(packs, Memory())
    player.begin("PL 3")
    player.turn()
    stood = plays.reached(player.box)
    there = []

    def fails(*args: Any) -> None:
        there.append(player.box.game)
        raise error

    player.press(MENU)
    player.wait(3200)
    player.turn_to("PLAY")
    player.press(LONG)
    player.press(LONG)
    with monkeypatch.context() as patch:
        patch.setattr(program, "Game", fails)
        player.press(LONG)
    assert there == [None] and plays.reached(player.box) == stood
    assert player.box.menu is None
    player.turn()
    assert player.box.number == 2


def test_without_a_save_such_a_table_is_empty_and_asks_again(packs, monkeypatch) -> None:
    player = at_table(packs)
    player.press()
    with monkeypatch.context() as patch:
        patch.setattr(program, "Game", lambda *args: (_ for _ in ()).throw(MemoryError))
        player.press(LONG)
    assert not player.box.game and digits(player) == "PL 3"
    player.turn_to("PL 4")
    player.press(LONG)
    assert player.box.game.setup[0] == 4


def test_it_is_the_same_on_both_pythons_through_a_power_cut(unix, tmp_path) -> None:
    files = pack_files(tmp_path)
    got = []
    for name in ("here", "there"):
        for seed in ("1", "2"):
            arguments = [seed, str(tmp_path / name), "25", *files]
            got.append(run_here(arguments) if name == "here" else run_there(unix, arguments))
    assert got[:2] == got[2:]
    empty, begun, stood = got[0].splitlines()
    assert empty == "PLAY" and begun.startswith("0 ") and begun.endswith("0, 0, 1, 1, 0, []]")
    _, resumed, after = got[1].splitlines()
    assert stood.startswith("25 ") and resumed.startswith(stood) and int(after.split()[0]) >= 50
