"""What the four digits say: the Turn/Damage track on the left, movement or dice on the right."""

from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WIDTH = 4
REST = 1000  # ms for which the beginning of what is too long stands still
STEP = 350  # ms from one place to the next while it moves


def digits(view: "dict[str, Any] | None", total: int = NONE) -> str:
    """What there is to say of a view of the table, None without a game; `window` makes four characters of it.

    Left the track (blank while unused). Right the total of the last roll as `=7` while it
    is given, `d4` while four dice are to be thrown, else the spaces that whoever is on turn
    has left.
    """
    if view is None:
        return "PLAY"
    if view["ended"][0]:
        return "End "
    if view["phase"] == PHASE_SETUP:
        return "----"
    track = view["track"]
    left = "%2d" % track if track >= 0 else "  "
    prompt = view["prompt"]
    if total >= 0:
        return left + ("=%d" % total if total < 10 else "%2d" % total)
    if prompt is not None and len(prompt) > 1 and prompt[P_KIND] == DICE:
        return left + "d%d" % prompt[P_DOMAIN][0]
    return left + "%2d" % view["left"]


def window(text: str, ms: int) -> str:
    """The four characters of `text` that are seen `ms` after it was begun: what does not fit moves past."""
    over = len(text) - WIDTH
    if over <= 0:
        return text + "    "[: -over] if over else text
    ms %= 2 * REST + over * STEP
    at = 0 if ms < REST else min((ms - REST) // STEP + 1, over)
    return text[at : at + WIDTH]
