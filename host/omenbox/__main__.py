"""``python -m omenbox`` is the command ``omenbox``."""

import sys

from .cli import main

sys.exit(main())
