"""The flash of a board as saves see it: littlefs on a chip that counts, and prices what is done to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from littlefs import LittleFS, LittleFSError
from littlefs.context import UserContext

BLOCK = 4096
PAGE = 256
#: What a board takes to erase a block and to write a page, in ms.
ERASE_MS = 45.0
PAGE_MS = 0.4


class Chip(UserContext):
    """The flash of a board: counts, and remembers in `changes` as (block, offset, data or None for an erase)."""

    def __init__(self, blocks: int, image: bytes | None = None) -> None:
        super().__init__(buffer=bytearray(image) if image else bytearray(b"\xff" * BLOCK * blocks))
        self.changes: list[tuple[int, int, bytes | None]] = []
        self.erases = 0
        self.pages = 0

    def prog(self, cfg: Any, block: int, off: int, data: bytes) -> int:
        self.pages += -(-len(data) // PAGE)
        self.changes.append((block, off, bytes(data)))
        return super().prog(cfg, block, off, data)

    def erase(self, cfg: Any, block: int) -> int:
        self.erases += 1
        self.changes.append((block, 0, None))
        return super().erase(cfg, block)

    @property
    def ms(self) -> float:
        """What all of it would have taken on a board."""
        return self.erases * ERASE_MS + self.pages * PAGE_MS


class Flash:
    """The storage port over littlefs with the board's parameters."""

    def __init__(self, blocks: int = 32, image: bytes | None = None) -> None:
        self.chip = Chip(blocks, image)
        self.disk = LittleFS(
            context=self.chip,
            mount=image is not None,
            block_size=BLOCK,
            block_count=blocks,
            read_size=32,
            prog_size=PAGE,
            cache_size=4 * PAGE,
            lookahead_size=32,
            block_cycles=100,
            disk_version=0x00020000,
        )
        if image is None:
            self.disk.format()
            self.disk.mount()

    def names(self) -> list[str]:
        return self._do(lambda: self.disk.listdir("/"))

    def read(self, name: str, at: int = 0, n: int = -1) -> bytes:
        def read() -> bytes:
            with self.disk.open(name, "rb") as file:
                file.seek(at)
                return file.read(n)

        return self._do(read)

    def write(self, name: str, parts: list[bytes], mode: str) -> None:
        def write() -> None:
            with self.disk.open(name, mode) as file:
                for part in parts:
                    file.write(part)

        self._do(write)

    def rename(self, old: str, new: str) -> None:
        self._do(lambda: self.disk.rename(old, new))

    def remove(self, name: str) -> None:
        self._do(lambda: self.disk.remove(name))

    def _do(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except LittleFSError as error:
            raise OSError(-error.code, str(error)) from error
