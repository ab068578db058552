"""The host's end of the protocol: hello, requests that are carried out once, and pulled cables.

Nothing here blocks: whoever uses a client calls :meth:`Client.poll` again and again.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from omenbox_device.framing import FROM_BOX, TO_BOX, Lines, frame, unframe
from omenbox_device.link import PROTOCOL

from .port import LostPort, Port, PortError

LONGEST = 1024  # bytes of a line from the box
RESEND = 0.3  # seconds after which a request is sent again
SILENCE = 3.0  # seconds without a sound frame after which the link is begun anew
PATIENCE = 10.0  # seconds after which a request is asked with another number
PING = 1.0  # seconds without a sound frame after which the box is asked whether it is there
REOPEN = 0.25  # seconds between two attempts to open the port
RETRY = 2.0  # seconds after which a box that speaks another protocol is greeted again
BOTH = "bring both to the same version of Omenbox"


class No(Exception):
    """A request that the box does not carry out: ``code`` (see docs/protocol.md) and why."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


#: Called with what came of a request: the rest of the reply's frame, or why not.
Done = Callable[[list[Any] | No], None]


class Handler(Protocol):
    """Who is told what happens on the link."""

    def greeted(self, hello: dict[str, Any]) -> None:
        """The box has said hello, for the first time or after the cable was out."""

    def frame(self, body: list[Any]) -> None:
        """A frame that is no reply."""

    def logged(self, text: str) -> None:
        """A line that is no frame: what the box's program printed."""

    def lost(self, why: str) -> None:
        """The link is down; it is begun anew as soon as that is possible."""


@dataclass(eq=False)
class Request:
    """Something that the box was asked: its frame without the number, and who is told what came of it.

    brief: whether it is of no use any more once the link was down, such as a finger on the button.
    """

    body: list[Any]
    done: Done
    brief: bool = False


