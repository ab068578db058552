"""The command ``omenbox bench``: how fast the rules core is, and what it costs on the board."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from typing import Any

from ..errors import OmenboxError
from ..packs import open_packs
from ..sim.bench import implemented, measure
from ..sim.platforms import pico_missing, unix_missing
from . import add_packs

DESCRIPTION = """\
Replays the same games on this Python and on MicroPython and shows games, answers and steps of the
interpreter a second (a step is one instruction of an effect). The games are natural ones and games
of every implemented haunt, with 3 and 6 seats.

With --board, also what the core costs on an emulated Raspberry Pi Pico with official firmware:
its lines of the budget table. That takes minutes; OMENBOX_PICO_UF2 names the firmware file.
"""

LINES = (
    ("games a second", "games_per_second"),
    ("answers a second", "answers_per_second"),
    ("steps a second", "steps_per_second"),
    ("steps an answer", "steps_per_answer"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of ``omenbox bench``."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--board", action="store_true", help="measure on the emulated Pico too")
    add_packs(parser)
    parser.add_argument(
        *("--haunt",),
        metavar="N",
        type=int,
        action="append",
        default=[],
        help="with --board: only this haunt; may be repeated (default: every implemented one)",
    )
    parser.add_argument(
        *("--answers",),
        metavar="N",
        type=int,
        help="with --board: only the first N answers of a game (default: to its end)",
    )


def run(args: argparse.Namespace) -> int:
    """Measure and show."""
    for flag, given in (("--haunt", args.haunt), ("--answers", args.answers is not None)):
        if given and not args.board:
            raise OmenboxError(f"{flag} belongs to --board: add --board, or leave it out")
    board = _board() if args.board else None
    packs = open_packs(args.pack)
    report = measure(packs)
    if not args.json:
        print("\n".join(_table(report)), flush=True)
    if board is not None:
        report["board"] = board.report(args.haunt or implemented(packs), args.pack, args.answers)
        if not args.json:
            for game in report["board"]:
                print("\n".join(_budget(game)))
    if args.json:
        print(json.dumps(report))
    return 0


def _board() -> Any:
    why = pico_missing()
    if why:
        raise OmenboxError(f"--board: {why}")
    try:
        return import_module("omenbox.sim.board")
    except ModuleNotFoundError as error:
        raise OmenboxError("--board: this version cannot measure the board") from error


def _budget(game: dict[str, Any]) -> list[str]:
    """What one game cost on the board, with the factor of a real one; budgets in brackets."""
    ms, steps, sizes = game["ms"], game["steps"], game["bytes"]
    whole = "to its end" if game["whole"] else "not to its end"
    return [
        "",
        f"On the Pico: haunt {game['haunt']}, {game['seats']} seats, {game['answers']} answers, {whole}",
        f"  live heap          {game['live']:>9} bytes (133,120)",
        f"  largest free block {game['largest']:>9} bytes",
        f"  an answer          {ms['median']:>9} ms median (60), {ms['p99']} ms 99th percentile (300)",
        f"  longest slice      {game['slice_ms']['most']:>9} ms (20), {game['slice_ms']['p99']} ms 99th percentile",
        f"  steps an answer    {steps['median']:>9} median, {steps['p99']} 99th percentile",
        f"  import             {game['import_ms']:>9} ms",
        f"  core               {sizes['core']:>9} bytes",
        f"  index of packs     {sizes['index']:>9} bytes, packs {sum(sizes['packs'].values())}",
        f"  state              {sizes['state']:>9} bytes",
    ]


def _table(report: dict[str, Any]) -> list[str]:
    here, there = report["cpython"], report["micropython"]
    lines = [f"{'':18}{'CPython':>12}{'MicroPython':>14}    ({report['games']} games)"]
    for label, key in LINES:
        other = there[key] if there else "-"
        lines.append(f"{label:18}{here[key]:>12}{other:>14}")
    if not there:
        lines.append(unix_missing() or "")
    return lines
