"""Requests of a host that come seldom: read from flash when one comes, and then let go."""

from binascii import crc32

from omenbox_device import drop
from omenbox_device.link import integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from omenbox_device.link import Link


def obey(link: "Link", kind: str, n: int, args: "list[Any]") -> "list[Any]":
    """Carry out request `n` and give the reply. Raises ValueError for one that is not known."""
    box = link.box
    if kind == "new":
        integers(*args[0][:-1], *args[0][-1])
        from omenbox_device.program import begin

        begin(box, link.packs, args[0])
        return ["ok", n, box.id]
    if kind == "snap":
        if box.game is None or box.thinking:
            return ["no", n, "busy", "ask again in a moment"]
        text = box.game.save()
        link.saved = (box.id, box.number, text)
        head = ["snap", n, box.id, box.number, len(text), "%08x" % (crc32(text.encode()) & 0xFFFFFFFF)]
        return head + [link.names(), box.game.setup] + link.state()
    if kind == "panel":
        from omenbox_device import panel

        try:
            box.panel = panel.change(box.board, link.packs, box.panel, args[0])
        finally:
            drop("panel")
        box.painted = False
        return ["ok", n]
    raise ValueError(kind)
