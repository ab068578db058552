"""Looks on at the whole program of a box and tells what it costs. Runs on the board, not here.

Prints one line an answer, `watch [..]`, between the lines of the link: see ROW. Times are in
microseconds, each the longest since the last line; what looking on takes is in none of them.

    number  of the prompt                  answer  from it to the next prompt
    slice   of the game                    slices  how many there were
    look    at the game, lamps sorted      frame   of digits and lamps
    gap     from one frame to the next     save    a snapshot, the flash's own time left out
    tidy    memory                         round   of the loop, tidying left out
    live    bytes in use, now and then
"""

import gc
import json
import time

from omenbox_device import program

ROW = ("number", "answer", "slice", "slices", "look", "frame", "gap", "save", "tidy", "round", "live")
NUMBER, ANSWER, SLICE, SLICES, LOOK, FRAME, GAP, SAVE, TIDY, ROUND, LIVE = range(len(ROW))
EVERY = 16  # records between two looks at the heap


def since(start):
    """Microseconds since a moment."""
    return time.ticks_diff(time.ticks_us(), start)


class Watch:
    """Stands between a box and its parts; `box.tick` works as before."""

    def __init__(self, box):
        self.box = box
        self.row = [0] * len(ROW)
        self.began = self.shown = None
        self.tick, self.answer, self.think, self.paint = box.tick, box.answer, box.think, box.paint
        self.draw, self.show = box.draw, box.board.strip.show
        box.tick, box.answer, box.think, box.paint = self.ticks, self.answers, self.thinks, self.paints
        box.draw, box.board.strip.show = self.draws, self.shows
        if box.saves is not None:
            self.mark = box.saves.mark
            box.saves.mark = self.marks
        program.gc = self

    def most(self, i, n):
        """Keep the highest."""
        if n > self.row[i]:
            self.row[i] = n

    def ticks(self, ms):
        """A round, and a line about it when the box waits again after an answer."""
        start = time.ticks_us()
        self.tick(ms)
        self.most(ROUND, since(start))
        box = self.box
        if self.began is not None and not box.thinking:
            self.row[NUMBER] = box.number
            self.began = None
            if box.number % EVERY == 0:
                gc.collect()
                self.row[LIVE] = gc.mem_alloc()
            box.link.queue(("watch %s\r\n" % json.dumps(self.row)).encode())
            self.row = [0] * len(ROW)
            self.shown = None

    def answers(self, value):
        """An answer: from here to the next prompt."""
        start = time.ticks_us()
        self.answer(value)
        self.began = start

    def thinks(self):
        """A slice of the game, or a look at it."""
        game = self.box.stage == 0
        start = time.ticks_us()
        self.think()
        if game:
            self.row[SLICES] += 1
        self.most(SLICE if game else LOOK, since(start))
        if self.began is not None and not self.box.thinking:
            self.row[ANSWER] = since(self.began)  # its picture, and a snapshot if one is due, come after it

    def paints(self):
        """Lamps are sorted by what they show, if that is new."""
        start = time.ticks_us()
        self.paint()
        self.most(LOOK, since(start))

    def draws(self):
        """A frame."""
        start = time.ticks_us()
        self.draw()
        self.most(FRAME, since(start))

    def shows(self):
        """Lamps are told what to show: how long after the last time."""
        self.show()
        if self.shown is not None:
            self.most(GAP, since(self.shown))
        self.shown = time.ticks_us()

    def marks(self, game):
        """A snapshot, if one is due."""
        start = time.ticks_us()
        done = self.mark(game)
        if done:
            self.most(SAVE, since(start))
        return done

    def collect(self):
        """Memory is tidied."""
        start = time.ticks_us()
        gc.collect()
        self.most(TIDY, since(start))

    def threshold(self, n):
        """When it is tidied by itself."""
        gc.threshold(n)
