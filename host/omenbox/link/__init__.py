"""The host's end of the link to a box: ports, the client, and the mirror of its game.

docs/protocol.md describes what goes over the cable.
"""

from .client import Client, No, Request
from .mirror import Mirror
from .port import LostPort, MemoryPort, Port, PortError, SerialPort, find_port, memory_ports

__all__ = [
    "Client",
    "LostPort",
    "MemoryPort",
    "Mirror",
    "No",
    "Port",
    "PortError",
    "Request",
    "SerialPort",
    "find_port",
    "memory_ports",
]
