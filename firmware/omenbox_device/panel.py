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


def read(board: "Any", packs: "Packs") -> "dict[int, int] | None":
    """The map in the board file by tile ids, None without one; tiles of packs that are not here are left out."""
    panel = {}
    for name, lamp in stored(board).get("panel", ()):
        tile = BAR if name == TRACK else packs.find("tile", name)
        if tile >= 0 or name == TRACK:
            panel[tile] = lamp
    return panel or None


def change(
    board: "Any", packs: "Packs", panel: "dict[int, int] | None", rows: "list[list[Any]]"
) -> "dict[int, int] | None":
    """`panel` with the lamps of `rows`, also in the board file; no rows: no map. A negative lamp takes one away.

    Raises Refused, and nothing changes, for a tile or a lamp that is not there.
    """
    new = dict(panel or {}) if rows else {}
    for name, lamp in rows:
        tile = BAR if name == TRACK else packs.find("tile", name)
        if tile < 0 and name != TRACK:
            raise Refused("no pack has a tile %s" % name)
        if type(lamp) is not int or lamp >= len(board.strip):
            raise Refused("lamp %r: the strip has the lamps 0 to %d" % (lamp, len(board.strip) - 1))
        new.pop(tile, None)
        if lamp >= 0:
            new[tile] = lamp
    if board.file:
        keep(board, rows)
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
