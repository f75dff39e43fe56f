"""The page of mechanisms: no empty cell; each test it names exists and speaks of its mechanism; it is up to date."""

from mechanisms_page import PAGE, cited, mechanisms, named_parts, page, speaks_of, text_of, users


def test_every_mechanism_has_content_that_uses_it():
    assert [each for each, names in users().items() if not names] == []


def test_every_mechanism_has_a_test_that_exists():
    tests = cited()
    assert tests.keys() == set(mechanisms())
    assert [each for each, test in tests.items() if "::test_" not in test or not text_of(test)] == []


def test_the_tests_speak_of_their_mechanisms():
    by_name = named_parts()
    assert [each for each, test in cited().items() if not speaks_of(text_of(test), each, by_name)] == []


def test_the_page_is_what_content_and_tests_say():
    assert PAGE.read_text(encoding="utf-8") == page()
