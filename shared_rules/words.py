"""The vocabulary: what effects may call.

WORDS are pure and give a number at once. SUSPENDING words ask somebody, or start
other effects; the effect that calls one goes on when the answer is there. The
annotations are the types that the pack compiler checks; `g` is the game. Words
about figures take explorers and monsters alike. A missing thing is NONE (-1).
"""

from shared_rules import house
from shared_rules.state import *

# --- the game ------------------------------------------------------------------------


def var(g, i: "number") -> "any":
    """Variable `i` of the game (V_...)."""
    return g.v[i]


def set_var(g, i: "number", n: "any") -> "number":
    """Set variable `i` of the game."""
    g.v[i] = n
    return n


def phase(g) -> "number":
    """Phase of the game (PHASE_...)."""
    return g.G[G_PHASE]


def set_phase(g, n: "number") -> "number":
    """Go to phase `n`."""
    g.G[G_PHASE] = n
    return n


def rule(g, n: "number") -> "number":
    """Whether table option `n` (RULE_...) is on."""
    return 1 if g.v[V_RULES] & n else 0


def random(g, n: "number") -> "number":
    """A number 0..n-1 from the game's generator."""
    return house.random(g, n) if n > 0 else 0


def count(g, mask: "any") -> "number":
    """How many things are in a set."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def one_of(g, mask: "any") -> "any":
    """One thing of a set at random, NONE of an empty one."""
    n = count(g, mask)
    if not n:
        return NONE
    for _ in range(house.random(g, n)):
        mask &= mask - 1
    n = 0
    while not mask & 1:
        mask >>= 1
        n += 1
    return n


def first_of(g, mask: "any") -> "any":
    """The lowest thing of a set, NONE of an empty one."""
    if not mask:
        return NONE
    n = 0
    while not mask & 1:
        mask >>= 1
        n += 1
    return n


def min(g, a: "number", b: "number") -> "number":
    """The smaller number."""
    return a if a < b else b


def max(g, a: "number", b: "number") -> "number":
    """The larger number."""
    return a if a > b else b


def say(g, text: "text") -> "number":
    """Tell the table."""
    g.tell(NONE, text, ())
    return 0


def say1(g, text: "text", a: "any") -> "number":
    """Tell the table, with one thing named."""
    g.tell(NONE, text, (a,))
    return 0


def say2(g, text: "text", a: "any", b: "any") -> "number":
    """Tell the table, with two things named."""
    g.tell(NONE, text, (a, b))
    return 0


def say3(g, text: "text", a: "any", b: "any", c: "any") -> "number":
    """Tell the table, with three things named."""
    g.tell(NONE, text, (a, b, c))
    return 0


def tell(g, readers: "explorers", text: "text", a: "any", b: "any") -> "number":
    """Tell some explorers only."""
    g.tell(readers, text, (a, b))
    return 0


# --- explorers and figures --------------------------------------------------------------


def seats(g) -> "number":
    """How many explorers began the game."""
    return len(g.ex)


def face_of(g, e: "explorer") -> "any":
    """Content id of the explorer's face, NONE before it is chosen."""
    return g.ex[e][E_FACE]


def set_face(g, e: "explorer", face: "any") -> "number":
    """Give an explorer a face; every trait goes to its start (A05)."""
    g.ex[e][E_FACE] = face
    g.load_tracks()
    for t in range(4):
        g.ex[e][E_TRAITS + t] = g.tracks[e][t * 9 + 8]
    return 0


def alive(g, f: "figure") -> "number":
    """Whether a figure is in the game."""
    if f < MONSTER:
        return g.ex[f][E_ALIVE] if f >= 0 else 0
    return 1 if g.monsters[f - MONSTER][M_ROOM] >= 0 else 0


def side(g, f: "figure") -> "side":
    """Side of a figure: HERO or TRAITOR; before the haunt all explorers are HERO."""
    return g.ex[f][E_SIDE] if f < MONSTER else g.monsters[f - MONSTER][M_SIDE]


def set_side(g, f: "figure", s: "number") -> "number":
    """Put a figure on a side."""
    if f < MONSTER:
        g.ex[f][E_SIDE] = s
    else:
        g.monsters[f - MONSTER][M_SIDE] = s
    return 0


def everybody(g) -> "explorers":
    """The living explorers."""
    m = 0
    for e in range(len(g.ex)):
        if g.ex[e][E_ALIVE]:
            m |= 1 << e
    return m


def of_side(g, s: "number") -> "explorers":
    """The living explorers of a side."""
    m = 0
    for e in range(len(g.ex)):
        if g.ex[e][E_ALIVE] and g.ex[e][E_SIDE] == s:
            m |= 1 << e
    return m


def heroes(g) -> "explorers":
    """The living heroes; before the haunt everybody."""
    return of_side(g, HERO)


def left_of(g, e: "explorer") -> "explorer":
    """The next explorer to the left, dead ones too."""
    return (e + 1) % len(g.ex)


def right_of(g, e: "explorer") -> "explorer":
    """The nearest living explorer to the right, yourself at the end (EG18)."""
    n = len(g.ex)
    for k in range(1, n):
        o = (e - k) % n
        if g.ex[o][E_ALIVE]:
            return o
    return e


def room_of(g, f: "figure") -> "room":
    """Room of a figure, NONE off the board."""
    if f < 0:
        return NONE
    return g.ex[f][E_ROOM] if f < MONSTER else g.monsters[f - MONSTER][M_ROOM]


def put(g, f: "figure", r: "room", half: "number") -> "number":
    """Set a figure down in a room, on a half of it; nothing else happens."""
    if f < MONSTER:
        g.ex[f][E_ROOM] = r
        g.ex[f][E_HALF] = half
    else:
        g.monsters[f - MONSTER][M_ROOM] = r
    return 0


def half(g, f: "figure") -> "number":
    """Half of its room on which a figure stands (D26); monsters stand on both."""
    return g.ex[f][E_HALF] if f < MONSTER else 0


def explorers_in(g, r: "room") -> "explorers":
    """The living explorers in a room."""
    m = 0
    for e in range(len(g.ex)):
        if g.ex[e][E_ALIVE] and g.ex[e][E_ROOM] == r:
            m |= 1 << e
    return m


def explorers_on(g, floor: "number") -> "explorers":
    """The living explorers on a floor."""
    m = 0
    for e in range(len(g.ex)):
        row = g.ex[e]
        if row[E_ALIVE] and row[E_ROOM] >= 0 and g.rooms[row[E_ROOM]][R_FLOOR] == floor:
            m |= 1 << e
    return m


def together(g, a: "figure", b: "figure") -> "number":
    """Whether two figures share a room, and the half of a divided one (H02, H19)."""
    r = room_of(g, a)
    if r < 0 or r != room_of(g, b):
        return 0
    if not g.rooms[r][R_HALF] or a >= MONSTER or b >= MONSTER:
        return 1
    return 1 if g.ex[a][E_HALF] == g.ex[b][E_HALF] else 0


def company(g, f: "figure") -> "explorers":
    """The other living explorers who are together with a figure."""
    m = 0
    for e in range(len(g.ex)):
        if e != f and g.ex[e][E_ALIVE] and together(g, f, e):
            m |= 1 << e
    return m


def flag(g, e: "explorer", n: "number") -> "number":
    """Whether flag `n` (F_...) of an explorer is set."""
    return 1 if g.ex[e][E_FLAGS] & n else 0


def set_flag(g, e: "explorer", n: "number") -> "number":
    """Set flag `n` of an explorer."""
    g.ex[e][E_FLAGS] |= n
    return 0


