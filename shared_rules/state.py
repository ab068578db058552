"""The state of a game: nested lists of integers, and the name of every index in them.

`G`, the state, is one list; the names below say what lies where. Only integers,
None and lists are in it, so that `json.dumps(G)` is the same on every Python.
The device build writes these numbers into the code, so a name costs nothing there.

Places: one number says where a card or a token is.
    0..15 explorer, 16..99 monster (a *figure*), 100 + r room r, negative: see AT_*.
"""

SCHEMA = 1
NONE = -1

# --- slots of G ---------------------------------------------------------------
G_SCHEMA = 0
G_PHASE = 1
G_RNG = 2
G_EXPLORERS = 3
G_ROOMS = 4
G_TOKENS = 5
G_MONSTERS = 6
G_LINKS = 7
G_CARDS = 8
G_PLACE = 9
G_CARDN = 10
G_STACKS = 11
G_DISCARDS = 12
G_FRAMES = 13
G_RESULT = 14
G_PROMPT = 15
G_OFFERS = 16
G_VARS = 17
G_ROLL = 18
G_SECRETS = 19
G_SIZE = 20

# --- phases -------------------------------------------------------------------
PHASE_SETUP = 0
PHASE_EXPLORE = 1
PHASE_REVEAL = 2
PHASE_HAUNT = 3
PHASE_ENDED = 4

# --- traits, damage, sides, floors, directions, decks ---------------------------
SPEED = 0
MIGHT = 1
SANITY = 2
KNOWLEDGE = 3
ALL_TRAITS = 15
PHYSICAL = 1
MENTAL = 2
HERO = 0
TRAITOR = 1
BASEMENT = 0
GROUND = 1
UPPER = 2
ROOF = 3
NORTH = 0
EAST = 1
SOUTH = 2
WEST = 3
OMEN = 0
ITEM = 1
EVENT = 2
TILES = 3
SYM_NONE = 0
SYM_OMEN = 1
SYM_ITEM = 2
SYM_EVENT = 3
SYM_ANY = 4

# --- an explorer ------------------------------------------------------------------
E_FACE = 0
E_SIDE = 1
E_ALIVE = 2
E_ROOM = 3
E_HALF = 4
E_TRAITS = 5  # four indices 0..8 on the tracks, 0 is the skull
E_SPENT = 9
E_FLAGS = 10
E_ONCE = 11  # rooms (mask of handles) that have raised a trait
E_USED = 12  # cards (mask of handles) used this turn
E_DONE = 13  # actions (mask of indices) done this turn
E_STORED = 14  # number kept for a later roll, NONE without
E_CAP = 15  # spaces allowed this turn, NONE without a cap
E_SIZE = 16

F_STOPPED = 1
F_ATTACKED = 2
F_MOVED = 4
F_GAVE = 8
F_CROSSED = 16
F_OVER = 32  # the turn is over after this action
F_RUINS = 64  # walks destroyed rooms and through their sides this turn
F_STUCK = 128  # no actions, no movement
F_SLOW = 256  # one room a turn
F_CAPTIVE = 512  # captured: no opponent, may only lay cards down
F_IGNORES = 1024  # ignores what rooms say
F_LOCKED = 2048  # has tried a Lock in vain this turn
F_WALL = 4096  # has tried the revolving wall this turn
F_LASTING = 1920  # F_STUCK | F_SLOW | F_CAPTIVE | F_IGNORES: what the start of a turn does not clear

# --- a room in play -----------------------------------------------------------------
R_TILE = 0
R_FLOOR = 1
R_X = 2
R_Y = 3
R_ROT = 4
R_DOORS = 5
R_FLAGS = 6
R_SYM = 7
R_WINDOWS = 8
R_HALF = 9  # doors of half 0 of a barrier room, 0 without barrier
R_KIND = 10  # tile flags T_*
R_SIZE = 11

RF_DESTROYED = 1
RF_OPENED = 2  # the vault
RF_VISITED = 4  # somebody has been here
RF_QUIET = 8  # placed by a haunt: the first visitor draws nothing

T_OUTSIDE = 1
T_FIXED = 2
T_DUMBWAITER = 4
T_LANDING = 8
T_NO_REST = 16
T_TRIO = 32
T_VAULT = 64
T_LOCKS = 128  # placed with a Lock on every door

# --- rows of tiles and cards in a pack ----------------------------------------------
TILE_ROW = 16
CARD_ROW = 16
EXPLORER_ROW = 48
TOKEN_ROW = 8
MONSTER_ROW = 8
HAUNT_ROW = 16
C_COMPANION = 1
C_NO_GIVE = 2
C_NO_DROP = 4
C_NO_STEAL = 8
C_NO_OBJECT = 16
C_WEAPON = 32
C_RANGED = 64
C_KEPT = 128

