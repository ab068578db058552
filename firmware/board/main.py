"""Runs the box after power-up. Whatever stops it is told in one line; the prompt is free then."""

import gc
import sys

gc.threshold(20000)


def main() -> None:
    board = None
    try:
        import time

        import omenbox_device
        from omenbox_device import start

        board = start.board()
        box, port = start.box(board)
        del start, omenbox_device.start, sys.modules["omenbox_device.start"]

        from omenbox_device import program

        program.run(box, time.ticks_ms, port.wait)
    except Exception as x:
        if board is not None:
            board.digits.show("Err ")
        why = str(x)
        if type(x).__name__ not in ("BoardError", "PackError", "Refused"):
            sys.print_exception(x)
            why = "the program stopped (%s: %s); copy it to the board again" % (type(x).__name__, x)
        print("omenbox: %s; Ctrl-D starts it anew" % why)


if not globals().get("safe"):
    main()
