"""``python -m tests.device.frames``: paint the golden frames anew and keep them."""

from __future__ import annotations

from . import scenes, write

write()
print(f"{len(scenes())} scenes")
