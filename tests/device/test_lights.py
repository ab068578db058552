"""The picture of the lights and the text of the digits follow from the table's view alone."""

from __future__ import annotations

import json

import pytest

from omenbox.packs import standard_packs
from omenbox_device import display, lights
from shared_rules import state as s
from shared_rules import view
from shared_rules.game import Game


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


@pytest.fixture
def game(packs):
    return Game(packs, seats=3, seed=1, faces=packs.faces()[:6:2])


def lit(picture):
    return [i for i, colour in enumerate(picture) if colour]


def seen(game):
    return view.view(game, s.NONE)


def begun(game):
    """The game at its first turn."""
    while game.prompt[s.P_MENU] != 1:
        game.play(game.prompt[s.P_DOMAIN][0])
    return game


def test_every_room_in_play_has_its_lamp(game):
    assert lit(lights.picture(seen(begun(game)), 0)) == [0, 1, 2, 3, 4]


def test_lamps_before_the_first_room_are_dark(packs):
    assert lit(lights.picture(seen(Game(packs, seats=3, seed=1)), 0)) == []


def test_a_destroyed_room_goes_dark(game):
    begun(game).rooms[3][s.R_FLAGS] |= s.RF_DESTROYED
    assert lit(lights.picture(seen(game), 0)) == [0, 1, 2, 4]


def test_whose_turn_it_is_breathes(game):
    begun(game)
    now = game.v[s.V_TURN]
    for e in range(3):
        game.ex[e][s.E_ROOM] = 4 if e == now else e
    pictures = [lights.picture(seen(game), ms) for ms in (0, 900)]
    assert pictures[0][4] < pictures[1][4]
    for e in range(3):
        if e != now:
            assert pictures[0][e] == pictures[1][e] == lights.FACES[e]


def test_explorers_in_one_room_take_turns(game):
    pictures = [lights.picture(seen(begun(game)), ms)[0] for ms in (0, 700, 1400)]
    assert pictures == list(lights.FACES[:3])


def test_dice_to_be_thrown_make_the_room_flicker(game):
    begun(game)
    e = game.v[s.V_TURN]
    game.ex[e][s.E_ROOM] = 4
    game.G[s.G_PROMPT] = [e, s.DICE, 0, [4], 0, [], 0]
    pictures = [lights.picture(seen(game), ms) for ms in (0, 90, 180)]
    assert pictures[0][4] == pictures[2][4] < pictures[1][4]


def test_the_haunt_roll_beats_through_the_house(game):
    begun(game)
    quiet = lights.picture(seen(game), 0)
    game.G[s.G_ROLL][s.ROLL_KIND] = s.HAUNT_ROLL
    game.G[s.G_PROMPT] = [0, s.DICE, 0, [6], 0, [], 0]
    beat = lights.picture(seen(game), 0)
    assert quiet[3] != beat[3] == lights.ALARM


@pytest.mark.parametrize(
    "winner, colour", [(s.WIN_HEROES, lights.GOLD), (s.WIN_TRAITOR, lights.BLOOD), (s.WIN_NONE, lights.GREY)]
)
def test_the_end_is_a_wave_over_all_lamps(game, winner, colour):
    begun(game)
    game.v[s.V_ENDED], game.v[s.V_WINNER] = 1, winner
    pictures = [lights.picture(seen(game), ms) for ms in range(0, 1900, 50)]
    assert {i for picture in pictures for i in lit(picture)} == set(range(64))
    assert max(picture[0] for picture in pictures) >= lights.dim(colour, 240)


def test_a_panel_says_which_lamp_a_room_has(game):
    begun(game)
    panel = {game.rooms[0][s.R_TILE]: 63, game.rooms[1][s.R_TILE]: 99}
    assert lit(lights.picture(seen(game), 0, panel=panel)) == [63]


def test_no_lamp_shows_a_secret(game):
    """The picture is made from the view of somebody who only looks on."""
    begun(game)
    before = [lights.picture(seen(game), ms) for ms in (0, 500)]
    game.G[s.G_SECRETS].append([0, 1, 5, 2])
    game.G[s.G_STACKS][0].reverse()
    assert [lights.picture(seen(game), ms) for ms in (0, 500)] == before


def test_digits_show_spaces_left_then_dice_then_their_total(game):
    assert display.digits(seen(Game(game.packs, seats=3, seed=1))) == "----"
    begun(game)
    e = game.v[s.V_TURN]
    assert display.digits(seen(game)) == "  %2d" % view.explorer(game, e)[7]
    game.ex[e][s.E_SPENT] = 1
    assert display.digits(seen(game)) == "  %2d" % (view.explorer(game, e)[7])
    game.v[s.V_TRACK] = 11
    game.G[s.G_PROMPT] = [e, s.DICE, 0, [8], 0, [], 0]
    assert display.digits(seen(game)) == "11d8"
    assert display.digits(seen(game), 7) == "11=7"
    assert display.digits(seen(game), 12) == "1112"
    game.v[s.V_ENDED] = 1
    assert display.digits(seen(game)) == "End "


def test_pictures_are_the_same_on_micropython(game, unix):
    begun(game)
    game.rooms[4][s.R_FLAGS] |= s.RF_DESTROYED
    seat = json.dumps(seen(game))
    times = [0, 333, 1000, 123456]
    script = (
        "import json\nfrom omenbox_device import display, lights\n"
        f"v = json.loads({seat!r})\n"
        f"print(json.dumps([[lights.picture(v, ms) for ms in {times}], display.digits(v)]))"
    )
    got = json.loads(unix.run(script).check())
    here = json.loads(seat)
    assert got == [[lights.picture(here, ms) for ms in times], display.digits(here)]
