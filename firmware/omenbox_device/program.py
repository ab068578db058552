"""The program of a box: a board, the packs and the link in one loop that goes round for ever."""

import gc

from omenbox_device import drop
from omenbox_device.board import number
from omenbox_device.link import Link
from omenbox_device.loop import Box
from shared_rules.game import Game, check_setup
from shared_rules.pack import Pack, Packs
from shared_rules.vm import EffectError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from omenbox_device.link import Port
    from omenbox_device.saves import Saves


THRESHOLD = 60_000  # bytes after which MicroPython tidies memory by itself, wherever it is
MOST = 20  # slices between which it is not tidied while the game runs, and half as many before the moment is quiet


def open_packs(paths: "Sequence[str]") -> Packs:
    """The packs in built files, in the order given. Raises PackError."""
    return Packs([Pack(open(path, "rb"), None, path) for path in paths])


def make(board: "Any", packs: Packs, port: "Port | None" = None, build: str = "", saves: "Saves | None" = None) -> Box:
    """A box with its link; `tick` makes it live. build: hash of the program, for the host to see.

    With saves the game that was interrupted is on the table again; `saves.warning` says when it is not.
    """
    box = Box(board, None, packs)
    if board.file:
        from omenbox_device import panel

        box.panel = panel.read(board, packs)
        drop("panel")
    if saves is not None:
        box.saves = saves
        go_on(box, packs)
    if port is not None:
        box.link = Link(box, packs, port, number(board.entropy), build)
    return box


def go_on(box: Box, packs: Packs) -> None:
    """Take up the saved game where it stopped; the table stays empty when there is none that can be opened."""
    from omenbox_device import resume

    try:
        game = resume.resume(box.saves, packs)
    except resume.SaveError as x:
        game = None
        box.saves.warning = str(x)
    if game is not None:
        box.begin(game, box.saves.id, box.saves.base)
    drop("resume")


def begin(box: Box, packs: Packs, setup: "Sequence[Any]") -> None:
    """Begin a game in place of the one on the table, which is freed first; setup: in the order of `SETUP`.

    Raises Refused for a set-up outside the rules, which changes nothing; EffectError and
    MemoryError when the game cannot be built: the saved one is then on the table again.
    """
    check_setup(packs, setup)
    box.clear()
    try:
        game = Game(packs, *setup)
    except (EffectError, MemoryError):
        if box.saves is not None:
            go_on(box, packs)
        raise
    box.begin(game)


def run(box: Box, ticks: "Callable[[], int]", wait: "Callable[[int], bool]") -> None:
    """Go round until `wait` says that nobody is there any more.

    ticks: the time in ms, which may wrap. wait: is given the ms for which nothing needs to be
    done and waits for as long, or until something arrives on the link.
    """
    box.clock = ticks
    gc.collect()
    if hasattr(gc, "threshold"):
        gc.threshold(THRESHOLD)
    while wait(0 if box.thinking or box.link is not None and box.link.busy() else 10):
        ms = ticks()
        box.tick(ms)
        enough = MOST if box.thinking else 0 if box.quiet() else MOST // 2
        if box.litter > enough and box.drawn != ms and not box.button.down:
            gc.collect()  # here nobody waits for it; when memory runs short it would be in the middle of something
            box.litter = 0
