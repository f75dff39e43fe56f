"""The command `shieldmate`, also as `python -m shieldmate`."""

import sys

from .apps.interrupt import while_loading


def main() -> int:
    """Load the command line and run one command; returns the exit status."""
    while_loading()
    from .apps.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
