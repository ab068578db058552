"""The command ``omenbox sim``: bots play games, every one checked at every prompt."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from ..errors import OmenboxError
from ..packs import open_packs
from ..sim import show
from ..sim.bots import BOTS, who_plays
from ..sim.games import DECKS, GameFailed, log_folder, play_all, series, setup_of, write_log
from . import add_packs

DESCRIPTION = """\
Bots play whole games without a screen. At every prompt the invariants of the game are checked.

Game k, counted from 0, has seed S+k, which decides stacks, dice and bots: the same seed is the
same game on every machine. Bots know what their seat sees, pick their own explorers, never
correct anything, and declare an end only in a haunt that is played by the book. Random bots may
answer anything; greedy ones try in their heads what leads to what their haunt's pack calls worth
having. With a bot for each side (--bots heroes=greedy,traitor=random) everybody plays at random
until the haunt: so games of one seed come to the same haunt in the same position.

With --json there is one object a game on a line, in the order of the seeds:
  seed, seats
  haunt    its number, null if none was revealed
  ended    "judged" by the rules or "declared" by the table
  winner   "heroes", "traitor", "none", or a list of seats, counted from 0
  turns    how many turns of explorers began
  answers  how many answers were given, the faces of dice among them
  hash     of the last state, 8 hex digits
  bots     who played, as --bots says
"""

EPILOG = """\
Exit status: 0 if all games ended; 1 if a game raised an error, broke an invariant or needed more
than 3,000 answers (a line on the error stream names its seed and the reason); 2 for bad arguments.
"""

BOTS_HELP = f"who plays: {', '.join(BOTS)}, or a bot for each side: heroes=greedy,traitor=random (random)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of ``omenbox sim``."""
    parser.epilog = EPILOG
    parser.add_argument(
        *("--seats",),
        metavar="N",
        type=seats,
        default=(4, 4),
        help="3 to 6 (default 4); '3..6' goes round: game k has 3 + k mod 4 seats",
    )
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="of the first game (1)")
    parser.add_argument("--games", metavar="G", type=int, default=1, help="how many games (1)")
    parser.add_argument(
        *("--haunt",),
        metavar="N",
        type=int,
        help="the haunt to reveal, with the tile, omen and holder that its chart takes for granted",
    )
    parser.add_argument("--deck", choices=DECKS, default="second", help="the cards (second)")
    parser.add_argument("--bots", metavar="B", type=bots, default="random", help=BOTS_HELP)
    parser.add_argument("--jobs", metavar="J", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--log", metavar="DIR", type=Path, help="write each log to DIR/<seed>.log")
    add_packs(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a game on a line")


def seats(word: str) -> tuple[int, int]:
    """The least and the most seats of an argument such as `4` or `3..6`."""
    low, dots, high = word.partition("..")
    try:
        least, most = int(low), int(high if dots else low)
    except ValueError:
        least, most = 0, 0
    if not 3 <= least <= most <= 6:
        raise argparse.ArgumentTypeError(f"{word!r} is not 3 to 6, nor a range such as 3..6")
    return least, most


def bots(word: str) -> str:
    """The argument of ``--bots``."""
    try:
        who_plays(word)
    except OmenboxError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return word


def run(args: argparse.Namespace) -> int:
    """Play the games; 1 if one of them failed."""
    last = args.seed + args.games - 1
    if args.games < 1 or args.jobs < 1:
        raise OmenboxError("--games and --jobs are 1 or more")
    if not 1 <= args.seed <= last <= 0xFFFFFFFF:
        raise OmenboxError(f"seeds {args.seed} to {last}: seeds are 1 to 4294967295")
    packs = open_packs(args.pack)
    if args.haunt is not None and args.haunt < 1:
        raise OmenboxError(f"--haunt {args.haunt}: no pack here has haunt {args.haunt}; leave it out for any")
    setups = [
        setup_of(packs, seats, seed, args.haunt or 0, args.deck)
        for seats, seed in series(args.seed, args.games, args.seats)
    ]
    if args.log:
        log_folder(args.log)
    start = time.perf_counter()
    outcomes = []
    if not args.json:
        print(show.heading())
    for setup, result in zip(setups, play_all(packs, setups, args.bots, args.jobs), strict=True):
        path = write_log(args.log, setup["seed"], result.lines) if args.log else None
        if isinstance(result, GameFailed):
            _complain(setup, result, path)
            continue
        outcomes.append(result.outcome)
        outcomes[-1]["bots"] = args.bots
        print(json.dumps(outcomes[-1]) if args.json else show.row(outcomes[-1]), flush=True)
    failed = len(setups) - len(outcomes)
    if not args.json:
        print(show.summary(outcomes, failed, time.perf_counter() - start, args.bots))
    return 1 if failed else 0


def _complain(setup: dict[str, Any], failure: GameFailed, path: Path | None) -> None:
    where = f"; its log is {path}" if path else "; --log DIR writes its log"
    what = " ".join(failure.message.split())
    print(f"omenbox: seed {setup['seed']}, {setup['seats']} seats: {what}{where}", file=sys.stderr)
