"""``python -m omenbox`` is the command ``omenbox``."""

import sys


def main() -> int:
    """Run the command line; also Ctrl-C while the program is still being read ends it quietly."""
    try:
        from .cli import main as command
    except KeyboardInterrupt:
        print("omenbox: interrupted", file=sys.stderr)
        return 130
    return command()


if __name__ == "__main__":
    sys.exit(main())
