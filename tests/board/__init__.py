"""A box on an emulated Raspberry Pi Pico, with official firmware: wires, start, a game."""

from __future__ import annotations

from functools import cache

from omenbox import box_files


@cache
def installed() -> dict[str, bytes]:
    """Every file of a box on a Pico, by its path on the board."""
    return box_files.box_files()
