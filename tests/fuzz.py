"""Broken files for every reader: seeds, ways to damage them, and what must hold of whatever is read.

The seeds (`tests/seeds`, and small documents of the embedded corpus written in each format) are damaged as
files get damaged: cut off, bits flipped, lines repeated or lost, brackets swapped, other encodings, absurd
numbers and depths. A reader may make a document of that, or raise one `CoreferError`; what it makes must be
sound, and no mention may appear for which the file has no mark.

    python tests/fuzz.py --cases 20000 --seed 1     for a long run; prints each failure with what reproduces it
"""

from __future__ import annotations

import argparse
import io
import random
import re
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from corefer.document import CoreferError, Document, differences, project
from corefer.formats import FORMATS, Format, Source, Target, read, stream
from corefer.inspect import validate

SEEDS = Path(__file__).resolve().parent / "seeds"
EXAMPLES = SEEDS.parents[1] / "examples"
SECONDS = 20  # a reader that needs longer for a few kilobytes hangs

# Without at least one of these marks for each, there is no mention.
MARKS: dict[str, re.Pattern[bytes]] = {
    "corefud": re.compile(rb"\("),
    "ua": re.compile(rb"\("),
    "conll": re.compile(rb"\("),
    "litbank": re.compile(rb"\("),
    "muc": re.compile(rb"<COREF", re.IGNORECASE),
    "jsonl": re.compile(rb"[\[{]"),
    "jsonl-text": re.compile(rb"[\[{]"),
    "brat": re.compile(rb"^(?:\xef\xbb\xbf)*T", re.MULTILINE),
    "gap": re.compile(rb"\t[0-9]+(?=\t)|TRUE|FALSE"),
    "grec": re.compile(rb"<REF\b"),
    "grec-neg": re.compile(rb"<REF\b"),
    "webanno": re.compile(rb"\t(?!_)(?=[^\t\n])"),
    "text": re.compile(rb"(?!)"),
}


@dataclass(frozen=True, slots=True)
class Seed:
    """A sound file (for brat, a text and the annotation beside it) in a format."""

    format: str
    name: str
    data: bytes
    beside: bytes = b""


def seeds() -> list[Seed]:
    """The files of `tests/seeds`, and the beginning of an example in every format that is written."""
    found = []
    for path in sorted(SEEDS.iterdir()):
        if path.suffix == ".txt" and path.with_suffix(".ann").exists():
            continue
        (name,) = [f.name for f in FORMATS.values() if f.read and _is_of(path.name, f.name)]
        beside = path.with_suffix(".txt").read_bytes() if name == "brat" else b""
        found.append(Seed(name, path.name, path.read_bytes(), beside))
    beginning = b"\n\n".join((EXAMPLES / "dialogue-ferry.conllu").read_bytes().split(b"\n\n")[:5]) + b"\n\n"
    (document,) = FORMATS["corefud"].read(Source("ferry.conllu", data=beginning))  # type: ignore[misc]
    forms = [form for form in FORMATS.values() if form.read and form.write and form.name not in ("gap", "brat")]
    return found + [Seed(form.name, f"ferry{form.endings[0]}", written(form, [document])) for form in forms]


_NAMES = {
    "corefud": r"\.conllu$", "ua": r"\.ua$", "conll": r"(gold_|short\.)conll$", "litbank": r"litbank\.conll$",
    "muc": r"\.sgm$", "jsonl": r"^plain\.jsonl$", "jsonl-text": r"^running\.jsonl$", "brat": r"\.ann$",
    "gap": r"\.gap\.tsv$", "grec": r"^reg08", "grec-neg": r"^neg", "webanno": r"\.webanno\.tsv$", "text": r"\.txt$",
}  # fmt: skip


def _is_of(name: str, format: str) -> bool:
    return format in _NAMES and bool(re.search(_NAMES[format], name))


def written(form: Format, documents: list[Document]) -> bytes:
    """What a format writes of these documents, after the projection that every writer gets."""
    assert form.write
    buffer = io.BytesIO()
    prepared = [form.prepare(document, Counter()) if form.prepare else document for document in documents]
    form.write([project(document, form.holds)[0] for document in prepared], Target(None, stdout=buffer))
    return buffer.getvalue()


# --- damage

Damage = Callable[[random.Random, bytes], bytes]

