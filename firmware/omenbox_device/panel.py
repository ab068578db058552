"""The map of a printed panel: which lamp each room has. Needed at the start and when the host changes it.

It lies in the board file as `"panel": [["entrance_hall", 0], ["track", 52], ...]`: names of tiles as
in the packs, and the first lamp of the row for the Turn/Damage track.
"""

import json
import os

from omenbox_device.lights import BAR
from shared_rules.game import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from shared_rules.kinds import Packs

TRACK = "track"
MISSING = -2  # no tile, and not BAR


def read(board: "Any", packs: "Packs") -> "dict[int, int] | None":
    """The map in the board file by tile ids, None without one; tiles of packs that are not here are left out.

    Raises Refused, one line that names the file, for a map of no sense.
    """
    panel = {}
    rows = stored(board).get("panel", [])
    try:
        for row in rows if type(rows) is list else [rows]:
            tile = tile_of(board, packs, row)
            if tile != MISSING:
                panel[tile] = row[1]
    except Refused as x:
        raise Refused("%s: %s; mend its panel" % (board.file, x))
    return panel or None


def tile_of(board: "Any", packs: "Packs", row: "Any") -> int:
    """The tile of a row [tile, lamp], BAR for the track, MISSING for one that no pack has.

    Raises Refused for anything else, and for a lamp that is not there.
    """
    if type(row) is not list or len(row) != 2 or type(row[0]) is not str or type(row[1]) is not int:
        raise Refused('%r is no tile with its lamp, as ["foyer", 3] is' % (row,))
    name, lamp = row
    if lamp >= len(board.strip):
        raise Refused("lamp %r: the strip has the lamps 0 to %d" % (lamp, len(board.strip) - 1))
    if name == TRACK:
        return BAR
    tile = packs.find("tile", name)
    return tile if tile >= 0 else MISSING


def change(
    board: "Any", packs: "Packs", panel: "dict[int, int] | None", rows: "list[list[Any]]"
) -> "dict[int, int] | None":
    """`panel` with the lamps of `rows`, also in the board file; no rows: no map. A negative lamp takes one away.

    Raises Refused, and nothing changes, for a tile or a lamp that is not there or a file that cannot be written.
    """
    new = dict(panel or {}) if rows else {}
    for row in rows:
        tile = tile_of(board, packs, row)
        if tile == MISSING:
            raise Refused("no pack has a tile %s" % row[0])
        new.pop(tile, None)
        if row[1] >= 0:
            new[tile] = row[1]
    if board.file:
        try:
            keep(board, rows)
        except OSError as x:
            raise Refused("%s cannot be written (%s)" % (board.file, x))  # noqa: B904
    return new or None


def keep(board: "Any", rows: "list[list[Any]]") -> None:
    """Write the rows into the board file, by way of a new one that takes its place."""
    whole = stored(board)
    names = [row[0] for row in rows]
    left = [row for row in whole.get("panel", ()) if row[0] not in names] if rows else []
    whole["panel"] = left + [row for row in rows if row[1] >= 0]
    with open(board.file + ".new", "w") as file:
        json.dump(whole, file)
    (os.replace if hasattr(os, "replace") else os.rename)(board.file + ".new", board.file)


def stored(board: "Any") -> "dict[str, Any]":
    """What the board file says, nothing where there is none."""
    if not board.file:
        return {}
    with open(board.file) as file:
        return dict(json.load(file))
