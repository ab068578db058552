"""What a seat does not know: the same game with everything hidden from it dealt anew by chance.

What a bot imagines, and what the tests of secrecy change. Who may read what is said by
:mod:`shared_rules.view`.
"""

from __future__ import annotations

from random import Random

from shared_rules import view
from shared_rules.game import Game
from shared_rules.state import (
    AT_BOX,
    AT_STACK,
    E_DONE,
    EVENT,
    G_CARDS,
    G_DISCARDS,
    G_EXPLORERS,
    G_OFFERS,
    G_PLACE,
    G_PROMPT,
    G_RESULT,
    G_RNG,
    G_SECRETS,
    G_STACKS,
    ITEM,
    NONE,
    OMEN,
    P_DOMAIN,
    P_MENU,
    S_KIND,
    S_OWNER,
    S_VALUE,
    TILES,
)

#: A hidden number is imagined from 0 up to this.
SECRET_BELOW = 6


def copied(state: list) -> list:
    """A copy of a state of which everything may be changed."""
    return [
        [row[:] if type(row) is list else row for row in part] if type(part) is list else part for part in state
    ]


def imagined(game: Game, seat: int, chance: Random) -> list:
    """A state that looks to ``seat``, who is asked, like that of ``game``; what it cannot know comes from ``chance``.

    Stacks are shuffled anew with what lies in the box, hidden records hold something else, the
    generator is another, and nobody has used any of this turn's actions. What effects keep in
    mind while they wait stays as it is: without their frames the game could not go on.
    """
    other = copied(game.G)
    deal_stacks(game, other, chance)
    for row in other[G_SECRETS]:
        if not view.reads(row, seat):
            row[S_KIND], row[S_OWNER], row[S_VALUE] = 0, NONE, chance.randrange(SECRET_BELOW)
    for row in other[G_EXPLORERS]:
        row[E_DONE] = 0
    other[G_RNG] = chance.randrange(1, 1 << 32)
    other[G_RESULT] = 0
    prompt = other[G_PROMPT]
    other[G_OFFERS] = list(prompt[P_DOMAIN]) if prompt and prompt[P_MENU] == 1 else []
    return other


def deal_stacks(game: Game, other: list, chance: Random) -> None:
    """Shuffle in the state ``other`` what lies in the stacks, among the rejected tiles and in the box."""
    place = other[G_PLACE]
    for deck in (OMEN, ITEM, EVENT):
        stack = other[G_STACKS][deck]
        cards = [
            c
            for c, at in enumerate(place)
            if at in (AT_STACK, AT_BOX) and game.packs.card(other[G_CARDS][c])[0] == deck
        ]
        chance.shuffle(cards)
        for i, c in enumerate(cards):
            place[c] = AT_STACK if i < len(stack) else AT_BOX
        stack[:] = cards[: len(stack)]
    tiles, rejects = other[G_STACKS][TILES], other[G_DISCARDS][TILES]
    both = sorted(tiles + rejects)
    chance.shuffle(both)
    rejects[:] = both[len(tiles) :]
    tiles[:] = both[: len(tiles)]