_PIECES = (
    b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", "\ufeff".encode(), "\u2028".encode(), "\x85".encode(), b"\r", b"\n", b"\n\n",
    b"\t", b"\x0b", b"\x0c", b"\x1b", b" ", b"(", b")", b"|", b"-", b"[", b"]", b"{", b"}", b"<", b">", b"&", b"&#0;",
    b"&#xD800;", b"&#99999999999;", b"&amp;", b'"', b"'", b"%", b"%41", b"%ZZ", b"=", b"\\", b"\\ud800", b"_", b"#",
    b"<!--", b"-->", b"<?", b"?>", b"<![CDATA[", b"]]>", b"<!ENTITY x SYSTEM 'file:///etc/passwd'>", b"&x;", b"</COREF>",
    b"<COREF>", b'<COREF ID="1" REF="1">', b"# newdoc", b"# newpar\n", b"#end document\n", b"#begin document", b"# text = ",
    b"# global.Entity = ", b"Entity=(e1", b"e1)", b"SplitAnte=e1<e1", b"Bridge=e1<e1", b"1.1\t", b"1-2\t", b"[1/2]",
    b"null", b"NaN", b"1e999", b"-1", b"0", b"99999999999999999999", "٣".encode(), "²".encode(), "🙂".encode(), b"true",
    b'"corefer":', b'"clusters":', b"T1\tA 0 1\ta\n", b"*\tEquiv T1 T2\n", b"*->1-1", b"|a|b", b"[999]",
)  # fmt: skip
_PAIRS = (b"()", b"[]", b"<>", b"{}", b"\t ", b"\n\t", b"'\"", b"01", b"-_", b"|,")


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _behead(rng: random.Random, data: bytes) -> bytes:
    return data[rng.randrange(len(data) + 1) :]


