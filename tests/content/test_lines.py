"""Haunts stay short: what each costs in lines of effects and tables, as `omenbox pack info DIR` counts them."""

from statistics import median

import pytest

from omenbox.cli import main
from omenbox.packs import load_source
from omenbox.packs.lines import effect_lines, haunt_lines, table_lines
from omenbox.paths import find

FOLDER = find("rules", "content/widows_walk")
LINES = haunt_lines(load_source(FOLDER))

#: The most that each may have.
MOST = {"h53": 70, "h57": 110, "h80": 180, "h81": 132}


def test_the_table_is_about_the_haunts_that_the_pack_plays():
    assert set(LINES) == set(MOST)


@pytest.mark.parametrize("haunt", MOST)
def test_a_haunt_is_no_longer_than(haunt):
    assert LINES[haunt].rules > 0 and LINES[haunt].tables > 0
    assert LINES[haunt].total <= MOST[haunt]


def test_blanks_comments_and_docstrings_are_not_counted():
    head = '"""Doc\nstring."""\n\nN = 2  # two\n\n\n'
    body = 'def f(me):\n    """Says."""\n    # why\n    return (\n        N\n    )\n'
    assert effect_lines(head) == 1
    assert effect_lines(head + body) == 5
    assert table_lines('# haunt\n\n[[haunt]]\nid = "h1"\n  # more\n') == 2


def test_the_command_shows_them(capsys):
    assert main(["pack", "info", str(FOLDER)]) == 0
    out = capsys.readouterr().out
    for name, lines in LINES.items():
        assert f"{name:<8} {lines.rules:>8} {lines.tables:>8} {lines.total:>8}" in out
    assert f"{median(n.total for n in LINES.values()):g}" in out
