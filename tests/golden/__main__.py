"""``python -m tests.golden``: play the golden logs and the playthroughs anew and keep them."""

from __future__ import annotations

from .. import playthroughs
from . import GAMES, write

write()
playthroughs.write()
print(f"{len(GAMES)} logs, {len(playthroughs.GAMES)} playthroughs")
