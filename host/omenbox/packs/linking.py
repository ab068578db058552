"""What a pack can name: its own content and that of the packs it requires.

Ids in a pack file are local to it: ``slot << 12 | number`` with slot k for the k-th
required pack and OWN for the pack itself. The reader turns them into a game's slots.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from shared_rules.pack import NAMED, Pack

from .problems import did_you_mean
from .source import CONTENT, Source
from .vocabulary import Word

OWN = 15
#: A kind has no more ids than this in one pack.
LIMIT = 4095


@dataclass(frozen=True)
class Constant:
    """A value known when a pack is built; `reloc` marks an id, which moves with its slot."""

    value: int
    type: str = "number"
    reloc: bool = False


@dataclass
class Library:
    """A required pack, as the pack that is being built sees it."""

    name: str
    slot: int
    crc: int
    ids: dict[str, dict[str, int]]
    numbers: dict[int, int]
    functions: dict[str, Word]
    constants: dict[str, Constant]


def read_library(data: bytes, slot: int, order: dict[str, int]) -> Library:
    """The library in the built pack `data`; `order` gives the slots of the packs required."""
    pack = Pack(io.BytesIO(data))
    slots = [order.get(name, -1) for name, _crc in pack.requires]
    slots += [-1] * (OWN - len(slots)) + [slot]

    def moved(value: int) -> int:
        new = slots[value >> 12]
        return -1 if new < 0 else new << 12 | value & 4095

    exports = json.loads(pack.section("exports"))
    ids = {k: {n: slot << 12 | i for i, n in enumerate(pack.names(k))} for k in NAMED if k}
    functions = {
        name: Word(name, tuple(params), result, slot << 12 | local, suspends, tuple(shown))
        for name, (local, params, result, suspends, shown) in exports["functions"].items()
    }
    constants = {
        name: Constant(moved(value) if reloc else value, kind, bool(reloc))
        for name, (value, kind, reloc) in exports["constants"].items()
    }
    haunts = {number: slot << 12 | i for i, number in enumerate(exports["haunts"])}
    return Library(pack.name, slot, pack.crc, ids, haunts, functions, constants)


@dataclass
class Names:
    """Every id that the pack may name, and the texts, functions and constants beside them."""

    own: dict[str, dict[str, int]] = field(default_factory=dict)
    libraries: list[Library] = field(default_factory=list)

    def find(self, kind: str, name: str) -> int | None:
        """The file-local id of `name` (``book`` or ``base:book``), None if there is none."""
        pack, _, plain = name.rpartition(":")
        if not pack and plain in self.own.get(kind, {}):
            return OWN << 12 | self.own[kind][plain]
        for library in self.libraries:
            if pack in ("", library.name) and plain in library.ids.get(kind, {}):
                return library.ids[kind][plain]
        return None

    def known(self, kind: str) -> list[str]:
        """All names of `kind`, for hints."""
        found = list(self.own.get(kind, {}))
        for library in self.libraries:
            found += library.ids.get(kind, {})
        return found

    def hint(self, kind: str, name: str) -> str:
        """A hint for an unknown `name` of `kind`."""
        pack, _, plain = name.rpartition(":")
        if pack and pack not in [library.name for library in self.libraries]:
            return f"add {pack!r} to requires in pack.toml"
        for other in CONTENT:
            if other != kind and self.find(other, name) is not None:
                return f"{name!r} is a {other}, not a {kind}"
        return did_you_mean(plain, self.known(kind), f"no pack here has a {kind} of that name")

    def function(self, name: str) -> Word | None:
        """The function `name` of a required pack."""
        for library in self.libraries:
            if name in library.functions:
                return library.functions[name]
        return None

    def constant(self, name: str) -> Constant | None:
        """The constant `name` of a required pack."""
        for library in self.libraries:
            if name in library.constants:
                return library.constants[name]
        return None

    def haunt_numbers(self) -> set[int]:
        """Numbers of the haunts in the required packs."""
        return {n for library in self.libraries for n in library.numbers}


def link(source: Source, required: Iterable[bytes]) -> Names:
    """The names that `source` sees: its own content and the built packs it requires."""
    built: dict[str, bytes] = {}
    for data in required:
        built[Pack(io.BytesIO(data)).name] = data
    order = {name: slot for slot, name in enumerate(source.requires)}
    names = Names()
    line = source.lines.get("requires", 1)
    for name, slot in order.items():
        if name == source.name:
            hint = "requires names other packs, such as base"
            source.problems.error("pack.toml", line, 1, f"the pack {name!r} requires itself", hint)
        elif name in built:
            names.libraries.append(read_library(built[name], slot, order))
        else:
            hint = did_you_mean(name, built, "build that pack first")
            source.problems.error("pack.toml", line, 1, f"the required pack {name!r} is missing", hint)
    for library in names.libraries:
        for name, _crc in Pack(io.BytesIO(built[library.name])).requires:
            if name not in order:
                message = f"{library.name!r} requires {name!r}, which this pack does not"
                hint = f"add {name!r} to requires, before {library.name!r}"
                source.problems.error("pack.toml", line, 1, message, hint)
    for kind in CONTENT:
        mine: dict[str, int] = {}
        first: dict[str, str] = {}
        for number, entry in enumerate(source.entries(kind)):
            name = entry.id or f"?{number}"
            if name in mine:
                hint = f"first in {first[name]}"
                source.problems.error(entry.file, entry.line_of("id"), 1, f"duplicate {kind} id {name!r}", hint)
            mine.setdefault(name, number)
            first.setdefault(name, f"{entry.file}:{entry.line_of('id')}")
        names.own[kind] = mine
    texts = sorted(source.strings.get("en", {}))
    names.own["text"] = {key: number for number, key in enumerate(texts)}
    for kind, table in names.own.items():
        if len(table) > LIMIT:
            source.problems.error("pack.toml", 1, 1, f"more than {LIMIT} of the kind {kind}")
    return names