def clear_flag(g, e: "explorer", n: "number") -> "number":
    """Clear flag `n` of an explorer."""
    g.ex[e][E_FLAGS] &= ~n
    return 0


def remove_from_game(g, e: "explorer") -> "number":
    """Take an explorer out of the game for good."""
    g.ex[e][E_ALIVE] = 0
    return 0


def begin_turn(g, e: "explorer") -> "number":
    """Forget what an explorer has done in the last turn."""
    row = g.ex[e]
    row[E_SPENT] = row[E_USED] = row[E_DONE] = 0
    row[E_CAP] = NONE
    row[E_FLAGS] &= F_STUCK | F_SLOW
    g.v[V_LIFT] = 0
    return 0


def traitor_like(g, f: "figure") -> "number":
    """Whether a figure ignores what does no damage: monsters and traitors (D27, D28)."""
    return 1 if f >= MONSTER or g.ex[f][E_SIDE] == TRAITOR else 0


def keeper(g) -> "explorer":
    """Who answers for the monsters: the traitor's seat, else the revealer's (J02)."""
    k = g.v[V_KEEPER]
    return k if k >= 0 else g.v[V_TURN]


def age(g, e: "explorer") -> "number":
    """Age of an explorer in years."""
    return g.packs.explorer(g.ex[e][E_FACE])[39]


def first_player(g) -> "explorers":
    """Those whose birthday is the next on or after the table's date (A12)."""
    best = 9999
    m = 0
    today = g.v[V_MONTH] * 31 + g.v[V_DAY]
    for e in range(len(g.ex)):
        row = g.packs.explorer(g.ex[e][E_FACE])
        n = (row[37] * 31 + row[38] - today) % 372
        if n < best:
            best = n
            m = 0
        if n == best:
            m |= 1 << e
    return m


# --- traits -----------------------------------------------------------------------------


def value(g, f: "figure", t: "trait") -> "number":
    """Value of a trait of a figure; 0 where a monster lacks it."""
    if f < MONSTER:
        i = g.ex[f][E_TRAITS + t]
        return g.tracks[f][t * 9 + i - 1] if i else 0
    return g.monsters[f - MONSTER][M_TRAITS + t]


def steps(g, e: "explorer", t: "trait") -> "number":
    """Place on the track of a trait: 0 the skull, 1..8 (G16)."""
    return g.ex[e][E_TRAITS + t]


def start_steps(g, e: "explorer", t: "trait") -> "number":
    """Place on the track where a trait began."""
    return g.tracks[e][t * 9 + 8]


def set_steps(g, e: "explorer", t: "trait", n: "number") -> "number":
    """Put a trait on a place of its track."""
    g.ex[e][E_TRAITS + t] = n
    return n


def shift(g, e: "explorer", t: "trait", n: "number") -> "number":
    """Move a trait by steps; stops at the top, and above the skull outside the haunt (G04, G07, G08).

    Gives the steps moved.
    """
    row = g.ex[e]
    was = row[E_TRAITS + t]
    low = 0 if g.G[G_PHASE] == PHASE_HAUNT else 1
    now = was + n
    if now > 8:
        now = 8
    if now < low:
        now = low if was >= low else was
    row[E_TRAITS + t] = now
    return now - was


def traits_at(g, e: "explorer", n: "number") -> "traits":
    """Traits that stand on place `n` of their tracks."""
    m = 0
    for t in range(4):
        if g.ex[e][E_TRAITS + t] == n:
            m |= 1 << t
    return m


def extreme(g, who: "explorers", t: "trait", sign: "number") -> "explorers":
    """Those of `who` with the highest (sign 1) or lowest (-1) value of a trait."""
    best = -999
    m = 0
    for e in range(len(g.ex)):
        if who >> e & 1:
            n = value(g, e, t) * sign
            if n > best:
                best = n
                m = 0
            if n == best:
                m |= 1 << e
    return m


# --- movement ------------------------------------------------------------------------------


def spaces(g, f: "figure") -> "number":
    """Spaces a figure may still move this turn (B03, B04)."""
    if f >= MONSTER:
        return g.monsters[f - MONSTER][M_LEFT]
    row = g.ex[f]
    if row[E_FLAGS] & (F_STOPPED | F_STUCK):
        return 0
    n = value(g, f, SPEED)
    if 0 <= row[E_CAP] < n:
        n = row[E_CAP]
    if row[E_FLAGS] & F_SLOW and n > 1:
        n = 1
    n -= row[E_SPENT]
    return n if n > 0 else 0


def hindrance(g, f: "figure") -> "number":
    """Extra spaces for leaving a room that holds active opponents (B16, B18, J24)."""
    if g.G[G_PHASE] != PHASE_HAUNT:
        return 0
    r = room_of(g, f)
    s = side(g, f)
    n = 0
    for e in range(len(g.ex)):
        row = g.ex[e]
        if row[E_ALIVE] and row[E_ROOM] == r and row[E_SIDE] != s:
            n += 1
    for row in g.monsters:
        if row[M_ROOM] == r and row[M_SIDE] != s and not row[M_STUNNED]:
            n += 1
    return n


def exit_cost(g, f: "figure", base: "number") -> "number":
    """Spaces it costs to leave, NONE if that is too many; the first move is always possible (B19)."""
    left = spaces(g, f)
    n = base + hindrance(g, f)
    if n <= left:
        return n
    if f >= MONSTER:
        return left if left > 0 and not g.monsters[f - MONSTER][M_FLAGS] & MF_MOVED else NONE
    return left if left > 0 and not g.ex[f][E_FLAGS] & F_MOVED else NONE


def spend(g, f: "figure", n: "number") -> "number":
    """Use up spaces of movement."""
    if f >= MONSTER:
        g.monsters[f - MONSTER][M_LEFT] -= n
        g.monsters[f - MONSTER][M_FLAGS] |= MF_MOVED
    else:
        g.ex[f][E_SPENT] += n
        g.ex[f][E_FLAGS] |= F_MOVED
    return 0


def stop(g, e: "explorer") -> "number":
    """End an explorer's movement for this turn (B13)."""
    g.ex[e][E_FLAGS] |= F_STOPPED
    return 0


# --- the house -------------------------------------------------------------------------------


def rooms(g) -> "rooms":
    """All rooms in play that are not destroyed."""
    m = 0
    for r in range(len(g.rooms)):
        if not g.rooms[r][R_FLAGS] & RF_DESTROYED and g.rooms[r][R_FLOOR] >= 0:
            m |= 1 << r
    return m


def all_rooms(g) -> "rooms":
    """All rooms in play, destroyed ones too."""
    return (1 << len(g.rooms)) - 1


def rooms_on(g, floor: "number") -> "rooms":
    """Rooms of a floor, destroyed ones too."""
    m = 0
    for r in range(len(g.rooms)):
        if g.rooms[r][R_FLOOR] == floor:
            m |= 1 << r
    return m


def rooms_with(g, symbol: "number") -> "rooms":
    """Rooms that show a symbol (SYM_...)."""
    m = 0
    for r in range(len(g.rooms)):
        if g.rooms[r][R_SYM] == symbol and not g.rooms[r][R_FLAGS] & RF_DESTROYED:
            m |= 1 << r
    return m


def rooms_of_kind(g, bits: "number") -> "rooms":
    """Rooms whose tile has one of the flags T_... """
    m = 0
    for r in range(len(g.rooms)):
        if g.rooms[r][R_KIND] & bits:
            m |= 1 << r
    return m


def rooms_marked(g, bits: "number") -> "rooms":
    """Rooms with one of the marks RF_... """
    m = 0
    for r in range(len(g.rooms)):
        if g.rooms[r][R_FLAGS] & bits:
            m |= 1 << r
    return m


