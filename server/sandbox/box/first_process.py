"""The first process of a box: watches over the one script that the box is for.

It starts before anybody knows what will be run: it makes the script's process, lets that import what takes long, says
that it is ready and waits. Then it gets one order on standard input, passes output and progress on, counts, kills, and
hands the files of the output folder out when no other process is left. A box is never used again.

No promise of the sandbox rests on this program: the kernel keeps the script in, and the other side takes every byte from
here for the script's own. As process 1 of its namespace it cannot be killed from within, and when it ends all end.

Standard input: one line of JSON {"order": {...}}, later the line "kill". Its end means that nobody is there any more.
Standard output: frames of one letter, a length (32 bit, big-endian) and as many bytes; see `frames.py`.
"""

import json
import os
import select
import signal
import sys
import time

from frames import Outlet
from printing import Printing
from results import hand_out
from script_process import PROGRESS, serve
from watch import Watch

PATIENCE = 2.0
"""Seconds between asking the script's processes to end and ending them."""
POLL = 0.05
CHUNK = 65536


class FirstProcess:
    def __init__(self, limits):
        self.limits = limits
        self.outlet = Outlet(1)
        self.printing = Printing(self.outlet)
        self.watch = Watch(limits)
        self.commands = b""
        self.ordered = False
        self.kill_at = None
        self.killed = False
        self.why = None
        self.peak_of_script = 0
        self.progress = 0
        self.script, self.order_to, self.report, self.streams = make_script_process(limits)
        alone_and_unkillable()
        wake, self.wake_to = os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(self.wake_to, False)
        signal.set_wakeup_fd(self.wake_to, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self.wake = wake

    def run(self):
        status = None
        while status is None:
            self.turn()
            status = self.reap()
        kill_everybody(signal.SIGKILL)
        reap_everybody()
        self.drain()
        self.printing.finish()
        self.tell_progress()
        self.watch.look()
        peak = max(self.watch.peak, self.peak_of_script)
        ending = {**self.ending(status, peak), "peak": peak}
        self.outlet.finish()
        self.outlet.send(b"Z", json.dumps(ending).encode())
        hand_out("/output", PROGRESS, self.limits, self.outlet)
        self.outlet.send(b"Q", b"")
        self.outlet.finish()

    def turn(self):
        """Waits for whatever comes next, and serves it."""
        reading = [0, self.wake, self.report]
        if not self.outlet.is_full():
            reading += self.streams
        reading = [fd for fd in reading if fd is not None]
        timeout = POLL if self.ordered else None
        ready, writable, _ = select.select(reading, [1] if self.outlet.has_more() else [], [], timeout)
        if writable:
            self.outlet.write_some()
        for fd in ready:
            if fd == 0:
                self.take_commands()
            elif fd == self.wake:
                os.read(fd, 512)
            elif fd == self.report:
                self.take_report()
            else:
                self.pass_on(fd)
        if self.ordered and self.watch.is_due():
            self.tell_progress()
            self.end_for(self.watch.look())
        if self.kill_at is not None and not self.killed and time.monotonic() >= self.kill_at:
            self.killed = True
            kill_everybody(signal.SIGKILL)

    def take_commands(self):
        data = os.read(0, CHUNK)
        if not data:
            os._exit(3)  # nobody is there: the kernel ends all others with us
        self.commands += data
        while b"\n" in self.commands:
            line, self.commands = self.commands.split(b"\n", 1)
            if line == b"kill":
                self.end_for("killed")
            elif not self.ordered:
                self.ordered = True
                self.watch.begin()
                send_all(self.order_to, line + b"\n")

    def take_report(self):
        data = os.read(self.report, 16)
        if not data:
            os.close(self.report)
            self.report = None
        if b"R" in data:
            self.outlet.send(b"R", b"")
        if b"M" in data:
            self.why = self.why or "memory"

    def pass_on(self, fd):
        data = os.read(fd, CHUNK)
        if data:
            self.printing.take(b"O" if fd == self.streams[0] else b"E", data)
        else:
            os.close(fd)
            self.streams = [None if stream == fd else stream for stream in self.streams]

    def drain(self):
        """What is still in the pipes; nobody can write to them any more."""
        for fd in self.streams:
            while fd is not None and fd in self.streams:
                self.pass_on(fd)
                if self.outlet.is_full():
                    self.outlet.finish()

    def tell_progress(self):
        percent = read_progress()
        if percent is not None and percent != self.progress:
            self.progress = percent
            self.outlet.send(b"P", str(percent).encode())

    def end_for(self, why):
        if why is None or self.kill_at is not None:
            return
        self.why = self.why or why
        self.kill_at = time.monotonic() + (PATIENCE if why == "killed" else 0)
        if why == "killed":
            kill_everybody(signal.SIGTERM)

    def reap(self):
        """The script's status, once it has ended; takes everybody else that has ended."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return 0
            if pid == 0:
                return None
            if pid == self.script:
                self.peak_of_script = usage.ru_maxrss * 1024
                return status

    def ending(self, status, peak):
        code = os.waitstatus_to_exitcode(status)
        if self.why is None and code == -signal.SIGKILL and peak > self.limits["memoryBytes"] * 0.8:
            self.why = "memory"  # the kernel was quicker than the watch
        if self.why is None and code != 0:
            self.why = self.watch.suspicion()
        if self.why is not None:
            return {"why": self.why, "code": code}
        if code < 0:
            return {"why": "signal", "signal": signal.Signals(-code).name}
        return {"why": "exited", "code": code}


def make_script_process(limits):
    """Forks the script's process: its number, where its order goes, its reports, its output and its errors."""
    order_from, order_to = os.pipe()
    report_from, report_to = os.pipe()
    out_from, out_to = os.pipe()
    err_from, err_to = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.setsid()
        nothing = os.open("/dev/null", os.O_RDONLY)
        for fd, to in ((nothing, 0), (out_to, 1), (err_to, 2)):
            os.dup2(fd, to)
        for fd in (nothing, order_to, report_from, out_from, out_to, err_from, err_to):
            os.close(fd)
        serve(order_from, report_to, limits)
    for fd in (order_from, report_to, out_to, err_to):
        os.close(fd)
    return pid, order_to, report_from, [out_from, err_from]


def alone_and_unkillable():
    """Closes this process to the script, which has the same user: no tracing, no reading of its memory, no signals."""
    import ctypes

    pr_set_dumpable = 4
    ctypes.CDLL(None).prctl(pr_set_dumpable, 0, 0, 0, 0)
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
        signal.signal(number, signal.SIG_IGN)


def kill_everybody(number):
    """Everything in this namespace but ourselves."""
    try:
        os.kill(-1, number)
    except ProcessLookupError:
        pass


def reap_everybody():
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


def send_all(fd, data):
    try:
        while data:
            data = data[os.write(fd, data) :]
    except BrokenPipeError:
        pass  # the script has ended already; its status says why


def read_progress():
    """The last percentage in the script's progress file, or None."""
    try:
        fd = os.open(f"/output/{PROGRESS}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        size = os.fstat(fd).st_size
        text = os.pread(fd, 4096, max(0, size - 4096)).decode("ascii", "replace")
    except OSError:
        return None
    finally:
        os.close(fd)
    for line in reversed(text.splitlines()):
        try:
            percent = float(line.strip().rstrip("%"))
        except ValueError:
            continue
        if 0 <= percent <= 100:
            return round(percent, 1)
    return None


if __name__ == "__main__":
    if os.getpid() != 1:
        sys.exit("The box has no process namespace of its own.")  # ending everybody would end others
    os.closerange(3, 4096)
    FirstProcess(json.loads(sys.argv[1])).run()
