"""Words about the house: rooms, doors, distances, the stack of tiles, tokens."""

from shared_rules import house
from shared_rules.state import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shared_rules.kinds import *

# --- the house


def rooms(g) -> "Rooms":
    """All rooms in play that are not destroyed."""
    m = 0
    for r in range(len(g.rooms)):
        if not g.rooms[r][R_FLAGS] & RF_DESTROYED and g.rooms[r][R_FLOOR] >= 0:
            m |= 1 << r
    return m


def all_rooms(g) -> "Rooms":
    """All rooms in play, destroyed ones too."""
    return (1 << len(g.rooms)) - 1


def rooms_on(g, floor: "Number") -> "Rooms":
    """Rooms of a floor, destroyed ones too."""
    m = 0
    for r in range(len(g.rooms)):
        if g.rooms[r][R_FLOOR] == floor:
            m |= 1 << r
    return m


def rooms_with(g, symbol: "Number") -> "Rooms":
    """Rooms that show a symbol (SYM_...)."""
    m = 0
    for r in range(len(g.rooms)):
        if g.rooms[r][R_SYM] == symbol and not g.rooms[r][R_FLAGS] & RF_DESTROYED:
            m |= 1 << r
    return m


def with_bits(g, column, bits):
    """Rooms that have one of some bits in a column of their row."""
    m = 0
    for r in range(len(g.rooms)):
        if g.rooms[r][column] & bits:
            m |= 1 << r
    return m


def rooms_of_kind(g, bits: "Number") -> "Rooms":
    """Rooms whose tile has one of the flags T_..."""
    return with_bits(g, R_KIND, bits)


def rooms_marked(g, bits: "Number") -> "Rooms":
    """Rooms with one of the marks RF_..."""
    return with_bits(g, R_FLAGS, bits)


def unexplored(g, tiles: "Number" = 0) -> "Rooms":
    """Rooms with a door that leads to no room; tiles 1: only on floors for which a tile is left (C10)."""
    m = 0
    for f in range(4):
        if not tiles or house.can_explore(g, f):
            order, sides, _n = house.edge(g, f)
            for c in order:
                for d in range(4):
                    if sides[c] >> d & 1:
                        m |= 1 << g.cells[house.cell_beside(c, d)]
    return m


def room(g, t: "Tile") -> "Room":
    """The room of a tile, NONE while it is not in play."""
    return g.tile_rooms.get(t, NONE)


def tile_of(g, r: "Room") -> "Tile":
    """The tile of a room."""
    return g.rooms[r][R_TILE] if r >= 0 else NONE


def floor_of(g, r: "Room") -> "Floor":
    """Floor of a room: BASEMENT, GROUND, UPPER, ROOF."""
    return g.rooms[r][R_FLOOR]


def symbol(g, r: "Room") -> "Number":
    """Symbol of a room (SYM_...)."""
    return g.rooms[r][R_SYM]


def marked(g, r: "Room", bits: "Number") -> "Number":
    """Whether a room has a mark (RF_...)."""
    return 1 if r >= 0 and g.rooms[r][R_FLAGS] & bits else 0


def mark(g, r: "Room", bits: "Number") -> "Number":
    """Mark a room (RF_...)."""
    g.rooms[r][R_FLAGS] |= bits
    return 0


def tile_flag(g, r: "Room", bits: "Number") -> "Number":
    """Whether the tile of a room has a flag (T_...)."""
    return 1 if r >= 0 and g.rooms[r][R_KIND] & bits else 0


def tile_rule(g, r: "Room", i: "Number") -> "Number":
    """Byte `i` of the declared rules of a room's tile."""
    return g.packs.tile(g.rooms[r][R_TILE])[i]


def door_to(g, r: "Room", d: "Number") -> "Room":
    """Room behind a door (B06)."""
    return house.door_to(g, r, d)


def has_door(g, r: "Room", d: "Number") -> "Number":
    """Whether a room has a door on a side, wherever it leads."""
    return g.rooms[r][R_DOORS] >> d & 1