def window_rooms(g) -> "rooms":
    """Rooms with a window onto an empty cell (C13)."""
    m = 0
    for r in range(len(g.rooms)):
        if g.rooms[r][R_WINDOWS] and house.has_window(g, r):
            m |= 1 << r
    return m


def room(g, t: "tile") -> "room":
    """The room of a tile, NONE while it is not in play."""
    return g.tile_rooms.get(t, NONE)


def tile_of(g, r: "room") -> "tile":
    """The tile of a room."""
    return g.rooms[r][R_TILE] if r >= 0 else NONE


def floor_of(g, r: "room") -> "floor":
    """Floor of a room: BASEMENT, GROUND, UPPER, ROOF."""
    return g.rooms[r][R_FLOOR]


def symbol(g, r: "room") -> "number":
    """Symbol of a room (SYM_...)."""
    return g.rooms[r][R_SYM]


def marked(g, r: "room", bits: "number") -> "number":
    """Whether a room has a mark (RF_...)."""
    return 1 if r >= 0 and g.rooms[r][R_FLAGS] & bits else 0


def mark(g, r: "room", bits: "number") -> "number":
    """Mark a room (RF_...)."""
    g.rooms[r][R_FLAGS] |= bits
    return 0


def tile_flag(g, r: "room", bits: "number") -> "number":
    """Whether the tile of a room has a flag (T_...)."""
    return 1 if r >= 0 and g.rooms[r][R_KIND] & bits else 0


def tile_rule(g, r: "room", i: "number") -> "number":
    """Byte `i` of the declared rules of a room's tile."""
    return g.packs.tile(g.rooms[r][R_TILE])[i]


def door_to(g, r: "room", d: "number") -> "room":
    """Room behind a door (B06)."""
    return house.door_to(g, r, d)


def beside(g, r: "room", d: "number") -> "room":
    """Room that shares a side, whatever is between."""
    return house.beside(g, r, d)


def neighbours(g, r: "room") -> "rooms":
    """Rooms that share a side with a room."""
    m = 0
    for d in range(4):
        o = house.beside(g, r, d)
        if o >= 0:
            m |= 1 << o
    return m


def doors_of(g, r: "room") -> "rooms":
    """Rooms joined to a room by a door."""
    m = 0
    for d in range(4):
        o = house.door_to(g, r, d)
        if o >= 0:
            m |= 1 << o
    return m


def half_at(g, r: "room", d: "number") -> "number":
    """Half of a divided room on which its side `d` lies (D26)."""
    return house.half_of(g, r, d)


def divided(g, r: "room") -> "number":
    """Whether a barrier divides a room."""
    return 1 if g.rooms[r][R_HALF] else 0


def cell_of(g, r: "room") -> "number":
    """Cell of a room."""
    return house.cell_of(g, r)


def cell_beside(g, c: "number", d: "number") -> "number":
    """The next cell in a direction."""
    return house.cell_beside(c, d)


def facing(g, c: "number") -> "number":
    """Sides of an empty cell on which a neighbour has a door."""
    return house.facing(g, c)


def room_at(g, c: "number") -> "room":
    """Room on a cell."""
    return g.cells.get(c, NONE)


def within(g, r: "room", n: "number") -> "rooms":
    """Rooms at most `n` spaces away by doors and two-way passages."""
    far = house.distances(g, r, n)
    m = 0
    for i in range(len(far)):
        if far[i] <= n:
            m |= 1 << i
    return m


def stroll(g, r: "room", n: "number", barred: "rooms") -> "rooms":
    """Rooms at most `n` spaces away by doors and stairs, never through `barred` or a token's passage."""
    seen = 1 << r
    edge = [r]
    while edge and n > 0:
        n -= 1
        found = []
        for a in edge:
            for b in house.plain_ways(g, a):
                if b >= 0 and not (seen | barred) >> b & 1:
                    seen |= 1 << b
                    found.append(b)
        edge = found
    return seen


def distance(g, a: "room", b: "room") -> "number":
    """Spaces between two rooms, 99 when there is no way."""
    n = house.distances(g, a, 60)[b]
    return n if n < 99 else 99


def nearest(g, r: "room", among: "rooms") -> "rooms":
    """The rooms of `among` that are fewest spaces from `r`."""
    far = house.distances(g, r, 60)
    best = 254
    m = 0
    for i in range(len(far)):
        if among >> i & 1 and far[i] <= best:
            if far[i] < best:
                best = far[i]
                m = 0
            m |= 1 << i
    return m


def nearer(g, r: "room", goal: "room") -> "rooms":
    """Rooms one step from `r` that are a space nearer to `goal`."""
    far = house.distances(g, goal, 60)
    m = 0
    for o in house.ways(g, r):
        if far[o] < far[r]:
            m |= 1 << o
    return m


def sees(g, a: "room", b: "room") -> "number":
    """Whether there is line of sight (H08)."""
    return 1 if house.sees(g, a, b) else 0


def can_explore(g, floor: "number") -> "number":
    """Whether a tile for a floor is left (C10)."""
    return 1 if house.can_explore(g, floor) else 0


def next_tile(g, floor: "number", c: "number", entry: "number", rounds: "number") -> "tile":
    """Take the next tile for a floor off the stack (C01, C02, C06, C09)."""
    return house.next_tile(g, floor, c, entry, rounds)


def take_tile(g, t: "tile") -> "number":
    """Take a tile out of the stack or the rejects and shuffle the stack (C18); 0 if it is in neither."""
    for pile in (g.G[G_STACKS][TILES], g.G[G_DISCARDS][TILES]):
        if t in pile:
            pile.remove(t)
            house.shuffle(g, g.G[G_STACKS][TILES])
            return 1
    return 0


def reject_tile(g, t: "tile") -> "number":
    """Put a drawn tile on the rejects."""
    g.G[G_DISCARDS][TILES].append(t)
    return 0


def tile_floors(g, t: "tile") -> "number":
    """Floors that the back of a tile shows (bit 1 << floor)."""
    return g.packs.tile(t)[1]


def tile_fits(g, t: "tile", floor: "number") -> "number":
    """Whether a tile can go on a floor without closing it."""
    return 1 if house.fits(g, t, floor) and house.cells_for(g, t, floor) else 0


def place_tile(g, t: "tile", c: "number", rot: "number") -> "room":
    """Put a tile into play."""
    return house.place(g, t, c, rot)


def move_room(g, r: "room", c: "number", rot: "number") -> "number":
    """Put a room with all in it on another cell (C12)."""
    house.set_cell(g, r, c, rot)
    return 0


def lift_cells(g, r: "room", floor: "number") -> "number":
    """How many cells of a floor could take room `r` without closing a floor (D19)."""
    return len(lift_options(g, r, floor))


def lift_options(g, r, floor):
    """Cells where room `r` may be put back: (cell) list; neither its old nor its new floor may close."""
    row = g.rooms[r]
    c = house.cell_of(g, r)
    kept = row[R_FLOOR]
    row[R_FLOOR] = NONE
    house.derive(g)
    got = [o for o in house.cells_for(g, row[R_TILE], floor) if o != c]
    if kept != floor and not house.open_doors(g, kept):
        got = []
    row[R_FLOOR] = kept
    house.derive(g)
    return got


def add_link(g, a: "room", b: "room", flags: "number", token: "token") -> "number":
    """Join two rooms by a passage (LF_...); gives its number (B11)."""
    return house.add_link(g, a, b, flags, 1, token)


def link_end(g, k: "number", r: "room") -> "room":
    """The far end of a passage."""
    return house.link_end(g, k, r)


