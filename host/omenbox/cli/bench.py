"""The command ``omenbox bench``: how fast the rules core is, and what it costs on the board."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from typing import Any

from ..errors import OmenboxError
from ..packs import open_packs
from ..sim.bench import measure
from ..sim.platforms import pico_missing, unix_missing
from . import add_packs

DESCRIPTION = """\
Replays the same games on this Python and on MicroPython and shows games, answers and steps of the
interpreter a second (a step is one instruction of an effect). The games are natural ones and games
of every implemented haunt, with 3 and 6 seats.

With --board, also what the whole program of a box costs on an emulated Raspberry Pi Pico with
official firmware, lamps and button at its pins, saves on its flash, a host that looks on: the
budget table, for a game of haunt 57 if no other is named. A second of the board takes twenty or
more here, an answer some five; --skip goes to the interesting part of a game. With --core, what the
rules core alone costs there, module by module. OMENBOX_PICO_UF2 names the firmware file.
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
    parser.add_argument("--board", action="store_true", help="measure a box on the emulated Pico too")
    parser.add_argument("--core", action="store_true", help="with --board: the rules core alone")
    add_packs(parser)
    parser.add_argument(
        *("--haunt",),
        metavar="N",
        type=int,
        action="append",
        default=[],
        help="with --board: a game of this haunt; may be repeated (default: 57)",
    )
    parser.add_argument(
        *("--answers",),
        metavar="N",
        type=int,
        help="with --board: only N answers of a game (default: to its end)",
    )
    parser.add_argument(
        *("--skip",),
        metavar="N",
        type=int,
        default=0,
        help="with --board: play the first N answers of a game here, and let the board take it up from there",
    )


def run(args: argparse.Namespace) -> int:
    """Measure and show."""
    given = {"--haunt": args.haunt, "--answers": args.answers is not None, "--skip": args.skip, "--core": args.core}
    for flag in given:
        if given[flag] and not args.board:
            raise OmenboxError(f"{flag} belongs to --board: add --board, or leave it out")
    if args.core and args.skip:
        raise OmenboxError("--skip: the core alone plays a game from its beginning; leave one of the two out")
    if args.skip < 0 or args.answers is not None and args.answers < 1:
        raise OmenboxError("--skip and --answers: give a number of answers")
    board = _measuring("board" if args.core else "budget") if args.board else None
    packs = open_packs(args.pack)
    report = measure(packs)
    if not args.json:
        print("\n".join(_table(report)), flush=True)
    if board is not None:
        haunts = args.haunt or [57]
        if args.core:
            report["core"] = board.report(haunts, args.pack, args.answers)
        else:
            report["board"] = board.report(haunts, args.pack, args.answers, args.skip, _progress)
        if not args.json:
            for game in report["core" if args.core else "board"]:
                print("\n".join(_core(game) if args.core else _budget(game)))
    if args.json:
        print(json.dumps(report))
    return 0


def _progress(text: str) -> None:
    """How far it is, for who waits at a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


def _measuring(module: str) -> Any:
    why = pico_missing()
    if why:
        raise OmenboxError(f"--board: {why}")
    try:
        return import_module(f"omenbox.sim.{module}")
    except ModuleNotFoundError as error:
        raise OmenboxError("--board: this version cannot measure the board") from error


def _title(game: dict[str, Any]) -> str:
    part = "to its end" if game["whole"] else "not to its end"
    if game.get("skipped"):
        part = f"after {game['skipped']}"
    return f"On the Pico: haunt {game['haunt']}, {game['seats']} seats, {game['answers']} answers, {part}"


def _budget(game: dict[str, Any]) -> list[str]:
    """The budget table of one game: measured (times with the factor of a real board), budget, whether it is kept."""
    lines = ["", _title(game), f"  {'':48}{'measured':>9}{'budget':>9}"]
    for row in game["table"]:
        kept = "ok" if row["ok"] else "NO"
        note = f"  ({row['note']})" if row["note"] else ""
        lines.append(f"  {row['figure']:48}{row['measured']:>9}{row['budget']:>9} {row['unit']:5} {kept}{note}")
    ms = game["ms"]
    return [
        *lines,
        f"  {'flash erases in 100 answers':48}{game['erases']:>9}           priced {game['flash_ms']} ms an answer",
        f"  {'a snapshot, without the flash, most':48}{ms['save']['most']:>9}           ms, while nothing moves",
        f"  {'tidying memory, most':48}{ms['tidy']['most']:>9}           ms, between two rounds",
    ]


def _core(game: dict[str, Any]) -> list[str]:
    """What the core alone costs for one game, with the factor of a real board; budgets in brackets."""
    ms, steps, sizes = game["ms"], game["steps"], game["bytes"]
    return [
        "",
        _title(game),
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