def lock_on(g, r: "Room", d: "Number") -> "Number":
    """Number of the token that locks a door, from either side; NONE."""
    return house.lock_on(g, r, d)


def beside(g, r: "Room", d: "Number") -> "Room":
    """Room that shares a side, whatever is between."""
    return house.beside(g, r, d)


def neighbours(g, r: "Room") -> "Rooms":
    """Rooms that share a side with a room."""
    m = 0
    c = house.cell_of(g, r)
    for d in range(4):
        o = g.cells.get(house.cell_beside(c, d), NONE)
        if o >= 0:
            m |= 1 << o
    return m


def doors_of(g, r: "Room") -> "Rooms":
    """Rooms joined to a room by a door."""
    m = 0
    for o in house.doorways(g, r):
        m |= 1 << o
    return m


def half_at(g, r: "Room", d: "Number") -> "Number":
    """Half of a divided room on which its side `d` lies (D26)."""
    return house.half_of(g, r, d)


def divided(g, r: "Room") -> "Number":
    """Whether a barrier divides a room."""
    return 1 if g.rooms[r][R_HALF] else 0


def cell_of(g, r: "Room") -> "Number":
    """Cell of a room."""
    return house.cell_of(g, r)


def cell_beside(g, c: "Number", d: "Number") -> "Number":
    """The next cell in a direction."""
    return house.cell_beside(c, d)


def facing(g, c: "Number") -> "Number":
    """Sides of an empty cell on which a neighbour has a door."""
    return house.facing(g, c)


def within(g, r: "Room", n: "Number") -> "Rooms":
    """Rooms at most `n` spaces away by doors and two-way passages."""
    far = house.distances(g, r, n)
    m = 0
    for i in range(len(far)):
        if far[i] <= n:
            m |= 1 << i
    return m


def stroll(g, r: "Room", n: "Number", barred: "Rooms") -> "Rooms":
    """Rooms at most `n` spaces away by doors and stairs, never through `barred` or a token's passage."""
    ends = []  # of what is kept among the ways and is no stairs
    for row in g.links:
        if (row[L_TOKEN] >= 0 or row[L_FLAGS]) and not row[L_FLAGS] & (LF_WALL | LF_ONE_WAY):
            ends += row[:2]
    seen = bytearray(len(g.rooms))
    seen[r] = 1
    m = 1 << r
    edge = [r]
    while edge and n > 0:
        n -= 1
        found = []
        for a in edge:
            for b in house.plain_ways(g, a) if a in ends else house.ways(g, a):
                if not seen[b]:
                    seen[b] = 1
                    if not barred >> b & 1:
                        m |= 1 << b
                        found.append(b)
        edge = found
    return m


def distance(g, a: "Room", b: "Room") -> "Number":
    """Spaces between two rooms, 99 when there is no way."""
    n = house.distances(g, a, 60, b)[b]
    return n if n < 99 else 99


def nearest(g, r: "Room", among: "Rooms") -> "Rooms":
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


def nearer(g, r: "Room", goal: "Room") -> "Rooms":
    """Rooms one step from `r` that are a space nearer to `goal`."""
    far = house.distances(g, goal, 60, r)
    m = 0
    for o in house.ways(g, r):
        if far[o] < far[r]:
            m |= 1 << o
    return m


def sees(g, a: "Room", b: "Room") -> "Number":
    """Whether there is line of sight (H08)."""
    return 1 if b in house.sight(g, a) else 0


def next_tile(g, floor: "Number", c: "Number", entry: "Number", rounds: "Number") -> "Tile":
    """Take the next tile for a floor off the stack (C01, C02, C06, C09)."""
    return house.next_tile(g, floor, c, entry, rounds)


def take_tile(g, t: "Tile") -> "Number":
    """Take a tile out of the stack or the rejects and shuffle the stack (C18); 0 if it is in neither."""
    for pile in (g.G[G_STACKS][TILES], g.G[G_DISCARDS][TILES]):
        if t in pile:
            pile.remove(t)
            house.show(g)
            house.shuffle(g, g.G[G_STACKS][TILES])
            return 1
    return 0


