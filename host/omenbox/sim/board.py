"""What the core costs on a board: whole games on the emulated Pico, answer by answer.

Bots play the games on this machine; their answers and throws are then given to official
firmware on the emulated Pico, where bytes are exact. Times are those of the emulation, which
knows nothing of cache misses, times :data:`FACTOR`: so the budgets are meant.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from omenbox_device.loop import SLICE
from shared_rules.game import Game
from shared_rules.pack import Packs

from .. import device
from ..errors import OmenboxError
from ..packs import open_packs
from ..paths import find
from .games import GameFailed, Played, pack_bytes, play, setup_of
from .platforms import Pico, pico_missing

#: A real board's time for one of the emulation's.
FACTOR = 1.3
#: Modules of the core in the order in which they are measured: what one needs stands before it.
MODULES = ("house", "figures", "places", "cards", "offers", "asking", "words", "vm", "pack", "game")
#: Modules that the box's program adds: corrections, what people see.
BESIDES = ("correct", "view", "text")
#: Seeds that are searched for a game of the wanted length.
SEEDS = 60
#: Answers that a game chosen for the measurement has at least.
LEAST = 120


def report(
    haunts: Sequence[int] = (57,),
    extra: Iterable[str | Path] = (),
    answers: int | None = None,
    least: int = LEAST,
) -> list[dict[str, Any]]:
    """Measure a whole game of each haunt, or its first ``answers`` answers, on the emulated Pico.

    Six seats; the shortest game of at least ``least`` answers is taken. ``extra`` are more packs,
    files or sources. Raises :exc:`OmenboxError` without firmware, or when the board comes to
    another state than this machine.
    """
    why = pico_missing()
    if why:
        raise OmenboxError(why)
    packs = open_packs(extra)
    return [measure(chosen(packs, haunt, least), answers) for haunt in haunts]


def chosen(packs: Packs, haunt: int, least: int = LEAST) -> Played:
    """The shortest whole game of a haunt by six bots with at least ``least`` answers."""
    found: list[Played] = []
    for seed in range(1, SEEDS + 1):
        try:
            done = play(packs, setup_of(packs, 6, seed, haunt), checked=False)
        except GameFailed:
            continue
        if done.outcome["answers"] >= least:
            found.append(done)
    if not found:
        raise OmenboxError(f"no game of haunt {haunt} has {least} answers; ask for fewer")
    return min(found, key=lambda done: done.outcome["answers"])


def measure(done: Played, answers: int | None = None) -> dict[str, Any]:
    """Give a played game, or its first ``answers`` answers, to the emulated Pico and measure it."""
    values = answers_of(done)[:answers]
    with Pico(files(done, values), timeout=3600) as board:
        rows, largest = run(done, lambda line: board.run(line).check(), lambda: board.heap().largest)
    return figures(done, values, rows, largest)


def answers_of(done: Played) -> list[Any]:
    """The answers of a played game, throws too."""
    records = [json.loads(line) for line in done.lines[1:]]
    return [record[1] for record in records if record[0] == "a"]


def files(done: Played, values: Sequence[Any], arch: str | None = "armv6m") -> dict[str, bytes | str]:
    """What a board needs to play the answers ``values``: the program, the packs, the probe."""
    packs = done.game.packs
    program: dict[str, bytes | str] = dict(device.build(arch))
    program["probe.mpy"] = device.compile_mpy("probe.py", find("host", "sim", "probe.py").read_text(), arch)
    for pack, data in zip(packs.packs, pack_bytes(packs), strict=True):
        program[f"{pack.name}.pack"] = data
    program["answers.json"] = "".join(f"{json.dumps(value)}\n" for value in values)
    return program


def scripts(done: Played, slices: int = SLICE) -> tuple[list[str], list[str]]:
    """What a board runs, a line at a time: up to the end of the game, and after its heap is looked at."""
    names = [f"{pack.name}.pack" for pack in done.game.packs.packs]
    return [
        "import gc\ngc.threshold(20000)\nimport probe\nbase = probe.live()",
        f"probe.modules({[f'shared_rules.{name}' for name in MODULES]})",
        f"packs = probe.opened({names})",
        f"g = probe.played(packs, {done.game.setup}, 'answers.json', {slices})",
    ], [
        "probe.ended(g, base)",
        "before = probe.live()\ng = None\nprobe.put('state', before - probe.live())",
        f"probe.modules({[f'shared_rules.{name}' for name in BESIDES]})",
    ]


def run(
    done: Played, execute: Callable[[str], str], heap: Callable[[], int] = lambda: 0
) -> tuple[list[list[Any]], int]:
    """Let ``execute`` run the scripts; gives what they printed and what ``heap`` said at the end of the game."""
    game, after = scripts(done)
    printed = [execute(line) for line in game]
    largest = heap()
    printed += [execute(line) for line in after]
    return [json.loads(line) for text in printed for line in text.splitlines()], largest


def figures(done: Played, values: Sequence[Any], rows: list[list[Any]], largest: int) -> dict[str, Any]:
    """The report of one game out of the lines that the board printed."""
    by_name = {row[0]: row[1:] for row in rows}
    every = [row[1:] for row in rows if row[0] == "answer"]
    sizes = {row[1].rpartition(".")[2]: row[2] for row in rows if row[0] == "module"}
    took = {row[1].rpartition(".")[2]: row[3] for row in rows if row[0] == "module"}
    core = {name: sizes[name] for name in MODULES}
    live, kept, state = by_name["ended"]
    if state != ended(done, values):
        raise OmenboxError(f"the board came to the state {state}, this machine to {ended(done, values)}", 1)
    return {
        "haunt": done.outcome["haunt"],
        "seed": done.outcome["seed"],
        "seats": done.outcome["seats"],
        "answers": len(values),
        "whole": len(values) == done.outcome["answers"],
        "hash": state,
        "live": live,
        "largest": largest,
        "ms": spread([_ms(row[1]) for row in every]),
        "slice_ms": spread([_ms(row[3]) for row in every]),
        "steps": spread([row[2] for row in every]),
        "import_ms": _ms(sum(took[name] for name in MODULES)),
        "open_ms": _ms(sum(row[3] for row in rows if row[0] == "pack") + by_name["index"][1]),
        "begin_ms": _ms(by_name["begun"][1]),
        "bytes": {
            "core": sum(core.values()),
            "modules": core,
            "packs": {row[1]: row[2] for row in rows if row[0] == "pack"},
            "index": by_name["index"][0],
            "procedures": kept,
            "state": by_name["state"][0],
            "besides": {name: sizes[name] for name in BESIDES},
        },
    }


def ended(done: Played, values: Sequence[Any]) -> str:
    """Hash of the state after the answers ``values`` on this machine."""
    game = Game(done.game.packs, *done.game.setup)
    for value in values:
        game.play(value)
    return f"{game.hash():08x}"


def _ms(microseconds: int) -> float:
    return round(microseconds * FACTOR / 1000, 1)


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median, 99th percentile (nearest rank) and maximum."""
    ranked = sorted(values)
    return {
        "median": round(median(ranked), 1),
        "p99": ranked[math.ceil(len(ranked) * 0.99) - 1],
        "most": ranked[-1],
    }
