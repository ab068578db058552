"""What the core costs on a board: whole games on the emulated Pico, answer by answer.

Bots play the games on this machine; their answers and throws are then given to official
firmware on the emulated Pico, where bytes are exact. Times are those of the emulation, which
knows nothing of cache misses: the budgets are meant with :data:`FACTOR`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from .. import device
from ..errors import OmenboxError
from ..packs import open_packs
from .games import GameFailed, Played, pack_bytes, play, setup_of
from .platforms import Pico, pico_missing

#: A real board's time for one of the emulation's.
FACTOR = 1.3
#: Modules of the core in the order in which they are measured: what one needs stands before it.
MODULES = ("house", "figures", "places", "cards", "offers", "asking", "words", "vm", "pack", "game")
#: Modules that the box's program adds: what people see, and corrections.
BESIDES = ("correct", "view", "text")
#: Seeds that are searched for a game of the wanted length.
SEEDS = 60
#: Answers that a game chosen for the measurement has at least.
LEAST = 120
#: Instructions in a slice.
SLICE = 16

_PREPARE = "import gc\ngc.threshold(20000)\nimport probe\nbase = probe.live()\n"


def games(
    haunts: Sequence[int] = (57,), extra: Iterable[str | Path] = (), least: int = LEAST
) -> list[tuple[int, Played]]:
    """For each haunt the shortest whole game of six bots with at least ``least`` answers."""
    packs = open_packs(extra)
    chosen = []
    for haunt in haunts:
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
        chosen.append((haunt, min(found, key=lambda done: done.outcome["answers"])))
    return chosen


def report(
    haunts: Sequence[int] = (57,),
    extra: Iterable[str | Path] = (),
    answers: int | None = None,
    least: int = LEAST,
) -> list[dict[str, Any]]:
    """Measure one whole game for each haunt, or its first ``answers`` answers.

    ``extra`` are more packs (files or sources). Raises :exc:`OmenboxError` without firmware, or
    when the board comes to another state than this machine.
    """
    why = pico_missing()
    if why:
        raise OmenboxError(why)
    extra = list(extra)
    return [measure(done, haunt, answers) for haunt, done in games(haunts, extra, least)]


def measure(done: Played, haunt: int, answers: int | None = None) -> dict[str, Any]:
    """Give a played game, or its first ``answers`` answers, to the emulated Pico and measure it."""
    packs = done.game.packs
    records = [json.loads(line) for line in done.lines[1:]]
    values = [record[1] for record in records if record[0] == "a"][:answers]
    files: dict[str, bytes | str] = dict(device.build())
    probe = Path(__file__).with_name("probe.py")
    files["probe.mpy"] = device.compile_mpy("probe.py", probe.read_text())
    names = []
    for pack, data in zip(packs.packs, pack_bytes(packs), strict=True):
        names.append(f"{pack.name}.pack")
        files[names[-1]] = data
    files["answers.json"] = "".join(f"{json.dumps(value)}\n" for value in values)
    with Pico(files, timeout=3600) as board:
        rows: list[list[Any]] = []

        def run(line: str) -> None:
            rows.extend(json.loads(text) for text in board.run(line).check().splitlines())

        run(_PREPARE)
        run(f"probe.modules({[f'shared_rules.{name}' for name in MODULES]})")
        run(f"packs = probe.opened({names})")
        run(f"g = probe.played(packs, {done.game.setup}, 'answers.json', {SLICE})")
        heap = board.heap()
        run("probe.ended(g, base)")
        run("before = probe.live()\ng = None\nprobe.put('state', before - probe.live())")
        run(f"probe.modules({[f'shared_rules.{name}' for name in BESIDES]})")
    return figures(done, haunt, values, rows, heap.largest)


def figures(
    done: Played, haunt: int, values: list[Any], rows: list[list[Any]], largest: int
) -> dict[str, Any]:
    """The report of one game out of the lines that the board printed."""
    by_name = {row[0]: row[1:] for row in rows}
    every = [row[1:] for row in rows if row[0] == "answer"]
    modules = {row[1]: row[2] for row in rows if row[0] == "module"}
    core = {name: modules[f"shared_rules.{name}"] for name in MODULES}
    live, kept, state, crc = by_name["ended"]
    times = [_ms(row[1]) for row in every]
    steps = [row[2] for row in every]
    by_kind = {kind: [_ms(row[1]) for row in every if row[0] == kind] for kind in range(5)}
    return {
        "haunt": haunt,
        "seed": done.outcome["seed"],
        "seats": done.outcome["seats"],
        "answers": len(values),
        "whole": len(values) == done.outcome["answers"],
        "hash": state,
        "log": crc,
        "live": live,
        "largest": largest,
        "ms": spread(times),
        "ms_by_kind": {str(kind): spread(ms) for kind, ms in by_kind.items() if ms},
        "slice_ms": spread([_ms(row[3]) for row in every]),
        "steps": spread(steps),
        "import_ms": round(sum(_ms(row[3]) for row in rows if row[0] == "module" and _is_core(row)), 1),
        "open_ms": round(sum(_ms(row[3]) for row in rows if row[0] == "pack") + _ms(by_name["index"][1]), 1),
        "begin_ms": _ms(by_name["begun"][1]),
        "bytes": {
            "core": sum(core.values()),
            "modules": core,
            "packs": {row[1]: row[2] for row in rows if row[0] == "pack"},
            "index": by_name["index"][0],
            "procedures": kept,
            "state": by_name["state"][0],
            "besides": {name: modules[f"shared_rules.{name}"] for name in BESIDES},
        },
    }


def _is_core(row: list[Any]) -> bool:
    return row[1].rpartition(".")[2] in MODULES


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
