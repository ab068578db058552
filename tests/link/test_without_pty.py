"""The link and a box in the same process work where there are no pseudo-terminals, as on Windows."""

from __future__ import annotations

import subprocess
import sys

from ..platforms import ROOT

SCRIPT = """
import sys
for name in ("pty", "tty", "termios", "fcntl"):
    sys.modules[name] = None
from omenbox.link import Mirror, memory_ports, spawn
from omenbox.packs import standard_packs
from omenbox_device import program
from omenbox_device.board import VirtualBoard

packs = standard_packs()
box_end, host_end = memory_ports()
box = program.make(VirtualBoard(), packs, box_end)
mirror = Mirror(lambda: host_end, packs)
poll, ms = mirror.client.poll, 0
def both():
    global ms
    ms += 10
    box.tick(ms)
    poll()
mirror.client.poll = both
mirror.do(mirror.begin, [3, 5, 1, 0, 0, 0, 1, 1, 0, []])
mirror.wait(lambda: mirror.synced and mirror.game)
for n in range(3):
    mirror.do(mirror.answer, mirror.game.prompt[3][0])
    mirror.wait(lambda: mirror.number == n + 1 and mirror.synced)
assert mirror.game.hash() == box.game.hash()
try:
    spawn.Spawned()
except Exception as error:
    print(type(error).__name__, error)
"""


def test_a_box_in_this_process_needs_no_terminal() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("OmenboxError there are no pseudo-terminals here; let the box run in this process")
