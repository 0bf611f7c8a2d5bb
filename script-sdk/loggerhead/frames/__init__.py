"""The bus frames of a recording as blocks of columns, whatever its format."""

from loggerhead.frames.block import BIT_RATE_SWITCH, ERROR, ERROR_STATE, EXTENDED, FD, REMOTE, SENT, FrameBlock
from loggerhead.frames.read import read_frames

__all__ = ["BIT_RATE_SWITCH", "ERROR", "ERROR_STATE", "EXTENDED", "FD", "REMOTE", "SENT", "FrameBlock", "read_frames"]