def link_flags(g, k: "number") -> "number":
    """Flags of a passage (LF_...)."""
    return g.links[k][L_FLAGS]


def link_cost(g, k: "number") -> "number":
    """Spaces a passage costs."""
    return g.links[k][L_COST]


def start_room(g, t: "tile", floor: "number", x: "number", y: "number") -> "room":
    """Lay out a tile of the set-up."""
    return house.place(g, t, house.cell(floor, x, y), 0)


# --- tokens ------------------------------------------------------------------------------------


def add_token(g, k: "token", place: "number", n: "number") -> "number":
    """Put a token on a place (100 + room, or a figure); gives its number."""
    g.tokens.append([k, place, n, 0])
    return len(g.tokens) - 1


def token_in(g, k: "token", r: "room") -> "number":
    """Whether a room holds a token of a kind."""
    for row in g.tokens:
        if row[K_KIND] == k and row[K_PLACE] == ROOM_PLACE + r:
            return 1
    return 0


def tokens_at(g, k: "token", place: "number") -> "number":
    """How many tokens of a kind lie at a place (their numbers added up)."""
    n = 0
    for row in g.tokens:
        if row[K_KIND] == k and row[K_PLACE] == place:
            n += row[K_N]
    return n


def change_tokens(g, k: "token", place: "number", n: "number") -> "number":
    """Add or take tokens of a kind at a place; gives how many are there now."""
    for i in range(len(g.tokens)):
        row = g.tokens[i]
        if row[K_KIND] == k and row[K_PLACE] == place:
            row[K_N] += n
            if row[K_N] <= 0:
                row[K_PLACE] = AT_BOX
                row[K_N] = 0
            return row[K_N]
    if n > 0:
        for row in g.tokens:
            if row[K_PLACE] == AT_BOX and row[K_KIND] == k:
                row[K_PLACE] = place
                row[K_N] = n
                return n
        g.tokens.append([k, place, n, 0])
    return n


def remove_tokens(g, k: "token", place: "number") -> "number":
    """Take every token of a kind off a place."""
    for row in g.tokens:
        if row[K_KIND] == k and row[K_PLACE] == place:
            row[K_PLACE] = AT_BOX
            row[K_N] = 0
    return 0


def clear_place(g, place: "number") -> "number":
    """Take every token off a place."""
    for row in g.tokens:
        if row[K_PLACE] == place:
            row[K_PLACE] = AT_BOX
            row[K_N] = 0
    return 0


def rooms_holding(g, k: "token") -> "rooms":
    """Rooms that hold a token of a kind."""
    m = 0
    for row in g.tokens:
        if row[K_KIND] == k and row[K_PLACE] >= ROOM_PLACE:
            m |= 1 << row[K_PLACE] - ROOM_PLACE
    return m


# --- monsters ------------------------------------------------------------------------------------


def spawn(g, k: "monster", r: "room") -> "figure":
    """Bring a monster of a kind into play in a room, on the traitor's side."""
    row = [k, r, 0, 0, 0, TRAITOR]
    stats = g.packs.monster(k)
    for t in range(4):
        row.append(stats[t])
    g.monsters.append(row)
    return MONSTER + len(g.monsters) - 1


def set_value(g, f: "figure", t: "trait", n: "number") -> "number":
    """Give a monster another trait value."""
    g.monsters[f - MONSTER][M_TRAITS + t] = n
    return 0


def monsters(g) -> "figures":
    """The monsters on the board."""
    m = 0
    for i in range(len(g.monsters)):
        if g.monsters[i][M_ROOM] >= 0:
            m |= 1 << MONSTER + i
    return m


def monsters_of(g, k: "monster") -> "figures":
    """The monsters of a kind on the board."""
    m = 0
    for i in range(len(g.monsters)):
        if g.monsters[i][M_ROOM] >= 0 and g.monsters[i][M_KIND] == k:
            m |= 1 << MONSTER + i
    return m


def monsters_in(g, r: "room") -> "figures":
    """The monsters in a room."""
    m = 0
    for i in range(len(g.monsters)):
        if g.monsters[i][M_ROOM] == r:
            m |= 1 << MONSTER + i
    return m


def monster_kind(g, f: "figure") -> "monster":
    """Kind of a monster, NONE for an explorer."""
    return g.monsters[f - MONSTER][M_KIND] if f >= MONSTER else NONE


def stunned(g, f: "figure") -> "number":
    """Whether a monster is stunned (J17)."""
    return g.monsters[f - MONSTER][M_STUNNED] if f >= MONSTER else 0


def set_stunned(g, f: "figure", n: "number") -> "number":
    """Stun a monster or wake it (J16)."""
    g.monsters[f - MONSTER][M_STUNNED] = n
    return 0


def set_spaces(g, f: "figure", n: "number") -> "number":
    """Give a monster its spaces for this turn."""
    row = g.monsters[f - MONSTER]
    row[M_LEFT] = n
    row[M_FLAGS] = 0
    return 0


def monster_flag(g, f: "figure", n: "number") -> "number":
    """Whether a monster has flag `n` (MF_...)."""
    return 1 if g.monsters[f - MONSTER][M_FLAGS] & n else 0


def set_monster_flag(g, f: "figure", n: "number") -> "number":
    """Set flag `n` of a monster."""
    g.monsters[f - MONSTER][M_FLAGS] |= n
    return 0


def as_explorer(g, f: "figure") -> "explorer":
    """The same figure as an explorer, NONE for a monster."""
    return f if f < MONSTER else NONE


def is_explorer(g, f: "figure") -> "number":
    """Whether a figure is an explorer."""
    return 1 if f < MONSTER else 0


# --- cards ---------------------------------------------------------------------------------------------


def card(g, i: "number") -> "card":
    """The card in play with content id `i`, NONE if it is not in the decks."""
    return g.card_index.get(i, NONE)


def as_card(g, n: "number") -> "card":
    """The card with number `n` of the game, as an option names it."""
    return n


def card_id(g, c: "card") -> "number":
    """Content id of a card."""
    return g.G[G_CARDS][c]


def deck_of(g, c: "card") -> "number":
    """Deck of a card: OMEN, ITEM, EVENT."""
    return g.packs.card(g.G[G_CARDS][c])[0]


def card_flag(g, c: "card", bits: "number") -> "number":
    """Whether a card has a flag (C_...)."""
    return 1 if g.packs.card(g.G[G_CARDS][c])[1] & bits else 0


def card_rule(g, c: "card", i: "number") -> "number":
    """Signed number `i` of the declared rules of a card."""
    n = g.packs.card(g.G[G_CARDS][c])[i]
    return n - 256 if n > 127 else n


def card_place(g, c: "card") -> "number":
    """Where a card is: a figure, 100 + room, or AT_..."""
    return g.place[c] if c >= 0 else AT_BOX


def holder(g, i: "number") -> "figure":
    """Who holds the card with content id `i`; NONE."""
    c = g.card_index.get(i, NONE)
    return g.place[c] if c >= 0 and 0 <= g.place[c] < ROOM_PLACE else NONE


def holds(g, f: "figure", i: "number") -> "number":
    """Whether a figure holds the card with content id `i`."""
    c = g.card_index.get(i, NONE)
    return 1 if c >= 0 and g.place[c] == f else 0


def put_card(g, c: "card", place: "number") -> "number":
    """Put a card somewhere; discards and stacks take it on top. No steps are gained or lost."""
    place_card(g, c, place)
    return 0


