"""Train the chooser that ships: `python training/grec` from the checkout, with the corpora in ../shared.

The linear model, on every text of GREC-2.0 once. It replaces src/corefer/grec/model; the card beside the weights says
what they were made of.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from corefer.formats import read
from corefer.grec import tasks
from corefer.grec.choices import train
from corefer.grec.choose import DEFAULT
from corefer.grec.context import prepare
from corefer.grec.split import deduplicated
from corefer.grec.systems import make, save

ROOT = Path(__file__).resolve().parents[2]
CARD = """# The chooser of `corefer grec choose`

Maximum entropy over the types of referring expressions (name, common noun, pronoun, nothing) and over the expressions
of a type; {references:,} references in {texts:,} texts.

Trained by `python training/grec` on GREC-2.0: introductions of encyclopaedia articles (text under CC BY-SA and GFDL),
annotated by the GREC team for the REG'08 challenge. The weights hold words and word pairs with at least three
occurrences, no passages of text.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=DEFAULT)
    options = parser.parse_args()
    texts = deduplicated([task for task in tasks(read(options.shared / "data" / "grec")) if task.slots])
    system = make("linear")
    train(system, prepare(texts, options.cache))
    save(system, options.output)
    card = CARD.format(references=sum(len(task.slots) for task in texts), texts=len(texts))
    (options.output / "README.md").write_text(card, encoding="utf-8")
    size = sum(path.stat().st_size for path in options.output.iterdir())
    print(f"{options.output}: {size:,} bytes")


if __name__ == "__main__":
    main()
