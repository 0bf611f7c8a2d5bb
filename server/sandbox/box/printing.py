"""What a script prints, on its way out: the first of it at once, and of what is far too much only the end."""

import time

ENOUGH = 16 << 20
"""Bytes that are passed on at once, where each line counts as so many more: every line is work for the other side."""
LINE = 200
END = 1 << 20
"""Bytes of the end that are kept, of output and of errors each."""
END_LINES = 5_000
PAUSE = 1.0
"""Seconds between two words on how much was left out."""


class Printing:
    """A script that prints without end costs its own box time, and nobody else."""

    def __init__(self, outlet):
        self.outlet = outlet
        self.spent = 0
        self.ends = {b"O": bytearray(), b"E": bytearray()}
        self.left_out = 0
        self.next = 0.0

    def take(self, kind, data):
        if self.spent < ENOUGH:
            self.spent += len(data) + LINE * data.count(b"\n")
            self.outlet.send(kind, data)
            return
        end = self.ends[kind]
        end += data
        if len(end) >= 2 * END:
            self.cut(end, end.find(b"\n", len(end) - END) + 1 or len(end) - END)
            if time.monotonic() >= self.next:
                self.tell()

    def cut(self, end, at):
        self.left_out += end.count(b"\n", 0, at)
        del end[:at]

    def tell(self):
        if self.left_out > 0:
            self.outlet.send(b"L", str(self.left_out).encode())
            self.left_out = 0
        self.next = time.monotonic() + PAUSE

    def finish(self):
        """Hands the end out, errors last: they say why it failed."""
        for end in self.ends.values():
            if end.count(b"\n") > END_LINES:
                self.cut(end, len(end) - len(end.split(b"\n", end.count(b"\n") - END_LINES)[-1]))
        self.tell()
        for kind, end in self.ends.items():
            if end:
                self.outlet.send(kind, bytes(end))
                self.outlet.finish()
                end.clear()
