"""The `__main__.py` of a box that reads a catalog: the program lies beside the catalog's file."""

import sys

sys.path.insert(0, "/data/program")

from import_catalog import answer_order  # noqa: E402

answer_order(sys.argv[1])