def place_card(g, c, place):
    """Move card `c` and keep the piles in order."""
    deck = g.packs.card(g.G[G_CARDS][c])[0]
    was = g.place[c]
    if was == AT_STACK:
        g.G[G_STACKS][deck].remove(c)
    elif was == AT_DISCARD:
        g.G[G_DISCARDS][deck].remove(c)
    g.place[c] = place
    if place == AT_STACK:
        g.G[G_STACKS][deck].append(c)
    elif place == AT_DISCARD:
        g.G[G_DISCARDS][deck].append(c)


def cards_at(g, place: "number") -> "cards":
    """The cards at a place."""
    m = 0
    i = 0
    for p in g.place:
        if p == place:
            m |= 1 << i
        i += 1
    return m


def objects_of(g, f: "figure", without: "number") -> "cards":
    """Cards a figure holds that lack every flag of `without` (C_...), events left out."""
    m = 0
    i = 0
    for p in g.place:
        if p == f:
            row = g.packs.card(g.G[G_CARDS][i])
            if row[0] != EVENT and not row[1] & without:
                m |= 1 << i
        i += 1
    return m


def items_of(g, f: "figure") -> "cards":
    """The item cards of a figure."""
    m = 0
    i = 0
    for p in g.place:
        if p == f and g.packs.card(g.G[G_CARDS][i])[0] == ITEM:
            m |= 1 << i
        i += 1
    return m


def stack_cards(g, deck: "number") -> "cards":
    """The undrawn cards of a deck."""
    m = 0
    for c in g.G[G_STACKS][deck]:
        m |= 1 << c
    return m


def top_cards(g, deck: "number", n: "number") -> "cards":
    """The top `n` cards of a deck, as a set."""
    m = 0
    for c in g.G[G_STACKS][deck][-n:]:
        m |= 1 << c
    return m


def top_tile(g, n: "number") -> "tile":
    """The tile `n` below the top of the stack, NONE."""
    s = g.G[G_STACKS][TILES]
    return s[-1 - n] if n < len(s) else NONE


def raise_tile(g, t: "tile") -> "number":
    """Put a tile of the stack on its top."""
    s = g.G[G_STACKS][TILES]
    s.remove(t)
    s.append(t)
    return 0


def next_card(g, deck: "number") -> "card":
    """Take the top card of a deck, its discards shuffled in when it is empty; NONE (EG19)."""
    s = g.G[G_STACKS][deck]
    if not s:
        spent = g.G[G_DISCARDS][deck]
        for c in spent:
            g.place[c] = AT_STACK
        s.extend(spent)
        del spent[:]
        house.shuffle(g, s)
    if not s:
        return NONE
    c = s.pop()
    g.place[c] = AT_TABLE
    return c


def shuffle_deck(g, deck: "number") -> "number":
    """Shuffle what is left of a deck."""
    house.shuffle(g, g.G[G_STACKS][deck])
    return 0


def use_card(g, e: "explorer", c: "card") -> "number":
    """Note that a card has been used this turn (B21, EG12)."""
    g.ex[e][E_USED] |= 1 << c
    return 0


def used(g, e: "explorer", c: "card") -> "number":
    """Whether a card has been used this turn."""
    return 1 if g.ex[e][E_USED] >> c & 1 else 0


def card_number(g, c: "card") -> "number":
    """The number kept with a card."""
    return g.G[G_CARDN][c]


def set_card_number(g, c: "card", n: "number") -> "number":
    """Keep a number with a card."""
    g.G[G_CARDN][c] = n
    return n


def unseen(g, deck: "number") -> "cards":
    """Cards of a deck that a table with real cards could have drawn (not in play)."""
    return stack_cards(g, deck)


def summed(g, e: "explorer", i: "number") -> "number":
    """Sum of declared rule `i` over the cards an explorer holds (armour and the like)."""
    n = 0
    c = 0
    for p in g.place:
        if p == e:
            b = g.packs.card(g.G[G_CARDS][c])[i]
            n += b - 256 if b > 127 else b
        c += 1
    return n


# --- rolls ------------------------------------------------------------------------------------------------


def trait_dice(g, f: "figure", t: "trait", kind: "number") -> "number":
    """Dice of a trait roll before the pool's limits (F06): value, tokens here, the candle on own events."""
    n = value(g, f, t)
    if f >= MONSTER:
        return n
    r = ROOM_PLACE + g.ex[f][E_ROOM]
    for row in g.tokens:
        if row[K_PLACE] == r:
            stats = g.packs.token(row[K_KIND])
            d = stats[1]
            if d and not (stats[0] & TF_HEROES and g.ex[f][E_SIDE] != HERO):
                n += d - 256 if d > 127 else d
    if kind == EVENT_ROLL:
        n += summed(g, f, 14)
    return n


def begin_roll(g, f: "figure", kind: "number", t: "number", n: "number") -> "number":
    """Start a roll of `n` dice, held to 1..8 (F04, F05)."""
    n = 1 if n < 1 else MAX_DICE if n > MAX_DICE else n
    g.G[G_ROLL][:] = [f, kind, t, n, NONE, 0, []]
    return n


def roll_dice(g) -> "number":
    """Dice of the roll under way."""
    return g.G[G_ROLL][ROLL_DICE]


def roll_fixed(g) -> "number":
    """Result chosen instead of dice, NONE without."""
    return g.G[G_ROLL][ROLL_FIXED]


def fix_roll(g, n: "number") -> "number":
    """Choose the result of the roll under way (F09)."""
    g.G[G_ROLL][ROLL_FIXED] = n
    return 0


def add_roll(g, n: "number") -> "number":
    """Add to the total of the roll under way (F08)."""
    g.G[G_ROLL][ROLL_FLAT] += n
    return 0


def more_dice(g, n: "number") -> "number":
    """Add dice to the roll under way, before it is thrown."""
    d = g.G[G_ROLL][ROLL_DICE] + n
    g.G[G_ROLL][ROLL_DICE] = 1 if d < 1 else MAX_DICE if d > MAX_DICE else d
    return 0


def roll_total(g) -> "number":
    """Total of the roll under way, never below 0."""
    row = g.G[G_ROLL]
    n = row[ROLL_FIXED]
    if n < 0:
        n = sum(row[ROLL_FACES])
    n += row[ROLL_FLAT]
    return n if n > 0 else 0


def roll_twos(g) -> "number":
    """Dice of the last roll that show 2 (F14)."""
    n = 0
    for d in g.G[G_ROLL][ROLL_FACES]:
        if d == 2:
            n += 1
    return n


def last_roller(g) -> "figure":
    """Whose roll is under way."""
    return g.G[G_ROLL][ROLL_WHO]


# --- secrets --------------------------------------------------------------------------------------------------


def keep_secret(g, kind: "number", owner: "any", n: "any", readers: "explorers") -> "number":
    """Record something hidden: who may read it is part of it. Gives its number."""
    g.G[G_SECRETS].append([kind, owner, n, readers])
    return len(g.G[G_SECRETS]) - 1


def secret(g, i: "number") -> "any":
    """What a secret record holds."""
    return g.G[G_SECRETS][i][2]


def set_secret(g, i: "number", n: "any") -> "number":
    """Change what a secret record holds."""
    g.G[G_SECRETS][i][2] = n
    return 0


def reveal_secret(g, i: "number") -> "number":
    """Let everybody read a secret record."""
    g.G[G_SECRETS][i][3] = (1 << len(g.ex)) - 1
    return 0


# --- haunt ----------------------------------------------------------------------------------------------------


def charted(g, omen: "card", r: "room") -> "number":
    """Number in the haunt chart for an omen and the room where it was drawn, 0 without (I06)."""
    return g.chart(g.G[G_CARDS][omen], g.rooms[r][R_TILE])


