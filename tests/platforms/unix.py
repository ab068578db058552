"""MicroPython for Unix, from PyPI: the core's rules tests and logs run on it too.

Its words have 64 bits, so that objects are twice as large as on the board: a budget of
N bytes there is a heap of 2 N here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from omenbox.sim.platforms import run_unix, unix_missing

from . import IMPORT_PATHS, Result


def missing() -> str | None:
    """Say why it cannot run here, or return None."""
    return unix_missing()


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
    return run_unix(
        script,
        args,
        paths=[*paths, *IMPORT_PATHS],
        heapsize=heapsize,
        cwd=cwd,
        stdin=stdin,
        timeout=timeout,
    )
