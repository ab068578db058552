"""The program of a box: a board, the packs and the link in one loop that goes round for ever."""

import gc

from omenbox_device.link import Link
from omenbox_device.loop import Box
from shared_rules.pack import Pack, Packs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from omenbox_device.link import Port


def open_packs(paths: "Sequence[str]") -> Packs:
    """The packs in built files, in the order given. Raises PackError."""
    return Packs([Pack(open(path, "rb"), None, path) for path in paths])


def make(board: "Any", packs: Packs, port: "Port | None" = None, build: str = "") -> Box:
    """A box with its link; `tick` makes it live. build: hash of the program, for the host to see."""
    box = Box(board)
    if port is not None:
        boot = int.from_bytes(board.entropy(4), "big") >> 2
        box.link = Link(box, packs, port, boot, build)
    return box


def run(box: Box, ticks: "Callable[[], int]", wait: "Callable[[int], bool]") -> None:
    """Go round until `wait` says that nobody is there any more.

    ticks: the time in ms, which may wrap. wait: is given the ms for which nothing needs to be
    done and waits for as long, or until something arrives on the link.
    """
    gc.collect()
    while wait(0 if box.thinking or box.link is not None and box.link.busy() else 10):
        box.tick(ticks())
