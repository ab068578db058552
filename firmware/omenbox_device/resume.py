"""Going on from a save: needed once after power-up, and then to be dropped from memory."""

import json
from binascii import crc32

from omenbox_device.saves import *
from omenbox_device.saves import Saves, first_of, names, own
from shared_rules.game import Game, Refused
from shared_rules.state import SCHEMA
from shared_rules.vm import EffectError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from shared_rules.kinds import Packs


class SaveError(Exception):
    """A save that cannot be opened: one line that says why, and what to do."""


def resume(saves: Saves, packs: "Packs") -> "Game | None":
    """The saved game, at the prompt where it stopped; None where there is none.

    An effect that failed before the power went fails again: `saves.error` then says how.
    Raises SaveError when there is a save that cannot be opened. It stays as it is, for a
    program that can, until a new game puts it aside.
    """
    saves.unread = True
    try:
        game = reopen(saves, packs)
    except OSError as x:
        raise SaveError("the storage cannot be read (%s); see to it and start the box again" % x)  # noqa: B904
    except (Refused, ValueError, TypeError, IndexError) as x:
        raise SaveError("the save is damaged (%s); %s" % (x, remedy(saves)))  # noqa: B904
    saves.unread = False
    return game


def reopen(saves: Saves, packs: "Packs") -> "Game | None":
    """Read the save."""
    saves.error = saves.warning = ""
    try:
        saves.storage.names()
    except OSError as x:
        if x.args[0] == 2:
            return None  # no folder: the first write makes it, or says why it cannot
        raise
    bad = 0
    for slot in (0, 1):
        saves.slots[slot] = None
        try:
            saves.slots[slot] = read_header(saves, slot)
        except OSError as x:
            bad += x.args[0] != 2
        except (ValueError, IndexError, TypeError):
            bad += 1
    newer = saves.newer()
    newest = saves.slots[newer]
    if newest is None:
        if bad:
            raise ValueError("both snapshots" if bad == 2 else "the only snapshot")
        return None
    check_maker(saves, newest, packs)
    saves.id = newest[H_ID]
    saves.serial = newest[H_SERIAL]
    older = saves.slots[1 - newer]
    found = None
    if older is not None and older[H_ID] == saves.id:
        found = follow(saves, older, newest)
    if older is None or found is None:
        saves.slots[1 - newer] = None
        older = newest
        found = follow(saves, newest, newest)
        if found is None:
            raise ValueError("the journal")
    records, done, whole, saves.stale = found
    saves.base = older[H_RECORDS]
    saves.cut = older[H_DONE]
    saves.count = saves.base + len(records)
    saves.segments = [n for n in saves.segments if saves.base <= n < saves.count]
    saves.room = 0
    saves.torn = False
    if not whole:
        number = put_aside(saves, True)
        saves.warning = "the save was damaged: the game goes on from answer %d; all of it is kept in the files %s%d.*"
        saves.warning %= (saves.count, OLD, number)
    elif bad:
        saves.warning = "one of the two snapshots was damaged; nothing is lost"
    game = replay(saves, packs, 1 - newer if saves.stale else newer, done)
    game.records = records
    game.crc = saves.crc
    saves.sweep()
    return game


def replay(saves: Saves, packs: "Packs", slot: int, done: "list[Any]") -> Game:
    """The game after the answers `done`, which follow the older snapshot, by way of that in `slot`."""
    header = saves.slots[slot]
    assert header is not None
    game = Game(packs, *(header[H_SETUP] + [True]))
    if saves.lean:
        game.every = 0
    state = saves.state(slot)
    game.load(state)
    at = header[H_DONE] - saves.cut
    if not saves.lean:
        game.snapshots = [(at, state, header[H_FREE] - saves.cut)]
        if saves.slots[1 - slot] is not None and at:
            game.snapshots.insert(0, (0, saves.state(1 - slot), 0))
    game.done = done[:at]
    game.free = header[H_FREE] - saves.cut
    game.quiet = True
    for entry in done[at:]:
        saves.error = ""
        try:
            game.redo(entry)
        except EffectError as x:
            saves.error = str(x)
    game.quiet = False
    game.free = max(game.free, 0)
    return game


