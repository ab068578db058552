"""The README's ten lines do what they say."""

import doctest

from tests.platforms import ROOT


def test_the_typed_lines() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 10
    assert failed == 0
