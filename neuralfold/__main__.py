"""`python -m neuralfold` is the same as `neuralfold`."""

import sys

from neuralfold.cli import main

if __name__ == "__main__":
    sys.exit(main())
