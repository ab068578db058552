"""Paints a case of the golden frames as text, on either Python."""

from omenbox_device import lights
from omenbox_device.board import Strip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROW = 8  # lamps of a line


def frames(case: "list[Any]") -> str:
    """The frames of a case: [view, colours, panel or None, fresh, night, [[ms, held], ...]]."""
    seen, colours, panel, fresh, night, moments = case
    strip = Strip()
    scene = lights.scene(seen, colours, panel and dict([(row[0], row[1]) for row in panel]), len(strip), fresh)
    lines = []
    for ms, held in moments:
        load = lights.frame(scene, ms, strip.pixels, held)
        bright = lights.level(load, len(strip), bool(night))
        strip.brightness = bright / 256
        strip.show()
        lines.append("%d at %d" % (held if held >= 0 else ms, bright))
        for i in range(0, len(strip), ROW):
            lines.append("  " + " ".join(["%06x" % c if c else "......" for c in strip.shown[i : i + ROW]]))
    return "\n".join(lines) + "\n"
