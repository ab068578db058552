"""Golden frames: what the strip shows of set scenes at given times, lamp by lamp.

``python -m tests.device.frames`` paints them anew and writes them here. Do that after a change
of the lights, and read the difference before you commit it. A frame is a line with the time in
ms and the brightness of 256, then the 64 lamps as they glow: six hexadecimal digits each, red
first, `......` for a dark one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from omenbox.packs import standard_packs
from omenbox_device import lights
from shared_rules import house, view
from shared_rules import state as s
from shared_rules.game import Game

from . import paint

HERE = Path(__file__).parent
TURN = 3000  # ms


@dataclass
class Scene:
    """A view of the table, and the moments at which it is painted.

    fresh: rows [pattern, room, ms], see ``lights.news``. held: ms of a finger at the button, -1
    without one; a list of them in place of times.
    """

    view: dict[str, Any]
    times: list[int] = field(default_factory=lambda: list(range(0, TURN, 300)))
    fresh: list[list[int]] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    night: bool = False
    panel: dict[int, int] | None = None

    def case(self) -> list[Any]:
        """All of it as plain data, for :mod:`.paint` on either Python."""
        moments = [[0, held] for held in self.held] or [[ms, -1] for ms in self.times]
        panel = None if self.panel is None else [[tile, lamp] for tile, lamp in self.panel.items()]
        return [self.view, [5, 3, 0], panel, self.fresh, int(self.night), moments]


#: Rooms that have been opened: tile, floor, x, y; the last but one holds an omen.
OPENED = (("ballroom", 1, -1, 1), ("bedroom", 2, 1, 0), ("catacombs", 0, 0, 1), ("statuary_corridor", 2, 0, 1))


def table() -> Game:
    """Three explorers in a house of nine rooms, at a turn."""
    packs = standard_packs()
    game = Game(packs, seats=3, seed=1, faces=packs.faces()[:6:2])
    while game.prompt[s.P_MENU] != 1:
        game.play(game.prompt[s.P_DOMAIN][0])
    for tile, floor, x, y in OPENED:
        r = house.place(game, packs.find("tile", tile), house.cell(floor, x, y), 0)
        game.rooms[r][s.R_FLAGS] |= s.RF_VISITED
    turn = game.v[s.V_TURN]
    for e, r in ((turn, 5), ((turn + 1) % 3, 0), ((turn + 2) % 3, 0)):
        game.ex[e][s.E_ROOM] = r
    return game


def _seen(change: Callable[[Game], None]) -> dict[str, Any]:
    game = table()
    change(game)
    return view.view(game, s.NONE)


def _dice(number: int, kind: int) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        game.G[s.G_ROLL][s.ROLL_KIND] = kind
        game.G[s.G_PROMPT] = [game.v[s.V_TURN], s.DICE, 0, [number], 0, [], 0]

    return change


def _reveal(game: Game) -> None:
    game.G[s.G_PHASE] = s.PHASE_REVEAL


def _fall(game: Game) -> None:
    for r in (3, 6):
        game.rooms[r][s.R_FLAGS] |= s.RF_DESTROYED


def _monster(game: Game) -> None:
    game.monsters.append([0] * s.M_SIZE)
    game.monsters[-1][s.M_ROOM] = 7


def _track(number: int) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        game.v[s.V_TRACK] = number

    return change


def _end(winner: int, winners: int = 0) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        game.v[s.V_ENDED], game.v[s.V_WINNER], game.v[s.V_WINNERS] = 1, winner, winners

    return change


def _nothing(game: Game) -> None:
    """The table as it is."""


@cache
def scenes() -> dict[str, Scene]:
    """Every scene by its name."""
    plain = _seen(_nothing)
    touches = [0, 100, 200, 599, 600, 700, 800, 2999, 3000, 3300]
    panel = {row[s.R_TILE]: 40 + 2 * r for r, row in enumerate(plain["rooms"])}
    return {
        "exploring": Scene(plain),
        "opened": Scene(plain, [1000, 1100, 1150, 1299, 1300, 1450, 1600, 2500], [[lights.OPENING, 8, 1000]]),
        "rolling": Scene(_seen(_dice(4, s.TRAIT_ROLL)), [0, 45, 90, 135, 180]),
        "haunt_roll": Scene(_seen(_dice(6, s.HAUNT_ROLL))),
        "reveal": Scene(_seen(_reveal)),
        "monster": Scene(_seen(_monster), [0, 139, 140, 279, 280, 420, 1600]),
        "destroyed": Scene(
            _seen(_fall),
            [*range(900, 3100, 200)],
            [[lights.FALLING, 3, 800], [lights.FALLING, 6, 800]],
        ),
        "track_0": Scene(_seen(_track(0)), [0, 900]),
        "track_7": Scene(_seen(_track(7)), [0, 450, 900]),
        "track_12": Scene(_seen(_track(12)), [0, 900]),
        "end_heroes": Scene(_seen(_end(s.WIN_HEROES))),
        "end_traitor": Scene(_seen(_end(s.WIN_TRAITOR)), [0, 900]),
        "end_seats": Scene(_seen(_end(s.WIN_SEATS, 2)), [0, 900]),
        "end_nobody": Scene(_seen(_end(s.WIN_NONE)), [0, 900]),
        "finger": Scene(plain, held=touches),
        "night": Scene(plain, [0, 900], night=True),
        "panel": Scene(_seen(_track(3)), [0, 900], panel={**panel, lights.BAR: 20}),
        "wrapped": Scene(plain, [0x3FFFFFFF, 0, 99], [[lights.OPENING, 8, 0x3FFFFFFF - 50]]),
    }


def painted(name: str) -> str:
    """The frames of a scene, painted here."""
    return paint.frames(json.loads(json.dumps(scenes()[name].case())))


def path(name: str) -> Path:
    """The file of a scene."""
    return HERE / f"{name}.txt"


def write() -> None:
    """Paint all scenes anew and keep them."""
    for old in HERE.glob("*.txt"):
        old.unlink()
    for name in scenes():
        path(name).write_text(painted(name))
