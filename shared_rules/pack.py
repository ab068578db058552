"""Reading packs: content, code and strings out of binary files that stay open.

A pack file is checked once, byte for byte, when it is opened; from then on a row, a
procedure or a text is read by its offset. Only small tables stay in memory, each as
one bytes object. Ids in a file are local to it (`slot << 12 | number`, slot 15 is the
pack itself); here they become the ids of the game, where a slot is the place of a pack
in the list of packs.
"""

import binascii
import json
from struct import unpack_from

from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

MAGIC = b"OMENPACK"
VERSION = 1
OWN = 15
CHUNK = 512
CACHED = 48  # procedures used lately that are kept, and as many used before them

# section, length of a row and whether it stays in memory, by kind of content
SECTIONS = (
    ("", 0, False),
    ("tiles", TILE_ROW, True),
    ("cards", CARD_ROW, True),
    ("tokens", TOKEN_ROW, True),
    ("haunts", HAUNT_ROW, False),
    ("explorers", EXPLORER_ROW, False),
    ("monsters", MONSTER_ROW, True),
)

NAMED = ("", "tile", "card", "token", "haunt", "explorer", "monster", "text", "proc")


class PackError(Exception):
    """A pack cannot be used: one line with its name, what is wrong, and what to do."""


def u16(b: bytes, i: int) -> int:
    """The u16 at `i`."""
    return b[i] | b[i + 1] << 8


def u32(b: bytes, i: int) -> int:
    """The u32 at `i`."""
    return int.from_bytes(b[i : i + 4], "little")


