"""A game in somebody's head: it starts from any position again and again, and nobody is told of it."""

from __future__ import annotations

from shared_rules import house, vm
from shared_rules.game import Game
from shared_rules.pack import Packs
from shared_rules.state import (
    G_EXPLORERS,
    G_LINKS,
    G_MONSTERS,
    G_PLACE,
    G_PROMPT,
    G_RESULT,
    G_ROOMS,
    G_STACKS,
    G_TOKENS,
    G_VARS,
    H_WORTH,
    KIND_HAUNT,
    NONE,
    V_HAUNT,
    V_WINNER,
    V_WINNERS,
    WIN_HEROES,
    WIN_SEATS,
    WIN_TRAITOR,
)

from .unknown import copied


class Position:
    """A state, with what is derived from it and would be dear to derive each time."""

    def __init__(self, game: Game) -> None:
        for r in range(len(game.rooms)):
            house.ways(game, r)
        self.state = game.G
        self.cells = game.cells
        self.tile_rooms = game.tile_rooms
        self.ways = game.ways
        self.edges = game.edges
        self.dealt = game.tracks, game.card_index, game.hooked, game.acting_cards


class Imagination(Game):
    """A game without log, events and undo."""

    keep = False

    def __init__(self, packs: Packs, state: list) -> None:
        self.packs = packs
        self.events = []
        self.reset_log()
        self.quiet = True
        self.adopt(state)

    def begin(self, position: Position) -> Imagination:
        """Stand at a position, which stays as it is; gives the game itself."""
        G = self.G = copied(position.state)
        self.v, self.ex, self.rooms = G[G_VARS], G[G_EXPLORERS], G[G_ROOMS]
        self.tokens, self.monsters, self.links, self.place = G[G_TOKENS], G[G_MONSTERS], G[G_LINKS], G[G_PLACE]
        self.cells = position.cells.copy()
        self.tile_rooms = position.tile_rooms.copy()
        self.ways = position.ways.copy()
        self.edges = position.edges.copy()
        self.tracks, self.card_index, self.hooked, self.acting_cards = position.dealt
        return self

    def stacks(self) -> list[int]:
        """How many cards and tiles are left."""
        return [len(stack) for stack in self.G[G_STACKS]]

    def won(self, seat: int, side: int) -> bool:
        """Whether the game has ended well for a seat that is on a side in truth."""
        how = self.v[V_WINNER]
        if how == WIN_SEATS:
            return bool(self.v[V_WINNERS] >> seat & 1)
        return how == (WIN_TRAITOR if side else WIN_HEROES)


def worth(game: Game, seat: int) -> int:
    """How well things stand for a seat: what its haunt says in the hook ``worth``, else the base pack's ``standing``.

    Raises EffectError if it fails, asks or runs too long.
    """
    G, packs = game.G, game.packs
    haunt = game.v[V_HAUNT]
    proc = packs.hooks(H_WORTH).get(KIND_HAUNT << 16 | haunt, NONE)
    if proc < 0:
        proc = packs.find("proc", "base:standing")
    kept = G[G_RESULT], G[G_PROMPT]
    G[G_PROMPT] = None
    frames = [vm.new_frame(game, proc, haunt, (seat, 0))]
    vm.execute(game, frames, vm.STEP_LIMIT)
    if frames:
        raise vm.EffectError(vm.place(game, frames[-1], "worth runs too long"))
    found = G[G_RESULT]
    G[G_RESULT], G[G_PROMPT] = kept
    return found
