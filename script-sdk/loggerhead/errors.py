"""What can go wrong, in words for the person who runs the script."""


class LoggerheadError(Exception):
    """The base of all errors of this package; the text says what is wrong and what to do."""


class JobError(LoggerheadError):
    """The script was not given what it needs: no job file, or one with something missing."""


class SignalError(LoggerheadError):
    """A signal is not there, or its recording has none."""


class DamagedFile(LoggerheadError):
    """A file is not what its format says; names the byte offset where it is known."""

    def __init__(self, what: str, offset: int | None = None):
        super().__init__(what if offset is None else f"{what} at byte {offset}")
        self.offset = offset


class MissingPackage(LoggerheadError):
    """An environment lacks the package that reads a file."""

    def __init__(self, package: str, what: str):
        super().__init__(f"{what} are read by {package}, which this environment does not have; add it to its requirements.")


class UnsupportedFile(LoggerheadError):
    """A file is of a kind or version that this package does not read."""
