"""The Raspberry Pi Pico, emulated, with official MicroPython firmware.

The firmware is the file that ``OMENBOX_PICO_UF2`` names (RPI_PICO, 1.26 or newer, from
micropython.org). A second of the board takes about 19 seconds here, so scripts are kept short.

    with Pico(board_files() | {"base.pack": data}) as board:
        done = board.run("import shared_rules.game")
        done.ms                                    # emulated milliseconds, all of them
        board.heap().live                          # bytes

Times inside a script are best taken there, with ``time.ticks_us()``: ``ms`` also holds the
transfer of the script over the emulated USB port. Nothing in the emulation waits for flash or
for a cache miss; see docs for the factor that a real board needs.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from types import TracebackType

from . import HEAP_PROBE, Heap, Result
from . import heap as read_heap

FIRMWARE = "OMENBOX_PICO_UF2"


@dataclass(frozen=True)
class PicoResult(Result):
    """A :class:`Result` with the emulated milliseconds that the script took."""

    ms: float


def missing() -> str | None:
    """Say why it cannot run here, or return None."""
    path = os.environ.get(FIRMWARE)
    if not path:
        return f"no official firmware: set {FIRMWARE} to the path of an RPI_PICO .uf2 file"
    if not Path(path).is_file():
        return f"no official firmware: {FIRMWARE} names {path}, which is not there"
    return None


class Pico:
    """A booted board with ``files`` (path on the board: content) on its flash.

    ``timeout`` is real seconds for any one call.
    """

    def __init__(self, files: Mapping[str, bytes | str] | None = None, timeout: float = 1200):
        self._files = files or {}
        self._timeout = timeout

    def __enter__(self) -> Pico:
        from rp2040py.boards import BOARDS, resolve_firmware
        from rp2040py.device import MicroPythonDevice

        board = resolve_firmware(BOARDS["pico"], "micropython", os.environ[FIRMWARE])
        assert board.layout is not None
        with TemporaryDirectory() as folder:
            image = Path(folder, "littlefs.img")
            image.write_bytes(littlefs_image(self._files, board.layout.fs_blockcount))
            self._device = MicroPythonDevice(board=board, filesystem=image)
        self._device.start_async(self._timeout).result(self._timeout)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._device.stop()

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
        return read_heap(self.run(HEAP_PROBE).check())


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