def follow(saves: Saves, start: "list[Any]", newest: "list[Any]") -> "tuple[list[Any], list[Any], bool, bool] | None":
    """What the journal holds from a snapshot on; None if it does not lead to the newest one.

    Gives the records, those in force, whether nothing is missing before the end, and
    whether answers before the newest snapshot were taken back after it.
    """
    records: list[Any] = []
    done: list[Any] = []
    count = start[H_RECORDS]
    crc = start[H_CRC]
    stale = False
    whole = True
    mine = "%08x-" % saves.id
    saves.segments = [first_of(name) for name in saves.storage.names() if name.startswith(mine)]
    saves.segments.sort()
    for first in saves.segments:
        if first < 0:
            continue
        if first < count:
            whole = whole and first < start[H_RECORDS]
            continue
        if first > count:
            whole = False
            break
        data = saves.storage.read(saves.segment(first))
        at = 0
        while at < len(data):
            end = at + 6 + int.from_bytes(data[at : at + 2], "little")
            if end > len(data):
                break
            text = data[at + 2 : end - 4]
            new = crc32(text, crc) & 0xFFFFFFFF
            if new != int.from_bytes(data[end - 4 : end], "little"):
                whole = whole and not data[at:].strip(b"\0")
                break
            at = end
            entry = json.loads(text)
            if entry[0] == "u":
                if entry[1] > len(done):
                    return None
                del done[len(done) - entry[1] :]
                if count >= newest[H_RECORDS] and start[H_DONE] + len(done) < newest[H_DONE]:
                    stale = True
            else:
                done.append(entry)
            records.append(entry)
            crc = new
            count += 1
            if count == newest[H_RECORDS] and crc != newest[H_CRC]:
                return None
    if count < newest[H_RECORDS]:
        return None
    saves.crc = crc
    return records, done, whole, stale


def check_maker(saves: Saves, header: "list[Any]", packs: "Packs") -> None:
    """Raises SaveError when this program or these packs are not those of the save."""
    wanted = "the save is of a game with %s; put that back to finish it, or " + remedy(saves)
    if header[H_FORMAT] != FORMAT:
        raise SaveError(wanted % ("another program (its saves have form %s)" % header[H_FORMAT]))
    if header[H_SCHEMA] != SCHEMA:
        raise SaveError(wanted % ("another version of the rules (schema %s)" % header[H_SCHEMA]))
    mine = names(packs)
    for pack in header[H_PACKS]:
        if pack not in mine:
            raise SaveError(wanted % ("pack %s %s, which is not here" % (pack[0], pack[1])))
    if mine != header[H_PACKS]:
        raise SaveError(wanted % ("the packs %s only" % ", ".join([pack[0] for pack in header[H_PACKS]])))


def read_header(saves: Saves, slot: int) -> "list[Any]":
    """Header of a snapshot whose bytes are sound. Raises ValueError, or OSError where none is."""
    return list(json.loads(saves.sound(slot)[0]))


def remedy(saves: Saves) -> str:
    """What to do about a save that cannot be opened."""
    try:
        n = aside(saves.storage.names())
    except OSError:
        n = 1
    return "begin a new game, and this one is kept in the files %s%d.*" % (OLD, n)


def put_aside(saves: Saves, copy: bool) -> int:
    """Keep the files of the save, or copies of them, under names of their own; gives its number."""
    found = saves.storage.names()
    n = aside(found)
    for name in found:
        if own(name):
            new = "%s%d.%s" % (OLD, n, name)
            if copy:
                saves.storage.write(new, [saves.storage.read(name)], "wb")
            else:
                saves.storage.rename(name, new)
    saves.unread = False
    return n


def aside(found: "list[str]") -> int:
    """The number that a save put aside gets."""
    n = 1
    while [1 for name in found if name.startswith("%s%d." % (OLD, n))]:
        n += 1
    return n