def reject_tile(g, t: "Tile") -> "Number":
    """Put a drawn tile on the rejects."""
    g.G[G_DISCARDS][TILES].append(t)
    return 0


def tile_fits(g, t: "Tile", floor: "Number") -> "Number":
    """Whether a tile can go on a floor without closing it."""
    return 1 if house.fits(g, t, floor) and house.cells_for(g, t, floor) else 0


def place_tile(g, t: "Tile", c: "Number", rot: "Number") -> "Room":
    """Put a tile into play."""
    return house.place(g, t, c, rot)


def move_room(g, r: "Room", c: "Number", rot: "Number") -> "Number":
    """Put a room with all in it on another cell (C12)."""
    was = g.rooms[r][R_FLOOR]
    house.set_cell(g, r, c, rot)
    if g.rooms[r][R_FLOOR] != was:
        house.rehang(g, r)
    return 0


def rotations(g, r: "Room") -> "Number":
    """Quarter turns (bits) of a room where it stands: at least one door leads on, no rooms are cut off."""
    row = g.rooms[r]
    ends = house.passages(g, r)
    joined = len(ends)  # by passages, whichever way the room is turned
    sides = []
    for d in range(4):
        o = house.beside(g, r, d)
        if o >= 0 and g.rooms[o][R_DOORS] >> (d + 2 & 3) & 1:
            ends.append(o)
            sides.append(d)
    parts = parts_of(g, r, ends)
    fixed = 0
    for part in parts[:joined]:
        fixed |= 1 << part
    doors = g.packs.tile(row[R_TILE])[0]
    met = [0] * 4  # by quarter turns: parts that doors join
    for rot in range(4):
        for i in range(len(sides)):
            if house.turned(doors, rot) >> sides[i] & 1:
                met[rot] |= 1 << parts[joined + i]
    m = 0
    for rot in range(4):
        if rot != row[R_ROT] and met[rot] and not met[row[R_ROT]] & ~(met[rot] | fixed):
            m |= 1 << rot
    return m


def parts_of(g: "Game", without: "Room", ends: "list[Room]") -> bytes:
    """For each of the rooms `ends` a number of the part that it is in of the house without one room."""
    parts = bytearray(len(g.rooms))  # 0 unknown, 255 unknown and one of `ends`
    left = 0
    for o in ends:
        if not parts[o]:
            parts[o] = 255
            left += 1
    parts[without] = 254
    part = 0
    for start in ends:
        if parts[start] == 255:
            part += 1
            left -= 1
            parts[start] = part
            edge = [start]
            while edge and left:
                for o in house.ways(g, edge.pop()):
                    if not parts[o] or parts[o] == 255:
                        if parts[o]:
                            left -= 1
                        parts[o] = part
                        edge.append(o)
    return bytes([parts[o] for o in ends])


def lift_cells(g, r: "Room", floor: "Number") -> "Number":
    """How many cells of a floor could take room `r` without closing a floor (D19)."""
    return len(lift_options(g, r, floor))


def lift_options(g, r, floor):
    """Cells where room `r` may be put back: (cell) list; neither its old nor its new floor may close."""
    row = g.rooms[r]
    c = house.cell_of(g, r)
    kept = house.lift(g, r)
    got = [o for o in house.cells_for(g, row[R_TILE], floor) if o != c]
    if kept != floor and not house.open_doors(g, kept):
        got = []
    house.lower(g, r, kept)
    return got


def add_link(g, a: "Room", b: "Room", flags: "Number", token: "Token") -> "Number":
    """Join two rooms by a passage (LF_...); gives its number (B11)."""
    return house.add_link(g, a, b, flags, 1, token)


def linked(g, a: "Room", b: "Room") -> "Number":
    """Whether a passage joins two rooms."""
    for row in g.links:
        if row[L_A] == a and row[L_B] == b or row[L_A] == b and row[L_B] == a:
            return 1
    return 0


def link_end(g, k: "Number", r: "Room") -> "Room":
    """The far end of a passage."""
    return house.link_end(g, k, r)


