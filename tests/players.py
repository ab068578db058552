"""Random bots at every seat, and their dice: what they answer in whatever game is before them."""

from __future__ import annotations

from typing import Any

from omenbox.sim.bots import Dice, RandomBot
from shared_rules import view
from shared_rules.game import Game
from shared_rules.pack import Packs
from shared_rules.state import DICE, P_DOMAIN, P_KIND, P_WHO


class Players:
    """A bot for each of ``seats`` seats. Of one ``seed`` they play the same game the same way."""

    def __init__(self, packs: Packs, seats: int, seed: int) -> None:
        self._bots = [RandomBot(packs, seat, seed) for seat in range(seats)]
        self._dice = Dice(seed)

    def answer(self, game: Game) -> Any:
        """An answer to the prompt of ``game``."""
        prompt = game.prompt
        if prompt[P_KIND] == DICE:
            return self._dice.throw(prompt[P_DOMAIN][0])
        seen = view.view(game, prompt[P_WHO])
        return self._bots[prompt[P_WHO]].answer(seen, seen["prompt"])
