"""The parts of the page: well-formed for every seat at every prompt, with every legal answer."""

from __future__ import annotations

import doctest
import re
from html.parser import HTMLParser

import pytest

from omenbox.feed import feed
from omenbox.packs import standard_packs
from omenbox.screen import asking, box, explorers, floors, html, legend, panels
from omenbox.screen.map import Floor
from shared_rules import state as s

from .test_feed import prompts


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


class Tags(HTMLParser):
    """Checks that every tag is closed where it should be."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def whole(text):
    parser = Tags()
    parser.feed(text)
    assert parser.open == []
    return text


def parts(got, choosing, people):
    bots = frozenset(range(len(got["explorers"]))) - frozenset(people)
    floor = floors.floor_to_show(got)
    yield panels.seats(got, bots, True, 0)
    yield panels.status(got)
    yield panels.actions(got, ("answer", 0, 2), False, bots)
    yield panels.actions(got, ("roll", -1, 0), False, bots)
    yield panels.tome(got)
    yield panels.log(got)
    yield explorers.explorers(got, bots)
    yield floors.tabs(got, floor)
    yield from (Floor(got, f, choosing.picked).svg() for f, _ in got["floors"])
    yield box.strip(got, 64)
    yield legend.legend(got, True)
    assert legend.legend(got, False) == ""
    yield asking.asking(got, choosing, bots, people)
    yield asking.dice(got)


def shown_to(game, seat):
    """What the host makes of a feed; of the events only the last."""
    got = feed(game, seat, max(0, len(game.events) - 8))
    got["error"] = ""
    if got["prompt"] and got["prompt"]["mine"]:
        got["prompt"]["number"] = 1
    return got


def test_examples_in_the_docs():
    assert doctest.testmod(html).failed == 0


@pytest.mark.parametrize("seed, haunt", [(11, 57), (12, 0)])
def test_every_part_is_well_formed_at_every_prompt(packs, seed, haunt):
    for n, game in enumerate(prompts(packs, seed, haunt)):
        for seat in (n % 4 - 1, game.prompt[s.P_WHO] if game.prompt else 0):
            for part in parts(shown_to(game, seat), asking.Choosing(), range(1)):
                whole(part)


def test_every_legal_answer_is_a_button(packs):
    for game in prompts(packs, 13, 57):
        if game.over:
            continue
        p = game.prompt
        got = shown_to(game, p[s.P_WHO])
        shown = asking.asking(got, asking.Choosing(), frozenset(), range(3))
        values = set(map(int, re.findall(r'data-do="(?:answer|pick)" data-value="(-?\d+)"', shown)))
        domain = p[s.P_DOMAIN]
        if p[s.P_KIND] == s.CHOICE:
            assert values == set(domain)
        elif p[s.P_KIND] == s.RANGE:
            assert values == set(range(domain[0], domain[1] + 1))
        elif p[s.P_KIND] == s.SUBSET:
            assert values == set(domain[2:])
        else:
            assert 'data-do="roll"' in shown


def test_the_map_offers_what_the_prompt_does(packs):
    """Every step, passage, door and room of the prompt can be clicked on one of the floors."""
    for game in prompts(packs, 14, 57, most=200):
        if game.over:
            continue
        got = shown_to(game, game.prompt[s.P_WHO])
        prompt = got["prompt"]
        wanted, rooms = set(), set()
        for option in prompt.get("options", ()):
            if "cell" in option or "room" in option and option["room"] not in rooms:
                rooms.add(option.get("room"))
                wanted.add(option["value"])
        shown = "".join(Floor(got, floor, set()).svg() for floor, _ in got["floors"])
        assert wanted <= set(map(int, re.findall(r'data-value="(-?\d+)"', shown)))


def test_text_is_escaped():
    assert html.el("b", "<&>", title='"') == '<b title="&quot;">&lt;&amp;&gt;</b>'


def test_marks_belong_to_one_prompt():
    choosing = asking.Choosing(3)
    choosing.pick(7, 2)
    assert choosing.of({"number": 3}).picked == {7}
    assert choosing.of({"number": 4}).picked == set()
    choosing.pick(8, 2)
    choosing.pick(9, 2)
    assert choosing.picked == {7, 8}  # two are enough
    choosing.pick(7, 1)
    choosing.pick(9, 1)
    assert choosing.picked == {9}  # of one, the last


PICKING = ["1-12", "2_3", "2=3", "do 2", "Er 2", "UndO", "nite", "GO  ", "PLAY", "PL3E", "SUrE"]


@pytest.mark.parametrize("text", ["----", "  d4", " 3 6", "12=7", "End ", *PICKING])
def test_every_text_of_the_digits_can_be_shown(text):
    shown = whole(box.digits(text))
    assert all(character == " " or character in box.SEGMENTS for character in text)
    assert shown.count('class="on"') == sum(len(box.SEGMENTS.get(c, "")) for c in text)


def test_a_destroyed_room_is_crossed_out_and_offers_no_card(packs):
    *_, game = prompts(packs, 15, 57, most=500)
    got = feed(game, -1)
    gone = [room for room in got["rooms"] if room["destroyed"]]
    assert gone
    room = gone[0]
    shown = Floor(got, room["floor"], set()).room(room)
    assert "rubble" in shown and "symbol" not in shown
