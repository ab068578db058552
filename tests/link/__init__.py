"""The link: frames, a cable that spoils what it carries, ports, the mirror, and the real program."""
