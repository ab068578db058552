"""A box that plays a list of records by itself, and the same game uninterrupted.

Run as a program, on either Python, it goes on from the save in a folder and prints a line for
each prompt it reaches: the number of records, the hash of the state, how many answers may be
taken back, the CRC of the log. It plays to the end with no host.

    plays.py FOLDER GAME PACK...
"""

import json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FRAME = 40


def reached(box: "Any") -> str:
    """How the game stands."""
    return "%d %08x %d %08x" % (box.number, box.game.hash(), box.game.undoable, box.game.crc)


def settle(box: "Any") -> None:
    """Let the box think and draw, so that a snapshot that is due is written."""
    ms = box.drawn or 0
    ms += FRAME
    box.tick(ms)
    while box.thinking:
        ms += FRAME
        box.tick(ms)


def do(box: "Any", entry: "list[Any]") -> None:
    """Give the box a record of a log as an answer, a correction, or something to take back."""
    if entry[0] == "a":
        box.answer(entry[1])
    elif entry[0] == "c":
        box.correct(entry[1])
    else:
        box.take_back(entry[1])


def main(folder: str, game: str, packs: "list[str]") -> None:
    """Play the game in the file `game` (set-up and records) to its end."""
    from omenbox_device import program
    from omenbox_device.board import VirtualBoard
    from omenbox_device.saves import Folder, Saves
    from shared_rules.game import Game

    with open(game) as file:
        setup, records = json.load(file)
    opened = program.open_packs(packs)
    lean = sys.implementation.name == "micropython"
    box = program.make(VirtualBoard(), opened, saves=Saves(Folder(folder), lean))
    if box.saves.warning:
        print("warning", box.saves.warning)
    if box.game is None:
        print("new")
        box.begin(Game(opened, *setup))
    out = sys.stdout
    print(reached(box))
    while box.number < len(records):
        do(box, records[box.number])
        settle(box)
        print(reached(box))
        if hasattr(out, "flush"):
            out.flush()
    print("end")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
