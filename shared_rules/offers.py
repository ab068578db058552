"""Words that put together what can be done: whom to attack, what the turn offers."""

from shared_rules import house
from shared_rules.figures import alive, reach, room_of, side, together
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

# --- attacks


def attackable(g, f: "Figure", o: "Figure") -> "Number":
    """Whether the rules of attack let figure `f` attack `o`: other side, present, no captive, not banned (H02)."""
    if g.G[G_PHASE] != PHASE_HAUNT or f == o or not alive(g, o) or side(g, f) == side(g, o):
        return 0
    if o < MONSTER and g.ex[o][E_FLAGS] & F_CAPTIVE:
        return 0
    return 1 if consult(g, H_MAY_ATTACK, f, o) else 0


def consult(g, h: "Number", f: "Figure", x: "Any") -> "Any":
    """What query hook `h` says about a figure: the first answer of its cards, its kind of monster,
    the haunt; NONE without."""
    table = g.packs.hooks(h)
    if table:
        for c in g.hook_cards(h):
            if g.place[c] == f:
                n = g.query(table[KIND_CARD << 16 | g.G[G_CARDS][c]], c, f, x)
                if n != NONE:
                    return n
        refs = [KIND_HAUNT << 16 | g.v[V_HAUNT]] if g.v[V_HAUNT] >= 0 else []
        if f >= MONSTER:
            refs.insert(0, KIND_MONSTER << 16 | g.monsters[f - MONSTER][M_KIND])
        for ref in refs:
            proc = table.get(ref, NONE)
            if proc >= 0:
                n = g.query(proc, ref & 0xFFFF, f, x)
                if n != NONE:
                    return n
    return NONE


def targets(g, f: "Figure") -> "Figures":
    """Figures that `f` may attack where it stands."""
    m = 0
    for e in range(len(g.ex)):
        if together(g, f, e) and attackable(g, f, e):
            m |= 1 << e
    for i in range(len(g.monsters)):
        if together(g, f, MONSTER + i) and attackable(g, f, MONSTER + i):
            m |= 1 << MONSTER + i
    return m


def far_targets(g, f: "Figure") -> "Figures":
    """Figures that `f` may attack with a ranged weapon: in sight, in another room or half (H08)."""
    m = 0
    seen = house.sight(g, room_of(g, f))
    for o in list(range(len(g.ex))) + list(range(MONSTER, MONSTER + len(g.monsters))):
        if room_of(g, o) in seen and not together(g, f, o) and attackable(g, f, o):
            m |= 1 << o
    return m


# --- what the turn offers


def clear_offers(g) -> "Number":
    """Begin a new list of options."""
    g.G[G_OFFERS][:] = []
    return 0


def offer(g, kind: "Number", arg: "Any") -> "Number":
    """Add an option (O_...) to the list."""
    g.G[G_OFFERS].append(kind << 16 | arg)
    return 0


def offers(g) -> "Number":
    """How many options are in the list."""
    return len(g.G[G_OFFERS])


def way_cost(g, f: "Figure", x: "Number") -> "Number":
    """Spaces that it costs a figure to go through side `x` of its room (0..3) or along passage `x - 4`;
    NONE where there is no way (B05, B06, B11). The query hook `way` has the last word: NONE as usual, 0 no way."""
    r = room_of(g, f)
    row = g.rooms[r]
    explorer = f < MONSTER
    n = NONE
    if x >= 4:
        link = g.links[x - 4]
        fl = link[L_FLAGS]
        if r != link[L_A] and (r != link[L_B] or fl & LF_ONE_WAY):
            return NONE
        if not (fl and (fl & LF_MONSTERS if explorer else fl & LF_EXPLORERS)):
            if not (fl & LF_WALL and explorer and g.ex[f][E_FLAGS] & F_WALL):
                n = link[L_COST]
    else:
        o = house.beside(g, r, x)
        if o < 0 or explorer and g.ex[f][E_FLAGS] & F_LOCKED and house.lock_on(g, r, x) >= 0:
            return NONE
        if row[R_DOORS] >> x & 1 and g.rooms[o][R_DOORS] >> (x + 2 & 3) & 1:
            n = 1
        elif explorer and g.ex[f][E_FLAGS] & F_RUINS and (row[R_FLAGS] | g.rooms[o][R_FLAGS]) & RF_DESTROYED:
            n = 1
    said = consult(g, H_WAY, f, x)
    return n if said < 0 else said or NONE


def exits(g, f: "Figure") -> "Number":
    """Where a figure might leave its room if it can pay for it: bit x as `offer_exit` counts, 0 if it cannot move."""
    if reach(g, f) <= 0:
        return 0
    r = room_of(g, f)
    m = 15
    if f < MONSTER and barred(g, f):
        m = 0
        for d in range(4):
            if house.half_of(g, r, d) == g.ex[f][E_HALF]:
                m |= 1 << d
    k = 4
    for link in g.links:
        if r == link[L_A] or r == link[L_B]:
            m |= 1 << k
        k += 1
    return m


