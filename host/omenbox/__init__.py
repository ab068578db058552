"""The desktop tool: commands, screen, simulator and packs."""

__version__ = "0.1.0"
