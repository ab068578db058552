"""The box's end of the link to a host: requests, and the log as it grows.

docs/protocol.md describes the other end too. The box never waits for a host: what nobody
reads is dropped and sent again when somebody asks for it.
"""

from omenbox_device import VERSION, drop
from omenbox_device.button import since
from omenbox_device.framing import FROM_BOX, TO_BOX, Lines, frame, unframe
from shared_rules.game import Refused
from shared_rules.state import DICE, P_KIND
from shared_rules.vm import EffectError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from omenbox_device.loop import Box

    class Port(Protocol):
        """A serial port that never blocks."""

        def read(self, n: int) -> bytes:
            """At most `n` bytes, none if nothing is there."""

        def write(self, data: bytes) -> int:
            """Send what fits now; gives how many bytes that were."""


PROTOCOL = 1
WINDOW = 8  # events that are on their way at a time
RESEND = 400  # ms after which unacknowledged events are sent again
TRIES = 8  # after so many times the host is taken to be gone
STUCK = 2000  # ms after which what nobody reads is dropped
SURE = 256  # bytes that a port surely takes from a host that has read everything before
FEW = 24  # bytes that it is given in one round, one by one, when that is not sure
QUEUE = 4  # frames that wait to be written
REPLIES = 2  # replies kept for requests that come again
AHEAD = 64  # how far the number of a request may be ahead of the last one
PIECE = 300  # characters of a saved state in one frame


