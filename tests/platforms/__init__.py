"""The Pythons that the rules core runs on, each behind one small ``run``.

``unix``   MicroPython as a native program: the quick one
``mpy32``  MicroPython with 32-bit words and an exact heap: object sizes are the board's
``pico``   official firmware on an emulated Raspberry Pi Pico: sizes and times are the board's
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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


def board_modules() -> list[Path]:
    """Return every module that goes on the board, as paths in the checkout."""
    modules = sorted((ROOT / "shared_rules").glob("*.py"))
    return modules + sorted((ROOT / "firmware" / "omenbox_device").rglob("*.py"))


@cache
def board_files(arch: str | None = "armv6m") -> dict[str, bytes]:
    """Return the core and the box's program as they go on the board, by their paths there.

    With ``arch=None`` they are bytecode for any MicroPython, so that the 32-bit runner can
    measure what the board will hold (see :func:`install`).
    """
    from omenbox import device

    return device.build(arch)


def install(files: Mapping[str, bytes | str], folder: Path) -> Path:
    """Write ``files`` (path: content) under ``folder`` and return it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
