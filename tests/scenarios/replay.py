"""Run on MicroPython: play the records of every scenario from its saved state and compare hashes.

standard input: lines of JSON, `["packs", file...]` opens a set of packs, `["play", name, state,
[[record, hash]...]]` plays a scenario over the set opened last. Prints what differs.
"""

import gc
import json
import sys

from shared_rules.game import Game
from shared_rules.pack import Pack, Packs

g: Game
count = 0
for line in sys.stdin:
    case = json.loads(line)
    if case[0] == "packs":
        g = Game(Packs([Pack(open(path, "rb")) for path in case[1:]]), seats=3)
        continue
    _, name, state, records = case
    g.load(json.dumps(state))
    for record, wanted in records:
        g.redo(record)
        if g.hash() != wanted:
            print("%s: after %s the state is %08x, not %08x" % (name, json.dumps(record), g.hash(), wanted))
            break
    count += 1
    gc.collect()
print(count, "played on", sys.implementation.name)
