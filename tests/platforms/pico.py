"""The Raspberry Pi Pico, emulated, with official MicroPython firmware.

    with Pico(board_files() | {"base.pack": data}) as board:
        done = board.run("import shared_rules.game")
        done.ms                                    # emulated milliseconds, all of them
        board.heap().live                          # bytes

See :class:`omenbox.sim.platforms.Pico`, which this is.
"""

from __future__ import annotations

from omenbox.sim.platforms import FIRMWARE, Pico, PicoResult, littlefs_image
from omenbox.sim.platforms import pico_missing as missing

__all__ = ["FIRMWARE", "Pico", "PicoResult", "littlefs_image", "missing"]