class Link:
    """The link of a box over a port. boot: a number that differs at every start; build: hash of the program."""

    def __init__(self, box: "Box", packs: "Any", port: "Port", boot: int, build: str = "") -> None:
        self.box = box
        self.packs = packs
        self.port = port
        self.boot = boot
        self.build = build
        self.lines = Lines()
        self.open = False  # whether a host listens
        self.every = 0  # how often it wants the hash of the state
        self.first = -1  # where the numbers of its requests begin
        self.last = -1  # the newest request
        self.replies: list[tuple[int, bytes]] = []
        self.warned = ""  # what the host has been told of the saves
        self.out: list[bytes] = []
        self.torn = False  # whether a line was begun and not ended
        self.unread = 0  # bytes written since the host last showed that it had read everything
        self.wrote = 0
        self.game = -1  # the game whose log it follows
        self.next: int | None = None  # the event to send next, None until it asks
        self.acked = 0
        self.sent = 0
        self.tries = 0
        self.asked = False
        self.hashed = (-1, -1, "")
        self.saved = (-1, -1, "")
        self.ms = 0

    def tick(self, ms: int) -> None:
        """Go round once: hear, send events, write what fits."""
        self.ms = ms
        data = self.port.read(256)
        if data:
            for line in self.lines.feed(data):
                body = unframe(TO_BOX, line)
                if body is not None:
                    self.hear(body)
        if self.open and self.next is not None and len(self.out) < QUEUE:
            try:
                self.push()
            except MemoryError:
                pass  # the next round tries again
        if self.open and self.warned != self.box.warning and len(self.out) < QUEUE:
            self.warned = self.box.warning
            self.queue(("omenbox: %s\r\n" % plain(self.warned or "all is well with the saves")).encode())
        if self.out:
            self.write()

    def busy(self) -> bool:
        """Whether there is something to send at once."""
        if self.out:
            return not self.torn
        n = self.next
        if not self.open or n is None or self.box.game is None:
            return False
        return n <= self.box.number and n < self.acked + WINDOW

    # --- what goes out ----------------------------------------------------------------------

    def write(self) -> None:
        """Write as much as the port takes; drop everything when nobody reads for long.

        A port may stop the box when it is given more than there is room for, and only says
        whether there is any: so what may be too much is written byte by byte.
        """
        few = FEW
        while self.out and few:
            data = self.out[0]
            sure = SURE - self.unread
            if sure <= 0:
                few -= 1
            n = self.port.write(data[: max(sure, 1)]) or 0
            self.unread += n
            if n:
                self.wrote = self.ms
                self.torn = n < len(data)
            if n < len(data):
                self.out[0] = data[n:]
            else:
                del self.out[0]
            if not n:
                break
        if self.out and since(self.wrote, self.ms) > STUCK:
            self.drop()
            self.open = False

    def drop(self) -> None:
        """Throw away what waits to be written; a line that was begun is ended first of all."""
        self.out = [b"\r\n"] if self.torn else []

    def send(self, body: "list[Any]") -> bytes:
        """Queue a frame."""
        data = frame(FROM_BOX, body)
        self.queue(data)
        return data

    def queue(self, line: bytes) -> None:
        """Queue a line."""
        if not self.out:
            self.wrote = self.ms
        self.out.append(line)

    def push(self) -> None:
        """Send the next event, or old ones again, as far as the window allows."""
        box = self.box
        if box.game is None:
            if self.asked:
                self.asked = False
                self.send(["at", 0, 0, "", "", 0, ""])
            return
        if box.id != self.game:
            self.game = box.id
            self.next = self.acked = 0
        n = self.next
        newest = box.number - (1 if box.thinking else 0)
        assert n is not None
        if n <= newest:
            if n < self.acked + WINDOW:
                self.event(n, n == newest and not box.thinking)
        elif self.asked and n == self.acked and not box.thinking:
            self.asked = False
            self.send(["at", box.id, newest] + self.state())
        if self.next is not None and self.next > self.acked and since(self.sent, self.ms) > RESEND:
            self.tries += 1
            self.open = self.tries <= TRIES
            self.next = self.acked
            self.sent = self.ms

    def event(self, n: int, newest: bool) -> None:
        """Send event `n`: 0 is the set-up of the game, k its record k."""
        box = self.box
        if box.base and n <= box.base:
            self.next = None
            self.send(["gone", box.id, box.base + 1])
            return
        record = ["g", self.names(), box.game.setup] if n == 0 else box.game.records[n - box.base - 1]
        body = ["e", box.id, n, record]
        if newest:
            self.asked = False
            body += self.state()
        self.send(body)
        if n == self.acked:
            self.sent = self.ms
        self.next = n + 1

    def state(self) -> "list[Any]":
        """How the newest record leaves the game: CRC of the log, hash of the state or "", what may be undone, error."""
        box = self.box
        n = box.number
        if self.every and n % self.every == 0 and self.hashed[:2] != (box.id, n):
            try:
                known = "%08x" % box.game.hash()
            except MemoryError:
                known = ""  # the host does without
            self.hashed = (box.id, n, known)
        known = self.hashed[2] if self.hashed[:2] == (box.id, n) else ""
        return ["%08x" % box.game.crc, known, self.undoable(), plain(box.error)]

    def undoable(self) -> int:
        """How many answers may be taken back; all of them when the game cannot go on."""
        game = self.box.game
        return len(game.done) if self.box.error else game.undoable

    def names(self) -> "list[list[str]]":
        """The packs: names and checksums."""
        return [[p.name, "%08x" % p.crc] for p in self.packs.packs]

    def forget(self) -> None:
        """Keep no saved state for the host any more."""
        self.saved = (-1, -1, "")

    # --- what comes in ------------------------------------------------------------------------

    def hear(self, body: "list[Any]") -> None:
        """Act on a frame from the host."""
        try:
            kind = body[0]
            if kind == "hi":
                self.hello(body[1], body[2], body[3], body[4])
            elif kind == "k" or kind == "from":
                self.heard_of(body[1], body[2], kind == "from")
            elif kind == "bye":
                self.open = False
            elif type(body[1]) is int:
                self.request(kind, body[1], body[2:])
        except (ArithmeticError, LookupError, TypeError, ValueError, MemoryError):
            pass  # a frame of another program; it is told so when it says hello

    def hello(self, first: int, protocol: int, every: int, nonce: int) -> None:
        """A host begins, or begins again after the cable was out."""
        integers(first, every, nonce)
        self.drop()
        if protocol != PROTOCOL:
            self.open = False
            why = "this box speaks protocol %d, the host %s" % (PROTOCOL, protocol)
            self.send(["no", nonce, "version", plain(why)])
            return
        if first != self.first:
            self.first = self.last = first
            self.replies = []
        self.open = True
        self.every = every
        self.warned = ""
        self.next = None
        self.asked = False
        self.tries = 0
        box = self.box
        crc = "" if box.game is None else "%08x" % box.game.crc
        self.send(["hi", nonce, PROTOCOL, self.boot, VERSION, self.build, self.names(), box.id, box.number, crc])

    def heard_of(self, game: int, n: int, again: bool) -> None:
        """The host has everything below event `n`; `again`: and wants what follows from there."""
        integers(game, n)
        if again or game == self.game and self.next is not None and self.acked < n <= self.next:
            self.open = self.first >= 0
            self.unread = self.tries = 0
            self.sent = self.ms
            self.acked = n
        if again:
            box = self.box
            self.asked = True
            self.game = box.id
            if game != box.id or not 0 <= n <= box.number + 1:
                self.acked = 0
            self.next = self.acked

    def request(self, kind: str, n: int, args: "list[Any]") -> None:
        """Carry out a request once, however often it comes; not while earlier replies are not read."""
        if len(self.out) >= QUEUE:
            return
        for known, data in self.replies:
            if known == n:
                self.queue(data)
                return
        if not 0 <= self.last < n <= self.last + AHEAD:
            if self.first < 0:
                self.send(["no", n, "hello", "say hello first"])
            return
        try:
            reply = self.obey(kind, n, args)
        except (Refused, EffectError) as x:
            reply = ["no", n, "refused", plain(str(x))]
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            reply = ["no", n, "unknown", "this box does not know such a request"]
        except MemoryError:
            reply = ["no", n, "busy", "the box has no room for this now"]
        self.last = n
        self.unread = 0  # it asks for one thing after the other: it has read the last reply
        if len(self.replies) == REPLIES:
            del self.replies[0]
        self.replies.append((n, self.send(reply)))

    def obey(self, kind: str, n: int, args: "list[Any]") -> "list[Any]":
        """Carry out a request and give the reply."""
        box = self.box
        if kind in ("a", "c", "u", "roll"):
            if box.game is None or args[0] != box.id:
                return ["no", n, "game", "another game is on the table"]
            if args[1] != box.number:
                return ["no", n, "prompt", "this has been answered already: the box is at prompt %d" % box.number]
            if kind == "a":
                box.answer(args[2])
            elif kind == "c":
                box.correct(*args[2:])
            elif kind == "roll":
                if box.game.prompt is None or box.game.prompt[P_KIND] != DICE:
                    return ["no", n, "refused", "no dice are asked for"]
                box.roll()
            else:
                most = self.undoable()
                if type(args[2]) is not int or not 0 < args[2] <= most:
                    return ["no", n, "refused", "%d answers can be taken back" % most]
                box.take_back(args[2])
            return ["ok", n]
        if kind == "get":
            game, number, at = args
            integers(game, number, at)
            if self.saved[:2] != (game, number):
                return ["no", n, "snap", "this state is no longer here; ask for a new one"]
            text = self.saved[2]
            if at + PIECE >= len(text):
                self.forget()
            return ["part", n, at, text[at : at + PIECE]]
        if kind == "look":
            strip = box.board.strip
            return ["ok", n, box.board.digits.shown, "".join(["%06x" % c for c in strip.shown])]
        if kind in ("press", "release"):
            integers(args[0])
            getattr(box.board.button, kind)(args[0])
            return ["ok", n]
        if kind == "ping":
            return ["ok", n]
        from omenbox_device import seldom

        try:
            return seldom.obey(self, kind, n, args)
        finally:
            drop("seldom")


def integers(*numbers: "Any") -> None:
    """Raises ValueError for anything that is not an integer."""
    for n in numbers:
        if type(n) is not int:
            raise ValueError(n)


def plain(text: str) -> str:
    """Text in ASCII, cut to what fits into a frame."""
    return "".join([c if " " <= c <= "~" else "?" for c in text[:200]])
