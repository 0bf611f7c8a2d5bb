"""Reads a catalog file and prints it in the catalog's own form.

usage: import_catalog.py KIND FILE [BUS]
KIND is arxml, kcd, sym, ldf or dbc. One line is printed: the form, or {"error": sentence}. Needs no network, writes no
file, and limits itself: the file comes from outside. In a box, which has limits of its own, `answer_order` is called instead.
"""

import json
import logging
import re
import resource
import sys
import warnings
from pathlib import Path
from xml.parsers import expat

MEMORY_BYTES = 2 * 1024**3
CPU_SECONDS = 60


class Refused(Exception):
    """A sentence for the person who brought the file."""


def limit_resources():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    except (ValueError, OSError):
        pass  # macOS knows no such limit; its caller watches the time.


def xml_text(content: bytes) -> str:
    """The text of an XML file without a document type: entities that grow, or name other files, begin with one."""
    encoding = ["utf-8-sig"]

    def refuse(*_):
        raise Refused("The file has a document type (DOCTYPE), which catalogs do not need; remove it.")

    def declared(_version, name, _standalone):
        encoding[0] = name or "utf-8-sig"

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.XmlDeclHandler = declared
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise Refused(f"The file is no well-formed XML: {error}.") from None
    if encoding[0].lower() in ("utf-8", "utf8"):
        encoding[0] = "utf-8-sig"
    return content.decode(encoding[0])


def plain_text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def read(kind: str, path: Path, bus):
    content = path.read_bytes()
    if kind == "ldf":
        from catalog_form import lin_form
        import ldfparser

        try:
            content.decode("utf-8")
            encoding = "utf-8-sig"
        except UnicodeDecodeError:
            encoding = "cp1252"
        # The file's encoding is also that of the parser's grammar, which is ASCII.
        return lin_form(ldfparser.parse_ldf(str(path), encoding=encoding))
    from catalog_form import can_form
    import cantools

    text = xml_text(content) if kind in ("arxml", "kcd") else plain_text(content)
    database = cantools.database.load_string(text, kind, strict=False, sort_signals=None)
    return can_form(database, bus)


def reason(error: Exception) -> str:
    text = " ".join(str(error).split())
    # cantools wraps what went wrong: ARXML: "..."
    wrapped = re.fullmatch(r'[A-Z]+: "(.*)"', text)
    text = (wrapped.group(1) if wrapped else text)[:500].rstrip(".")
    if "'NoneType'" in text:
        return "Something that the file refers to is missing from it, or of a kind that the reader does not know."
    return f"{text}." if text else f"{type(error).__name__}."


def form_of(kind: str, path: str, bus=None) -> dict:
    """The catalog's own form, or {"error": sentence}."""
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    try:
        return read(kind, Path(path), bus)
    except Refused as error:
        return {"error": str(error)}
    except MemoryError:
        return {"error": "The file needs too much memory."}
    except RecursionError:
        return {"error": "The file is nested too deeply."}
    except Exception as error:  # whatever the libraries stumble over is the file's fault
        return {"error": f"The file cannot be read as {kind.upper()}: {reason(error)}"}


def write(form: dict, file) -> None:
    json.dump(form, file, allow_nan=False, default=str)


def answer_order(job_path: str) -> None:
    """Reads what the box's job names; the answer is a file of its output folder, as printed lines are cut."""
    job = json.loads(Path(job_path).read_bytes())
    form = form_of(job["kind"], job["file"], job["bus"])
    with open(Path(job["output_dir"]) / job["answer"], "w", encoding="utf-8") as file:
        write(form, file)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    limit_resources()
    write(form_of(*sys.argv[1:4]), sys.stdout)