def cell_omen(g, n: "number") -> "card":
    """Omen of the first chart cell of haunt `n` whose card is in the decks, NONE."""
    return g.chart_cell(n)[0]


def cell_tile(g, n: "number") -> "tile":
    """Tile of the first chart cell of haunt `n` whose omen is in the decks, NONE."""
    return g.chart_cell(n)[1]


def haunt_numbered(g, n: "number") -> "haunt":
    """The haunt with a printed number, NONE."""
    return g.packs.haunt_by_number(n)


def haunt_number(g, h: "haunt") -> "number":
    """Printed number of a haunt."""
    row = g.packs.haunt(h)
    return row[0] | row[1] << 8


def haunt_rule(g, h: "haunt", i: "number") -> "number":
    """Byte `i` of a haunt's row: its traitor rule."""
    return g.packs.haunt(h)[i]


def haunt_named(g, h: "haunt") -> "explorer":
    """The explorer a haunt's traitor rule names, if in play by that name (I08), else NONE."""
    face = g.packs.haunt_named(h)
    for e in range(len(g.ex)):
        if g.ex[e][E_FACE] == face and face >= 0:
            return e
    return NONE


def has_hook(g, h: "number", i: "number") -> "number":
    """Whether the haunt with id `i` has an effect for hook `h`."""
    return 1 if g.packs.hooks(h).get(KIND_HAUNT << 16 | i, NONE) >= 0 else 0


def attackable(g, f: "figure", o: "figure") -> "number":
    """Whether the rules of attack let figure `f` attack `o`: other side, present, not banned (H02)."""
    if g.G[G_PHASE] != PHASE_HAUNT or f == o or not alive(g, o) or side(g, f) == side(g, o):
        return 0
    proc = g.packs.hooks(H_MAY_ATTACK).get(KIND_HAUNT << 16 | g.v[V_HAUNT], NONE)
    if proc >= 0 and not g.query(proc, NONE, f, o):
        return 0
    return 1


def targets(g, f: "figure") -> "figures":
    """Figures that `f` may attack where it stands."""
    m = 0
    for e in range(len(g.ex)):
        if attackable(g, f, e) and together(g, f, e):
            m |= 1 << e
    for i in range(len(g.monsters)):
        if attackable(g, f, MONSTER + i) and together(g, f, MONSTER + i):
            m |= 1 << MONSTER + i
    return m


def far_targets(g, f: "figure") -> "figures":
    """Figures that `f` may attack with a ranged weapon: in sight, in another room or half (H08)."""
    m = 0
    for o in list(range(len(g.ex))) + list(range(MONSTER, MONSTER + len(g.monsters))):
        if attackable(g, f, o) and not together(g, f, o) and house.sees(g, room_of(g, f), room_of(g, o)):
            m |= 1 << o
    return m


# --- what the turn offers -----------------------------------------------------------------------------------------


def clear_offers(g) -> "number":
    """Begin a new list of options."""
    g.G[G_OFFERS][:] = []
    return 0


def offer(g, kind: "number", arg: "any") -> "number":
    """Add an option (O_...) to the list."""
    g.G[G_OFFERS].append(kind << 16 | arg)
    return 0


def offers(g) -> "number":
    """How many options are in the list."""
    return len(g.G[G_OFFERS])


def offer_moves(g, f: "figure") -> "number":
    """Offer every step, passage and unexplored door that a figure can pay for."""
    r = room_of(g, f)
    out = g.G[G_OFFERS]
    row = g.rooms[r]
    left = spaces(g, f)
    cost = exit_cost(g, f, 1)
    explorer = f < MONSTER
    if left > 0 and cost >= 0:
        ruins = explorer and g.ex[f][E_FLAGS] & F_RUINS
        for d in range(4):
            if house.door_to(g, r, d) >= 0:
                out.append(O_STEP << 16 | d)
            elif explorer and house.is_open(g, r, d):
                if house.can_explore(g, row[R_FLOOR]):
                    out.append(O_EXPLORE << 16 | d)
            elif ruins:
                o = house.beside(g, r, d)
                if o >= 0 and (row[R_FLAGS] | g.rooms[o][R_FLAGS]) & RF_DESTROYED:
                    out.append(O_STEP << 16 | d)
    for k in range(len(g.links)):
        if house.link_end(g, k, r) >= 0:
            link = g.links[k]
            fl = link[L_FLAGS]
            if (fl & LF_EXPLORERS and not explorer) or (fl & LF_MONSTERS and explorer):
                continue
            if left > 0 and exit_cost(g, f, link[L_COST]) >= 0:
                if fl & LF_WALL and explorer and g.ex[f][E_DONE] >> 63 & 1:
                    continue
                out.append(O_LINK << 16 | k)
    return len(out)


def offer_actions(g, e: "explorer") -> "number":
    """Offer the actions of the room, of tokens, cards and the haunt that are open to an explorer.

    Whoever is stuck has only those of the own cards (B29).
    """
    row = g.ex[e]
    r = row[E_ROOM]
    stuck = row[E_FLAGS] & F_STUCK
    active = []
    if not stuck:
        if not g.rooms[r][R_FLAGS] & RF_DESTROYED:
            active.append(KIND_TILE << 16 | g.rooms[r][R_TILE])
        if g.v[V_HAUNT] >= 0:
            active.append(KIND_HAUNT << 16 | g.v[V_HAUNT])
        for t in g.tokens:
            if t[K_PLACE] == ROOM_PLACE + r or t[K_PLACE] == e:
                active.append(KIND_TOKEN << 16 | t[K_KIND])
    i = 0
    for p in g.place:
        if p == e or not stuck and 0 <= p < MONSTER and g.ex[p][E_ROOM] == r:
            active.append(KIND_CARD << 16 | g.G[G_CARDS][i])
        i += 1
    for n, ref, once, _do, when in g.packs.actions:
        if ref in active and not (once and row[E_DONE] >> n & 1):
            if when < 0 or g.query(when, source_of(g, ref), e):
                g.G[G_OFFERS].append(O_ACT << 16 | n)
    return 0


def source_of(g, ref):
    """The handle behind a content reference: card, room or the content id itself."""
    kind = ref >> 16
    if kind == KIND_CARD:
        return g.card_index.get(ref & 0xFFFF, NONE)
    if kind == KIND_TILE:
        return g.tile_rooms.get(ref & 0xFFFF, NONE)
    return ref & 0xFFFF


def offer_cards(g, e: "explorer") -> "number":
    """Offer the cards an explorer can use now (B21, P2.04)."""
    row = g.ex[e]
    uses = g.packs.hooks(H_USE)
    checks = g.packs.hooks(H_CAN_USE)
    for ref in g.use_order:
        c = g.card_index[ref & 0xFFFF]
        if g.place[c] == e and not row[E_USED] >> c & 1 and ref in uses:
            when = checks.get(ref, NONE)
            if when < 0 or g.query(when, c, e, 0):
                g.G[G_OFFERS].append(O_USE << 16 | c)
    return 0


def done(g, e: "explorer", n: "number") -> "number":
    """Whether an explorer has done action `n` this turn."""
    return 1 if g.ex[e][E_DONE] >> n & 1 else 0


def set_done(g, e: "explorer", n: "number") -> "number":
    """Note that an explorer has done action `n` this turn."""
    g.ex[e][E_DONE] |= 1 << n
    return 0


def raised_by(g, e: "explorer", r: "room") -> "number":
    """Note that a room has raised a trait of an explorer; 1 if it had already (once a game)."""
    row = g.ex[e]
    if row[E_ONCE] >> r & 1:
        return 1
    row[E_ONCE] |= 1 << r
    return 0


