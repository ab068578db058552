"""The box's program. Runs on the board and, with a simulated board, on the desktop."""

VERSION = "0.1.0"


def drop(name: str) -> None:
    """Let a module of the program go that is not needed again soon: the board's memory is small."""
    import sys

    if sys.implementation.name == "micropython":
        del sys.modules["omenbox_device." + name]
        globals().pop(name, None)
