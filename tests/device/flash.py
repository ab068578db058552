"""Storage for saves whose every change is known: in memory, and littlefs on a chip of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from littlefs import LittleFS, LittleFSError
from littlefs.context import UserContext

BLOCK = 4096
PAGE = 256
ERASE_MS = 45.0
PAGE_MS = 0.4

ENOENT = 2
ENOSPC = 28


class Memory:
    """Files in memory. changes: what was done to them, in order; room: the longest thing that can be written."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = dict(files or {})
        self.changes: list[tuple[Any, ...]] = []
        self.room: int | None = None

    def names(self) -> list[str]:
        return list(self.files)

    def read(self, name: str, at: int = 0, n: int = -1) -> bytes:
        if name not in self.files:
            raise OSError(ENOENT, name)
        data = self.files[name]
        return data[at:] if n < 0 else data[at : at + n]

    def write(self, name: str, parts: list[bytes], mode: str) -> None:
        data = b"".join(parts)
        if self.room is not None and len(data) > self.room:
            raise OSError(ENOSPC, name)
        self.change("write", name, data, mode)

    def rename(self, old: str, new: str) -> None:
        self.change("rename", old, new)

    def remove(self, name: str) -> None:
        if name not in self.files:
            raise OSError(ENOENT, name)
        self.change("remove", name)

    def change(self, *what: Any) -> None:
        self.changes.append(what)
        change(self.files, what)


def change(files: dict[str, bytes], what: tuple[Any, ...], length: int | None = None) -> None:
    """Do to `files` what was done; `length`: only so many bytes of it were written."""
    if what[0] == "write":
        _, name, data, mode = what
        files[name] = (files.get(name, b"") if mode == "ab" else b"") + data[:length]
    elif what[0] == "rename":
        files[what[2]] = files.pop(what[1])
    else:
        del files[what[1]]


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


def cuts(before: bytes, changes: list[tuple[int, int, bytes | None]]) -> Iterator[tuple[int, bytes]]:
    """The flash after each of the changes, and with each half done: (changes that were begun, image)."""
    image = bytearray(before)
    for n, (block, off, data) in enumerate(changes):
        start = block * BLOCK + off
        new = b"\xff" * BLOCK if data is None else data
        half = len(new) // 2
        for end in (half, len(new)):
            image[start : start + end] = new[:end]
            yield n + 1, bytes(image)