class Client:
    """The link to a box. ``opener`` opens its port, ``every`` is how often events carry the hash of the state."""

    def __init__(
        self,
        opener: Callable[[], Port],
        handler: Handler,
        every: int = 8,
        clock: Callable[[], float] = time.monotonic,
        seed: int | None = None,
    ) -> None:
        self._opener = opener
        self._handler = handler
        self._clock = clock
        self._every = every
        self._random = random.Random(seed)
        self._port: Port | None = None
        self._nonce = 0
        self._waiting: deque[Request] = deque()
        self._flight: tuple[int, bytes, Request] | None = None
        self._session()
        self._sent = self._begun = 0.0
        self._due = 0.0  # when to open the port, or to say hello again
        self._lines = Lines(LONGEST)
        self._out = b""
        self._why = ""
        self.up = False
        self.refused = ""  # why the box will not speak with this program
        self.boot: int | None = None

    def _session(self) -> None:
        """Number requests anew, unless one is under way: it keeps its number, to be carried out once."""
        if self._flight is None:
            self._number = self._first = self._random.randrange(1 << 29)

    def request(self, kind: str, *args: Any, done: Done = lambda reply: None, brief: bool = False) -> Request:
        """Ask the box for something; ``done`` is called once, from :meth:`poll`, unless it is withdrawn.

        brief: withdraw it when the link goes down.
        """
        request = Request([kind, *args], done, brief)
        self._waiting.append(request)
        return request

    def withdraw(self, request: Request) -> None:
        """Send it no more; a box that has heard of it already may carry it out all the same."""
        self._keep(lambda other: other is not request)

    def _keep(self, wanted: Callable[[Request], bool]) -> None:
        """Withdraw all requests but those ``wanted``."""
        self._waiting = deque(filter(wanted, self._waiting))
        if self._flight is not None and not wanted(self._flight[2]):
            self._flight = None
            self._out = b"\r\n"  # all else that matters is sent again

    @property
    def idle(self) -> bool:
        """Whether no request waits for its reply."""
        return not self._waiting and self._flight is None

    def tell(self, *body: Any) -> None:
        """Send a frame that has no reply."""
        if self._port is not None:
            self._out += frame(TO_BOX, list(body))

    def close(self) -> None:
        """Take leave and give the port back."""
        if self._port is not None:
            try:
                self._port.write(frame(TO_BOX, ["bye", 0]))
            except LostPort:
                pass
            self._port.close()
            self._port = None
        self.up = False

    def pull(self, why: str = "the port was closed") -> None:
        """Let go of the port as if the cable had been pulled; the next poll opens it again."""
        self._lose(why)

    def poll(self) -> None:
        """Hear what has come, send what is due, open the port again if it has gone."""
        now = self._clock()
        if self._port is None and not self._open(now):
            return
        assert self._port is not None
        try:
            self._hear(now)
            if self._port is None:
                return
            if not self.up:
                if now >= self._due:
                    self._hello(now)
            else:
                self._ask(now)
            if self._out:
                n = self._port.write(self._out)
                self._out = self._out[n:]
        except LostPort as error:
            self._lose(str(error))

    def _open(self, now: float) -> bool:
        if now < self._due:
            return False
        try:
            self._port = self._opener()
        except PortError as error:
            self._due = now + REOPEN
            self._tell_lost(str(error))
            return False
        self._lines = Lines(LONGEST)
        self._out = b"\r\n"  # ends what an earlier host may have begun
        self._due = self._heard = now
        self._session()
        return True

    def _lose(self, why: str) -> None:
        if self._port is not None:
            self._port.close()
        self._port = None
        self.up = False
        self.refused = ""
        self._due = self._clock() + REOPEN
        self._tell_lost(why)

    def _tell_lost(self, why: str) -> None:
        if why != self._why:
            self._why = why
            self._keep(lambda request: not request.brief)
            self._handler.lost(why)

    def _hello(self, now: float) -> None:
        self._nonce += 1
        self._due = now + RESEND * 2
        self.tell("hi", self._first, PROTOCOL, self._every, self._nonce)

    def _ask(self, now: float) -> None:
        """Send the oldest request, or that again, or ask whether the box is there."""
        if now - self._heard > SILENCE:
            self._anew("the box does not answer")
            return
        if self._flight is None and not self._waiting and now - self._heard > PING:
            self.request("ping", brief=True)
        if self._flight is None and self._waiting:
            request = self._waiting.popleft()
            self._number += 1
            numbered = [request.body[0], self._number, *request.body[1:]]
            self._flight = (self._number, frame(TO_BOX, numbered), request)
            self._begun = now
            self._sent = now - RESEND
        if self._flight is not None and now - self._begun > PATIENCE:
            self._again()
            self._anew("the box does not answer a request")
            return
        if self._flight is not None and now - self._sent >= RESEND and len(self._out) < LONGEST:
            self._sent = now
            self._out += self._flight[1]

    def _again(self) -> None:
        """Ask for what is under way once more, with a new number."""
        if self._flight is not None:
            self._waiting.appendleft(self._flight[2])
            self._flight = None

    def _anew(self, why: str) -> None:
        """Say hello again over the same port."""
        self._session()
        self.up = False
        self._due = self._clock()
        self._tell_lost(why)

    def _hear(self, now: float) -> None:
        assert self._port is not None
        for line in self._lines.feed(self._port.read(4096)):
            body = unframe(FROM_BOX, line)
            if body is None:
                text = line.decode("utf-8", "replace").rstrip("\r")
                if self.up and text and not text.startswith(FROM_BOX.decode()):
                    self._handler.logged(text)
                continue
            self._heard = now
            try:
                self._frame(body)
            except (IndexError, TypeError, KeyError, ValueError) as error:
                self._handler.logged(f"a frame that this program does not understand: {body!r} ({error})")

    def _frame(self, body: list[Any]) -> None:
        kind = body[0]
        if not self.up:
            if kind == "hi" and body[1] == self._nonce:
                self._greet(body)
            elif kind == "no" and body[1] == self._nonce and body[2] == "version":
                self.refused = f"{body[3]}; {BOTH}"
                self._due = self._clock() + RETRY
                self._tell_lost(self.refused)
            return
        if kind in ("ok", "no", "snap", "part"):
            if kind == "no" and body[2] == "hello":
                self._anew("the box was started again")
            elif self._flight is not None and body[1] == self._flight[0]:
                done = self._flight[2].done
                self._flight = None
                done(No(body[2], body[3]) if kind == "no" else body[2:])
        elif kind != "hi":
            self._handler.frame(body)

    def _greet(self, body: list[Any]) -> None:
        _, _, protocol, boot, version, build, packs, game, number, crc = body
        if boot != self.boot:
            self.boot = boot
            self._number = self._first
            self._again()  # a started box knows nothing of it
        self.up = True
        self._why = self.refused = ""
        self._sent = 0.0
        self._begun = self._clock()
        self._handler.greeted(
            {
                "protocol": protocol,
                "boot": boot,
                "version": version,
                "build": build,
                "packs": packs,
                "game": game,
                "number": number,
                "crc": crc,
            }
        )
