"""The log of a game as JSON Lines: a header, then answers, corrections, undos and checkpoints.

    ["omenbox-log", 1, [[pack, crc]...], [set-up...]]
    ["a", answer]   ["c", [field, number...]] or, with the seat whose hand it was,
    ["c", [field, number...], seat]   ["u", how many]   ["h", records, hash]

Where nobody has the beginning of a game, its log begins with a snapshot after the header: how
many records the game had by then, the CRC-32 of the state and the state itself.

    ["s", records, hash, state]

Replaying a log gives the same state on every Python, or says at which line it does not.
"""

import json
from binascii import crc32

from shared_rules.game import Game, Refused
from shared_rules.vm import EffectError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

CHECK_EVERY = 32


class LogError(Exception):
    """A log that does not fit: the line and what is wrong with it."""


def header(g: Game) -> str:
    """First line of the log of a game."""
    packs = [[p.name, "%08x" % p.crc] for p in g.packs.packs]
    return json.dumps(["omenbox-log", 1, packs, g.setup])


def lines(g: Game) -> "Iterator[str]":
    """The whole log of a game, line by line, closed by a checkpoint."""
    yield header(g)
    for entry in g.records:
        yield json.dumps(entry)
    yield checkpoint(g)


def snapshot(records: int, state: str) -> str:
    """Second line of a log that begins after so many records, with the state that `Game.save` gave then."""
    return '["s", %d, "%08x", %s]' % (records, crc32(state.encode()) & 0xFFFFFFFF, state)


def checkpoint(g: Game, before: int = 0) -> str:
    """A line that pins the state reached; before: how many records the game does not hold in memory."""
    return json.dumps(["h", before + len(g.records), "%08x" % g.hash()])


def begin(packs: "Packs", line: str) -> Game:
    """A fresh game from the first line of a log. Raises LogError."""
    head = parse(line, 1)
    if len(head) != 4 or head[0] != "omenbox-log":
        raise LogError("line 1: this is not a log of Omenbox")
    if head[1] != 1:
        raise LogError("line 1: this log has version %s; this program reads version 1" % head[1])
    if type(head[2]) is not list or [0 for p in head[2] if type(p) is not list or len(p) != 2]:
        raise LogError("line 1: its list of packs is damaged")
    mine = [[p.name, "%08x" % p.crc] for p in packs.packs]
    if head[2] != mine:
        for name, crc in head[2]:
            if [name, crc] not in mine:
                raise LogError("line 1: the game was played with pack %s %s, which is not here" % (name, crc))
        raise LogError("line 1: the game was played with other packs: %s" % ", ".join([p[0] for p in head[2]]))
    try:
        return Game(packs, *head[3])
    except (Refused, TypeError, EffectError) as x:
        raise LogError("line 1: the set-up does not work: %s" % x)


def parse(line: str, n: int) -> "list[Any]":
    """A line of a log as a list. Raises LogError with its number."""
    try:
        entry = json.loads(line)
    except ValueError:
        raise LogError("line %d: this is not JSON; the file is damaged here" % n)
    if type(entry) is not list or len(entry) < 2 or entry[0] == "h" and len(entry) < 3:
        raise LogError("line %d: this is not a record of a game" % n)
    return entry


def go_on(g: Game, entry: "list[Any]", n: int) -> int:
    """Go on from a snapshot; gives how many records the game had by then. Raises LogError."""
    if len(entry) == 4 and type(entry[1]) is int:
        state = json.dumps(entry[3])
        if entry[2] == "%08x" % (crc32(state.encode()) & 0xFFFFFFFF):
            try:
                g.load(state)
            except Refused as x:
                raise LogError("line %d: %s" % (n, x))
            return entry[1]
    raise LogError("line %d: the snapshot with which this log begins is damaged" % n)


def replay(
    packs: "Packs",
    source: "Iterable[str]",
    until: "int | None" = None,
    each: "Callable[[Game], object] | None" = None,
    begun: "Callable[[Game], object] | None" = None,
) -> Game:
    """Play a log again and give the game.

    source: iterable of lines. until: stop after so many records. each: called with the game
    after every record; begun: before the first. Raises LogError naming the first line that
    does not fit.
    """
    g = None
    n = 0
    count = 0
    for text in source:
        n += 1
        text = text.strip()
        if not text:
            continue
        if g is None:
            g = begin(packs, text)
            if begun:
                begun(g)
            continue
        entry = parse(text, n)
        if entry[0] == "s" and not g.records:
            count = go_on(g, entry, n)
            continue
        if entry[0] == "h":
            if entry[1] != count:
                raise LogError("line %d: %d records stand before it, the log says %s" % (n, count, entry[1]))
            if entry[2] != "%08x" % g.hash():
                raise LogError("line %d: the state is %08x, the log says %s" % (n, g.hash(), entry[2]))
            continue
        if count == until:
            break
        try:
            g.redo(entry)
        except (Refused, EffectError) as x:
            raise LogError("line %d: %s" % (n, x))
        count += 1
        if each:
            each(g)
    if g is None:
        raise LogError("line 1: the log is empty")
    return g
