"""The seat feed holds all that a seat may see, and nothing that it must not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from omenbox.feed import feed
from omenbox.packs import open_packs, standard_packs
from omenbox.screen.asking import roll_name
from omenbox.sim.games import setup_of
from shared_rules import state as s
from shared_rules.game import Game

from ..platforms import ROOT
from ..players import Players


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


def prompts(packs: Any, seed: int, haunt: int = 0, seats: int = 3, most: int = 300) -> Iterator[Game]:
    """A game of random bots, at each of its prompts and at its end, or at the first so many."""
    game = Game(packs, **setup_of(packs, seats, seed, haunt))
    players = Players(packs, seats, seed)
    for _ in range(most):
        yield game
        if game.over:
            return
        game.play(players.answer(game))


def words(value: Any) -> Iterator[str]:
    """Every text in a feed."""
    if isinstance(value, dict):
        for child in value.values():
            yield from words(child)
    elif isinstance(value, list):
        for child in value:
            yield from words(child)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("haunt", [0, 57])
def test_a_feed_is_json_and_every_text_in_it_is_whole(packs, haunt):
    since = 0
    for n, game in enumerate(prompts(packs, 4, haunt)):
        for seat in (n % 4 - 1, game.prompt[s.P_WHO] if game.prompt else 0):
            got = feed(game, seat, since)
            assert json.loads(json.dumps(got)) == got
            assert not [text for text in words(got) if "{" in text or text == "?"]
        since = got["next"]


def test_every_answer_of_the_own_prompt_is_offered_in_words(packs):
    for game in prompts(packs, 5, 57):
        if game.over:
            continue
        p = game.prompt
        got = feed(game, p[s.P_WHO])["prompt"]
        assert got["mine"] and got["text"]
        if p[s.P_KIND] in (s.CHOICE, s.SUBSET):
            domain = p[s.P_DOMAIN][2 if p[s.P_KIND] == s.SUBSET else 0 :]
            assert [option["value"] for option in got["options"]] == domain
            assert all(option["text"] for option in got["options"])


def test_others_learn_only_who_is_choosing(packs):
    for game in prompts(packs, 6, 57):
        if game.over or game.prompt[s.P_KIND] == s.DICE:
            continue
        who = game.prompt[s.P_WHO]
        for seat in {-1, 0, 1, 2} - {who}:
            assert feed(game, seat)["prompt"] == {"who": who, "mine": False}


def test_what_is_hidden_changes_no_feed(packs):
    """Other stacks, another generator, another secret of seat 1: seats 0 and the table see the same."""
    for n, game in enumerate(prompts(packs, 7, 57, most=200)):
        if n % 20 or game.over:
            continue
        seats = [seat for seat in (-1, 0, 2) if seat != game.prompt[s.P_WHO]]
        before = [feed(game, seat) for seat in seats]
        saved = game.save()
        for stack in game.G[s.G_STACKS]:
            stack.reverse()
        game.G[s.G_RNG] ^= 0x5555
        game.G[s.G_SECRETS].append([0, 1, 7, 2])
        assert [feed(game, seat) for seat in seats] == before
        game.adopt(json.loads(saved))


def test_a_private_event_is_in_its_readers_feed_alone(packs):
    game = next(prompts(packs, 8))
    game.tell(0b010, packs.find("text", "base:say.no_traitor"), ())
    told = [len(feed(game, seat)["events"]) for seat in (-1, 0, 1, 2)]
    assert told[2] == told[1] + 1 == told[0] + 1 == told[3] + 1


def test_events_are_given_from_a_number_on(packs):
    *_, game = prompts(packs, 9, most=60)
    whole = feed(game, 0)
    late = feed(game, 0, whole["events"][-3]["number"])
    assert late["events"] == whole["events"][-3:] and late["next"] == whole["next"]


def test_the_tome_is_that_of_the_own_side():
    packs = open_packs([ROOT / "tests" / "content" / "duel"])
    for game in prompts(packs, 3, 201, most=2000):
        if game.v[s.V_TRAITOR] >= 0:
            break
    assert game.v[s.V_TRAITOR] >= 0
    traitor = game.v[s.V_TRAITOR]
    tomes = {seat: feed(game, seat)["haunt"]["tome"] for seat in (-1, 0, 1, 2)}
    heroes = {tomes[seat] for seat in range(3) if seat != traitor}
    assert tomes[-1] == "" and len(heroes) == 1
    text = packs.find("text", "duel:haunt.h201.traitor")
    if text >= 0:
        assert tomes[traitor] == packs.text(text) not in heroes


def test_ways_to_turn_a_tile_have_different_words(packs):
    """The Bedroom has doors on two opposite sides, and one window."""
    windows = 0
    for seed in range(1, 9):
        for game in prompts(packs, seed):
            p = game.prompt
            if p and p[s.P_KIND] == s.CHOICE and p[s.P_DOMAIN][0] >> 16 == s.O_TURNED:
                shown = feed(game, p[s.P_WHO])["prompt"]
                texts = [option["text"] for option in shown["options"]]
                assert len(set(texts)) == len(texts) or not shown["tile"]["windows"], texts
                windows += "window" in texts[0]
    assert windows


@pytest.mark.parametrize("haunt", [53, 57, 81])
def test_every_roll_says_what_it_is_for(packs, haunt):
    headings = set()
    for game in prompts(packs, 6, haunt, most=900):
        p = game.prompt
        if p is not None and p[s.P_KIND] == s.DICE:
            headings.add(roll_name(feed(game, p[s.P_WHO])))
    assert len(headings) > 5
    assert "Roll" not in headings and not [h for h in headings if "{" in h or not h.strip()]
    assert [h for h in headings if h.startswith("Roll: ")], headings
