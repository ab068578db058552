"""The commands ``omenbox pack check``, ``build``, ``try``, ``info`` and ``words``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..errors import OmenboxError
from ..packs import (
    Problems,
    Source,
    compile_source,
    describe,
    load_source,
    open_packs,
    required_packs,
)
from ..packs.lookup import shown
from ..sim.games import DECKS
from ..sim.trial import try_out
from .sim import BOTS_HELP, bots, seats

DESCRIPTION = """\
A pack holds rooms, cards, explorers, haunts and their effects. Its source is a folder of
TOML tables, strings and *.effect files; it is compiled into one file that the box and this
program read. docs/packs.md tells how to write one, docs/words.md is the reference.
"""

TRY = """\
Lets bots play the pack's haunt and tells how the games ended, by which end_game, and how long
they were, in how many each function ran, which functions, lines and words of the pack were never
reached, which questions left no choice, and what went wrong, with file and line.
Exit status: 0 if all games ended, else 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of ``omenbox pack``."""
    commands = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = commands.add_parser("check", help="list every mistake in a pack's source")
    check.add_argument("dir", metavar="DIR", type=Path, help="folder with pack.toml")
    build = commands.add_parser("build", help="compile a pack's source into one file")
    build.add_argument("dir", metavar="DIR", type=Path, help="folder with pack.toml")
    build.add_argument("-o", "--output", metavar="FILE", type=Path, required=True)
    info = commands.add_parser("info", help="show what a built pack holds, or how long the haunts of a source are")
    info.add_argument("file", metavar="FILE|DIR", type=Path)
    info.add_argument("--code", metavar="FUNCTION", help="show the bytecode of one function")
    words = commands.add_parser("words", help="show the words that effects may use")
    words.add_argument("word", metavar="WORD", nargs="?", default="", help="everything about one word or hook")
    trial = commands.add_parser("try", help="let bots play it, and tell what was reached", description=TRY)
    trial.formatter_class = argparse.RawDescriptionHelpFormatter
    trial.add_argument("dir", metavar="DIR", type=Path, help="folder with pack.toml")
    trial.add_argument("--haunt", metavar="N", type=int, default=0, help="which haunt (the only one of the pack)")
    trial.add_argument("--games", metavar="G", type=int, default=20, help="how many games (20)")
    trial.add_argument("--seats", metavar="N", type=seats, default=(3, 6), help="3 to 6, or a range (3..6)")
    trial.add_argument("--seed", metavar="S", type=int, default=1, help="of the first game (1)")
    trial.add_argument("--bots", metavar="B", type=bots, default="random", help=BOTS_HELP)
    trial.add_argument("--deck", choices=DECKS, default="second", help="the cards (second)")
    trial.add_argument("--json", action="store_true", help="one JSON object")
    for command in (check, build, trial):
        command.add_argument(
            *("-r", "--requires"),
            metavar="FILE",
            type=Path,
            action="append",
            default=[],
            help="a built pack that this one requires, besides the standard ones",
        )


def run(args: argparse.Namespace) -> int:
    """Carry out the command; 1 if a source has mistakes."""
    if args.action == "info":
        print(describe(args.file, args.code or ""))
        return 0
    if args.action == "words":
        print(shown(args.word))
        return 0
    source = load_source(args.dir)
    data = compile_source(source, required_packs(source, args.requires))
    _show(source.problems, args.dir)
    if data is None:
        count = len(source.problems.errors)
        print(f"{args.dir}: {count} mistake{'' if count == 1 else 's'}", file=sys.stderr)
        return 1
    if args.action == "try":
        return _try(args, source)
    if args.action == "build":
        try:
            args.output.write_bytes(data)
        except OSError as error:
            raise OmenboxError(f"{args.output}: {error.strerror}; choose another file") from error
        print(f"{args.output}: {source.name} {source.version}, {len(data)} bytes")
    else:
        warnings = len(source.problems.warnings)
        also = f", {warnings} warning{'' if warnings == 1 else 's'}" if warnings else ""
        print(f"{args.dir}: no mistakes{also}")
    return 0


def _try(args: argparse.Namespace, source: Source) -> int:
    """Play the pack and print the report; 1 if a game failed."""
    if args.games < 1 or args.seed < 1:
        raise OmenboxError("--games and --seed are 1 or more")
    packs = open_packs([*args.requires, args.dir])
    report = try_out(source, packs, args.haunt, args.games, args.seats, args.seed, args.bots, args.deck)
    print(json.dumps(report.data()) if args.json else "\n".join(report.lines()))
    return 1 if report.failed else 0


def _show(problems: Problems, folder: Path) -> None:
    for problem in problems.all:
        print(problem.shown(str(folder)), file=sys.stderr)
