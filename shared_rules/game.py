"""A game: what it waits for, the answers, undo, views and the log.

A game is a pure state machine: no clock, no chance, no input or output. It is its
log: the set-up, then answers and corrections; replaying it gives the same state on
every Python.

    >>> from omenbox.packs import standard_packs
    >>> from shared_rules.game import Game
    >>> game = Game(standard_packs(), seats=3, seed=7)
    >>> game.prompt[0], len(game.prompt[3])      # seat 0 picks one of twelve faces
    (0, 12)
    >>> game.play(game.prompt[3][0])
    >>> game.prompt[0]
    1
"""

import json
from binascii import crc32

from shared_rules import house, vm
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

SNAPSHOT_EVERY = 32  # answers between two snapshots
SETUP = ("seats", "seed", "deck", "expansion", "rules", "forced", "month", "day", "played", "faces")


class Refused(Exception):
    """An answer or a correction that the game does not accept; says why and what is possible."""


class Game:
    """One game over a set of packs.

    seats: 3..6. seed: 1..2**32-1, for the game's own shuffles. deck: DECK_FIRST,
    DECK_SECOND or DECK_EXPANSION. expansion: 1 adds the expansion's tiles and the roof.
    rules: RULE_* switches. forced: number of the haunt to reveal, 0 as the chart says.
    month, day: the table's date (first player, A12). played: mask of haunts played
    before. faces: explorer ids, one a seat; empty: each seat picks.
    Raises Refused for a set-up outside the rules (A18).
    """

    debug = False
    keep = True  # whether the log stays in memory
    every = SNAPSHOT_EVERY  # answers between two snapshots in memory, 0: none

    events: "list[list[Any]]"  # [readers mask or NONE, text id, things named]
    records: "list[list[Any]]"  # the log
    done: "list[list[Any]]"  # records in force, after undo
    snapshots: "list[tuple[int, Any, int]]"  # records, state as JSON, records that stay

    # Derived from the state, never saved.
    tracks: list[bytes]
    card_index: "dict[CardId, Card]"
    hooked: dict[int, list[int]]
    cells: "dict[int, Room]"
    tile_rooms: "dict[Tile, Room]"
    ways: "dict[Room, list[Room]]"
    edges: "dict[Floor, tuple[list[int], dict[int, int], int]]"  # see house.edge
    column: "tuple[CardId, dict[Tile, int]]"  # the chart's column that was read last
    acting_cards: "list[Card]"  # cards with actions

    def __init__(
        self,
        packs: "Packs",
        seats: int = 4,
        seed: int = 1,
        deck: int = DECK_SECOND,
        expansion: int = 0,
        rules: int = 0,
        forced: int = 0,
        month: int = 1,
        day: int = 1,
        played: int = 0,
        faces: "Sequence[Face]" = (),
        few: bool = False,
    ) -> None:
        self.setup: list[Any] = [seats, seed, deck, expansion, rules, forced, month, day, played, list(faces)]
        check_setup(packs, self.setup, few)
        self.packs = packs
        G: State = [0] * G_SIZE
        G[G_SCHEMA] = SCHEMA
        G[G_RNG] = seed
        for i in (G_ROOMS, G_TOKENS, G_MONSTERS, G_LINKS, G_CARDS, G_PLACE, G_CARDN, G_FRAMES, G_OFFERS, G_SECRETS):
            G[i] = []
        G[G_STACKS] = [[], [], [], []]
        G[G_DISCARDS] = [[], [], [], []]
        G[G_ROLL] = [NONE, 0, NONE, 0, NONE, 0, []]
        G[G_PROMPT] = None
        G[G_EXPLORERS] = [
            [NONE, HERO, 1, NONE, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, NONE, NONE] for _ in range(seats)
        ]
        v = G[G_VARS] = [0] * V_SIZE
        for i in (V_HAUNT, V_REVEALER, V_TRAITOR, V_KEEPER, V_TRACK, V_LAST_OMEN, V_OMEN_ROOM, V_DUE):
            v[i] = NONE
        v[V_NEXT] = v[V_DEFENDER] = NONE
        v[V_DECK] = deck
        v[V_EXPANSION] = expansion
        v[V_RULES] = rules
        v[V_FORCED] = forced
        v[V_MONTH] = month
        v[V_DAY] = day
        v[V_PLAYED] = played
        v[V_SEATS] = seats
        self.events = []
        self.reset_log()
        self.adopt(G)
        for s in range(len(faces)):
            self.ex[s][E_FACE] = faces[s]
        G[G_FRAMES].append(vm.new_frame(self, packs.entry, NONE, ()))
        self.step()
        self.mark()

    # --- state ------------------------------------------------------------------------

    def reset_log(self) -> None:
        """Begin an empty log."""
        self.records = []
        self.answers = 0
        self.crc = 0
        self.snapshots = []
        self.done = []
        self.free = 0  # the table may undo down to this many records
        self.revealed = False  # a roll, a card, a tile or a secret, since the last answer
        self.used_steps = 0
        self.quiet = False

    def adopt(self, G: "State") -> None:
        """Take `G` as the state and rebuild what is derived from it."""
        self.G = G
        self.v = G[G_VARS]
        self.ex = G[G_EXPLORERS]
        self.rooms = G[G_ROOMS]
        self.tokens = G[G_TOKENS]
        self.monsters = G[G_MONSTERS]
        self.links = G[G_LINKS]
        self.place = G[G_PLACE]
        self.column = (NONE, {})
        self.packs.wake(self.v[V_HAUNT])
        self.load_tracks()
        self.index_cards()
        house.derive(self)

    def load_tracks(self) -> None:
        """Read the trait tracks of the explorers in play: nine bytes a trait, the start last."""
        self.tracks = [self.packs.explorer(row[E_FACE])[:36] if row[E_FACE] >= 0 else b"\1" * 36 for row in self.ex]

    def index_cards(self) -> None:
        """Derive what follows from the deck: content id -> card, cards with hooks."""
        self.card_index = {}
        for c in range(len(self.G[G_CARDS])):
            self.card_index[self.G[G_CARDS][c]] = c
        self.hooked = {}
        self.acting_cards = self.cards_among(self.packs.acting)

    def hook_cards(self, h: int) -> "list[Card]":
        """The cards in this game that have hook `h`, in deck order."""
        got = self.hooked.get(h)
        if got is None:
            got = self.hooked[h] = self.cards_among(self.packs.hooks(h))
        return got

    def cards_among(self, refs: "Iterable[int]") -> "list[Card]":
        """The cards in this game among references of content, in deck order."""
        index = self.card_index
        return sorted([index[ref & 0xFFFF] for ref in refs if ref >> 16 == KIND_CARD and ref & 0xFFFF in index])

    def push(self, proc: "Proc", source: int, args: "Sequence[int]") -> None:
        """Start procedure `proc` on top of what runs now."""
        self.G[G_FRAMES].append(vm.new_frame(self, proc, source, args))

    def deal_cards(self) -> None:
        """Make the decks, not shuffled yet."""
        G = self.G
        stacks = G[G_STACKS]
        for i in self.packs.ids(KIND_CARD):
            row = self.packs.card(i)
            if row[15] >> self.v[V_DECK] & 1:
                stacks[row[0]].append(len(G[G_CARDS]))
                G[G_CARDS].append(i)
                G[G_CARDN].append(0)
                self.place.append(AT_STACK)
        self.index_cards()

    def deal_tiles(self) -> None:
        """Make the stack of tiles, not shuffled yet, and lay out the landings."""
        tiles = self.G[G_STACKS][TILES]
        for t in self.packs.ids(KIND_TILE):
            row = self.packs.tile(t)
            if t >> 12 and not self.v[V_EXPANSION]:
                continue
            if not row[4] & T_FIXED:
                tiles.append(t)
            elif row[4] & T_LANDING and not row[4] & T_TRIO:
                house.place(self, t, house.cell(floor_bit(row[1]), 0, 0), 0)

    def chart(self, omen: "CardId", tile: "Tile") -> int:
        """Number of the haunt for an omen card and a tile, 0 without."""
        if self.column[0] != omen:
            deck = "widows-walk" if self.v[V_DECK] == DECK_EXPANSION else "second"
            self.column = (omen, self.packs.column(deck, omen))
        return self.column[1].get(tile, 0)

    def chart_cell(self, n: int) -> "tuple[Card, Tile]":
        """(card, tile) of the first chart cell of haunt `n` whose omen card is in this game's decks."""
        for omen, tile in self.packs.cells(n):
            if omen in self.card_index:
                return self.card_index[omen], tile
        return NONE, NONE

    def save(self) -> str:
        """The whole state as text: `json.dumps` of it, the same on every Python."""
        return json.dumps(self.G)

    def load(self, text: str) -> None:
        """Go on from a saved state; the log starts anew. Raises Refused for another schema."""
        G = json.loads(text)
        if not isinstance(G, list) or len(G) != G_SIZE or G[G_SCHEMA] != SCHEMA:
            raise Refused("this save was made by another version of the rules; finish it with that version")
        self.events = []
        self.reset_log()
        self.adopt(G)
        self.mark()

    def hash(self) -> int:
        """CRC-32 of the state."""
        return crc32(self.save().encode()) & 0xFFFFFFFF

    # --- play -----------------------------------------------------------------------------

    @property
    def prompt(self) -> "Prompt":
        """What the game waits for: [who, kind, text, domain, source, args, menu], or None."""
        return self.G[G_PROMPT]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.G[G_PHASE] == PHASE_ENDED

    def answer(self, value: "Any") -> None:
        """Accept an answer to the prompt; `step` then carries on. Raises Refused (nothing changes)."""
        p = self.G[G_PROMPT]
        if p is None:
            raise Refused("nothing is asked now")
        result = check_answer(p, value)
        if p[P_KIND] == DICE:
            self.G[G_ROLL][ROLL_FACES].extend(value)
            self.revealed = True
        elif p[P_KIND] == LETTERS:
            self.G[G_SECRETS].append([0, p[P_WHO], list(value), 1 << p[P_WHO]])
            result = len(self.G[G_SECRETS]) - 1
        self.G[G_RESULT] = result
        self.G[G_PROMPT] = None
        self.used_steps = 0
        self.record(["a", value])

    def step(self, budget: int = 0) -> bool:
        """Run to the next prompt or the end; with a budget at most so many steps (see `vm.execute`).

        Gives True when the game waits or has ended. Raises vm.EffectError when an effect
        never stops.
        """
        G = self.G
        frames = G[G_FRAMES]
        self.packs.wake(self.v[V_HAUNT])
        while G[G_PROMPT] is None and frames:
            n = vm.execute(self, frames, budget or vm.STEP_LIMIT)
            self.used_steps += n
            if self.used_steps >= vm.STEP_LIMIT:
                raise vm.EffectError(vm.place(self, frames[-1], "the effect never asks and never ends"))
            if budget:
                break
        if G[G_PROMPT] is None and frames:
            return False
        if self.revealed:
            self.revealed = False
            self.free = len(self.done)
        return True

    def play(self, value: "Any") -> None:
        """Answer and run to the next prompt."""
        self.answer(value)
        self.step()
        self.mark()

    def query(self, proc: "Proc", source: int, *args: int) -> int:
        """Ask a pure procedure of a pack."""
        return vm.query(self, proc, source, *args)

    def tell(self, readers: int, text: "Text", args: "Iterable[int]") -> None:
        """Append an event: [readers mask or NONE, text id, things it names]."""
        if readers >= 0:
            self.revealed = True
        if not self.quiet:
            self.events.append([readers, text, list(args)])

    # --- log, correction, undo ------------------------------------------------------------------

    def record(self, entry: "list[Any]") -> None:
        """Append to the log and hash it."""
        self.answers += 1
        if self.keep:
            self.done.append(entry)
        if not self.quiet:
            self.crc = crc32(json.dumps(entry).encode(), self.crc) & 0xFFFFFFFF
            if self.keep:
                self.records.append(entry)

    def mark(self) -> None:
        """Keep a snapshot if one is due."""
        if self.keep and self.every and (not self.snapshots or len(self.done) >= self.snapshots[-1][0] + self.every):
            self.snapshots.append((len(self.done), self.save(), self.free))

    def correct(self, change: "list[Any]", who: "Explorer" = NONE) -> None:
        """Set something by hand, `[field, number...]`, see `shared_rules.correct`; who: the seat whose hand
        it was, NONE for the table's. Raises Refused."""
        from shared_rules import correct

        correct.apply(self, change, who)
        self.record(["c", change] if who < 0 else ["c", change, who])
        p = self.G[G_PROMPT]
        if p is not None and p[P_MENU] == 1:
            # What the menu offers may no longer be possible: no option is the answer, so it is put anew.
            self.G[G_RESULT] = 0
            self.G[G_PROMPT] = None
            self.used_steps = 0
            self.step()
        self.mark()

    def undo(self, n: int = 1) -> None:
        """Take back the last `n` answers and corrections; the log keeps them and says so.

        Raises Refused, or what one of those before them raises when it is played again; then nothing changes.
        """
        if type(n) is not int or not 0 < n <= len(self.done):
            raise Refused("there are not %r answers to take back" % (n,))
        was = self.G, self.done, self.free, self.snapshots
        keep = self.done[: len(self.done) - n]
        self.snapshots = [shot for shot in self.snapshots if shot[0] <= len(keep)]
        at, text, free = self.snapshots[-1]
        self.done = keep[:at]
        self.free = free
        self.quiet = True
        try:
            self.adopt(json.loads(text))
            for entry in keep[at:]:
                self.redo(entry)
        except Exception:  # all or nothing, also where memory runs short
            self.G, self.done, self.free, self.snapshots = was
            self.adopt(self.G)
            raise
        finally:
            self.quiet = False
        self.tell(NONE, self.packs.find("text", "base:say.undone"), ())  # not how much: nobody counts hidden answers
        entry = ["u", n]
        self.crc = crc32(json.dumps(entry).encode(), self.crc) & 0xFFFFFFFF
        self.records.append(entry)

    def redo(self, entry: "list[Any]") -> None:
        """Apply one record of a log. Raises Refused for one that does not fit."""
        if entry[0] == "a":
            self.answer(entry[1])
            self.step()
            self.mark()
        elif entry[0] == "c":
            self.correct(*entry[1:])
        elif entry[0] == "u":
            self.undo(entry[1])
        else:
            raise Refused("unknown record %r" % (entry[0],))

    @property
    def undoable(self) -> int:
        """How many answers the table may take back: down to the last roll or revealed thing."""
        return len(self.done) - self.free


