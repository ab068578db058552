"""The button's gestures, told from its level and the time. Times are in ms and may wrap."""

TICKS = 0x3FFFFFFF  # times count up to here and begin again, as on the board

NOTHING = 0
DOWN = 1  # a finger is on it: a roll and the answering light wait for nothing more
PRESS = 2  # let go again: the next option

SETTLE = 30  # ms in which a contact may chatter


def since(then: int, now: int) -> int:
    """Milliseconds from `then` to `now`."""
    return now - then & TICKS


class Button:
    """Turns the level of a contact into gestures, one look after another."""

    def __init__(self) -> None:
        self.down = False
        self.changed: int | None = None

    def look(self, down: bool, ms: int) -> int:
        """The gesture that a look at the contact completes, NOTHING for none."""
        if down == self.down or self.changed is not None and since(self.changed, ms) < SETTLE:
            return NOTHING
        self.down = down
        self.changed = ms
        return DOWN if down else PRESS
