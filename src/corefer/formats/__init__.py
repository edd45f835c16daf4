"""Reading and writing every format that people keep coreference in; one module each, listed in the registry."""

from corefer.formats.base import Format, Source, Target
from corefer.formats.convert import Conversion, describe, output_path
from corefer.formats.registry import (
    FORMATS,
    by_ending,
    detect,
    files,
    get,
    read,
    read_each,
    read_names,
    stream,
    write,
    write_names,
)

__all__ = [
    "FORMATS",
    "Conversion",
    "Format",
    "Source",
    "Target",
    "by_ending",
    "describe",
    "detect",
    "files",
    "get",
    "output_path",
    "read",
    "read_each",
    "read_names",
    "stream",
    "write",
    "write_names",
]
