"""The vocabulary of effects is complete: every word explains itself and has its types."""

from __future__ import annotations

import inspect

from omenbox.packs.vocabulary import TYPES, vocabulary
from shared_rules import words

GROUPS = (words.WORDS, words.SUSPENDING)
EVERY = {word.__name__: word for group in GROUPS for word in group}


def test_every_word_says_what_it_does() -> None:
    first_lines = {name: (inspect.getdoc(word) or "").split("\n")[0] for name, word in EVERY.items()}
    assert not [name for name, line in first_lines.items() if not line[:1].isupper()]


def test_every_word_is_about_the_game_and_has_types() -> None:
    untyped = []
    for name, word in EVERY.items():
        signature = inspect.signature(word)
        game, *params = signature.parameters.values()
        assert game.name == "g", name
        if inspect.Parameter.empty in [p.annotation for p in params] + [signature.return_annotation]:
            untyped.append(name)
    assert not untyped


def test_every_type_of_a_word_is_one_of_the_effect_language() -> None:
    known = set(TYPES) - {"nothing"}
    for word in vocabulary().words.values():
        assert {*word.params, word.result} <= known, word.name
        assert word.variadic in known | {""}, word.name


def test_every_word_has_a_name_of_its_own() -> None:
    assert len(EVERY) == sum(map(len, GROUPS))
    assert not set(EVERY) & set(vocabulary().constants)


def test_words_can_be_numbered_with_one_byte() -> None:
    assert max(map(len, GROUPS)) <= 256


def test_words_have_the_numbers_that_the_compiler_gives_them() -> None:
    for group, suspends in zip(GROUPS, (False, True)):
        for number, function in enumerate(group):
            word = vocabulary().words[function.__name__]
            assert (word.number, word.suspends) == (number, suspends), word.name
