"""`python -m corefer`."""

from corefer.cli import main

main()