def stored(g, e: "explorer") -> "number":
    """The number an explorer keeps for a later roll, NONE."""
    return g.ex[e][E_STORED]


def store(g, e: "explorer", n: "number") -> "number":
    """Keep a number for a later roll."""
    g.ex[e][E_STORED] = n
    return 0


def set_cap(g, e: "explorer", n: "number") -> "number":
    """Limit the spaces of this turn (P3.17)."""
    g.ex[e][E_CAP] = n
    return 0


def track(g, n: "number") -> "number":
    """Move the Turn/Damage track by `n`, held to 0..12; gives its value (Q06)."""
    v = g.v[V_TRACK] + n
    g.v[V_TRACK] = 0 if v < 0 else 12 if v > 12 else v
    return g.v[V_TRACK]


def deal(g) -> "number":
    """Make and shuffle the decks and the stack of tiles, and lay out the landings (A06-A08)."""
    g.deal()
    return 0


# --- suspending words ------------------------------------------------------------------------------------------------


def ask(g, who, kind, text, domain, menu=0, args=()):
    """Set the prompt. A choice with one option that is no menu is taken at once."""
    if kind == CHOICE and not menu:
        if len(domain) == 1:
            g.G[G_RESULT] = argument(domain[0])
            return
        if not domain:
            g.G[G_RESULT] = NONE
            return
    g.G[G_PROMPT] = [who, kind, text, domain, g.G[G_FRAMES][-1][2], list(args), menu]


def argument(option):
    """Argument of an option; NONE of "nothing"."""
    return NONE if option >> 16 == O_NOTHING else option & 0xFFFF


def options(mask, kind, optional):
    """Options for every thing of a set."""
    got = []
    i = 0
    while mask:
        if mask & 1:
            got.append(kind << 16 | i)
        mask >>= 1
        i += 1
    if optional and got:
        got.append(O_NOTHING << 16)
    return got


def menu(g, who: "explorer", text: "text") -> "option":
    """Ask for one of the options offered; gives the option."""
    ask(g, who, CHOICE, text, list(g.G[G_OFFERS]), 1)


def menu_for(g, who: "explorer", f: "figure", text: "text") -> "option":
    """Ask for one of the options offered, on behalf of a monster."""
    ask(g, who, CHOICE, text, list(g.G[G_OFFERS]), 1, (f,))


def choose(g, who: "explorer", text: "text", *texts: "text") -> "number":
    """Ask for one of some answers in words; gives its position from 0."""
    ask(g, who, CHOICE, text, [O_TEXT << 16 | i for i in texts], 1)
    g.G[G_PROMPT][P_MENU] = 2


def number(g, who: "explorer", low: "number", high: "number", text: "text") -> "number":
    """Ask for a number; the only possible one is taken at once."""
    if low >= high:
        g.G[G_RESULT] = low
        return
    ask(g, who, RANGE, text, [low, high])


def pick_explorer(g, who: "explorer", among: "explorers", text: "text", optional: "number" = 0) -> "explorer":
    """Ask for one explorer."""
    ask(g, who, CHOICE, text, options(among, O_EXPLORER, optional))


def pick_figure(g, who: "explorer", among: "figures", text: "text", optional: "number" = 0) -> "figure":
    """Ask for one explorer or monster."""
    ask(g, who, CHOICE, text, options(among, O_FIGURE, optional))


def pick_room(g, who: "explorer", among: "rooms", text: "text", optional: "number" = 0) -> "room":
    """Ask for one room."""
    ask(g, who, CHOICE, text, options(among, O_ROOM, optional))


def pick_card(g, who: "explorer", among: "cards", text: "text", optional: "number" = 0) -> "card":
    """Ask for one card."""
    ask(g, who, CHOICE, text, options(among, O_CARD, optional))


def pick_trait(g, who: "explorer", among: "traits", text: "text", optional: "number" = 0) -> "trait":
    """Ask for one trait."""
    ask(g, who, CHOICE, text, options(among, O_TRAIT, optional))


def pick_figures(g, who: "explorer", among: "figures", text: "text") -> "figures":
    """Ask for any number of figures."""
    subset(g, who, options(among, O_FIGURE, 0), 0, 99, text)


def pick_rooms(g, who: "explorer", among: "rooms", least: "number", most: "number", text: "text") -> "rooms":
    """Ask for several rooms."""
    subset(g, who, options(among, O_ROOM, 0), least, most, text)


def pick_cards(g, who: "explorer", among: "cards", least: "number", most: "number", text: "text") -> "cards":
    """Ask for several cards."""
    subset(g, who, options(among, O_CARD, 0), least, most, text)


def subset(g, who, got, least, most, text):
    """Ask for some of the options; none at all is answered at once."""
    if most > len(got):
        most = len(got)
    if least > most:
        least = most
    if most == 0:
        g.G[G_RESULT] = 0
        return
    ask(g, who, SUBSET, text, [least, most] + got)


def pick_dice(g, who: "explorer", most: "number", text: "text") -> "number":
    """Ask which dice of the last roll to throw again; gives a mask of their positions (F10)."""
    subset(g, who, options((1 << len(g.G[G_ROLL][ROLL_FACES])) - 1, O_DIE, 0), 0, most, text)


def throw(g, who: "explorer", n: "number", text: "text") -> "number":
    """Ask for the faces of `n` dice (chance is an answer); they become the faces of the roll under way."""
    g.G[G_ROLL][ROLL_FACES] = []
    ask(g, who, DICE, text, [n])


def throw_again(g, who: "explorer", dice: "number", text: "text") -> "number":
    """Throw some dice of the last roll again (mask); the new faces stand."""
    g.G[G_ROLL][ROLL_FACES] = [d for i, d in enumerate(g.G[G_ROLL][ROLL_FACES]) if not dice >> i & 1]
    ask(g, who, DICE, text, [count(g, dice)])


def pick_cell(g, who: "explorer", t: "tile", floor: "number", text: "text") -> "number":
    """Ask where on a floor to put a tile; NONE when it fits nowhere."""
    ask(g, who, CHOICE, text, [O_CELL << 16 | c for c in house.cells_for(g, t, floor)])


def pick_lift(g, who: "explorer", r: "room", floor: "number", text: "text") -> "number":
    """Ask where on a floor to put a room that moves; NONE when it fits nowhere."""
    ask(g, who, CHOICE, text, [O_CELL << 16 | c for c in lift_options(g, r, floor)])


def pick_lift_turn(g, who: "explorer", r: "room", c: "number", text: "text") -> "number":
    """Ask how to turn a room that moves to cell `c`, as if it stood nowhere; best joined first."""
    row = g.rooms[r]
    kept = row[R_FLOOR]
    row[R_FLOOR] = NONE
    house.derive(g)
    got = house.turnings(g, row[R_TILE], c, house.facing(g, c))
    row[R_FLOOR] = kept
    house.derive(g)
    ask(g, who, CHOICE, text, [O_TURNED << 16 | rot for rot in got], 0, (row[R_TILE], c))


def pick_floor(g, who: "explorer", floors: "number", text: "text") -> "floor":
    """Ask for one floor of a set (bit 1 << floor); NONE of an empty one."""
    ask(g, who, CHOICE, text, options(floors, O_FLOOR, 0))


def pick_turn(g, who: "explorer", t: "tile", c: "number", entry: "number", text: "text") -> "number":
    """Ask how to turn a tile at a cell so that a door meets one of the sides `entry`; best joined first (C04, C05)."""
    got = house.turnings(g, t, c, entry)
    if not got:
        doors = g.packs.tile(t)[0]
        got = [rot for rot in range(4) if house.turned(doors, rot) & entry]
    ask(g, who, CHOICE, text, [O_TURNED << 16 | rot for rot in got], 0, (t, c))


