"""The types of the effect language, for whoever reads or checks the rules core.

At run time there are only integers: a handle (an explorer, a room, a card in play), a set of
handles as a mask, the id of some content, or a number. This file is read by type checkers and
never imported. The pack compiler takes the types of the words from their annotations, spelled
as the effect language does: `Room` is its `room`, `CardId` its `card_id`.
"""

from collections.abc import Callable as Callable
from collections.abc import Iterable as Iterable
from collections.abc import Iterator as Iterator
from collections.abc import Sequence as Sequence
from typing import Any as Any

from shared_rules.game import Game as Game
from shared_rules.pack import Packs as Packs

State = list[Any]  # G: see shared_rules.state
Prompt = Any  # a list (P_*), or None

Number = int
Explorer = int  # seat 0..5
Figure = int  # an explorer, or MONSTER + n
Room = int  # index in the rooms in play
Card = int  # index in the game's list of cards
Trait = int  # SPEED, MIGHT, SANITY, KNOWLEDGE
Floor = int  # BASEMENT, GROUND, UPPER, ROOF
Side = int  # HERO, TRAITOR
Option = int  # kind << 16 | argument, O_*
Place = int  # figure, ROOM_PLACE + room, or AT_*

# Sets: bit n stands for thing n.
Explorers = int
Figures = int
Rooms = int
Cards = int
Traits = int

# Content ids: slot of the pack << 12 | number in it.
Tile = int
CardId = int
Token = int
Monster = int
Haunt = int
Face = int
Text = int
Proc = int
