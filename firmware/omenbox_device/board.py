"""The ports of the box, and a board without hardware that has them all.

A board has `strip`, `digits`, `button` and `entropy(n)`, and `file` is the path of its board file,
empty without one; the loop knows nothing else of it. The strip has the names of
`adafruit_pixelbuf`. This one is kept in memory: the page on the desktop and the tests look at
`strip.shown` and `digits.shown`, and press `button`.
"""

from omenbox_device.button import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PIXELS = 64
SHORT = 60  # ms for which a press is felt for sure
LONGEST = 5000  # ms for which a press lasts at most
FACES = 3  # a die shows 0, 1 or 2, each on two of its six sides


class Strip:
    """A strip of lamps in memory; a colour is `red << 16 | green << 8 | blue`.

    shown: the colours that glow, brightness taken off. shows: how often they were written.
    """

    def __init__(self, n: int = PIXELS) -> None:
        self.pixels = [0] * n
        self.shown = [0] * n
        self.shows = 0
        self.brightness = 1.0
        self.auto_write = False

    def __len__(self) -> int:
        return len(self.pixels)

    def __getitem__(self, i: int) -> int:
        return self.pixels[i]

    def __setitem__(self, i: int, colour: int) -> None:
        self.pixels[i] = colour
        if self.auto_write:
            self.show()

    def fill(self, colour: int) -> None:
        """Set every lamp."""
        for i in range(len(self.pixels)):
            self.pixels[i] = colour
        if self.auto_write:
            self.show()

    def show(self) -> None:
        """Let the lamps glow as they were set."""
        bright = int(self.brightness * 256)
        shown = self.shown
        i = 0
        for c in self.pixels:
            if bright < 256:
                c = (c >> 16) * bright >> 8 << 16 | (c >> 8 & 255) * bright >> 8 << 8 | (c & 255) * bright >> 8
            shown[i] = c
            i += 1
        self.shows += 1


class Digits:
    """Four digits of seven segments; `shown` is the text on them."""

    def __init__(self) -> None:
        self.shown = "    "

    def show(self, text: str) -> None:
        """Show four characters: figures, and the letters that seven segments can make."""
        self.shown = text


class Button:
    """A push button; `press` puts a finger on it, as often as it is called."""

    def __init__(self) -> None:
        self.presses: list[int] = []
        self.began: int | None = None

    def press(self, length: int = SHORT) -> None:
        """Hold it down for `length` ms, at most `LONGEST`, then let go for as long, 0.2 s at most."""
        self.presses.append(max(0, min(length, LONGEST)))

    def release(self, length: int) -> None:
        """Take the finger off: the newest press lasts `length` ms in all, or until now if that is past."""
        if self.presses:
            self.presses[-1] = max(SHORT, min(length, LONGEST))

    def pressed(self, ms: int) -> bool:
        """Whether it is down at the time `ms`; a real button looks at its pin."""
        if self.began is not None and since(self.began, ms) >= self.presses[0] + min(self.presses[0], 200):
            del self.presses[0]
            self.began = None
        if not self.presses:
            return False
        if self.began is None:
            self.began = ms
        return since(self.began, ms) < self.presses[0]


class VirtualBoard:
    """A box without hardware. entropy: gives so many random bytes, such as `os.urandom`."""

    def __init__(self, entropy: "Callable[[int], bytes] | None" = None, pixels: int = PIXELS) -> None:
        if entropy is None:
            from os import urandom as entropy
        self.strip = Strip(pixels)
        self.digits = Digits()
        self.button = Button()
        self.entropy = entropy
        self.file = ""


def number(entropy: "Callable[[int], bytes]") -> int:
    """A random number of 30 bits."""
    return int.from_bytes(entropy(4), "big") >> 2


def throw(entropy: "Callable[[int], bytes]", n: int) -> "list[int]":
    """Faces 0..2 of `n` dice from random bytes; the byte that would favour a face is thrown away."""
    faces: list[int] = []
    while len(faces) < n:
        for b in entropy(n - len(faces)):
            if b < 256 - 256 % FACES:
                faces.append(b % FACES)
    return faces
