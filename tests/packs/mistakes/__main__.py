"""``python -m tests.packs.mistakes``: write what is said about each mistake now."""

import sys

from . import main

sys.exit(main())
