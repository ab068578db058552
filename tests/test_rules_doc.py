"""docs/rules.md tells the truth: each rule has a test that names it, or a reason why it comes later."""

import re
from pathlib import Path

import pytest

from .platforms import ROOT

ROW = re.compile(r"^\| ([A-Z]+\d+) \| (.+?) \| ?(.*?) ?\|$")


def rows() -> list[tuple[str, str]]:
    """(id, where) of every row of the document."""
    found = [ROW.match(line) for line in (ROOT / "docs/rules.md").read_text().splitlines()]
    return [(match[1], match[3]) for match in found if match]


def named_by_tests() -> set[str]:
    """Every rule id that a test or a scenario names; B16a counts for B16."""
    ids: set[str] = set()
    for path in (ROOT / "tests").rglob("*"):
        if path.suffix == ".toml":
            for listed in re.findall(r"^rules\s*=\s*\[(.*?)\]", path.read_text(), re.M | re.S):
                ids.update(re.findall(r'"([^"]+)"', listed))
        elif path.suffix == ".py" and path != Path(__file__):
            for listed in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text()):
                ids.update(re.findall(r'"([^"]+)"', listed))
    return ids | {re.sub(r"[a-z]$", "", rule) for rule in ids}


def test_the_document_lists_the_rules() -> None:
    assert len(rows()) > 300


@pytest.mark.parametrize(("rule", "where"), rows(), ids=[rule for rule, _ in rows()])
def test_a_rule_is_tested_or_has_a_reason(rule: str, where: str) -> None:
    if where.startswith("later"):
        assert len(where) > len("later: why"), f"{rule}: say why it comes later"
    else:
        assert where, f"{rule}: nobody has filed it"
        assert rule in named_by_tests(), f"{rule}: no test names it"
