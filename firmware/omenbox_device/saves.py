"""Saves: a game on flash at every answer, in two snapshots and a journal of small segments.

    save0, save1      snapshots, the older one replaced by renaming a new file over it:
                      "OMENSAVE", u32 length of the header, u32 length of the state, u32 CRC-32
                      of both; the header as JSON (`header` below); the state as JSON
    <game>-<n>        a segment of the journal; its first record is number n of the game, in
                      hexadecimal. A record: u16 length, JSON as in the log, u32 CRC-32 of the
                      log up to and with it, so that no record fits elsewhere

A record is on flash before its result is computed; what the power cut tears off at the end
fits no CRC and is dropped. A segment goes when both snapshots are newer. `omenbox_device.resume`
reads them all after the next start. docs/saves.md gives what that costs.
"""

import json
import os
from binascii import crc32

from shared_rules.game import Game, Refused
from shared_rules.state import SCHEMA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from shared_rules.kinds import Packs

MAGIC = b"OMENSAVE"
FORMAT = 1
EVERY = 16  # records between two snapshots
SEGMENT = 200  # bytes after which a segment is full: it then still lies inside its directory's block
NEVER = 1 << 29
NEW = "save.new"
OLD = "old."  # what a save that could not be read is renamed to

# The header of a snapshot
H_NAME = 0  # "omenbox-save"
H_FORMAT = 1
H_SCHEMA = 2
H_SERIAL = 3  # the newer snapshot has the higher one
H_ID = 4  # of the game
H_PACKS = 5  # [name, checksum] of each
H_SETUP = 6
H_RECORDS = 7  # how many the log has
H_DONE = 8  # how many answers and corrections are in force
H_FREE = 9  # how many of them the table may no longer take back
H_CRC = 10  # of the log


