"""The box behind the page: in this process, or at the other end of a cable.

Both are a :class:`TheBox`; the host and the page know nothing else of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, Protocol

from omenbox_device import program
from omenbox_device.board import PIXELS, VirtualBoard
from omenbox_device.loop import Box
from omenbox_device.saves import Saves
from shared_rules.game import Game, Refused, check_answer
from shared_rules.pack import Packs
from shared_rules.state import DICE, P_KIND

from ..errors import OmenboxError
from ..link import Mirror, No, Port, PortError

#: Seconds between two rounds while nothing is going on.
ROUND = 0.02
#: Seconds between two looks at the lamps of a box at a cable.
LOOK = 0.1
#: Seconds after which a box that should answer does not.
PATIENCE = 10.0
DARK = "    "
#: Lines in which the box says what its table should know of its saves.
WARNS = "omenbox: "


class TheBox(Protocol):
    """What the host needs of a box.

    game: the game on the table, None without. thinking: whether an answer is still being carried
    out. changes: counts up whenever the game has gone on. error: why the game cannot go on.
    undoable: how many answers may be taken back. before: how many records of the game are not here.
    lamps, digits: what glows on it. away: why it cannot be reached, empty while it can. own: whether
    this program runs it, and there is no cable to plug in. notices: what people should be told,
    oldest first: a key of the page's own words, and what stands in its place ``{text}``.
    """

    @property
    def game(self) -> Any: ...
    @property
    def thinking(self) -> bool: ...
    @property
    def changes(self) -> int: ...
    @property
    def error(self) -> str: ...
    @property
    def undoable(self) -> int: ...
    @property
    def before(self) -> int: ...
    @property
    def lamps(self) -> list[int]: ...
    @property
    def digits(self) -> str: ...
    @property
    def away(self) -> str: ...
    @property
    def own(self) -> bool: ...
    @property
    def notices(self) -> list[tuple[str, str]]: ...

    def begin(self, game: Game) -> None:
        """Put a new game on its table. Raises :exc:`Refused`."""

    def answer(self, value: Any) -> None:
        """Answer the prompt. Raises :exc:`Refused`."""

    def roll(self) -> None:
        """Throw the dice that are asked for."""

    def press(self, length: int) -> None:
        """Press its button for so many ms."""

    def release(self, length: int) -> None:
        """Let go of its button, which was pressed so many ms in all."""

    def correct(self, change: list[Any], who: int) -> None:
        """Set something by hand of a seat (-1: the table's), see :mod:`shared_rules.correct`. Raises :exc:`Refused`."""

    def take_back(self, n: int) -> None:
        """Take back the last ``n`` answers. Raises :exc:`Refused`."""

    def round(self, ms: int, whole: bool) -> float:
        """Go round once (``whole``: until the game waits); gives the seconds until the next round."""

    def close(self) -> None:
        """Take leave of it."""


class Here:
    """The box in this process, on a virtual board.

    With ``saves`` the game that was interrupted is on the table again, played with ``packs``.
    """

    away = ""
    own = True

    def __init__(
        self, entropy: Callable[[int], bytes] = os.urandom, packs: Packs | None = None, saves: Saves | None = None
    ) -> None:
        board = VirtualBoard(entropy)
        self.box = Box(board) if packs is None else program.make(board, packs, saves=saves)
        self._warned = ""
        self.notices: list[tuple[str, str]] = []
        self._warn()

    def _warn(self) -> None:
        """Tell people what the box says of its saves."""
        if self.box.warning != self._warned:
            self._warned = self.box.warning
            self.notices.append(("box.warns", self._warned or "all is well with the saves"))

    @property
    def game(self) -> Any:
        return self.box.game

    @property
    def thinking(self) -> bool:
        return self.box.thinking

    @property
    def changes(self) -> int:
        return self.box.changes

    @property
    def error(self) -> str:
        return self.box.error

    @property
    def undoable(self) -> int:
        return len(self.game.done) if self.box.error else self.game.undoable

    @property
    def before(self) -> int:
        return self.box.base

    @property
    def lamps(self) -> list[int]:
        return self.box.board.strip.shown

    @property
    def digits(self) -> str:
        return self.box.board.digits.shown

    def begin(self, game: Game) -> None:
        self.box.begin(game)

    def answer(self, value: Any) -> None:
        self.box.answer(value)

    def roll(self) -> None:
        self.box.roll()

    def press(self, length: int) -> None:
        self.box.board.button.press(length)

    def release(self, length: int) -> None:
        self.box.board.button.release(length)

    def correct(self, change: list[Any], who: int) -> None:
        self.box.correct(change, who)

    def take_back(self, n: int) -> None:
        self.box.take_back(n)

    def round(self, ms: int, whole: bool) -> float:
        self._warn()
        self.box.tick(ms)
        while whole and self.box.thinking:
            self.box.tick(ms)
        return 0 if self.box.thinking else ROUND

    def close(self) -> None:
        """Nothing to take leave of."""


class There:
    """The box behind ``opener``, seen through a mirror. Its cable may be pulled at any time.

    Waits until the box has said what is on its table. Raises :exc:`OmenboxError` if it does not.
    ``release`` is called when it is closed. ``own``: ``opener`` starts it again where it has ended.
    """

    def __init__(
        self,
        packs: Packs,
        opener: Callable[[], Port],
        release: Callable[[], object] = lambda: None,
        every: int = 8,
        own: bool = False,
    ) -> None:
        self.own = own
        self._refused: PortError | None = None
        self._opener = opener
        self._release = release
        self._why = ""
        self._empty = False
        self._begins = True  # whether the next game is one that was asked for here
        self._waits: tuple[int, int] | None = None  # the prompt whose answer is under way
        self._key: Any = None
        self._looking = False
        self._looked = 0.0
        self.changes = 0
        self.lamps = [0] * PIXELS
        self.digits = DARK
        self.notices: list[tuple[str, str]] = []
        self.mirror = Mirror(self._open, packs, self._told, every)
        self._wait(lambda: self.mirror.synced)
        self._empty = self._begins = False

    def _open(self) -> Port:
        try:
            return self._opener()
        except PortError as error:
            self._refused = error
            raise

    def _wait(self, condition: Callable[[], Any]) -> None:
        """Raises :exc:`OmenboxError` when the box does not do what it should."""
        end = time.monotonic() + PATIENCE
        while not condition():
            self.mirror.poll()
            if self._refused is not None and not self.mirror.hello:
                raise self._refused
            why = self.mirror.failed or self.mirror.client.refused
            if why:
                raise OmenboxError(why)
            if time.monotonic() > end:
                raise OmenboxError("the box does not answer; is its program running, and nothing else on the port?")
            time.sleep(0.002)

    def _tell(self, key: str, text: str = "") -> None:
        """Tell people something in words of the page."""
        self.notices.append((key, text))

    def _told(self, what: str, text: str) -> None:
        if what == "lost":
            if not self._why and self.mirror.hello:
                self._tell("box.ended" if self.own else "box.lost", text)
            self._why = text
            self.lamps = [0] * len(self.lamps)
            self.digits = DARK
        elif what == "hello":
            if self._why:
                self._tell("box.back")
            self._why = ""
            self._looking = False
            self._empty = not self.mirror.hello["game"] and self.game is not None
        elif what in ("game", "snapshot"):
            self._empty = False
            if what == "game" and not self._begins:
                self._tell("box.warns", "another game was begun")
        elif what == "difference":
            self._tell("box.differs")
        elif what in ("back", "program"):
            self._tell("box.warns", text)
        elif what == "log" and text.startswith(WARNS):
            self._tell("box.warns", text.removeprefix(WARNS))

    @property
    def game(self) -> Any:
        return self.mirror.game

    @property
    def thinking(self) -> bool:
        return self._waits is not None or self.game is None

    @property
    def error(self) -> str:
        return self.mirror.error

    @property
    def undoable(self) -> int:
        return self.mirror.undoable

    @property
    def before(self) -> int:
        return self.mirror.number - len(self.game.records)

    @property
    def away(self) -> str:
        """Why the box cannot be reached, empty while it can."""
        if self.mirror.failed or self.mirror.client.refused:
            return self.mirror.failed or self.mirror.client.refused
        if self._empty:
            return "the box was started again and has no game on its table any more; begin a new one"
        return self._why

    def begin(self, game: Game) -> None:
        if self._why:
            raise Refused(f"the box is not there: {self._why}")
        before = self.mirror.id
        self._begins = True
        try:
            self.mirror.do(self.mirror.begin, game.setup, timeout=PATIENCE)
            self._wait(lambda: self.mirror.id != before and self.mirror.synced)
        except (No, OmenboxError) as error:
            raise Refused(str(error)) from error
        finally:
            self._begins = False
        self._waits = None
        self._empty = False
        self._note()

    def answer(self, value: Any) -> None:
        self._free()
        if self.game.prompt is None:
            raise Refused("nothing is asked now")
        check_answer(self.game.prompt, value)
        self._ask()
        self.mirror.answer(value, done=self._done)

    def roll(self) -> None:
        if not self.thinking and self.game.prompt is not None and self.game.prompt[P_KIND] == DICE:
            self._ask()
            self.mirror.roll(done=self._done)

    def press(self, length: int) -> None:
        if not self.away:
            self.mirror.client.request("press", length, done=self._pressed, brief=True)

    def release(self, length: int) -> None:
        if not self.away:
            self.mirror.client.request("release", length, brief=True)

    def _pressed(self, reply: list[Any] | No) -> None:
        """A box that is not simulated has a button that only a finger presses; dice are thrown without."""
        if isinstance(reply, No) and self.game is not None and self.game.prompt is not None:
            if self.game.prompt[P_KIND] == DICE:
                self.roll()
            else:
                self._tell("box.own")

    def correct(self, change: list[Any], who: int) -> None:
        self._free()
        self._ask()
        self.mirror.correct(change, who, done=self._done)

    def take_back(self, n: int) -> None:
        self._free()
        self._ask()
        self.mirror.take_back(n, self._done)

    def _free(self) -> None:
        """Raises :exc:`Refused` while the box cannot be told anything."""
        if self.away:
            raise Refused(f"the box is not there: {self.away}")
        if self.thinking:
            raise Refused("the last answer is still being carried out")

    def _ask(self) -> None:
        self._waits = (self.mirror.id, self.mirror.number)

    def _done(self, reply: list[Any] | No) -> None:
        if isinstance(reply, No):
            self._tell("box.refused", str(reply))
            self._waits = None
            self._key = None  # so that it is asked anew

    def round(self, ms: int, whole: bool) -> float:
        self.mirror.poll()
        now = time.monotonic()
        if self._waits is not None and self.mirror.synced and self._waits != (self.mirror.id, self.mirror.number):
            self._waits = None
        self._note()
        if not self._why and not self._looking and self.mirror.client.idle and now - self._looked > LOOK:
            self._looking = True
            self._looked = now
            self.mirror.client.request("look", done=self._seen, brief=True)
        return 0.002 if self._waits is not None or self._looking else ROUND

    def _note(self) -> None:
        """Count up if the game has gone on."""
        key = (self.mirror.id, self.mirror.number, self.mirror.error)
        if key != self._key and not self.thinking:
            self._key = key
            self.changes += 1

    def _seen(self, reply: list[Any] | No) -> None:
        self._looking = False
        if not isinstance(reply, No) and not self._why:
            self.digits, lamps = reply
            self.lamps = [int(lamps[i : i + 6], 16) for i in range(0, len(lamps), 6)]

    def close(self) -> None:
        self.mirror.close()
        self._release()
