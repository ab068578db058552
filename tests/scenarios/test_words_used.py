"""Every word and every hook is used by some content, and a scenario shows it."""

from __future__ import annotations

from functools import cache

from .words_used import DOC, Watch, empty, markdown, watched

#: Words that are in the making: no scenario uses them yet.
PENDING: set[str] = set()


@cache
def watch() -> Watch:
    return watched()


def test_no_word_and_no_hook_is_without_content_and_scenario() -> None:
    assert [name for name in empty(watch()) if name not in PENDING] == []


def test_what_is_in_the_making_is_not_used_yet() -> None:
    assert PENDING <= set(empty(watch()))


def test_the_document_is_true() -> None:
    old = DOC.read_text("utf-8")
    assert old == markdown(watch(), old), "run: python -m tests.scenarios.words_used"