def check_setup(packs: "Packs", setup: "Sequence[Any]", few: bool = False) -> None:
    """Raises Refused for a set-up, in the order of SETUP, outside the rules (A18)."""
    seats, seed, deck, expansion, rules, forced, month, day, _, faces = setup
    if not (3 <= seats <= 6 or few and 1 <= seats <= 6):
        raise Refused("%d seats: a game has 3 to 6" % seats)
    if not 0 < seed <= 0xFFFFFFFF:
        raise Refused("seed %d: give a number from 1 to 4294967295" % seed)
    for n, most in ((deck, DECK_EXPANSION), (expansion, 1), (rules, 63), (month, 12), (day, 31), (forced, 999)):
        if type(n) is not int or not 0 <= n <= most:
            raise Refused("the set-up holds %r, which is not a number from 0 to %d" % (n, most))
    if forced and packs.haunt_by_number(forced) < 0:
        raise Refused("there is no haunt %d in these packs" % forced)
    if len(faces) > seats or [f for f in faces if f not in packs.faces()]:
        raise Refused("the faces %r are not explorers, one a seat" % (faces,))


def floor_bit(mask: int) -> "Floor":
    """The lowest floor of a mask of floors."""
    n = 0
    while not mask & 1:
        mask >>= 1
        n += 1
    return n