def offer_exit(g, f: "Figure", x: "Number") -> "Number":
    """Offer the step or the unexplored door at side `x` (0..3) of a figure's room, or passage `x - 4`, if it
    can pay for it; `x` is one of `exits`."""
    r = room_of(g, f)
    row = g.rooms[r]
    if x < 4 and house.beside(g, r, x) < 0:
        if f < MONSTER and row[R_DOORS] >> x & 1 and house.can_explore(g, row[R_FLOOR]):
            if not (g.ex[f][E_FLAGS] & F_LOCKED and house.lock_on(g, r, x) >= 0):
                g.G[G_OFFERS].append(O_EXPLORE << 16 | x)
        return 0
    n = way_cost(g, f, x)
    if 0 <= n <= 1 or 1 < n <= reach(g, f):  # whoever has an exit has a space left
        g.G[G_OFFERS].append(O_STEP << 16 | x if x < 4 else O_LINK << 16 | x - 4)
    return 0


def barred(g, e):
    """Whether an explorer has tried the barrier of the room this turn and may not try again (D26)."""
    row = g.ex[e]
    room = g.rooms[row[E_ROOM]]
    return row[E_FLAGS] & F_CROSSED and room[R_HALF] and row[E_SIDE] == HERO and not room[R_FLAGS] & RF_DESTROYED


def offer_acts(g, e: "Figure") -> "Number":
    """Offer the actions of the room, of tokens, cards and the haunt for an explorer, of its kind for a monster,
    whether they are open or not: `may_act` tells. Gives the place in the list of the first.

    Whoever is stuck has only those of the own cards (B29). What is done once a turn and done is left out.
    """
    out = g.G[G_OFFERS]
    first = len(out)
    acting = g.packs.acting
    if e >= MONSTER:
        row = g.monsters[e - MONSTER]
        found = list(acting.get(KIND_MONSTER << 16 | row[M_KIND], ()))
        done = row[M_FLAGS] // MF_ACTIONS
    else:
        row = g.ex[e]
        r = row[E_ROOM]
        done = row[E_DONE]
        stuck = row[E_FLAGS] & F_STUCK
        found = []
        if not stuck:
            if not g.rooms[r][R_FLAGS] & RF_DESTROYED:
                found.extend(acting.get(KIND_TILE << 16 | g.rooms[r][R_TILE], ()))
            if g.v[V_HAUNT] >= 0:
                found.extend(acting.get(KIND_HAUNT << 16 | g.v[V_HAUNT], ()))
            for t in g.tokens:
                if t[K_PLACE] == ROOM_PLACE + r or t[K_PLACE] == e:
                    found.extend(acting.get(KIND_TOKEN << 16 | t[K_KIND], ()))
        for c in g.acting_cards:
            p = g.place[c]
            if p == e or not stuck and 0 <= p < MONSTER and g.ex[p][E_ROOM] == r:
                found.extend(acting[KIND_CARD << 16 | g.G[G_CARDS][c]])
        found.sort()
    last = NONE
    for n in found:
        if n != last and not (g.packs.actions[n][2] and done >> n & 1):
            out.append(O_ACT << 16 | n)
        last = n
    return first


def withdraw(g, i: "Number") -> "Number":
    """Take option `i` off the list."""
    del g.G[G_OFFERS][i]
    return 0


def source_of(g, ref):
    """The handle behind a content reference: card, room or the content id itself."""
    kind = ref >> 16
    if kind == KIND_CARD:
        return g.card_index.get(ref & 0xFFFF, NONE)
    if kind == KIND_TILE:
        return g.tile_rooms.get(ref & 0xFFFF, NONE)
    return ref & 0xFFFF


def offer_cards(g, e: "Explorer") -> "Number":
    """Offer the cards that an explorer can use on its turn and has not, whether they are open or not:
    `may_act` tells (B21, P2.04)."""
    row = g.ex[e]
    for c in g.hook_cards(H_USE):
        if g.place[c] == e and not row[E_USED] >> c & 1:
            g.G[G_OFFERS].append(O_USE << 16 | c)
    return 0


def raised_by(g, e: "Explorer", r: "Room") -> "Number":
    """Note that a room has raised a trait of an explorer; 1 if it had already (once a game)."""
    row = g.ex[e]
    if row[E_ONCE] >> r & 1:
        return 1
    row[E_ONCE] |= 1 << r
    return 0


def stored(g, e: "Explorer") -> "Number":
    """The number an explorer keeps for a later roll, NONE."""
    return g.ex[e][E_STORED]


def store(g, e: "Explorer", n: "Number") -> "Number":
    """Keep a number for a later roll."""
    g.ex[e][E_STORED] = n
    return 0


def set_cap(g, e: "Explorer", n: "Number") -> "Number":
    """Limit the spaces of this turn (P3.17)."""
    g.ex[e][E_CAP] = n
    return 0


def track(g, n: "Number") -> "Number":
    """Move the Turn/Damage track by `n`, held to 0..12; gives its value (Q06)."""
    v = g.v[V_TRACK] + n
    g.v[V_TRACK] = 0 if v < 0 else 12 if v > 12 else v
    return g.v[V_TRACK]


def deal_cards(g) -> "Number":
    """Make the decks, in order (A08)."""
    g.deal_cards()
    return 0


def deal_tiles(g) -> "Number":
    """Make the stack of tiles, in order, and lay out the landings (A06, A07)."""
    g.deal_tiles()
    return 0


WORDS = (
    consult, targets, far_targets, clear_offers, offer, offers, way_cost, exits,
    offer_exit, offer_acts, withdraw, offer_cards, raised_by, stored, store, set_cap, track, deal_cards,
    deal_tiles,
)  # fmt: skip
