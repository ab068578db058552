"""Runs `presses.py` on either Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

from omenbox.packs import standard_bytes

from ..platforms import IMPORT_PATHS, ROOT

SCRIPT = ROOT / "tests" / "device" / "presses.py"


def pack_files(folder: Path) -> list[str]:
    """The standard packs, written into a folder."""
    files = []
    for name, data in standard_bytes().items():
        path = folder / f"{name}.pack"
        path.write_bytes(data)
        files.append(str(path))
    return files


def run_here(arguments: list[str]) -> str:
    """What it prints on CPython."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        env={**os.environ, "PYTHONPATH": ":".join(map(str, IMPORT_PATHS))},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_there(unix: ModuleType, arguments: list[str]) -> str:
    """What it prints on MicroPython."""
    return str(unix.run(SCRIPT, arguments, heapsize=2_000_000).check())