# --- a token, a monster, a link -------------------------------------------------------
K_KIND = 0
K_PLACE = 1
K_N = 2
K_SIDE = 3  # 1 + side of the room on whose door it lies, 0: in the room
TF_SMOKE = 1
TF_EXPLORERS = 2
TF_HEROES = 4  # its dice help heroes only once the haunt has begun
TF_LOCK = 8  # on a door: explorers must open it
TF_CARRIED = 16  # explorers carry it like an item

M_KIND = 0
M_ROOM = 1  # NONE: off the board
M_STUNNED = 2  # 0 awake, 1 stunned
M_LEFT = 3
M_FLAGS = 4
M_SIDE = 5
M_TRAITS = 6  # four values, 0: lacks the trait
M_SIZE = 10
MF_ATTACKED = 1
MF_MOVED = 2
MF_ACTIONS = 4  # from this bit on: actions done this turn
MR_FLAGS = 4  # bytes of the row of a kind, after the traits: MK_...
MR_ATTACK = 5  # set of the traits it may attack with, 0: as usual
MR_DEFEND = 6  # 1 + the trait it defends with, 0: the attacker's; 16 times the margin that removes it
MR_DICE = 7  # more dice when it attacks
MK_STEADY = 1  # cannot be stunned
MK_SURE = 2  # moves its Speed without a roll

L_A = 0
L_B = 1
L_FLAGS = 2
L_COST = 3
L_TOKEN = 4
LF_ONE_WAY = 1
LF_EXPLORERS = 2
LF_MONSTERS = 4
LF_WALL = 8  # needs the roll of the revolving wall
LF_DUMBWAITER = 16

# --- places ----------------------------------------------------------------------------
MONSTER = 16  # figure code of monster 0
ROOM_PLACE = 100
AT_STACK = -1
AT_DISCARD = -2
AT_BOX = -3
AT_TABLE = -4

# --- variables: G[G_VARS] ----------------------------------------------------------------
V_TURN = 0
V_ROUND = 1
V_OMENS = 2
V_HAUNT = 3  # id of the haunt, NONE before
V_REVEALER = 4
V_TRAITOR = 5
V_KEEPER = 6  # whose seat runs the monsters
V_TRACK = 7  # Turn/Damage track, NONE while unused
V_LAST_OMEN = 8
V_OMEN_ROOM = 9
V_DUE = 10  # who must roll for the haunt at the end of this turn
V_FORCED = 11  # haunt to reveal whatever the chart says, NONE without
V_DECK = 12
V_EXPANSION = 13  # 1: the expansion's tiles and the roof are in use
V_RULES = 14  # RULE_* switches
V_MONTH = 15
V_DAY = 16
V_SEATS = 17
V_ENDED = 18  # 0 no, 1 judged, 2 declared
V_WINNER = 19  # WIN_*; with WIN_SEATS the mask is in V_WINNERS
V_WINNERS = 20
V_LIFT = 21  # the elevator has moved this turn
V_ANCHOR = 22  # seat after which the monsters move
V_MANUAL = 23
V_NEXT = 24  # who takes the next turn out of order, NONE
V_DAMAGE = 25  # amount of the damage being dealt
V_DKIND = 26  # its kind
V_BASE_HEROES = 27  # heroes when the haunt began
V_FIRST = 28  # whose turn begins a round: the first player
V_PLAYED = 29  # haunts the table has played (mask by number)
V_DEFENDER = 30  # figure that is being attacked
V_MARGIN = 31  # by how much a fight is won; set to 0: it has been dealt with
V_H0 = 32  # sixteen numbers that belong to the haunt
V_SIZE = 48

WIN_NONE = 0
WIN_HEROES = 1
WIN_TRAITOR = 2
WIN_SEATS = 3

RULE_STAY = 1  # a failed leaving roll lets you stay instead of losing the trait
RULE_EQUAL = 2  # a haunt roll equal to the omens starts the haunt too
RULE_CARDBOARD = 4  # the table draws real cards and tiles and says which
RULE_CROSS_ON = 8  # a failed barrier roll does not end the movement
RULE_PLAYED = 16  # skip haunts already played (V_PLAYED)
RULE_WANDER = 32  # ... by going from room to room

DECK_FIRST = 0
DECK_SECOND = 1
DECK_EXPANSION = 2

