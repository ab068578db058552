"""The Pythons that the rules core runs on, each behind one small ``run``.

``unix``   MicroPython as a native program: the quick one
``mpy32``  MicroPython with 32-bit words and an exact heap: object sizes are the board's
``pico``   official firmware on an emulated Raspberry Pi Pico: sizes and times are the board's
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from omenbox.sim.platforms import HEAP_PROBE, Heap, Result, heap

__all__ = ["HEAP_PROBE", "Heap", "Result", "heap"]

ROOT = Path(__file__).resolve().parents[2]
#: For scripts: a host's end of the link in memory; the box reads what is put into `said`, and what it says is dropped.
HOST = """
class Host:
    said = b""

    def read(self, n):
        got = self.said[:n]
        self.said = self.said[n:]
        return got

    def write(self, data):
        return len(data)
"""

#: What a MicroPython needs on sys.path to import the core and the box's program.
IMPORT_PATHS = (ROOT, ROOT / "firmware")


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
