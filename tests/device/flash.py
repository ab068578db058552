"""Storage for saves whose every change is known: in memory, and all that a chip goes through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omenbox.sim.flash import BLOCK

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
