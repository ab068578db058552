"""Golden logs: games whose every checkpoint must keep its hash, on every Python.

``python -m tests.golden`` plays them anew and writes them here, with the playthroughs. Do that
after a change of the rules or of content, and read the difference before you commit it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from omenbox.packs import open_packs
from omenbox.sim.games import play, setup_of
from shared_rules import log
from shared_rules.pack import Packs

HERE = Path(__file__).parent
DUEL = HERE.parent / "content" / "duel"

#: The emulated Pico takes some 19 seconds for one of a real one: its logs end after this many.
SHORT = 60


@dataclass(frozen=True)
class Golden:
    """A game of bots: haunt (0: as the chart says), deck; ``short``: cut off for the Pico."""

    seats: int
    seed: int
    haunt: int = 0
    deck: str = "second"
    short: bool = False


GAMES = {
    "storm_3": Golden(3, 2, 57),
    "storm_5": Golden(5, 41, 57),
    "storm_6": Golden(6, 1, 57),
    "duel_3": Golden(3, 50, 201),
    "duel_5": Golden(5, 147, 201),
    "natural_3": Golden(3, 1),
    "natural_6": Golden(6, 4),
    "widows_walk_5": Golden(5, 3, deck="widows-walk"),
    "short_storm": Golden(3, 1, 57, short=True),
    "short_duel": Golden(3, 1, 201, short=True),
    "short_natural": Golden(6, 1, short=True),
}


@cache
def packs() -> Packs:
    """The standard packs and the test pack."""
    return open_packs([DUEL])


def path(name: str) -> Path:
    """The file of a golden log."""
    return HERE / f"{name}.log"


def made(name: str) -> list[str]:
    """The lines of a golden log, played anew."""
    wanted = GAMES[name]
    setup = setup_of(packs(), wanted.seats, wanted.seed, wanted.haunt, wanted.deck)
    lines = play(packs(), setup).lines
    if not wanted.short:
        return lines
    end = [n for n, line in enumerate(lines) if line.startswith('["a"')][SHORT]
    game = log.replay(packs(), lines[:end])
    return [*lines[:end], log.checkpoint(game)]


def kept(name: str) -> list[str]:
    """The lines of a golden log as they are kept, for the packs as they are now.

    A change of a text gives its pack another checksum, but the game stays what it was.
    """
    lines = path(name).read_text().splitlines()
    head = json.loads(lines[0])
    head[2] = [[pack.name, f"{pack.crc:08x}"] for pack in packs().packs]
    return [json.dumps(head), *lines[1:]]


def write() -> None:
    """Play all golden logs anew and keep them."""
    for old in HERE.glob("*.log"):
        if old.stem not in GAMES:
            old.unlink()
    for name in GAMES:
        path(name).write_text("".join(f"{line}\n" for line in made(name)))
