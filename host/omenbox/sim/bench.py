"""How fast the rules core is, on this Python and on MicroPython, with the same games."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from typing import Any

from shared_rules.pack import Packs
from shared_rules.state import KIND_HAUNT

from . import driver
from .elsewhere import drive
from .games import GameFailed, play_all, setup_of
from .platforms import unix_missing

IMPLEMENTED = 1  # flag of a haunt's row

#: Seats of the games of each haunt.
SEATS = (3, 6)


def implemented(packs: Packs) -> list[int]:
    """The numbers of the haunts that are judged by the rules, not by the table."""
    rows = [packs.haunt(haunt) for haunt in packs.ids(KIND_HAUNT)]
    return [row[0] | row[1] << 8 for row in rows if row[8] & IMPLEMENTED]


def logs(packs: Packs) -> list[list[str]]:
    """The games that are measured: natural ones, and of every implemented haunt."""
    haunts = [0, *implemented(packs)]
    setups = [setup_of(packs, seats, seats, haunt) for haunt in haunts for seats in SEATS]
    found = []
    for result in play_all(packs, setups, checked=False):
        if isinstance(result, GameFailed):
            raise result
        found.append(result.lines)
    return found


def measure(packs: Packs) -> dict[str, Any]:
    """Games, answers and interpreter steps a second: keys ``cpython`` and ``micropython``.

    ``micropython`` is None where it is not installed.
    """
    games = logs(packs)
    parsed = [[json.loads(line) for line in lines] for lines in games]
    driver.measure(packs, parsed[0])  # what is read only once does not count
    here = [driver.measure(packs, records) for records in parsed]
    cpython = {**_rates(here), "version": platform.python_version()}
    report: dict[str, Any] = {"games": len(games), "cpython": cpython, "micropython": None}
    if unix_missing() is None:
        files = {f"{n}.log": "".join(f"{line}\n" for line in lines) for n, lines in enumerate(games)}
        report["micropython"] = _rates(drive(packs, "measure", list(files), files))
    return report


def _rates(measured: Sequence[Sequence[float]]) -> dict[str, Any]:
    answers, steps, ms = (sum(column) for column in zip(*measured, strict=True))
    return {
        "games_per_second": round(len(measured) / ms * 1000, 2),
        "answers_per_second": round(answers / ms * 1000),
        "steps_per_second": round(steps / ms * 1000),
        "steps_per_answer": round(steps / answers, 1),
    }
