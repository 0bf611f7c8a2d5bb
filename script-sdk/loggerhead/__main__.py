"""python -m loggerhead run SCRIPT --data FILE... [--config FILE] [--signals STORE...] [--output FOLDER]"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from loggerhead.errors import LoggerheadError
from loggerhead.laptop import LaptopRun, run_script
from loggerhead.version import __version__


def main(arguments: list[str] | None = None) -> int:
    """The exit code: the script's own, or 2 when it could not be started."""
    parser = argparse.ArgumentParser(prog="python -m loggerhead", description="Runs an analysis script as the server does.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run a script on files of this machine")
    run.add_argument("script", type=Path, help="a zip with a __main__.py, or its folder")
    run.add_argument("--data", type=Path, nargs="+", required=True, metavar="FILE", help="recordings and other files to analyse")
    run.add_argument("--config", type=Path, nargs="+", default=[], metavar="FILE", help="configurations")
    run.add_argument("--signals", type=Path, nargs="+", default=[], metavar="STORE", help="signal stores, one for each data file")
    run.add_argument("--output", type=Path, default=Path("results"), metavar="FOLDER", help="where results go (results)")
    run.add_argument("--previous", type=Path, metavar="FOLDER", help="results of the run before")
    run.add_argument("--vehicle", default="", help="the vehicle's name")
    given = parser.parse_args(arguments)
    order = LaptopRun(given.script, given.data, given.config, given.signals, given.output, given.previous, given.vehicle)
    try:
        code = run_script(order)
    except LoggerheadError as error:
        print(error, file=sys.stderr)
        return 2
    results = sorted(path for path in given.output.rglob("*") if path.is_file() and path.name != "progress.ipa")
    if results:
        print(f"Results in {given.output}: {', '.join(str(path.relative_to(given.output)) for path in results)}")
    return code


if __name__ == "__main__":
    sys.exit(main())
