"""Gender, number, animacy and lemmas: what the lexicon says of words that readers know, and what it leaves open."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefer.analysis.lexicon import Features, lemmatise, name_features, noun_features, pronoun_features
from corefer.analysis.lexicon.tables import Table, table

TABLES = ("names", "entities", "nouns", "words", "irregular", "lemmas")


def stated(features: Features) -> tuple[str, str, str]:
    return features.number, features.gender, features.animacy


class TestNames:
    @pytest.mark.parametrize(
        ("name", "gender"),
        [
            ("Elizabeth Bennet", "fem"),
            ("Harry Potter", "masc"),
            ("Jean-Luc Picard", "masc"),
            ("Märta Holm", "fem"),
            ("Kim Jong-il", "masc"),
            ("William H. Gates Jr.", "masc"),
            ("Emma", "fem"),
        ],
    )
    def test_given_names_have_a_gender(self, name: str, gender: str) -> None:
        assert stated(name_features(name.split())) == ("sing", gender, "person")

    @pytest.mark.parametrize(
        ("name", "gender"),
        [
            ("Mr. Smith", "masc"),
            ("Mrs Bennet", "fem"),
            ("Sir Walter Scott", "masc"),
            ("Aunt Sally", "fem"),
            ("Queen Elizabeth II", "fem"),
            ("Miss Xqzwv", "fem"),
        ],
    )
    def test_a_title_decides(self, name: str, gender: str) -> None:
        found = name_features(name.split())
        assert stated(found) == ("sing", gender, "person")
        assert found.certainty > 0.9

    def test_a_title_of_either_gender_leaves_it_to_the_given_name(self) -> None:
        assert name_features(["Dr.", "Ana", "Voss"]).gender == "fem"
        assert stated(name_features(["Dr.", "Smith"])) == ("sing", "", "person")

    @pytest.mark.parametrize(
        "name", ["Smith", "O'Brien", "J. R. Hartley", "President of France", "Vice President Bush"]
    )
    def test_surnames_and_offices_are_of_either_gender(self, name: str) -> None:
        assert stated(name_features(name.split())) == ("sing", "", "person")

    def test_an_office_may_mean_a_gender(self) -> None:
        assert name_features("Princess of Wales".split()).gender == "fem"

    @pytest.mark.parametrize("name", ["New York", "Lake Michigan", "London", "Oxford Street", "Mount Everest"])
    def test_places_are_singular_things(self, name: str) -> None:
        assert stated(name_features(name.split())) == ("sing", "neut", "thing")

    @pytest.mark.parametrize("name", ["Google Inc.", "University of Portsmouth", "the United States", "Supreme Court"])
    def test_bodies_may_be_it_or_they(self, name: str) -> None:
        assert stated(name_features(name.split())) == ("", "neut", "thing")

    @pytest.mark.parametrize("name", ["the Bennets", "Germans", "John and Mary"])
    def test_several_persons_under_one_name(self, name: str) -> None:
        assert stated(name_features(name.split())) == ("plur", "", "person")

    def test_an_article_is_no_initial(self) -> None:
        assert name_features("A Tale of Two Cities".split()).animacy != "person"

    def test_a_firm_of_two_surnames_is_not_two_persons(self) -> None:
        assert name_features("Johnson and Johnson".split()).number != "plur"

    def test_a_rarer_reading_is_less_certain(self) -> None:
        sure, unsure = name_features(["Mary", "Bennet"]), name_features(["Taylor", "Swift"])
        assert sure.gender == "fem"
        assert unsure.certainty < sure.certainty

    @pytest.mark.parametrize("words", [["Xqzwv"], [], [""], ["."], ["'s"], ["\x00"], ["Ĳzq", "Wvvx"]])
    def test_unknown_names_say_nothing(self, words: list[str]) -> None:
        assert name_features(words) == Features("", "", "", 0, 0.0)

    @given(
        st.lists(
            st.text(max_size=12) | st.sampled_from("the of and A J. Mr. St. Mary Smith Bank Jr. -".split()), max_size=6
        )
    )
    def test_any_words_have_an_answer_in_range(self, words: list[str]) -> None:
        found = name_features(words)
        assert 0 <= found.certainty <= 1
        assert bool(found.certainty) == any((found.number, found.gender, found.animacy))


class TestNouns:
    @pytest.mark.parametrize(
        ("noun", "gender"),
        [
            ("aunt", "fem"),
            ("uncle", "masc"),
            ("queen", "fem"),
            ("actress", "fem"),
            ("monk", "masc"),
            ("ex-wife", "fem"),
        ],
    )
    def test_meanings_have_a_gender(self, noun: str, gender: str) -> None:
        assert stated(noun_features(noun, "sing")) == ("sing", gender, "person")

    @pytest.mark.parametrize("noun", ["nurse", "doctor", "secretary", "engineer", "parent", "soldier"])
    def test_custom_is_no_meaning(self, noun: str) -> None:
        assert stated(noun_features(noun, "sing")) == ("sing", "", "person")

    @pytest.mark.parametrize("noun", ["committee", "team", "government", "family"])
    def test_groups_are_it_or_they(self, noun: str) -> None:
        assert stated(noun_features(noun, "sing")) == ("", "neut", "thing")
        assert noun_features(noun, "plur").number == "plur"

    def test_animals_things_and_people(self) -> None:
        assert stated(noun_features("dog")) == ("", "", "animate")
        assert stated(noun_features("table", "plur")) == ("plur", "neut", "thing")
        assert stated(noun_features("people")) == ("plur", "", "person")

    def test_senses_in_balance_are_less_certain(self) -> None:
        assert noun_features("head").animacy == "thing"
        assert noun_features("subject").certainty < noun_features("chair").certainty < 1

    def test_unknown_nouns_keep_their_number_only(self) -> None:
        assert noun_features("xqzwv") == Features("", "", "", 0, 0.0)
        assert stated(noun_features("xqzwv", "plur")) == ("plur", "", "")


class TestPronouns:
    @pytest.mark.parametrize(
        ("form", "expected"),
        [
            ("She", ("sing", "fem", "person", 3)),
            ("himself", ("sing", "masc", "person", 3)),
            ("its", ("sing", "neut", "thing", 3)),
            ("they", ("plur", "", "", 3)),
            ("’em", ("plur", "", "", 3)),
            ("we", ("plur", "", "person", 1)),
            ("yours", ("", "", "person", 2)),
            ("who", ("", "", "person", 3)),
        ],
    )
    def test_forms(self, form: str, expected: tuple[str, str, str, int]) -> None:
        found = pronoun_features(form)
        assert (*stated(found), found.person) == expected

    def test_other_words_are_no_pronouns(self) -> None:
        assert pronoun_features("table") == Features("", "", "", 0, 0.0)


class TestLemmas:
    @pytest.mark.parametrize(
        ("form", "upos", "xpos", "lemma"),
        [
            ("went", "VERB", "VBD", "go"),
            ("stopped", "VERB", "VBD", "stop"),
            ("making", "VERB", "VBG", "make"),
            ("tried", "VERB", "VBN", "try"),
            ("Is", "AUX", "VBZ", "be"),
            ("n’t", "PART", "RB", "not"),
            ("Children", "NOUN", "NNS", "child"),
            ("wolves", "NOUN", "NNS", "wolf"),
            ("ex-wives", "NOUN", "NNS", "ex-wife"),
            ("better", "ADJ", "JJR", "good"),
            ("biggest", "ADJ", "JJS", "big"),
            ("Dutch", "ADJ", "JJ", "Dutch"),
            ("London", "PROPN", "NNP", "London"),
            ("Rivers", "PROPN", "NNPS", "River"),
            ("1,000", "NUM", "CD", "1000"),
            ("googling", "VERB", "VBG", "google"),
            ("vlogged", "VERB", "VBD", "vlog"),
            ("?!", "PUNCT", ".", "?!"),
        ],
    )
    def test_by_tag(self, form: str, upos: str, xpos: str, lemma: str) -> None:
        assert lemmatise(form, upos, xpos) == lemma

    def test_features_stand_in_for_a_tag(self) -> None:
        assert lemmatise("making", "VERB", "_", "VerbForm=Ger") == "make"
        assert lemmatise("geese", "NOUN", "_", "Number=Plur") == "goose"

    @given(
        st.text(max_size=15),
        st.sampled_from(["NOUN", "VERB", "ADJ", "PROPN"]),
        st.sampled_from("NNS VBG JJR _".split()),
    )
    def test_any_form_has_a_lemma(self, form: str, upos: str, xpos: str) -> None:
        assert bool(lemmatise(form, upos, xpos)) == bool(form)

    @pytest.mark.parametrize(("corpus", "least"), [("gum/dev", 0.99), ("ewt/dev.conllu", 0.985)])
    def test_gold_lemmas(self, shared: Path, corpus: str, least: float) -> None:
        place = shared / "data" / corpus
        files = sorted(place.glob("*.conllu")) if place.is_dir() else [place]
        rows = [line.split("\t") for file in files for line in file.read_text(encoding="utf-8").splitlines()]
        words = [row for row in rows if len(row) == 10 and row[0].isdigit()]
        right = sum(lemmatise(row[1], row[3], row[4], row[5]) == row[2] for row in words)
        assert right / len(words) >= least


class TestTables:
    @pytest.mark.parametrize("name", TABLES)
    def test_keys_are_sorted_and_unique(self, name: str) -> None:
        keys = [line.partition(b"\t")[0] for line in table(name).lines.splitlines()]
        assert keys == sorted(set(keys))

    @given(st.dictionaries(st.text("abcé-", min_size=1, max_size=6), st.text("xyz", min_size=1, max_size=3)))
    def test_look_up(self, rows: dict[str, str]) -> None:
        lines = "".join(f"{key}\t{rows[key]}\n" for key in sorted(rows, key=str.encode))
        made = Table(lines.encode())
        assert all(made.get(key) == value for key, value in rows.items())
        assert made.get("d") == made.get("") == made.get("0") == ""

    def test_the_notice_names_every_table(self) -> None:
        data = resources.files("corefer.analysis.lexicon") / "data"
        notice = (data / "NOTICE.md").read_text(encoding="utf-8")
        files = {file.name.split(".")[0] for file in data.iterdir()} - {"NOTICE"}
        assert files == {*TABLES, "person"}
        assert all(f"`{name}" in notice for name in files)
        assert "Princeton University" in notice

    def test_the_tables_are_small(self) -> None:
        data = resources.files("corefer.analysis.lexicon") / "data"
        assert sum(len(file.read_bytes()) for file in data.iterdir()) < 1_500_000

    def test_no_addresses_from_the_corpora(self) -> None:
        assert not re.search(rb"@|https?:", table("lemmas").lines)

    def test_weights_are_numbers(self) -> None:
        data = resources.files("corefer.analysis.lexicon") / "data" / "person.json"
        assert all(isinstance(value, float) for value in json.loads(data.read_text(encoding="utf-8")).values())
