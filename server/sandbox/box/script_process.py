"""The process that becomes the script: it imports what takes long, waits for the order, and runs `__main__.py`."""

import gc
import io
import json
import os
import re
import resource
import signal
import sys
import types
import zipfile

PROGRESS = "progress.ipa"
PACKAGE = "/job/script.zip"
JOB = "/job/job.ipa"
FOLDER = "/script"
TAKES_LONG = ("numpy", "pandas")
OPEN_FILES = 1024
NICENESS = 10
"""Below the first process, which has to see and end what goes too far on the same processor; and, where there are no control
groups, below the server."""
USES_IPA_INTERFACE = re.compile(rb"^\s*(?:from|import)\s+(?:intrepidcs\.ipa_interface|intrepidcs\s+import\s.*\bipa_interface)\b", re.M)


def serve(order_from, report_to, limits):
    """Never returns: the process ends as the script ends."""
    set_limits(limits)
    os.nice(NICENESS)
    sys.modules["tkinter"] = None  # there is no screen: an import says so at once
    for name in TAKES_LONG:
        try:
            __import__(name)
        except ImportError:
            pass  # an environment without it is one whose scripts do not use it
    gc.freeze()  # what is imported stays: neither the script nor its end has to look through it
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    os.write(report_to, b"R")
    with open(order_from, "rb") as file:
        line = file.readline()
    if not line:
        os._exit(3)
    run(json.loads(line)["order"], report_to)


def set_limits(limits):
    """What the kernel holds for each process; hard, so that nobody can raise it again."""
    hard = {
        resource.RLIMIT_NPROC: limits["processes"] + 2,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_FSIZE: limits["outputBytes"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_RTPRIO: 0,
        resource.RLIMIT_SIGPENDING: 1024,
    }
    if not limits["memoryHeld"]:
        # twice: code and numpy's idle threads count too, and the watch ends the whole box before this is reached slowly
        hard[resource.RLIMIT_DATA] = limits["memoryBytes"] * 2
    for what, value in hard.items():
        ceiling = resource.getrlimit(what)[1]
        if ceiling != resource.RLIM_INFINITY:
            value = min(value, ceiling)
        resource.setrlimit(what, (value, value))
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # the kernel's choice is the script, never the first process


def run(order, report_to):
    try:
        main, uses_ipa_interface = unpack()
    except (OSError, zipfile.BadZipFile) as error:
        sys.exit(f"The script's package could not be unpacked: {error}")
    config = order.get("configPath")
    sys.argv = [main, JOB] + ([config] if config is not None and not uses_ipa_interface else [])
    sys.path[0] = os.path.dirname(main)
    os.chdir("/output")
    os.environ["PWD"] = "/output"
    module = types.ModuleType("__main__")
    module.__file__ = main
    module.__builtins__ = __builtins__
    sys.modules["__main__"] = module
    for name in ("script_process", "first_process", "frames", "printing", "results", "watch"):
        sys.modules.pop(name, None)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with io.open_code(main) as file:
            code = compile(file.read(), main, "exec", dont_inherit=True)
        exec(code, module.__dict__)
    except MemoryError:
        os.write(report_to, b"M")
        fail()
    except Exception:
        fail()
    sys.exit(0)


def fail():
    """Prints the traceback as Python does, without the frames of this file."""
    kind, value, trace = sys.exc_info()
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    sys.excepthook(kind, value.with_traceback(trace), trace)
    sys.exit(1)


def unpack():
    """Unpacks the package: the path of its `__main__.py`, and whether any module uses the classic interface."""
    uses_ipa_interface = False
    with zipfile.ZipFile(PACKAGE) as package:
        names = [name for name in package.namelist() if name.rsplit("/", 1)[-1] == "__main__.py"]
        if not names:
            sys.exit("The package has no __main__.py.")
        package.extractall(FOLDER)
        for name in package.namelist():
            if name.endswith(".py") and not uses_ipa_interface:
                uses_ipa_interface = USES_IPA_INTERFACE.search(package.read(name)) is not None
    main = min(names, key=lambda name: (name.count("/"), name))
    return os.path.join(FOLDER, main), uses_ipa_interface