class Folder:
    """Where saves are kept: a folder of small files."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            os.mkdir(path)
        except OSError:
            pass  # it is there; if not, the first write says so

    def names(self) -> "list[str]":
        """The names of all files."""
        return os.listdir(self.path)

    def read(self, name: str, at: int = 0, n: int = -1) -> bytes:
        """At most `n` bytes of a file from `at` on."""
        with open(self.path + "/" + name, "rb") as file:
            file.seek(at)
            return file.read(n)

    def write(self, name: str, parts: "list[bytes]", mode: str) -> None:
        """A whole new file, safe when this returns; "ab" as `mode` appends."""
        path = self.path + "/" + name
        try:
            file = open(path, mode)
        except OSError as x:
            if x.args[0] != 2:
                raise
            os.mkdir(self.path)  # there was no room for it when the box started
            file = open(path, mode)
        with file:
            for part in parts:
                file.write(part)
            if hasattr(os, "fsync"):  # on littlefs closing is enough
                file.flush()
                os.fsync(file.fileno())

    def rename(self, old: str, new: str) -> None:
        """Give a file another name, over the file that has it."""
        (os.replace if hasattr(os, "replace") else os.rename)(self.path + "/" + old, self.path + "/" + new)

    def remove(self, name: str) -> None:
        """Remove a file."""
        os.remove(self.path + "/" + name)


class Saves:
    """The saves of one box.

    lean: the game holds in memory only what came after the older snapshot, and no snapshots.
    base: number of log records that it does not hold. warning: what the table
    should know, empty while all is well. error: why a game that was resumed cannot go on.
    """

    def __init__(self, storage: "Any", lean: bool = False) -> None:
        self.storage = storage
        self.lean = lean
        self.id = 0
        self.base = 0
        self.cut = 0  # answers in force that the game does not hold in memory
        self.count = 0  # records on flash
        self.crc = 0  # of the log up to there
        self.serial = 0  # of the newest snapshot
        self.slots: list[list[Any] | None] = [None, None]  # header of each snapshot
        self.segments: list[int] = []  # their first records
        self.room = 0  # bytes that still go into the last segment
        self.torn = False  # a record is missing on flash, so that none may follow
        self.again = 0  # the number of records at which a failed snapshot is tried anew
        self.stale = False  # the newer snapshot holds answers that were taken back
        self.unread = False  # there is a save that could not be opened
        self.warning = ""
        self.error = ""

    # --- writing ------------------------------------------------------------------------

    def begin(self, game: Game, id: int) -> None:
        """Save a new game in place of the last one; one that could not be opened is put aside."""
        self.id = id
        self.base = self.cut = self.count = 0
        self.slots = [None, None]
        self.segments = []
        self.stale = False
        self.error = self.warning = ""
        if self.lean:
            game.every = 0
            game.snapshots = []
        try:
            if self.unread:
                from omenbox_device import resume

                resume.put_aside(self, False)
        except OSError as x:
            self.torn = True
            self.again = NEVER
            self.warn(x)
            return
        self.restart(game)
        if not self.torn:
            self.sweep()

    def note(self, game: Game) -> None:
        """Write to the journal what the log of the game has gained; without room it ends until the next snapshot."""
        while self.count < self.base + len(game.records) and not self.torn:
            try:
                self.append(json.dumps(game.records[self.count - self.base]).encode())
            except (OSError, MemoryError) as x:
                self.torn = True
                self.again = 0
                self.warn(x)
        if self.lean:
            game.events = []

    def append(self, text: bytes) -> None:
        """Write one record."""
        crc = crc32(text, self.crc) & 0xFFFFFFFF
        data = len(text).to_bytes(2, "little") + text + crc.to_bytes(4, "little")
        fresh = self.room <= 0
        if fresh:
            self.segments.append(self.count)
            self.room = SEGMENT
        self.room -= len(data)
        self.storage.write(self.segment(self.segments[-1]), [data], "wb" if fresh else "ab")
        self.crc = crc
        self.count += 1

    def mark(self, game: Game) -> bool:
        """Write a snapshot if one is due, which stops the board for some 100 ms; gives whether it was.

        To be called when the game waits for an answer, and nothing moves.
        """
        number = self.base + len(game.records)
        if number < self.again:
            return False
        if self.torn:
            self.restart(game)
            return True
        newer = self.newer()
        header = self.slots[newer]
        assert header is not None
        if not self.stale and number < header[H_RECORDS] + EVERY:
            return False
        slot = 1 - newer
        if self.slots[slot] is not None and (self.stale or self.cut + game.free < header[H_DONE]):
            slot = newer  # the older one is what the table may have to go back to
        if self.snapshot(game, slot):
            self.forget(game)
        return True

    def undo(self, game: Game, n: int) -> None:
        """Take back the last `n` answers, from a snapshot on flash if the game keeps none. Raises Refused."""
        if self.lean:
            if type(n) is not int or not 0 < n <= len(game.done):
                raise Refused("there are not %r answers to take back" % (n,))
            left = self.cut + len(game.done) - n
            slot = self.newer()
            header = self.slots[slot]
            if self.stale or header is None or header[H_DONE] > left:
                slot = 1 - slot
                header = self.slots[slot]
            try:
                if header is None:
                    raise ValueError
                game.snapshots = [(header[H_DONE] - self.cut, self.state(slot), header[H_FREE] - self.cut)]
            except (OSError, ValueError, MemoryError):
                raise Refused("the save that this goes back to cannot be read now")
        try:
            game.undo(n)
        finally:
            if self.lean:
                game.snapshots = []
                game.free = max(game.free, 0)
        left = self.cut + len(game.done)
        known = [header[H_DONE] for header in self.slots if header is not None]
        if not known or left < min(known):
            self.restart(game)
            return
        self.note(game)
        if left < max(known):
            self.stale = True
            self.mark(game)

    def restart(self, game: Game) -> None:
        """Both snapshots anew: nothing before this moment is needed any more."""
        slot = 1 - self.newer()
        self.torn = True  # no journal leads here
        if self.snapshot(game, slot):
            self.torn = False
            self.slots[1 - slot] = None
            self.snapshot(game, 1 - slot)
        self.forget(game)

    def newer(self) -> int:
        """The slot of the newer snapshot."""
        first, second = self.slots
        return int(first is None or second is not None and second[H_SERIAL] > first[H_SERIAL])

    def snapshot(self, game: Game, slot: int) -> bool:
        """Write a snapshot into a slot; gives whether it is there."""
        self.serial += 1
        number = self.base + len(game.records)
        new = ["omenbox-save", FORMAT, SCHEMA, self.serial, self.id, names(game.packs), game.setup]
        new += [number, self.cut + len(game.done), self.cut + game.free, game.crc]
        try:
            head = json.dumps(new).encode()
            state = game.save().encode()
            start = MAGIC + len(head).to_bytes(4, "little") + len(state).to_bytes(4, "little")
            check = crc32(state, crc32(head)) & 0xFFFFFFFF
            self.storage.write(NEW, [start, check.to_bytes(4, "little"), head, state], "wb")
            self.storage.rename(NEW, "save%d" % slot)
        except (OSError, MemoryError) as x:
            self.warn(x)
            self.again = number + EVERY
            self.discard(NEW)
            return False
        self.slots[slot] = new
        self.count = number
        self.crc = game.crc
        self.room = 0
        self.again = 0
        self.stale = False
        self.warning = ""
        return True

    def forget(self, game: Game) -> None:
        """Drop segments before the older snapshot, and what the game need not hold in memory."""
        records = self.base + len(game.records)
        done = self.cut + len(game.done)
        if self.torn:  # nothing on flash leads here
            self.slots = [None, None]
        else:
            for header in self.slots:
                if header is not None:
                    records = min(records, header[H_RECORDS])
                    done = min(done, header[H_DONE])
            while self.segments and (self.segments[1:2] or [self.count])[0] <= records:
                self.discard(self.segment(self.segments.pop(0)))
        if self.lean:
            del game.records[: records - self.base]
            del game.done[: done - self.cut]
            game.free = max(0, game.free - (done - self.cut))
            self.base = records
            self.cut = done

    def segment(self, n: int) -> str:
        """Name of the segment that begins with record `n`."""
        return "%08x-%x" % (self.id, n)

    def sweep(self) -> None:
        """Remove what no longer belongs to the save."""
        known = ["save0", "save1"] + [self.segment(n) for n in self.segments]
        try:
            for name in self.storage.names():
                if name not in known and own(name):
                    self.discard(name)
        except OSError:
            pass

    def discard(self, name: str) -> None:
        """Remove a file that may not be there."""
        try:
            self.storage.remove(name)
        except OSError:
            pass

    def warn(self, x: Exception) -> None:
        """Something could not be written: the game goes on and says so."""
        full = x.args and x.args[0] == 28
        what = "the storage is full" if full else "the storage cannot be written (%s)" % x
        mend = "make room" if full else "see to it"
        if self.torn:
            self.warning = what + ": the game goes on but is not saved; %s and it will be" % mend
        else:
            self.warning = what + ": the game is still saved, but not for long; " + mend

    def state(self, slot: int) -> "Any":
        """The state in a snapshot, as the bytes of its JSON. Raises ValueError where they are not sound, or OSError."""
        return self.sound(slot)[1]

    def sound(self, slot: int) -> "tuple[bytes, Any]":
        """Header and state of a snapshot as JSON. Raises ValueError where they are not sound, or OSError."""
        name = "save%d" % slot
        start = self.storage.read(name, 0, 20)
        n = int.from_bytes(start[8:12], "little")
        head = self.storage.read(name, 20, n)
        state = self.storage.read(name, 20 + n, int.from_bytes(start[12:16], "little"))
        check = crc32(state, crc32(head)) & 0xFFFFFFFF
        if start[:8] != MAGIC or len(start) < 20 or check != int.from_bytes(start[16:20], "little"):
            raise ValueError(name)
        return head, state


def own(name: str) -> bool:
    """Whether a file is of a save; those of others in the folder are let be."""
    return name in ("save0", "save1", NEW) or first_of(name) >= 0


def first_of(name: str) -> int:
    """The first record of the segment that has this name, -1 where no segment has it."""
    try:
        first = int(name[9:], 16)
        return first if name == "%08x-%x" % (int(name[:8], 16), first) else -1
    except ValueError:
        return -1


def names(packs: "Packs") -> "list[list[str]]":
    """The packs of a game, with their checksums."""
    return [[p.name, "%08x" % p.crc] for p in packs.packs]
