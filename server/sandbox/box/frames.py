"""Frames to the other side.

R ready · O output · E errors · L lines left out between (their number) · P progress in percent · Z how the script ended
(JSON) · F a file begins (JSON name, size) · D its bytes · G it ended · X a file that is not handed out (JSON name, reason) ·
Q that was all
"""

import os
import select
import struct

HEAD = struct.Struct(">cI")
FULL = 1 << 20


class Outlet:
    """Sends without waiting; who sends much asks `is_full` first and waits with `finish`."""

    def __init__(self, fd):
        self.fd = fd
        self.waiting = bytearray()
        os.set_blocking(fd, False)

    def send(self, kind, data):
        self.waiting += HEAD.pack(kind, len(data))
        self.waiting += data
        self.write_some()

    def write_some(self):
        try:
            while self.waiting:
                sent = os.write(self.fd, memoryview(self.waiting)[:FULL].tobytes())
                del self.waiting[:sent]
        except BlockingIOError:
            pass

    def has_more(self):
        return bool(self.waiting)

    def is_full(self):
        return len(self.waiting) >= FULL

    def finish(self):
        while self.waiting:
            select.select([], [self.fd], [])
            self.write_some()
