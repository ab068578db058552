"""The commands ``omenbox pack check``, ``pack build`` and ``pack info``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..errors import OmenboxError
from ..packs import (
    Problems,
    compile_source,
    describe,
    load_source,
    required_packs,
)

DESCRIPTION = """\
A pack holds rooms, cards, explorers, haunts and their effects. Its source is a folder of
TOML tables, strings and *.effect files; it is compiled into one file that the box and this
program read. docs/packs.md tells how to write one.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of ``omenbox pack``."""
    commands = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = commands.add_parser("check", help="list every mistake in a pack's source")
    check.add_argument("dir", metavar="DIR", type=Path, help="folder with pack.toml")
    build = commands.add_parser("build", help="compile a pack's source into one file")
    build.add_argument("dir", metavar="DIR", type=Path, help="folder with pack.toml")
    build.add_argument("-o", "--output", metavar="FILE", type=Path, required=True)
    info = commands.add_parser("info", help="show what a built pack holds")
    info.add_argument("file", metavar="FILE", type=Path)
    info.add_argument("--code", metavar="FUNCTION", help="show the bytecode of one function")
    for command in (check, build):
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
    source = load_source(args.dir)
    data = compile_source(source, required_packs(source, args.requires))
    _show(source.problems, args.dir)
    if data is None:
        count = len(source.problems.errors)
        print(f"{args.dir}: {count} mistake{'' if count == 1 else 's'}", file=sys.stderr)
        return 1
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


def _show(problems: Problems, folder: Path) -> None:
    for problem in problems.all:
        print(problem.shown(str(folder)), file=sys.stderr)
