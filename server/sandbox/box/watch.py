"""What the processes of a box take together, seen from its first process."""

import os
import time

POLL = 0.05
PATIENT_LOOKS = 8
"""A limit that the kernel holds is reported as the cause when it was reached in so many looks more than not."""
NEARLY = 65536
"""Bytes; with less room than this the output counts as full: file systems keep some for themselves."""
SCRATCH = ("/tmp", "/dev/shm")
SCRATCH_FILES = 50_000


class Watch:
    def __init__(self, limits):
        self.limits = limits
        self.peak = 0
        self.next = 0.0
        self.empty_output = output_use()[0]
        self.at_limit = {"processes": 0, "output": 0}
        self.reached = set()

    def begin(self):
        self.peak = 0
        self.next = time.monotonic()

    def is_due(self):
        return time.monotonic() >= self.next

    def look(self):
        """Takes the figures; the reason when the box has to end, else None."""
        began = time.thread_time()
        memory, tasks, processes = self.processes()
        scratch, scratch_files = space(SCRATCH)
        self.peak = max(self.peak, memory + scratch)
        self.count("processes", tasks >= self.limits["processes"])
        self.count("output", self.output_is_full())
        # a look at very many processes takes long: never more than a quarter of the time, that spent waiting for a turn not counted
        self.next = time.monotonic() + max(POLL, 3 * (time.thread_time() - began))
        if not self.limits["memoryHeld"] and memory + scratch > self.limits["memoryBytes"]:
            return "memory"
        if scratch_files > SCRATCH_FILES:
            return "output"
        return next((what for what, looks in self.at_limit.items() if looks >= PATIENT_LOOKS), None)

    def count(self, what, reached):
        self.at_limit[what] = self.at_limit[what] + 1 if reached else max(0, self.at_limit[what] - 1)
        if reached:
            self.reached.add(what)

    def suspicion(self):
        """The limit that most likely made a script fail, or None."""
        return next((what for what in ("output", "processes") if what in self.reached), None)

    def output_is_full(self):
        used, free, files, free_files = output_use()
        room = self.limits["outputBytes"] - (used - self.empty_output)
        return room < NEARLY or free == 0 or free_files == 0 or files > self.limits["outputFiles"] + 16

    def processes(self):
        """Bytes of memory, tasks (threads too) and processes, without this one."""
        memory = tasks = 0
        numbers = [name for name in os.listdir("/proc") if name.isdigit() and name != "1"]
        for number in numbers:
            anonymous, threads = figures(number)
            memory += anonymous
            tasks += threads
        if self.limits["memoryHeld"] and tasks >= self.limits["processes"]:
            memory = self.peak  # nobody waits for this figure, and a bomb of processes makes it slow to get
        elif len(numbers) > 1 and memory > max(self.peak, self.limits["memoryBytes"] // 2):
            memory = sum(proportional(number) for number in numbers)
        return memory, tasks, len(numbers)


def figures(number):
    """Anonymous memory in bytes, and threads."""
    try:
        with open(f"/proc/{number}/status", "rb") as file:
            text = file.read()
    except OSError:
        return 0, 0
    return after(text, b"RssAnon:") * 1024, after(text, b"Threads:")


def proportional(number):
    """Anonymous memory in bytes, where what several processes share counts once among them."""
    try:
        with open(f"/proc/{number}/smaps_rollup", "rb") as file:
            return after(file.read(), b"Pss_Anon:") * 1024
    except OSError:
        return 0


def after(text, name):
    at = text.find(name)
    return int(text[at + len(name) :].split(None, 1)[0]) if at >= 0 else 0


def output_use():
    """Bytes used and free, files there and possible."""
    facts = os.statvfs("/output")
    used = (facts.f_blocks - facts.f_bfree) * facts.f_frsize
    return used, facts.f_bavail, facts.f_files - facts.f_ffree, facts.f_ffree


def space(folders):
    used = files = 0
    for folder in folders:
        try:
            facts = os.statvfs(folder)
        except OSError:
            continue
        used += (facts.f_blocks - facts.f_bfree) * facts.f_frsize
        files += facts.f_files - facts.f_ffree
    return used, files