def link_flags(g, k: "Number") -> "Number":
    """Flags of a passage (LF_...)."""
    return g.links[k][L_FLAGS]


def start_room(g, t: "Tile", floor: "Number", x: "Number", y: "Number") -> "Room":
    """Lay out a tile of the set-up."""
    return house.place(g, t, house.cell(floor, x, y), 0)


# --- tokens


def add_token(g, k: "Token", place: "Number", n: "Number") -> "Number":
    """Put a token on a place (100 + room, or a figure); gives its number."""
    g.tokens.append([k, place, n, 0])
    return len(g.tokens) - 1


def lay_on_door(g, k: "Token", r: "Room", d: "Number") -> "Number":
    """Lay a token on a door of a room, with which it turns; gives its number."""
    g.tokens.append([k, ROOM_PLACE + r, 1, d + 1])
    return len(g.tokens) - 1


def put_token(g, i: "Number", place: "Number") -> "Number":
    """Move token number `i`, all of its pile, to a place (100 + room, or a figure); AT_BOX: off the board."""
    row = g.tokens[i]
    row[K_PLACE] = place
    row[K_SIDE] = 0
    if place == AT_BOX:
        row[K_N] = 0
    return 0


def token_kind(g, i: "Number") -> "Token":
    """Kind of token number `i`."""
    return g.tokens[i][K_KIND]


def things(g, place: "Number") -> "Number":
    """Tokens at a place that are carried like items: a set of their numbers."""
    m = 0
    for i in range(len(g.tokens)):
        row = g.tokens[i]
        if row[K_PLACE] == place and g.packs.token(row[K_KIND])[0] & TF_CARRIED:
            m |= 1 << i
    return m


def token_in(g, k: "Token", r: "Room") -> "Number":
    """Whether a room holds a token of a kind."""
    for row in g.tokens:
        if row[K_KIND] == k and row[K_PLACE] == ROOM_PLACE + r:
            return 1
    return 0


def tokens_at(g, k: "Token", place: "Number") -> "Number":
    """How many tokens of a kind lie at a place (their numbers added up)."""
    n = 0
    for row in g.tokens:
        if row[K_KIND] == k and row[K_PLACE] == place:
            n += row[K_N]
    return n


def change_tokens(g, k: "Token", place: "Number", n: "Number") -> "Number":
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
                row[K_SIDE] = 0
                return n
        g.tokens.append([k, place, n, 0])
    return n


def remove_tokens(g, k: "Token", place: "Number") -> "Number":
    """Take every token of a kind off a place."""
    for row in g.tokens:
        if row[K_KIND] == k and row[K_PLACE] == place:
            row[K_PLACE] = AT_BOX
            row[K_N] = 0
    return 0


def clear_place(g, place: "Number") -> "Number":
    """Take every token off a place."""
    for row in g.tokens:
        if row[K_PLACE] == place:
            row[K_PLACE] = AT_BOX
            row[K_N] = 0
    return 0


def rooms_holding(g, k: "Token") -> "Rooms":
    """Rooms that hold a token of a kind."""
    m = 0
    for row in g.tokens:
        if row[K_KIND] == k and row[K_PLACE] >= ROOM_PLACE:
            m |= 1 << row[K_PLACE] - ROOM_PLACE
    return m


WORDS = (
    rooms, all_rooms, rooms_on, rooms_with, rooms_of_kind, rooms_marked, unexplored, room, tile_of,
    floor_of, symbol, marked, mark, tile_flag, tile_rule, door_to, has_door, lock_on, beside, neighbours,
    doors_of, half_at, divided, cell_of, cell_beside, facing, within, stroll, distance, nearest, nearer,
    sees, next_tile, take_tile, reject_tile, tile_fits, place_tile, move_room,
    rotations, lift_cells, add_link, linked, link_end, link_flags, start_room, add_token, lay_on_door,
    put_token, token_kind, things, token_in, tokens_at, change_tokens, remove_tokens, clear_place, rooms_holding,
)  # fmt: skip