def check_answer(p: "Prompt", value: "Any") -> int:
    """Result of answer `value` to prompt `p`; raises Refused if it is outside the domain."""
    kind = p[P_KIND]
    domain = p[P_DOMAIN]
    if kind == CHOICE:
        if type(value) is not int or value not in domain:
            raise Refused("%r is not one of the %d options" % (value, len(domain)))
        if p[P_MENU] == 1:
            return value
        if p[P_MENU] == 2:
            return domain.index(value)
        return NONE if value >> 16 == O_NOTHING else value & 0xFFFF
    if kind == RANGE:
        if type(value) is not int or not domain[0] <= value <= domain[1]:
            raise Refused("%r is not a number from %d to %d" % (value, domain[0], domain[1]))
        return value
    if type(value) is not list:
        raise Refused("%r is not a list" % (value,))
    if kind == DICE:
        if len(value) != domain[0]:
            raise Refused("%d faces for %d dice" % (len(value), domain[0]))
        for d in value:
            if type(d) is not int or not 0 <= d <= 2:
                raise Refused("%r is not a face of a die: 0, 1 or 2" % (d,))
        return sum(value)
    low, high = domain[0], domain[1]
    if not low <= len(value) <= high:
        raise Refused("%d chosen: choose %d to %d" % (len(value), low, high))
    mask = 0
    for o in value:
        if type(o) is not int or (o not in domain[2:] if len(domain) > 2 or kind == SUBSET else not 31 < o < 0x110000):
            raise Refused("%r is not one of the options" % (o,))
        if kind == SUBSET:
            if mask >> (o & 0xFFFF) & 1:
                raise Refused("%r is chosen twice" % (o,))
            mask |= 1 << (o & 0xFFFF)
    return mask
