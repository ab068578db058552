"""The box's program. Runs on the board and, with a simulated board, on the desktop."""

VERSION = "0.1.0"