# --- a roll: G[G_ROLL] -----------------------------------------------------------------------
ROLL_WHO = 0
ROLL_KIND = 1
ROLL_TRAIT = 2
ROLL_DICE = 3
ROLL_FIXED = 4  # result chosen instead of rolling, NONE without
ROLL_FLAT = 5
ROLL_FACES = 6
ROLL_SIZE = 7
PLAIN = 0
TRAIT_ROLL = 1
EVENT_ROLL = 2  # trait roll of an event card
ATTACK = 3
DEFEND = 4
HAUNT_ROLL = 5
MONSTER_ROLL = 6
MOVE_ROLL = 7  # trait roll to enter, leave or cross a room
OPEN_ROLL = 8  # trait roll to open something
DAMAGE_ROLL = 9  # how much damage
MAX_DICE = 8

# --- prompts: G[G_PROMPT] = [who, kind, text, domain, source, args] ----------------------------
P_WHO = 0
P_KIND = 1
P_TEXT = 2
P_DOMAIN = 3
P_SOURCE = 4
P_ARGS = 5
P_MENU = 6  # 1: the answer is the option itself, 0: its argument
CHOICE = 0  # domain: list of options; answer: one of them
RANGE = 1  # domain: [lowest, highest]
SUBSET = 2  # domain: [least, most, option...]; answer: list of options
DICE = 3  # domain: [number]; answer: list of faces 0..2
LETTERS = 4  # domain: [least, most, code point...]; answer: list of code points

# --- options: kind << 16 | argument --------------------------------------------------------------
O_NUMBER = 0
O_END = 1
O_STEP = 2  # direction
O_LINK = 3  # link
O_EXPLORE = 4  # direction
O_USE = 5  # card
O_ACT = 6  # action
O_ATTACK = 7  # figure
O_GIVE = 8
O_DROP = 9
O_TAKE = 10
O_ROOM = 11
O_EXPLORER = 12
O_CARD = 13
O_TRAIT = 14
O_FIGURE = 15
O_TEXT = 16
O_CELL = 17
O_TURNED = 18  # quarter turns
O_FACE = 19
O_NOTHING = 20
O_DIE = 21
O_CLIMB = 22
O_TILE = 23
O_WALL = 24  # direction of a wall
O_MONSTER = 25
O_FLOOR = 26
O_SIDE = 27  # direction of a side of a room
O_TOKEN = 28  # kind of token

# --- a secret: G[G_SECRETS] = [kind, owner, value, readers] -------------------------------------------
S_KIND = 0  # text by which its readers are shown it, with owner and value; 0: none
S_OWNER = 1
S_VALUE = 2  # a number, or the code points of a word
S_READERS = 3  # bits of the seats that may read it
SECRET_SIDE = -2  # kind: the side on which the owner is in truth

# --- hooks, in the order of their numbers ----------------------------------------------------------
HOOKS = (
    "drawn",
    "gained",
    "lost",
    "use",
    "stolen",
    "before_roll",
    "after_roll",
    "damage_before",
    "damage_after",
    "trait_gained",
    "enter",
    "leave",
    "discover",
    "turn_start",
    "turn_end",
    "setup",
    "wins",
    "death",
    "check",
    "monsters_start",
    "round_end",
    "wielded",
    "can_use",
    "loses",
    "attack_dice",
    "may_attack",
    "turn_over",
    "way",
    "pass_lock",
    "monster_end",
    "woken",
    "worth",
    "may_take",
    "taken",
)
HOOK_COUNT = 34
H_DRAWN = 0
H_GAINED = 1
H_LOST = 2
H_USE = 3
H_STOLEN = 4
H_BEFORE_ROLL = 5
H_AFTER_ROLL = 6
H_DAMAGE_BEFORE = 7
H_DAMAGE_AFTER = 8
H_TRAIT_GAINED = 9
H_ENTER = 10
H_LEAVE = 11
H_DISCOVER = 12
H_TURN_START = 13
H_TURN_END = 14
H_SETUP = 15
H_WINS = 16
H_DEATH = 17
H_CHECK = 18
H_MONSTERS_START = 19
H_ROUND_END = 20
H_WIELDED = 21
H_CAN_USE = 22
H_LOSES = 23
H_ATTACK_DICE = 24
H_MAY_ATTACK = 25
H_TURN_OVER = 26
H_WAY = 27
H_PASS_LOCK = 28
H_MONSTER_END = 29
H_WOKEN = 30
H_WORTH = 31
H_MAY_TAKE = 32
H_TAKEN = 33

# --- kinds of content: the high half of a hook's reference ------------------------------------------
KIND_TILE = 1
KIND_CARD = 2
KIND_TOKEN = 3
KIND_HAUNT = 4
KIND_EXPLORER = 5
KIND_MONSTER = 6
