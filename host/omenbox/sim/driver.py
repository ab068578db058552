"""Logs and saved states played again, in the language that both Pythons share.

The desktop tool imports this file; MicroPython runs it, natively and on the board, with one
line of JSON a result: ``main(["replay", "base.pack,more.pack", "game.log", "60", "0"])``.
"""

# ruff: noqa: F403, F405

import json
import sys
import time

from shared_rules import log, pack, view
from shared_rules.game import SETUP, Game
from shared_rules.state import *

WINNERS = ("none", "heroes", "traitor")
ENDED = (None, "judged", "declared")
KEYS = ("seed", "seats", "haunt", "ended", "winner", "turns", "answers", "hash")


class Tally:
    """The turns and answers of a game that are in force: what is taken back does not count."""

    def __init__(self, g):
        self.turn = g.packs.find("text", "base:say.turn")
        self.seen = 0
        self.before = self.told(g)
        self.records = []  # turns begun by each record in force

    def told(self, g):
        """How many turns have begun since the last look."""
        n = 0
        for event in g.events[self.seen :]:
            if event[1] == self.turn:
                n += 1
        self.seen = len(g.events)
        return n

    def note(self, g):
        """Count what the last record did."""
        n = self.told(g)
        if len(g.done) > len(self.records):
            self.records.append(n)
        else:
            del self.records[len(g.done) :]

    @property
    def turns(self):
        """Turns that have begun."""
        return self.before + sum(self.records)


def outcome(g, turns, answers):
    """How a game stands, with the keys of `omenbox sim`; its seats count from 0."""
    v = g.v
    number: int | None = None
    if v[V_HAUNT] >= 0:
        row = g.packs.haunt(v[V_HAUNT])
        number = row[0] | row[1] << 8
    winner: list[int] | str | None = None
    if v[V_WINNER] == WIN_SEATS:
        winner = [e for e in range(len(g.ex)) if v[V_WINNERS] >> e & 1]
    elif v[V_ENDED]:
        winner = WINNERS[v[V_WINNER]]
    seed = g.setup[SETUP.index("seed")]
    values = (seed, len(g.ex), number, ENDED[v[V_ENDED]], winner, turns, answers, "%08x" % g.hash())
    return dict(zip(KEYS, values))


def replay(packs, lines, until=None, seat=None, each=None):
    """Play a log again and give the game and how it stands.

    until: stop after so many records. seat: add the seat's view, -1: that of a looker-on.
    each: called with the game after every record. Raises log.LogError with the line that does
    not fit.
    """
    tally: list[Tally] = []

    def note(g):
        tally[0].note(g)
        if each:
            each(g)

    def opened(g):
        tally.append(Tally(g))

    g = log.replay(packs, lines, until, note, opened)
    n = 0
    for entry in g.done:
        if entry[0] == "a":
            n += 1
    got = outcome(g, tally[0].turns, n)
    if seat is not None:
        got["view"] = view.view(g, seat)
    return g, got


def states(packs, lines, keep):
    """Play a log again; `keep` is called with the saved state at every prompt, the first one too."""

    def each(g):
        keep(g.save())

    log.replay(packs, lines, None, each, each)


def resume(packs, setup, state, answers):
    """Load a saved state into a fresh game and answer on; gives the hash at every prompt."""
    g = Game(packs, *setup)
    g.load(state)
    hashes = ["%08x" % g.hash()]
    for value in answers:
        g.play(value)
        hashes.append("%08x" % g.hash())
    return hashes


def measure(packs, records):
    """Play a log's header and records; gives answers, instructions of effects, milliseconds."""
    answers = steps = 0
    start = now()
    g = Game(packs, *records[0][3])
    for entry in records[1:]:
        if entry[0] != "h":
            g.redo(entry)
            answers += 1
            steps += g.used_steps
    return answers, steps, since(start)


def now():
    """A moment, for `since`."""
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter()


def since(start):
    """Milliseconds since a moment."""
    if hasattr(time, "ticks_diff"):
        return time.ticks_diff(now(), start) / 1000
    return (now() - start) * 1000


def open_files(names):
    """The packs in files given with commas between."""
    return pack.Packs([pack.Pack(open(name, "rb"), None, name) for name in names.split(",")])


def main(args):
    """Do what the words of `args` say and print it: replay, states, resume or measure.

    replay PACKS LOG UNTIL SEAT     (an empty word: all, no view)
    states PACKS LOG                a saved state a line
    resume PACKS JOBS               a line [set-up, state, [answers]] each
    measure PACKS LOG...            a line [answers, steps, milliseconds] each
    """
    try:
        packs = open_files(args[1])
        if args[0] == "replay":
            with open(args[2]) as lines:
                until, seat = [int(word) if word else None for word in args[3:5]]
                print(json.dumps(replay(packs, lines, until, seat)[1]))
        elif args[0] == "states":
            with open(args[2]) as lines:
                states(packs, lines, print)
        elif args[0] == "resume":
            with open(args[2]) as lines:
                for line in lines:
                    print(json.dumps(resume(packs, *json.loads(line))))
        else:
            for name in args[2:]:
                with open(name) as lines:
                    records = [json.loads(line) for line in lines]
                print(json.dumps(measure(packs, records)))
    except (log.LogError, pack.PackError) as x:
        print(json.dumps({"error": str(x)}))


if __name__ == "__main__":
    main(sys.argv[1:])
