"""What the core costs on a board: bytes, milliseconds, instructions. Runs there, not here.

Prints one JSON array a line: what was measured, then numbers. Times are in microseconds.
"""

import gc
import json
import time


def live():
    """Bytes in use after a collection."""
    gc.collect()
    return gc.mem_alloc()


def since(start):
    """Microseconds since a moment."""
    return time.ticks_diff(time.ticks_us(), start)


def put(*row):
    """Print one measurement."""
    print(json.dumps(row))


def modules(names):
    """Import modules one by one: bytes that each leaves behind, and its time."""
    for name in names:
        before = live()
        start = time.ticks_us()
        __import__(name)
        took = since(start)
        put("module", name, live() - before, took)


def opened(names):
    """Open pack files, then put them together: bytes and time."""
    from shared_rules.pack import Pack, Packs

    found = []
    for name in names:
        before = live()
        start = time.ticks_us()
        found.append(Pack(open(name, "rb"), None, name))
        took = since(start)
        put("pack", name, live() - before, took)
    before = live()
    start = time.ticks_us()
    packs = Packs(found)
    took = since(start)
    put("index", live() - before, took)
    return packs


def played(packs, setup, answers, slices):
    """Play a game: `answers` is a file with one a line, `slices` how many instructions run at once.

    Prints for each answer: kind of its prompt, time to the next one, instructions, longest slice.
    """
    from shared_rules.game import Game

    Game.keep = False
    before = live()
    start = time.ticks_us()
    g = Game(packs, *setup)
    put("begun", live() - before, since(start))
    with open(answers) as file:
        for line in file:
            value = json.loads(line)
            kind = g.prompt[1]
            longest = 0
            start = last = time.ticks_us()
            g.answer(value)
            while not g.step(slices):
                now = time.ticks_us()
                longest = max(longest, time.ticks_diff(now, last))
                last = now
            longest = max(longest, since(last))
            put("answer", kind, since(start), g.used_steps, longest)
            g.events = []
    return g


def ended(g, base):
    """How the game stands: live bytes above `base`, those of the procedures kept, its hash."""
    whole = live()
    g.packs.before.clear()
    g.packs.cache.clear()
    put("ended", whole - base, whole - live(), "%08x" % g.hash())
