"""The command `shieldmate`, also as `python -m shieldmate`."""

import os
import sys

from .apps.interrupt import while_loading


def main() -> int:
    """Load the command line and run one command; returns the exit status."""
    while_loading()
    # Networks are small and games are shared out between processes: more threads would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Torch's threads would spin while they wait, which makes them slow where something else needs the processors too.
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
    from .apps.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
