"""A copy of the box's game, kept equal to it.

The mirror plays every record of the box's log in a game of its own and compares the log's
checksum, and the state's where the box tells it. When they differ it says so and takes the
whole state from the box instead. The box is always right.
"""

from __future__ import annotations

import json
import time
from binascii import crc32
from collections.abc import Callable
from typing import Any

from shared_rules.game import Game, Refused
from shared_rules.pack import Packs
from shared_rules.state import NONE
from shared_rules.vm import EffectError

from ..device import build_hash
from ..errors import OmenboxError
from .client import BOTH, Client, Done, No, Request
from .port import Port

ASK_AGAIN = 0.5  # seconds after which a question without an answer is put again
#: What a record or a state of another version of the rules may raise.
STRANGE = (Refused, EffectError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
LOOK = 2.0  # seconds without an event after which the box is asked whether there is one

#: The remedy where box and host have different packs.
SAME_PACKS = "copy these packs to the box"


class Mirror:
    """The game of the box behind ``opener``, mirrored; call :meth:`poll` again and again.

    game: the copy, None before there is one. number: how many records of the log it has, which is
    the number of the prompt. undoable, error: as the box says. differences: what was found
    different, in words. told: called with a word for what happened ("hello", "lost", "game",
    "record", "snapshot", "difference", "back", "program", "log") and a text.
    """

    def __init__(
        self,
        opener: Callable[[], Port],
        packs: Packs,
        told: Callable[[str, str], None] = lambda what, text: None,
        every: int = 8,
        clock: Callable[[], float] = time.monotonic,
        seed: int | None = None,
    ) -> None:
        self.packs = packs
        self.game: Game | None = None
        self.id = 0
        self.number = -1
        self.undoable = 0
        self.error = ""
        self.differences: list[str] = []
        self.snapshots = 0
        self.hello: dict[str, Any] = {}
        self.failed = ""  # why the box's game cannot be mirrored
        self.synced = False  # whether it had everything when it last asked
        self._told = told
        self._clock = clock
        self._asked = 0.0
        self._asking = False
        self._taking = False
        self._sure = True  # whether the state is wanted even if the box has all that is here
        self._again: float | None = None  # when to ask anew for a state that was not given
        self._program = build_hash()  # the box's, as it was told last
        self._pieces: list[str] = []
        self._head: list[Any] = []
        self._ack = False
        self._doubtful: list[tuple[int, int, list[Any], No, Done]] = []
        self.client = Client(opener, self, every, clock, seed)

    # --- what a user of the mirror does ---------------------------------------------------------

    def poll(self) -> None:
        """Hear, answer and ask; never blocks."""
        self.client.poll()
        if self._doubtful:
            self._judge()
        if not self.client.up or self.failed:
            return
        if self._taking:
            if self._again is not None and self._clock() > self._again:
                self._take(self._sure)
            return
        if self._clock() - self._asked > (ASK_AGAIN if self._asking else LOOK):
            self._ask()
        elif self._ack:
            self._ack = False
            self.client.tell("k", self.id, self.number + 1)

    def answer(self, value: Any, number: int | None = None, done: Done = lambda reply: None) -> Request:
        """Answer prompt ``number`` (by default the one that the mirror shows)."""
        return self._about(done, "a", number, value)

    def roll(self, number: int | None = None, done: Done = lambda reply: None) -> Request:
        """Let the box throw the dice that the prompt asks for."""
        return self._about(done, "roll", number)

    def correct(self, change: list[Any], who: int = NONE, done: Done = lambda reply: None) -> Request:
        """Set something by hand, see :mod:`shared_rules.correct`; ``who``: the seat whose hand it is."""
        return self._about(done, "c", None, change, *([who] if who >= 0 else []))

    def take_back(self, n: int = 1, done: Done = lambda reply: None) -> Request:
        """Take back the last ``n`` answers."""
        return self._about(done, "u", None, n)

    def begin(self, setup: list[Any], done: Done = lambda reply: None) -> Request:
        """Begin a new game; ``setup`` as :data:`shared_rules.game.SETUP` orders it."""
        return self.client.request("new", setup, done=done)

    def wait(self, condition: Callable[[], Any], timeout: float = 10.0, pause: float = 0.001) -> None:
        """Poll until ``condition`` holds. Raises :exc:`OmenboxError` after ``timeout`` seconds."""
        end = self._clock() + timeout
        while not condition():
            self.poll()
            why = self.failed or self.client.refused
            if why:
                raise OmenboxError(why)
            if self._clock() > end:
                raise OmenboxError("the box does not answer; is its cable plugged in, and its program running?")
            time.sleep(pause)

    def do(self, action: Callable[..., Request], *args: Any, timeout: float = 10.0) -> list[Any]:
        """Carry out one of the actions above and wait for the reply. Raises :exc:`No`.

        Without a reply in ``timeout`` seconds it is withdrawn: :exc:`OmenboxError`.
        """
        got: list[Any] = []
        request = action(*args, done=got.append)
        try:
            self.wait(lambda: got, timeout)
        except OmenboxError:
            self.client.withdraw(request)
            raise
        if isinstance(got[0], No):
            raise got[0]
        return got[0]

    def close(self) -> None:
        """Take leave of the box."""
        self.client.close()

    def _about(self, done: Done, kind: str, number: int | None, *args: Any) -> Request:
        number = self.number if number is None else number
        game = self.id

        def heard(reply: list[Any] | No) -> None:
            if isinstance(reply, No) and reply.code == "prompt":
                self._doubtful.append((game, number, [kind, *args], reply, done))
            else:
                done(reply)

        return self.client.request(kind, game, number, *args, done=heard)

    def _judge(self) -> None:
        """Tell what came of requests that came too late, once the records say which was first.

        If it is the same one, it was carried out before the cable was pulled or the box started again.
        """
        for item in self._doubtful[:]:
            game, number, body, no, done = item
            if game == self.id and number >= self.number and not self.synced:
                continue
            self._doubtful.remove(item)
            records = self.game.records if self.game and game == self.id else []
            at = number - (self.number - len(records))
            done([] if 0 <= at < len(records) and _same(body, records[at]) else no)

    # --- what the link tells ------------------------------------------------------------------------

    def greeted(self, hello: dict[str, Any]) -> None:
        again = bool(self.hello) and hello["boot"] != self.hello["boot"]
        self.hello = hello
        self.synced = False
        empty = ", with no game on its table" if not hello["game"] and self.game is not None else ""
        self._told("hello", "the box is there" + (f" and was started again{empty}" if again else ""))
        if hello["build"] != self._program:
            self._program = hello["build"]
            if self._program != build_hash():
                what = f"the box runs another program ({self._program}) than is here ({build_hash()})"
                self._told("program", f"{what}; should they differ, {BOTH}")
        if self._same_packs(hello["packs"]) and not self._taking:  # pieces that are asked for still come
            if hello["game"] == self.id and hello["number"] < self.number:
                self._take()
            else:
                self._ask()

    def lost(self, why: str) -> None:
        self.synced = False
        self._told("lost", why)

    def logged(self, text: str) -> None:
        self._told("log", text)

    def frame(self, body: list[Any]) -> None:
        kind = body[0]
        if self.failed or self._taking and body[:2] != ["at", 0]:
            return
        if kind == "e":
            self._event(body)
        elif kind == "at":
            self._at(*body[1:])
        elif kind == "gone":
            self._take()

    def _ask(self) -> None:
        """Ask for what follows the records that are here."""
        self._asking = True
        self._asked = self._clock()
        self.client.tell("from", self.id, self.number + 1)

    def _event(self, body: list[Any]) -> None:
        _, game, n, record, *state = body
        if n == 0 and (game != self.id or self.number < 0):
            self._new(game, record)
        elif game != self.id or n > self.number + 1:
            if not self._asking:
                self._ask()  # something is missing in between
            return
        elif n == self.number + 1:
            assert self.game is not None
            try:
                _redo(self.game, record)
            except STRANGE as error:
                if record[0] != "u":
                    self._differs(f"record {n} does not fit here: {error}")
                self._take()
                return
            self.number = n
            self.undoable = self.game.undoable
            self._told("record", "")
        elif state and n < self.number:
            self._take(sure=False)  # nothing newer is there, if it is no old frame that comes late
            return
        self._ack = True
        self._asking = False
        self._asked = self._clock()
        if state and n == self.number:
            self._compare(*state)

    def _new(self, game: int, record: list[Any]) -> None:
        _, packs, setup = record
        if not self._same_packs(packs):
            return
        try:
            self.game = Game(self.packs, *setup)
        except STRANGE as error:
            self._cannot(error)
            return
        self.id = game
        self.number = 0
        self.error = ""
        self._told("game", "")

    def _at(self, game: int, number: int, crc: str, state: str, undoable: int, error: str) -> None:
        """The box has no more than this."""
        self._asking = False
        if game == self.id and number == self.number:
            self._compare(crc, state, undoable, error)
        elif game == 0:
            self.synced = True  # no game is on its table
            self._taking = False
        elif game == self.id and number < self.number:
            self._take(sure=False)
        else:
            self._ask()

    def _compare(self, crc: str, state: str, undoable: int, error: str) -> None:
        assert self.game is not None
        self.undoable = undoable
        self.error = error
        self.synced = True
        if crc != f"{self.game.crc:08x}":
            self._differs(f"after record {self.number} the box's log is {crc}, here it is {self.game.crc:08x}")
            self._take()
        elif state and state != f"{self.game.hash():08x}":
            self._differs(f"after record {self.number} the box's state is {state}, here it is {self.game.hash():08x}")
            self._take()

    def _differs(self, text: str) -> None:
        self.differences.append(text)
        self._told("difference", f"{text}; the box's is taken")

    def _same_packs(self, packs: list[list[str]]) -> bool:
        mine = [[pack.name, f"{pack.crc:08x}"] for pack in self.packs.packs]
        self.failed = ""
        if packs != mine:
            theirs, ours = (", ".join(" ".join(pack) for pack in names) for names in (packs, mine))
            self.failed = f"the box plays with other packs ({theirs}) than are here ({ours}); {SAME_PACKS}"
            self._told("lost", self.failed)
        return not self.failed

    def _cannot(self, error: Exception) -> None:
        """The box's game is of another version of the rules."""
        self.failed = f"the box's game cannot be followed here ({error}); {BOTH}"
        self.synced = False
        self._told("lost", self.failed)

    # --- the whole state ------------------------------------------------------------------------------

    def _take(self, sure: bool = True) -> None:
        """Ask the box for its whole state; not ``sure``: only if it turns out to have less than is here."""
        self.synced = False
        self._taking = True
        self._sure = sure
        self._again = None
        self.client.request("snap", done=self._head_came)

    def _not_given(self) -> None:
        """Ask for the state again after a while; a box without a game says so meanwhile."""
        self._again = self._clock() + ASK_AGAIN
        self.client.tell("from", self.id, self.number + 1)

    def _head_came(self, reply: list[Any] | No) -> None:
        if not self._taking:
            return
        if isinstance(reply, No):
            self._not_given()
            return
        if not self._sure and reply[0] == self.id and reply[1] >= self.number:
            self._taking = False
            self._ask()
            return
        self._head = reply
        self._pieces = []
        self._next_piece()

    def _next_piece(self) -> None:
        game, number = self._head[:2]
        self.client.request("get", game, number, sum(map(len, self._pieces)), done=self._piece_came)

    def _piece_came(self, reply: list[Any] | No) -> None:
        if not self._taking:
            return
        if isinstance(reply, No):
            self._not_given()
            return
        if reply[0] == sum(map(len, self._pieces)):
            self._pieces.append(reply[1])
        if sum(map(len, self._pieces)) < self._head[2]:
            self._next_piece()
        else:
            self._adopt("".join(self._pieces))

    def _adopt(self, text: str) -> None:
        game, number, _, checksum, packs, setup, crc, _, undoable, error = self._head
        if f"{crc32(text.encode()):08x}" != checksum:
            self._not_given()
            return
        self._taking = False
        if not self._same_packs(packs):
            return
        try:
            copy = Game(self.packs, *setup)
            copy.load(text)
        except STRANGE as strange:
            self._cannot(strange)
            return
        copy.crc = int(crc, 16)
        if game == self.id and number < self.number:
            back = f"the box went back from record {self.number} to {number}"
            self._told("back", f"{back}: what came after that was not saved")
        self.game, self.id, self.number = copy, game, number
        self.undoable, self.error = undoable, error
        self.snapshots += 1
        self._told("snapshot", "")
        self._ask()


def _same(body: list[Any], record: list[Any]) -> bool:
    """Whether a record is what a request asked for; whoever threw the dice, they were thrown."""
    return body == record or body == ["roll"] and record[0] == "a" and isinstance(record[1], list)


def _redo(game: Game, record: list[Any]) -> None:
    """Play a record of the box's log; an effect that fails there fails here."""
    try:
        game.redo(json.loads(json.dumps(record)))
    except EffectError:
        pass
