"""Runs first at power-up. A button held down then is safe mode: main.py does not start the box."""

import json
import time

from machine import Pin

safe = False
try:
    with open("/board.json") as file:
        button = Pin(json.load(file)["button"], Pin.IN, Pin.PULL_UP)
    for _ in range(10):
        time.sleep_ms(5)
        if button():
            break
    else:
        safe = True
        Pin("LED", Pin.OUT, value=1)
        print("omenbox: safe mode, the button was held: nothing runs; reset the board to play")
except (OSError, ValueError, KeyError, TypeError):
    pass  # main.py says what is wrong with it
