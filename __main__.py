"""`python -m shieldmate`, the same as the command `shieldmate`."""

import sys

from .apps.cli import main

if __name__ == "__main__":
    sys.exit(main())
