"""The button's gestures, told from its level and the time. Times are in ms and may wrap.

    DOWN     a finger is on it: dice are thrown and the light answers at once
    PRESS    it was let go soon: the next option
    DOUBLE   the second of two quick presses: back one; the first was told as a PRESS
    HOLD     it was let go after 0.6 s: what is shown is confirmed
    MENU     it has been down for 3 s

Nothing waits to see what comes after it: a second press takes back what the first one did.
"""

TICKS = 0x3FFFFFFF  # times count up to here and begin again, as on the board

NOTHING = 0
DOWN = 1
PRESS = 2
DOUBLE = 3
HOLD = 4
MENU = 5

SETTLE = 30  # ms in which a contact may chatter
TWICE = 200  # ms from one press to the next that make them a double press, at most
LONG = 600  # ms after which a press is a hold
VERY_LONG = 3000  # ms after which it asks for the menu


def since(then: int, now: int) -> int:
    """Milliseconds from `then` to `now`."""
    return now - then & TICKS


class Button:
    """Turns the level of a contact into gestures, one look after another.

    down: whether a finger is on it. spent: whether what it does now has had its effect.
    """

    def __init__(self) -> None:
        self.down = False
        self.changed: int | None = None  # when it last went up or down, while that matters
        self.spent = False
        self.once = False  # a PRESS was told when it went up
        self.again = False  # this is the press after it

    def look(self, down: bool, ms: int) -> int:
        """The gesture that a look at the contact completes, NOTHING for none."""
        age = VERY_LONG if self.changed is None else since(self.changed, ms)
        if age > TWICE and not self.down:
            self.changed = None  # a clock that wraps must not bring it back
            self.once = False
        if down == self.down or age < SETTLE:
            if self.down and not self.spent and age >= VERY_LONG:
                self.spent = True
                return MENU
            return NOTHING
        self.down = down
        self.changed = ms
        if down:
            self.again = self.once
            self.once = self.spent = False
            return DOWN
        if self.spent:
            return NOTHING
        if age >= LONG:
            return MENU if age >= VERY_LONG else HOLD
        if self.again:
            return DOUBLE
        self.once = True
        return PRESS

    def use(self) -> None:
        """What is done now has had its effect: letting go means nothing more."""
        self.spent = True

    def held(self, ms: int) -> int:
        """For how long a finger has been on it, in ms; -1 without one."""
        if not self.down or self.changed is None:
            return -1
        return since(self.changed, ms)
