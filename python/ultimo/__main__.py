"""`python -m ultimo`: the command line."""

import sys

from ultimo.cli import main

if __name__ == "__main__":
    sys.exit(main())
