"""Scenarios: a position, steps and expectations, written in TOML (docs/scenarios.md).

>>> from omenbox.scenario import collect, play
>>> for scenario in collect(["tests/scenarios"]):       # doctest: +SKIP
...     play(scenario)
"""

from __future__ import annotations

from .files import Scenario, Step, collect, load, parse
from .names import Mistake
from .play import Failure, Played, play

__all__ = ["Failure", "Mistake", "Played", "Scenario", "Step", "collect", "load", "parse", "play"]
