"""The command ``omenbox replay``: plays a log again, here or on another Python."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from shared_rules import log

from ..errors import OmenboxError
from ..packs import open_packs
from ..sim import show
from ..sim.elsewhere import PLATFORMS, read_log, replay
from ..sim.platforms import pico_missing, unix_missing
from . import add_packs

DESCRIPTION = """\
Plays the log of a game again and shows how the game stands at its end. Logs are made by
'omenbox sim --log' and by 'omenbox play'; sealed ones (gzip) are read as they are.

A log that begins with a snapshot, because nobody had what came before, is played from there: its
turns and answers are counted from there too.

Seats count from 1 in what is typed and printed, in logs and in --json from 0.

The keys of --json are those of 'omenbox sim' (see its --help). While the game has not ended,
ended and winner are null. Turns and answers that were taken back do not count.
"""

EPILOG = """\
Exit status: 0, or 2 for a log that does not fit: one line names the line of the log and what is
wrong with it. Where only the last record is torn, the game is shown without it, a line says so, and
the exit status is 2 too.
A log that was cut between records, or is still being written, is not closed by a checkpoint; a
note on the error stream says so, the exit status is 0. A game can only be replayed with the packs
that it was played with.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of ``omenbox replay``."""
    parser.epilog = EPILOG
    parser.add_argument("log", metavar="LOG", type=Path, help="the log of a game")
    parser.add_argument(
        *("--on",),
        choices=PLATFORMS,
        default="cpython",
        help="this Python, MicroPython on this machine, or the emulated Pico (slow; its firmware "
        "is the file that OMENBOX_PICO_UF2 names)",
    )
    parser.add_argument("--until", metavar="N", type=int, help="stop after N records")
    parser.add_argument(
        *("--view",),
        metavar="SEAT",
        type=int,
        help="also show what a seat sees (from 1; 0: somebody who only looks on)",
    )
    add_packs(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Replay the log and show what came of it."""
    if args.until is not None and args.until < 0:
        raise OmenboxError(f"--until {args.until}: give a number of records")
    packs = open_packs(args.pack)
    lines, torn = whole_records(read_log(args.log), args.until)
    missing = {"pico": pico_missing, "micropython": unix_missing}.get(args.on, lambda: None)()
    if missing:
        raise OmenboxError(f"--on {args.on}: {missing}")
    seat = None if args.view is None else args.view - 1
    try:
        outcome = replay(packs, lines, args.on, args.until, seat)
    except OmenboxError as error:
        raise OmenboxError(f"{args.log}: {error}") from error
    if seat is not None and not -1 <= seat < outcome["seats"]:
        raise OmenboxError(f"--view {args.view}: the game has seats 1 to {outcome['seats']}")
    if args.json:
        print(json.dumps(outcome))
    else:
        print(f"{show.heading()}\n{show.row(outcome)}")
        if seat is not None:
            game = log.replay(packs, lines, args.until)
            print("\n".join(show.view(game, outcome["view"], seat)))
    if torn:
        raise OmenboxError(f"{args.log}: line {torn}: this last record is torn and was left out")
    if args.until is None and not closed(lines):
        print(f"omenbox: note: {args.log}: the log is not closed by a checkpoint", file=sys.stderr)
    return 0


def whole_records(lines: list[str], until: int | None) -> tuple[list[str], int]:
    """The lines without a torn last record, and the number of its line; 0: none, or after ``until`` records."""
    last = max((i for i, line in enumerate(lines) if line.strip()), default=0)
    if not last:  # a torn header leaves nothing to play
        return lines, 0
    try:
        json.loads(lines[last])
        return lines, 0
    except ValueError:
        records = sum(1 for line in lines[1:last] if line.strip() and not line.startswith('["h"'))
        return lines[:last], last + 1 if until is None or records < until else 0


def closed(lines: list[str]) -> bool:
    """Whether the last line is a checkpoint."""
    return next((line for line in reversed(lines) if line.strip()), "").lstrip().startswith('["h"')
