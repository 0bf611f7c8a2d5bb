"""Hands the files of the output folder out, when no other process is left that could change them."""

import json
import os
import stat

CHUNK = 1 << 18
DEEPEST = 32


def hand_out(folder, unwanted, limits, outlet):
    """Regular files with one name, never through a link; sizes and numbers within the limits, which the other side checks again."""
    left = {"bytes": limits["outputBytes"], "files": limits["outputFiles"]}

    def refuse(name, reason):
        outlet.send(b"X", json.dumps({"name": shown(name), "reason": reason}).encode())
        outlet.finish()

    def visit(parent, above, depth):
        for name in sorted(os.listdir(parent)):
            path = os.path.join(above, name)
            facts = os.lstat(name, dir_fd=parent)
            if stat.S_ISDIR(facts.st_mode):
                if depth >= DEEPEST:
                    refuse(path, f"is in a folder more than {DEEPEST} deep")
                    continue
                os.chmod(name, 0o700, dir_fd=parent)
                fd = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
                try:
                    visit(fd, path, depth + 1)
                finally:
                    os.close(fd)
            elif path != unwanted:
                reason = objection(facts, left)
                if reason is None:
                    left["files"] -= 1
                    left["bytes"] -= facts.st_size
                    os.chmod(name, 0o600, dir_fd=parent)
                    send(parent, name, path)
                else:
                    refuse(path, reason)

    def send(parent, name, path):
        fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=parent)
        try:
            rest = os.fstat(fd).st_size
            outlet.send(b"F", json.dumps({"name": shown(path), "size": rest}).encode())
            while rest > 0:
                data = os.read(fd, min(CHUNK, rest))
                if not data:
                    raise OSError(f"{path} became shorter")
                rest -= len(data)
                outlet.send(b"D", data)
                outlet.finish()
            outlet.send(b"G", b"")
        finally:
            os.close(fd)

    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        visit(fd, "", 0)
    finally:
        os.close(fd)


def objection(facts, left):
    """Why a file is not handed out, or None."""
    kind = kinds.get(stat.S_IFMT(facts.st_mode), "not a file")
    if kind is not None:
        return f"is {kind}"
    if facts.st_nlink != 1:
        return "has several names (hard links)"
    if left["files"] <= 0:
        return "is one file too many"
    if facts.st_size > left["bytes"]:
        return "is larger than what is left of the output limit"
    return None


kinds = {
    stat.S_IFREG: None,
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFBLK: "a device",
    stat.S_IFCHR: "a device",
}


def shown(name):
    """A name as text, whatever bytes it is made of."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