class Pack:
    """One pack file, checked and open. Ids are those of the file until `Packs` gives slots."""

    def __init__(self, file: "Any", slots: "list[int] | None" = None, label: str = "pack") -> None:
        self.file = file
        self.label = label
        self.slots = slots or list(range(16))
        try:
            self._check()
            head = json.loads(self._read(24, self.start - 24))
            self.name, self.title, self.version, self.requires, self.vocab, self.entry = head[:6]
            self.where = {}
            for name, at, size in head[6]:
                if at < 0 or size < 0 or self.start + at + size > self.length:
                    raise ValueError(name)
                self.where[name] = (self.start + at, size)
            self.languages = head[7]
            self.requires = [(name, int(crc, 16)) for name, crc in self.requires]
            self.label = self.name
            self.rows = [b""]
            self.counts = [0]
            for name, size, kept in SECTIONS[1:]:
                self.counts.append(self.where[name][1] // size)
                self.rows.append(self.section(name) if kept else b"")
        except PackError:
            raise
        except (ValueError, KeyError, IndexError, TypeError, OSError, MemoryError):
            raise PackError("%s: its header is damaged; build or copy it again" % self.label)

    def _check(self) -> None:
        """Read the whole file once: magic, version, length and checksum."""
        f = self.file
        f.seek(0)
        head = f.read(24)
        if head[:8] != MAGIC[: len(head)]:
            raise PackError("%s: this is no pack; build it with 'omenbox pack build'" % self.label)
        if len(head) < 24:
            raise PackError("%s: cut off after %d bytes; copy it again" % (self.label, len(head)))
        if u32(head, 8) != VERSION:
            raise PackError(
                "%s: format %d, this program reads format %d; build it again" % (self.label, u32(head, 8), VERSION)
            )
        self.length = u32(head, 12)
        self.crc = u32(head, 16)
        self.start = 24 + u32(head, 20)
        crc = binascii.crc32(head[20:])
        n = 24
        chunk = bytearray(CHUNK)
        view = memoryview(chunk)
        while True:
            got = f.readinto(chunk)
            if not got:
                break
            crc = binascii.crc32(view[:got], crc)
            n += got
        if n != self.length:
            raise PackError("%s: %d bytes long instead of %d; copy it again" % (self.label, n, self.length))
        if crc & 0xFFFFFFFF != self.crc:
            raise PackError("%s: damaged (checksum); copy or build it again" % self.label)

    def _read(self, at: int, n: int) -> bytes:
        self.file.seek(at)
        return self.file.read(n)

    def part(self, section: str, at: int, n: int) -> bytes:
        """`n` bytes of a section from offset `at`; empty beyond its end."""
        start, size = self.where[section]
        return self._read(start + at, n) if at + n <= size else b""

    def section(self, name: str) -> bytes:
        """All bytes of a section."""
        return self._read(*self.where[name])

    def moved(self, i: int) -> int:
        """The id of the game for the file's id `i`."""
        return self.slots[i >> 12] << 12 | i & 4095

    def row(self, kind: int, n: int) -> bytes:
        """Row `n` of the content of a kind; IndexError if there is none."""
        if n >= self.counts[kind]:
            raise IndexError(n)
        name, size, _kept = SECTIONS[kind]
        rows = self.rows[kind]
        return rows[n * size : n * size + size] if rows else self.part(name, n * size, size)

    def proc(self, n: int) -> tuple[int, int, tuple[int, ...], bytes]:
        """Procedure `n`: frame length, number of parameters, constants, code."""
        at = self.part("procs", n * 4, 8)
        if not at:
            raise IndexError(n)
        start = u32(at, 0)
        b = self.part("code", start, u32(at, 4) - start)
        n = b[2]
        got = unpack_from("<" + "iB" * n, b, 4)
        k = [self.moved(got[i]) if got[i + 1] else got[i] for i in range(0, n * 2, 2)]
        return b[0], b[1], tuple(k), b[4 + n * 5 :]

    def text(self, n: int, lang: str = "en") -> str:
        """Text `n`, in English where the pack lacks the language."""
        name = "str." + (lang if lang in self.languages else "en")
        at = self.part(name, n * 4, 8)
        return self.part(name, u32(at, 0), u32(at, 4) - u32(at, 0)).decode()

    def name_of(self, kind: int, n: int, rule: int = 0) -> int:
        """Number of the text with the name of content `n`, or of its rule; -1 without."""
        first = u16(self.part("nametext", kind * 2 - 2, 2), 0)
        n = u16(self.part("nametext", 12 + (first + n) * 4 + rule * 2, 2), 0)
        return -1 if n == 0xFFFF else n

    def _names(self, kind: "int | str") -> tuple[int, int]:
        """Offset and length of the names of a kind: each has a newline before and behind it."""
        i = NAMED.index(kind) if isinstance(kind, str) else kind
        at = self.part("names", i * 4 - 4, 8)
        return u32(at, 0), u32(at, 4) - u32(at, 0)

    def names(self, kind: "int | str") -> list[str]:
        """All names of a kind (KIND_..., or its name) in the order of their numbers."""
        return self.part("names", *self._names(kind)).decode().split("\n")[1:-1]

    def find(self, kind: "int | str", name: str) -> int:
        """The number of the content, "text" or "proc" of that name, -1 without."""
        at, left = self._names(kind)
        wanted = b"\n" + name.encode() + b"\n"
        n = -1
        old = b""
        while left > 0:
            b = old + self.part("names", at, min(left, CHUNK))
            i = b.find(wanted)
            if i >= 0:
                return n + 1 + b[:i].count(b"\n")
            at += CHUNK
            left -= CHUNK
            old = b[1 - len(wanted) :]
            n += b.count(b"\n") - old.count(b"\n")
        return -1

    def line(self, n: int, pc: int) -> tuple[str, int]:
        """File and line of byte `pc` of procedure `n`."""
        b = self.section("lines")
        end = 1 + b[0] * 2
        names = end
        if b[0]:
            end += u16(b, end - 2)
        i = end + n * 2
        base = end + (self.where["procs"][1] // 4) * 2
        i, stop = base + u16(b, i), base + u16(b, i + 2)
        f = b[i]
        line = u16(b, i + 1)
        at = 0
        for k in range(i + 3, stop, 2):
            at += b[k]
            if at > pc:
                break
            line += b[k + 1] - (256 if b[k + 1] & 128 else 0)
        first = u16(b, f * 2 - 1) if f else 0
        return b[names + first : names + u16(b, f * 2 + 1)].decode(), line


class Packs:
    """The packs of a game in the order of their slots: what one requires stands before it.

    `vocab`, if given, is the checksum of the words this program knows.
    """

    def __init__(self, packs: list[Pack], vocab: "int | None" = None) -> None:
        self.packs = packs
        self.cache: dict[int, tuple[int, int, tuple[int, ...], bytes]] = {}  # procedures used lately
        self.before: dict[int, tuple[int, int, tuple[int, ...], bytes]] = {}  # those used before them
        self._hooks: list[dict[int, int]] = [{} for _ in range(HOOK_COUNT)]
        self.token_hooks = 0  # mask of the hooks that a kind of token has
        self._awake: list[int] = []  # haunts whose hooks and actions are indexed
        self.actions: dict[int, tuple[int, int, int, int, int]] = {}  # (index, reference, once, procedure, query or -1)
        self.acting: dict[int, list[int]] = {}  # reference -> indices of its actions
        self.links: dict[int, list[int]] = {}  # tile -> tiles that a printed passage joins it with
        at: dict[str, int] = {}
        for slot, p in enumerate(packs):
            if vocab is not None and p.vocab != vocab or p.vocab != packs[0].vocab:
                raise PackError("%s: made for other rules than this program's; build it again" % p.name)
            if p.name in at:
                raise PackError("%s: given twice; leave one out" % p.name)
            p.slots = [15] * 15 + [slot]
            for i, (name, crc) in enumerate(p.requires):
                if name not in at:
                    raise PackError("%s: requires %s; add that pack before it" % (p.name, name))
                if packs[at[name]].crc != crc:
                    raise PackError(
                        "%s: made for another %s (%08x, not %08x); build it again"
                        % (p.name, name, crc, packs[at[name]].crc)
                    )
                p.slots[i] = at[name]
            at[p.name] = slot
            try:
                self._index(p, slot << 12)
            except (IndexError, KeyError, ValueError):
                raise PackError("%s: its hooks are damaged; build it again" % p.name)
        self.entry = packs[0].entry

    def _index(self, p: Pack, own: int) -> None:
        b = p.rows[KIND_TILE]
        for i in range(14, len(b), TILE_ROW):
            if b[i] or b[i + 1]:
                here, there = own | i // TILE_ROW, p.moved(u16(b, i) - 1)
                self.links.setdefault(here, []).append(there)
                self.links.setdefault(there, []).append(here)
        self._bind(p, own, -1)

    def _bind(self, p: Pack, own: int, haunt: "Haunt") -> None:
        """Index what is bound to the content of a pack but its haunts (-1), or to one of its haunts."""
        b = p.section("hooks")
        for i in range(0, len(b), 8):
            ref = b[i + 1] << 16 | own | u16(b, i + 2)
            if ref == KIND_HAUNT << 16 | haunt or haunt < 0 and b[i + 1] != KIND_HAUNT:
                self._hooks[b[i]][ref] = own | u16(b, i + 4)
                if b[i + 1] == KIND_TOKEN:
                    self.token_hooks |= 1 << b[i]
        n = self._first_action(own >> 12)
        b = p.section("actions")
        for i in range(0, len(b), 8):
            ref = b[i] << 16 | own | u16(b, i + 2)
            if ref == KIND_HAUNT << 16 | haunt or haunt < 0 and b[i] != KIND_HAUNT:
                when = u16(b, i + 6)
                do = own | u16(b, i + 4)
                self.acting.setdefault(ref, []).append(n)
                self.actions[n] = (n, ref, b[i + 1] & 1, do, -1 if when == 0xFFFF else own | when)
            n += 1

    def wake(self, haunt: "Haunt") -> None:
        """Index the hooks and actions of a haunt: there are many, and a game has one."""
        if haunt >= 0 and haunt not in self._awake:
            self._awake.append(haunt)
            self._bind(self.packs[haunt >> 12], haunt & ~4095, haunt)

    def _first_action(self, slot: int) -> int:
        """The number of a pack's first action: they are counted over all packs."""
        n = 0
        for p in self.packs[:slot]:
            n += p.where["actions"][1] // 8
        return n

    def hooks(self, h: int) -> "dict[int, Proc]":
        """What hook `h` runs: a dict from kind << 16 | id to the procedure's id; of haunts those awake."""
        return self._hooks[h]

    def proc(self, i: "Proc") -> tuple[int, int, tuple[int, ...], bytes]:
        """Procedure `i`: frame length, number of parameters, constants, code."""
        got = self.cache.get(i)
        if got is None:
            got = self.before.get(i) or self.packs[i >> 12].proc(i & 4095)
            if len(self.cache) >= CACHED:
                self.before = self.cache.copy()
                self.cache.clear()
            self.cache[i] = got
        return got

    def row(self, kind: int, i: int) -> bytes:
        """The row of the content `i` of a kind. Ids in it are the file's."""
        return self.packs[i >> 12].row(kind, i & 4095)

    def tile(self, i: "Tile") -> bytes:
        """The row of tile `i`."""
        n = (i & 4095) * TILE_ROW
        return self.packs[i >> 12].rows[KIND_TILE][n : n + TILE_ROW]

    def card(self, i: "CardId") -> bytes:
        """The row of card `i`."""
        n = (i & 4095) * CARD_ROW
        return self.packs[i >> 12].rows[KIND_CARD][n : n + CARD_ROW]

    def token(self, i: "Token") -> bytes:
        """The row of token `i`."""
        return self.packs[i >> 12].row(KIND_TOKEN, i & 4095)

    def monster(self, i: "Monster") -> bytes:
        """The row of monster `i`."""
        return self.packs[i >> 12].row(KIND_MONSTER, i & 4095)

    def haunt(self, i: "Haunt") -> bytes:
        """The row of haunt `i`."""
        return self.packs[i >> 12].row(KIND_HAUNT, i & 4095)

    def explorer(self, i: "Face") -> bytes:
        """The row of the face `i`, read from the file."""
        return self.packs[i >> 12].row(KIND_EXPLORER, i & 4095)

    def ids(self, kind: int) -> list[int]:
        """All ids of a kind, in order."""
        return [s << 12 | n for s, p in enumerate(self.packs) for n in range(p.counts[kind])]

    def faces(self) -> "list[Face]":
        """The ids of all explorers."""
        return self.ids(KIND_EXPLORER)

    def tile_link(self, i: "Tile") -> "Tile":
        """The tile that tile `i` is linked with, -1 without."""
        n = u16(self.tile(i), 14)
        return self.packs[i >> 12].moved(n - 1) if n else -1

    def haunt_named(self, i: "Haunt") -> "Face":
        """The face that the traitor rule of haunt `i` names, -1 without."""
        n = u16(self.haunt(i), 4)
        return self.packs[i >> 12].moved(n - 1) if n else -1

    def haunt_setup(self, i: "Haunt") -> "Proc":
        """The procedure that sets haunt `i` up, -1 without."""
        n = u16(self.haunt(i), 9)
        return -1 if n == 0xFFFF else i & ~4095 | n

    def haunt_by_number(self, n: int) -> "Haunt":
        """The haunt of that number, -1 without; a later pack's comes first."""
        for s in range(len(self.packs) - 1, -1, -1):
            b = self.packs[s].section("haunts")
            for i in range(0, len(b), HAUNT_ROW):
                if u16(b, i) == n:
                    return s << 12 | i // HAUNT_ROW
        return -1

    def column(self, deck: str, omen: "CardId") -> "dict[Tile, int]":
        """What the haunt charts of a deck say for an omen, by tile."""
        got: dict[int, int] = {}
        for p in self.packs:
            for name, omens, rows in json.loads(p.section("charts")):
                if name == deck:
                    for i in range(len(omens)):
                        if p.moved(omens[i]) == omen:
                            for t, numbers in rows:
                                got.setdefault(p.moved(t), numbers[i])
        return got

    def cells(self, n: int) -> "Iterator[tuple[CardId, Tile]]":
        """Omen and tile of every chart cell that says haunt `n`, in order."""
        for p in self.packs:
            for _name, omens, rows in json.loads(p.section("charts")):
                for t, numbers in rows:
                    if n in numbers:
                        for i in range(len(omens)):
                            if numbers[i] == n:
                                yield p.moved(omens[i]), p.moved(t)

    def charts(self) -> "list[list[Any]]":
        """The haunt charts: `[[deck, [omen ids], [[tile id, [numbers]], ...]], ...]`."""
        got = []
        for p in self.packs:
            for deck, omens, rows in json.loads(p.section("charts")):
                got.append([deck, [p.moved(o) for o in omens], [[p.moved(t), n] for t, n in rows]])
        return got

    def text(self, i: "Text", lang: str = "en") -> str:
        """Text `i` in a language, in English where that lacks it."""
        return self.packs[i >> 12].text(i & 4095, lang)

    def name_of(self, kind: int, i: int) -> "Text":
        """The text with the display name of a content, -1 without."""
        n = self.packs[i >> 12].name_of(kind, i & 4095)
        return n if n < 0 else i & ~4095 | n

    def rule_of(self, kind: int, i: int) -> "Text":
        """The text with the rule of a content, -1 without."""
        n = self.packs[i >> 12].name_of(kind, i & 4095, 1)
        return n if n < 0 else i & ~4095 | n

    def action_text(self, n: int) -> "Text":
        """The text of action `n`."""
        slot = 0
        while n >= self._first_action(slot + 1):
            slot += 1
        n -= self._first_action(slot)
        return slot << 12 | u16(self.packs[slot].part("actext", n * 2, 2), 0)

    def where(self, proc: "Proc", pc: int) -> tuple[str, int]:
        """File and line of byte `pc` of a procedure, for messages."""
        p = self.packs[proc >> 12]
        name, line = p.line(proc & 4095, pc)
        return p.name + "/" + name, line

    def find(self, kind: "int | str", name: str) -> int:
        """The id of the content, "text" or "proc" of that name ("book", "base:book"), -1 without.

        `kind` is a number (KIND_...) or its name. Searches the file: not for every step.
        """
        pack, _, name = name.rpartition(":")
        for s in range(len(self.packs) - 1, -1, -1):
            if pack in ("", self.packs[s].name):
                n = self.packs[s].find(kind, name)
                if n >= 0:
                    return s << 12 | n
        return -1

    def id_of(self, kind: "int | str", i: int) -> str:
        """The name of a content, text or procedure in its pack's source, such as "book"."""
        return self.packs[i >> 12].names(kind)[i & 4095]
