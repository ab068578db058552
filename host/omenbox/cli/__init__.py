"""The command ``omenbox``: one module a subcommand, imported only when it is used.

A subcommand's module has ``add_arguments(parser)`` and ``run(args) -> int``; it may have
``DESCRIPTION``, a longer text for its own ``--help``.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module, util
from pathlib import Path

from .. import __version__
from ..errors import OmenboxError

#: Subcommand: (module, what it does in one line).
COMMANDS = {
    "play": ("omenbox.cli.play", "play a game on a page in the browser"),
    "sim": ("omenbox.cli.sim", "let bots play games without a screen"),
    "replay": ("omenbox.cli.replay", "play a log again and show where it leads"),
    "scenario": ("omenbox.cli.scenario", "check positions, steps and expectations"),
    "pack": ("omenbox.cli.pack", "check, build and inspect packs of content"),
    "mirror": ("omenbox.cli.mirror", "look on at the game in a box"),
    "bench": ("omenbox.cli.bench", "measure the rules core"),
}

UNWRITTEN = "the output cannot be written: {}"


def add_packs(parser: argparse.ArgumentParser, more: str = "one more pack") -> None:
    """Describe ``--pack``, which may be repeated; ``more`` says what such a pack is there for."""
    parser.add_argument(
        "--pack",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help=f"{more}: a built file, or the folder of its source",
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (that of the process by default); return the exit status.

    0 is success, 1 what the command documents as a failure, 2 bad input or a missing part.
    """
    argv = list(sys.argv[1:] if argv is None else argv)
    try:
        try:
            args = _parse(argv)
            return 0 if args.run is None else args.run(args)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # what cannot be written is told here, not after the end
    except OmenboxError as error:
        if error.listing:
            print(error, file=sys.stderr)
            return error.exit_code
        return _fail(str(error), error.exit_code)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] in ("omenbox", "omenbox_device", "shared_rules"):
            raise
        return _fail(f"the module {error.name!r} is missing; run 'make setup'", 2)
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    except OSError as error:
        if not _is_of_output(error):
            raise
        _drop_output()
        return 1 if isinstance(error, BrokenPipeError) else _fail(UNWRITTEN.format(error.strerror), 2)


def say(line: str) -> None:
    """Print a line at once, for a command that goes on where nobody can read it any more."""
    try:
        print(line, flush=True)
    except OSError as error:
        if not _is_of_output(error):
            raise
        _drop_output()
        if not isinstance(error, BrokenPipeError):  # who closed it knows
            _fail(UNWRITTEN.format(error.strerror) + "; all else goes on", 2)


def _is_of_output(error: OSError) -> bool:
    """Whether an error says that the output cannot be written: closed, full, or gone."""
    told = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
    return error.filename is None and error.errno in told


def _parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="omenbox",
        description="The referee of Betrayal at House on the Hill, in a box. Unofficial.",
        epilog="'omenbox COMMAND --help' documents a command.",
    )
    parser.add_argument("--version", action="version", version=f"omenbox {__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    chosen = next((word for word in argv if not word.startswith("-")), None)
    for name, (module, help_line) in COMMANDS.items():
        if not _exists(module):
            continue
        command = commands.add_parser(name, help=help_line, description=help_line)
        if name == chosen:
            loaded = import_module(module)
            command.description = getattr(loaded, "DESCRIPTION", help_line)
            command.formatter_class = argparse.RawDescriptionHelpFormatter
            loaded.add_arguments(command)
            command.set_defaults(run=loaded.run)
    if not argv:
        parser.print_help()
    return parser.parse_args(argv)


def _drop_output() -> None:
    """Let what was left to write go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _exists(module: str) -> bool:
    return util.find_spec(module) is not None


def _fail(message: str, code: int) -> int:
    print("omenbox: " + " ".join(message.splitlines()), file=sys.stderr)
    return code