def pick_wall(g, who: "explorer", r: "room", text: "text") -> "number":
    """Ask for a side of a room that has no door; NONE when there is none."""
    got = []
    for d in range(4):
        if not g.rooms[r][R_DOORS] >> d & 1:
            got.append(O_WALL << 16 | d)
    ask(g, who, CHOICE, text, got)


def pick_tile(g, who: "explorer", tiles: "number", text: "text") -> "tile":
    """Ask for a tile of the stack: of its top `tiles`, 0: of all with its rejects, in order of their ids."""
    s = g.G[G_STACKS][TILES]
    got = s[-tiles:] if tiles else sorted(s + g.G[G_DISCARDS][TILES])
    ask(g, who, CHOICE, text, [O_TILE << 16 | t for t in got])


def pick_face(g, who: "explorer", text: "text") -> "number":
    """Ask which face a seat plays; two faces of one card never play together (A04)."""
    taken = [g.packs.explorer(row[E_FACE])[36] for row in g.ex if row[E_FACE] >= 0]
    got = [O_FACE << 16 | f for f in g.packs.faces() if g.packs.explorer(f)[36] not in taken]
    ask(g, who, CHOICE, text, got)


def letters(g, who: "explorer", least: "number", most: "number", text: "text") -> "number":
    """Ask for a word in capital letters; gives the number of the secret record that holds it."""
    ask(g, who, LETTERS, text, [least, most] + list(range(65, 91)))


def push(g, proc, source, args):
    """Start procedure `proc` on top of what runs now."""
    from shared_rules import vm

    g.G[G_FRAMES].append(vm.new_frame(g, proc, source, args))


def fire(g, h: "number", who: "any", x: "any") -> "number":
    """Run every effect that hook `h` has for a figure, in this order: its room, tokens there,
    tokens it carries, its cards, its face, the haunt. Without a figure (NONE): the haunt."""
    table = g.packs.hooks(h)
    if not table:
        return
    found = []
    if who >= 0:
        r = room_of(g, who)
        if r >= 0 and not g.rooms[r][R_FLAGS] & RF_DESTROYED:
            find(g, table, KIND_TILE << 16 | g.rooms[r][R_TILE], r, found)
        for row in g.tokens:
            if r >= 0 and row[K_PLACE] == ROOM_PLACE + r:
                find(g, table, KIND_TOKEN << 16 | row[K_KIND], row[K_KIND], found)
        for row in g.tokens:
            if row[K_PLACE] == who:
                find(g, table, KIND_TOKEN << 16 | row[K_KIND], row[K_KIND], found)
        for ref in g.hook_cards(h):
            c = g.card_index[ref & 0xFFFF]
            if g.place[c] == who:
                found.append((table[ref], c))
        if who < MONSTER:
            find(g, table, KIND_EXPLORER << 16 | g.ex[who][E_FACE], who, found)
        else:
            find(g, table, KIND_MONSTER << 16 | g.monsters[who - MONSTER][M_KIND], who, found)
    if g.v[V_HAUNT] >= 0:
        find(g, table, KIND_HAUNT << 16 | g.v[V_HAUNT], g.v[V_HAUNT], found)
    for proc, source in reversed(found):
        push(g, proc, source, (who, x))


def find(g, table, ref, source, found):
    """Note the effect that `table` has for `ref`."""
    proc = table.get(ref, NONE)
    if proc >= 0:
        found.append((proc, source))


def fire_card(g, h: "number", c: "card", who: "any", x: "any") -> "number":
    """Run the effect that hook `h` has for one card."""
    proc = g.packs.hooks(h).get(KIND_CARD << 16 | g.G[G_CARDS][c], NONE)
    if proc >= 0:
        push(g, proc, c, (who, x))


def act(g, e: "explorer", n: "number") -> "number":
    """Run action `n` of the menu."""
    _n, ref, once, do, _when = g.packs.actions[n]
    if once:
        g.ex[e][E_DONE] |= 1 << n
    push(g, do, source_of(g, ref), (e,))


def run(g, proc: "proc", e: "any", x: "any") -> "number":
    """Run a procedure by its id with two arguments."""
    push(g, proc, g.G[G_FRAMES][-1][2], (e, x))


def end_game(g, winner: "number", who: "explorers") -> "number":
    """End the game, judged: WIN_NONE, WIN_HEROES, WIN_TRAITOR or WIN_SEATS with their set."""
    finish(g, 1, winner, who)


def declare(g, winner: "number", who: "explorers") -> "number":
    """End the game by the table's word."""
    finish(g, 2, winner, who)


def finish(g, how, winner, who):
    """Note the end and drop everything that was still to happen."""
    g.v[V_ENDED] = how
    g.v[V_WINNER] = winner
    g.v[V_WINNERS] = who
    g.G[G_PHASE] = PHASE_ENDED
    del g.G[G_FRAMES][:]


WORDS = (
    var, set_var, phase, set_phase, rule, random, count, one_of, first_of, min, max,
    say, say1, say2, say3, tell,
    seats, face_of, set_face, alive, side, set_side, everybody, of_side, heroes, left_of, right_of, room_of, put, half,
    explorers_in, explorers_on, together, company, flag, set_flag, clear_flag, remove_from_game,
    begin_turn, traitor_like, keeper, age,
    first_player,
    value, steps, start_steps, set_steps, shift, traits_at, extreme,
    spaces, hindrance, exit_cost, spend, stop,
    rooms, all_rooms, rooms_on, rooms_with, rooms_of_kind, rooms_marked, window_rooms, room, tile_of, floor_of, symbol,
    marked, mark, tile_flag, tile_rule, door_to, beside, neighbours, doors_of, half_at, divided, cell_of, cell_beside,
    facing, room_at, within, stroll, distance, nearest, nearer, sees, can_explore, next_tile, take_tile, reject_tile,
    tile_floors, tile_fits, place_tile, move_room, lift_cells, add_link, link_end, link_flags, link_cost, start_room,
    add_token, token_in, tokens_at, change_tokens, remove_tokens, clear_place, rooms_holding,
    spawn, set_value, monsters, monsters_of, monsters_in, monster_kind, stunned, set_stunned, set_spaces, monster_flag,
    set_monster_flag, as_explorer, is_explorer,
    card, as_card, card_id, deck_of, card_flag, card_rule, card_place, holder, holds, put_card, cards_at, objects_of, items_of,
    stack_cards, top_cards, top_tile, raise_tile, next_card, shuffle_deck, use_card, used, card_number,
    set_card_number, unseen, summed,
    trait_dice, begin_roll, roll_dice, roll_fixed, fix_roll, add_roll, more_dice, roll_total, roll_twos, last_roller,
    keep_secret, secret, set_secret, reveal_secret,
    charted, cell_omen, cell_tile, haunt_numbered, haunt_number, haunt_rule, haunt_named, has_hook, attackable, targets, far_targets,
    clear_offers, offer, offers, offer_moves, offer_actions, offer_cards, done, set_done, raised_by, stored, store,
    set_cap, track, deal,
)  # fmt: skip

SUSPENDING = (
    menu, menu_for, choose, number, pick_explorer, pick_figure, pick_room, pick_card, pick_trait, pick_figures,
    pick_rooms, pick_cards, pick_dice, throw, throw_again, pick_cell, pick_lift, pick_lift_turn, pick_floor, pick_turn, pick_wall, pick_tile, pick_face,
    letters, fire, fire_card, act, run, end_game, declare,
)  # fmt: skip
