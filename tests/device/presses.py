"""Somebody who plays with the button and the four digits alone: all they know is what the digits show.

Run as a program, on either Python, it plays a game of haunt 57 to its end and prints what it came
to: answers, presses, the hash of the state, the CRC of the log.

    presses.py SEED PACK...

Or it begins a game of four with all rooms by presses too, unless a save is in FOLDER, gives ANSWERS
answers and prints how the game stands before them and after.

    presses.py SEED FOLDER ANSWERS PACK...
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TICK = 20  # ms
QUICK = 60  # ms for which a finger is down
LONG = 700  # ms of a hold
MENU = 3200  # ms of one that opens the menu


class Chance:
    """Random numbers that are the same on every Python."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 12) % n

    def bytes(self, n: int) -> bytes:
        """An entropy port."""
        return bytes([self.below(256) for _ in range(n)])


class Player:
    """A finger on the button of `box` and an eye on its digits."""

    def __init__(self, box: "Any", chance: Chance) -> None:
        self.box = box
        self.chance = chance
        self.ms = 0x3FFFFFFF - 5000  # the clock wraps early in the game
        self.presses = 0

    def wait(self, ms: int) -> None:
        """Let time go by."""
        for _ in range(0, ms, TICK):
            self.ms = self.ms + TICK & 0x3FFFFFFF
            self.box.tick(self.ms)

    def press(self, length: int = QUICK) -> None:
        """Press, let go, and wait as long as two presses need to be two."""
        self.presses += 1
        self.box.board.button.press(length)
        self.wait(length + max(length, 240) + 2 * TICK)

    def turn_to(self, text: str) -> None:
        """Press until the digits show `text`."""
        for _ in range(30):
            if self.box.board.digits.shown == text:
                return
            self.press()
        raise AssertionError("%s is never shown" % text)

    def begin(self, text: str) -> None:
        """Begin a game at a table without one, or with one that has ended."""
        self.press()
        self.turn_to(text)
        self.press(LONG)
        self.wait(100)

    def read(self) -> str:
        """The digits, to the end when they move."""
        text = self.box.board.digits.shown
        if text[3] != " ":
            for _ in range(0, 1400, TICK):
                self.wait(TICK)
                now = self.box.board.digits.shown
                if now != text[-4:]:
                    if now[:3] != text[-3:]:
                        break  # it begins anew
                    text += now[3]
        return text.strip()

    def turn(self) -> bool:
        """Do what the digits ask for, anything that is allowed; False at the end of the game."""
        text = self.box.board.digits.shown
        if text == "End ":
            return False
        if text[2] == "d":
            self.press()  # dice
            self.wait(100)
            return True
        self.press()  # opens what is to be picked
        text = self.read()
        sign = [c for c in "-_=" if c in text]
        if not sign:  # a number: any of the first few
            for _ in range(self.chance.below(3)):
                self.press()
            self.press(LONG)
        else:
            places = int(text.split(sign[0])[1])
            if sign[0] == "-":
                self.pick(self.chance.below(places))
                self.press(LONG)
            else:
                self.several(places)
        self.wait(100)
        return True

    def pick(self, n: int) -> None:
        """From the first of the places to place n."""
        for _ in range(n):
            self.press()

    def several(self, places: int) -> None:
        """Choose as many as will do, then confirm."""
        for _ in range(places):
            if self.chance.below(2):
                self.press(LONG)
            self.press()
        for _ in range(places + 2):  # at `do`: confirm, or choose one more, or one less
            if self.box.board.digits.shown[:2] != "do":
                break
            self.press(LONG)
            if self.box.board.digits.shown[:2] != "do":
                break
            self.press()
            self.press(LONG)
            for _ in range(2 * places):
                if self.box.board.digits.shown[:2] == "do":
                    break
                self.press()


def main(seed: int, packs: "list[str]") -> None:
    """Play the game."""
    from omenbox_device import program
    from omenbox_device.board import VirtualBoard
    from shared_rules.game import Game

    opened = program.open_packs(packs)
    chance = Chance(seed)
    box = program.make(VirtualBoard(chance.bytes), opened)
    box.begin(Game(opened, 3, seed, 1, 0, 0, 57))
    player = Player(box, chance)
    player.wait(100)
    while player.turn():
        pass
    print("%d %d %08x %08x" % (box.number, player.presses, box.game.hash(), box.game.crc))


def alone(seed: int, folder: str, answers: int, packs: "list[str]") -> None:
    """Begin a game or go on with it."""
    from omenbox_device import program
    from omenbox_device.board import VirtualBoard
    from omenbox_device.saves import Folder, Saves

    chance = Chance(seed)
    saves = Saves(Folder(folder), sys.implementation.name == "micropython")
    box = program.make(VirtualBoard(chance.bytes), program.open_packs(packs), saves=saves)
    player = Player(box, chance)
    player.wait(100)
    print(box.board.digits.shown)
    if box.game is None:
        player.begin("PL4E")
    end = box.number + answers
    print("%d %08x %08x" % (box.number, box.game.hash(), box.game.crc), box.game.setup)
    while box.number < end:
        player.turn()
    print("%d %08x %08x" % (box.number, box.game.hash(), box.game.crc), box.saves.warning)


if __name__ == "__main__":
    if sys.argv[3].isdigit():
        alone(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:])
    else:
        main(int(sys.argv[1]), sys.argv[2:])
