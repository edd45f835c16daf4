"""Pronouns and possessive determiners: a closed class, so a list."""

from __future__ import annotations

from corefer.analysis.lexicon.features import UNKNOWN, Features

# form -> number, gender, animacy, person, certainty. `They` is also used of one person, hence the lower certainty.
_ROWS = """
i me my mine myself                          | sing -    person 1 1.0
we us our ours ourselves            | plur -    person 1 1.0
you your yours ya ye thou thee thy thine y'all yall u ur | - -  person 2 1.0
yourself thyself                             | sing -    person 2 1.0
yourselves                                   | plur -    person 2 1.0
he him his himself                           | sing masc person 3 0.98
she her hers herself                         | sing fem  person 3 0.98
it its itself 't                             | sing neut thing  3 0.95
they them their theirs themselves 'em        | plur -    -      3 0.9
themself                                     | sing -    person 3 0.9
one oneself                                  | sing -    person 3 0.8
who whom whoever whomever                    | -    -    person 3 0.9
which                                        | -    neut thing  3 0.9
whose                                        | -    -    -      3 0.5
this that                                    | sing neut thing  3 0.9
these those                                  | plur -    -      3 0.95
what whatever                                | -    neut thing  3 0.9
someone somebody anyone anybody everyone everybody noone nobody | sing - person 3 0.95
something anything everything nothing        | sing neut thing  3 0.95
each either neither another                  | sing -    -      3 0.9
both several many few                        | plur -    -      3 0.9
""".strip()


def _read(rows: str) -> dict[str, Features]:
    known: dict[str, Features] = {}
    for row in rows.splitlines():
        forms, _, values = row.partition("|")
        number, gender, animacy, person, certainty = ("" if v == "-" else v for v in values.split())
        features = Features(number, gender, animacy, int(person), float(certainty))
        known |= dict.fromkeys(forms.split(), features)
    return known


_PRONOUNS = _read(_ROWS)


def pronoun_features(form: str) -> Features:
    """The features of a pronoun by its form; nothing, with certainty 0, of a form that is none."""
    return _PRONOUNS.get(form.lower().replace("’", "'"), UNKNOWN)
