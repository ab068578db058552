"""Logs played again on any Python: this one, MicroPython on this machine, or the emulated Pico."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shared_rules import log
from shared_rules.pack import Packs

from ..errors import OmenboxError
from ..paths import find
from . import driver
from .games import pack_bytes
from .platforms import Pico, Result, run_unix

#: Where ``omenbox replay --on`` can play.
PLATFORMS = ("cpython", "micropython", "pico")

#: Heap for MicroPython on this machine, in bytes: a whole game with its log is far smaller.
HEAP = 64_000_000


def read_log(path: Path) -> list[str]:
    """The lines of a log, plain or sealed (gzip). Raises OmenboxError."""
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        return data.decode().splitlines()
    except (OSError, EOFError) as error:
        what = getattr(error, "strerror", None) or f"the gzip file is damaged: {error}"
        raise OmenboxError(f"{path}: {what}; name the log of a game") from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise OmenboxError(f"{path}: line {line}: this is not text; the file is damaged") from error


def replay(
    packs: Packs,
    lines: Sequence[str],
    on: str = "cpython",
    until: int | None = None,
    seat: int | None = None,
) -> dict[str, Any]:
    """How the game of a log stands after ``until`` records (None: all), with the view of ``seat``.

    Raises OmenboxError with the first line that does not fit.
    """
    if on == "cpython":
        try:
            return driver.replay(packs, lines, until, seat)[1]
        except log.LogError as error:
            raise OmenboxError(str(error)) from error
    numbers = ["" if n is None else str(n) for n in (until, seat)]
    text = "".join(f"{line}\n" for line in lines)
    got = drive(packs, "replay", ["game.log", *numbers], {"game.log": text}, on)[0]
    return {key: got[key] for key in (*driver.KEYS, "view") if key in got}


def drive(
    packs: Packs,
    command: str,
    args: Sequence[str],
    files: Mapping[str, str],
    on: str = "micropython",
    heap: int = HEAP,
) -> list[Any]:
    """Run a command of the driver on MicroPython or the Pico; give its lines of JSON.

    ``files`` (name: text) lie beside it. Raises OmenboxError with what the driver refused.
    """
    built = {f"{pack.name}.pack": data for pack, data in zip(packs.packs, pack_bytes(packs))}
    words = [command, ",".join(built), *args]
    contents = {**built, **{name: text.encode() for name, text in files.items()}}
    out = _on_pico(words, contents) if on == "pico" else _on_unix(words, contents, heap)
    results = [json.loads(line) for line in out.check().splitlines()]
    for result in results:
        if isinstance(result, dict) and "error" in result:
            raise OmenboxError(result["error"])
    return results


def _on_unix(words: list[str], files: Mapping[str, bytes], heap: int) -> Result:
    with TemporaryDirectory(prefix="omenbox-") as name:
        folder = Path(name)
        (folder / "shared_rules").symlink_to(find("rules"))
        script = folder / "driver.py"
        script.symlink_to(find("host", "sim", "driver.py"))
        for file, data in files.items():
            (folder / file).write_bytes(data)
        return run_unix(script, words, paths=[folder], heapsize=heap, cwd=folder, timeout=None)


def _on_pico(words: list[str], files: Mapping[str, bytes]) -> Result:
    from .. import device

    text = find("host", "sim", "driver.py").read_text(encoding="utf-8")
    inlined = device.inline({**device.sources(), "driver.py": text})["driver.py"]
    program = {**device.build(), "driver.mpy": device.compile_mpy("driver.py", inlined)}
    with Pico({**program, **files}) as board:
        return board.run(f"import gc\ngc.threshold(20000)\nimport driver\ndriver.main({words!r})")