def _flip(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _insert(rng: random.Random, data: bytes) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.choice(_PIECES) + data[place:]


def _overwrite(rng: random.Random, data: bytes) -> bytes:
    place, piece = rng.randrange(len(data) + 1), rng.choice(_PIECES)
    return data[:place] + piece + data[place + len(piece) :]


def _lose(rng: random.Random, data: bytes) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + data[place + rng.choice((1, 1, 2, 5, 40)) :]


def _lines(rng: random.Random, data: bytes) -> bytes:
    """Repeat, lose, swap or move a line."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        lines.insert(two, lines[one])
    elif kind == 1:
        del lines[one]
    elif kind == 2:
        lines[one], lines[two] = lines[two], lines[one]
    else:
        lines.insert(two, lines.pop(one))
    return b"".join(lines)


def _swap(rng: random.Random, data: bytes) -> bytes:
    """Turn one bracket (or tab, quote, digit) into its counterpart, or all of them."""
    pair = rng.choice(_PAIRS)
    places = [i for i, byte in enumerate(data) if byte in pair]
    if not places:
        return data
    chosen = places if rng.random() < 0.1 else [rng.choice(places)]
    changed = bytearray(data)
    for i in chosen:
        changed[i] = pair[1 - pair.index(changed[i])]
    return bytes(changed)


def _number(rng: random.Random, data: bytes) -> bytes:
    found = list(re.finditer(rb"[0-9]+", data))
    if not found:
        return data
    match = rng.choice(found)
    value = rng.choice(
        (b"0", b"1", b"2", b"3", b"9", b"-1", b"00", b"1.5", b"4294967296", b"9" * 5000, "٣".encode(), b"")
    )
    return data[: match.start()] + value + data[match.end() :]


def _repeat(rng: random.Random, data: bytes) -> bytes:
    """Repeat a piece often: depth and length."""
    start = rng.randrange(len(data) + 1)
    piece = data[start : start + rng.choice((1, 1, 3, 10, 60))]
    if rng.random() < 0.3:
        piece = rng.choice(_PIECES)
    return data[:start] + piece * rng.choice((2, 3, 50, 3000)) + data[start:]


def _encode(rng: random.Random, data: bytes) -> bytes:
    text = data.decode("utf-8", errors="replace")
    kind = rng.choice(("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "crlf", "cr"))
    if kind in ("crlf", "cr"):
        return data.replace(b"\n", b"\r\n" if kind == "crlf" else b"\r")
    return text.encode(kind, errors="replace")


DAMAGES: tuple[Damage, ...] = (
    _cut, _behead, _flip, _insert, _insert, _overwrite, _lose, _lines, _lines, _swap, _swap, _number, _number, _repeat, _encode,
)  # fmt: skip


def damaged(seed: Seed, rng: random.Random, others: list[Seed]) -> Seed:
    """The seed after one to four kinds of damage; now and then, spliced with another file."""
    data, beside = seed.data, seed.beside
    if rng.random() < 0.05:
        other = rng.choice(others).data
        data = _cut(rng, data) + _behead(rng, other)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 4))):
        if beside and rng.random() < 0.25:
            beside = rng.choice(DAMAGES)(rng, beside)
        else:
            data = rng.choice(DAMAGES)(rng, data)
    return Seed(seed.format, seed.name, data, beside)


# --- what must hold


def check(case: Seed, folder: Path, others: Iterable[Format] = ()) -> bool:
    """Read a file in its format and by detection; whether it gave documents. Raises what should never be raised.

    What was read must come back when it is written in its own format, and in the `others`.
    """
    path = folder / case.name
    path.write_bytes(case.data)
    if case.format == "brat":
        path.with_suffix(".txt").write_bytes(case.beside)
    with limit(SECONDS):
        outcome = _documents(path, case.format)
        _documents(path, None)
        list(validate(Source(path), case.format))
    if outcome is None:
        return False
    mentions = 0
    for document in outcome:
        assert_sound(document)
        mentions += len(document.mentions)
    if case.format in MARKS:
        marks = len(MARKS[case.format].findall(_in_utf_8(case)))
        assert mentions <= marks, f"{mentions} mentions of {marks} marks"
    targets = [FORMATS[case.format], *others]
    for target in targets:
        with limit(SECONDS):
            name = case.name if target is targets[0] else f"again{target.endings[0]}"
            assert_written_reads_back(target, outcome, folder / "again" / name)
    return True


def _in_utf_8(case: Seed) -> bytes:
    """XML says itself that it is UTF-16."""
    wide = case.format.startswith("grec") and case.data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return case.data.decode("utf-16", errors="replace").encode() if wide else case.data


def _documents(path: Path, format: str | None) -> list[Document] | None:
    try:
        return list(stream(Source(path), format))
    except CoreferError as error:
        assert "\n" not in str(error), f"more than a line: {error}"
        assert len(str(error)) < 1000 + len(str(path)), f"a long message: {len(str(error))} characters"
        return None


def assert_sound(document: Document) -> None:
    """Offsets, spans, heads and relations all point into the document."""
    table, size = document.tokens.table, len(document.tokens)
    length, last = len(document.text), 0
    for start, end in zip(table.starts, table.ends, strict=True):
        assert 0 <= start <= end <= length
        assert start >= last
        last = start
    covered = [
        i
        for s, e in zip(document.sentences.table.starts, document.sentences.table.ends, strict=True)
        for i in range(s, e)
    ]
    assert covered == list(range(size)), "sentences do not cover the tokens"
    of_entities = [mention for entity in document.entities for mention in entity.mentions]
    assert len(of_entities) == len(document.mentions)
    assert {id(mention) for mention in of_entities} == {id(mention) for mention in document.mentions}
    for mention in document.mentions:
        _assert_inside(mention.spans, size)
        assert set(mention.min) <= set(mention.tokens)
        assert mention.head is None or mention.head in mention.tokens
        assert 0 <= document.mention_head(mention) < size
        assert mention in mention.entity.mentions
        document.mention_text(mention)
    entities = {id(entity) for entity in document.entities}
    for bridge in document.bridges:
        assert {id(bridge.anchor), id(bridge.anaphor.entity)} <= entities
    for split in document.splits:
        assert {id(entity) for entity in (*split.antecedents, split.anaphor.entity)} <= entities


def _assert_inside(spans: tuple[tuple[int, int], ...], size: int) -> None:
    previous = 0
    for start, end in spans:
        assert previous <= start < end <= size, f"spans {spans} of {size} tokens"
        previous = end


def assert_written_reads_back(form: Format, documents: list[Document], path: Path) -> None:
    if form.write is None or form.name == "gap" or (form.single and len(documents) != 1):
        return
    prepared = [form.prepare(document, Counter()) if form.prepare else document for document in documents]
    held = [project(document, form.holds)[0] for document in prepared]
    try:
        form.write(held, Target(path))
    except CoreferError:
        return
    again = read(path, form.name)
    assert len(again) == len(held), f"{len(held)} documents written, {len(again)} read"
    for before, after in zip(held, again, strict=True):
        found = [name for name in differences(before, after) if not (form.single and name == "document id")]
        assert found == [], f"written as {form.name} and read again: {found}"


@contextmanager
def limit(seconds: int) -> Iterator[None]:
    """Stop what takes longer."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"no answer after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# --- long runs


def cases(count: int, seed: int, format: str | None = None) -> Iterator[tuple[int, Seed]]:
    """So many damaged files, each made from its own number."""
    everything = seeds()
    wanted = [one for one in everything if format in (None, one.format)]
    for number in range(count):
        rng = random.Random(seed * 1_000_003 + number)
        yield number, damaged(wanted[number % len(wanted)], rng, everything)


def main() -> int:
    parser = argparse.ArgumentParser(description="Damage files and read them.")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--format")
    parser.add_argument("--keep", type=Path, help="keep the files that failed here")
    chosen = parser.parse_args()
    failures, reads, kinds = 0, 0, set()
    with tempfile.TemporaryDirectory() as folder:
        for number, case in cases(chosen.cases, chosen.seed, chosen.format):
            try:
                others = random.Random(number).sample(list(FORMATS.values()), 2)
                reads += check(case, Path(folder), others)
            except Exception as error:
                failures += 1
                place = traceback.extract_tb(error.__traceback__)[-1]
                kind = (
                    case.format,
                    type(error).__name__,
                    place.filename,
                    place.lineno,
                    re.sub(r"\d+", "N", str(error))[:90],
                )
                if kind not in kinds:
                    kinds.add(kind)
                    print(f"case {number} ({case.name}): {kind}", flush=True)
                if chosen.keep and failures < 2000:
                    chosen.keep.mkdir(parents=True, exist_ok=True)
                    (chosen.keep / f"{number}-{case.name}").write_bytes(case.data)
                    if case.beside:
                        (chosen.keep / f"{number}-{Path(case.name).stem}.txt").write_bytes(case.beside)
    print(f"{chosen.cases} cases, {reads} gave documents, {failures} failures of {len(kinds)} kinds")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
