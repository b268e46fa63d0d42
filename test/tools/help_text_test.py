#!/usr/bin/env python3
"""What --help says is read as it is meant, and what cannot be read is refused."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "pages"))
import completions  # noqa: E402
import help_text  # noqa: E402
import man_page  # noqa: E402

OWN = """usage: tool [OPTIONS] FILE...

Does a thing.

With some of
these.
  --level LOW
            how deep; goes
            on here
  -v, --verbose  say more
  --mark         look
  --mark=all     look at all

  tool --verbose x

The end.
"""
CLI11 = """Rewrites things.
Usage: tool [OPTIONS] SOURCE...

Positionals:
  SOURCE TEXT ... REQUIRED    what to rewrite

Options:
  -h,--help                   Print this
  -o FILE                     Where to
  --kind TEXT:{a,b}           Which
  -j INT:INT in [1 - 9]       How many
  --audit{conflicts} :{conflicts,guards}
                              Look on

What stands after -- is no option.
Exit codes: 0 done; 1 not.
"""


def by_name(found):
    return {name: each for each in found.options for name in each.spellings}


class Read(unittest.TestCase):
    def test_synopsis_summary_and_paragraphs_are_told_apart(self):
        found = help_text.read("tool", OWN)
        self.assertEqual(found.synopsis, ["tool [OPTIONS] FILE..."])
        self.assertEqual(found.summary, "Does a thing.")
        self.assertEqual(found.description, ["With some of\nthese."])
        self.assertEqual(found.rest, ["  tool --verbose x", "The end."])

    def test_text_may_stand_on_the_lines_below(self):
        level = by_name(help_text.read("tool", OWN))["--level"]
        self.assertEqual((level.value, level.text), ("LOW", "how deep; goes on here"))

    def test_spellings_of_an_option_are_kept_together(self):
        self.assertEqual(by_name(help_text.read("tool", OWN))["-v"].spellings, ["-v", "--verbose"])
        self.assertEqual(by_name(help_text.read("tool", CLI11))["-h"].spellings, ["-h", "--help"])

    def test_words_to_choose_from_and_values_are_known(self):
        options = by_name(help_text.read("tool", CLI11))
        self.assertEqual(options["--kind"].choices, ["a", "b"])
        self.assertEqual((options["-o"].value, options["-j"].value, options["-h"].value), ("FILE", "INT", ""))
        self.assertEqual((options["--audit"].choices, options["--audit"].optional), (["conflicts", "guards"], True))

    def test_positionals_and_exit_codes_are_no_options(self):
        found = help_text.read("tool", CLI11)
        self.assertEqual(found.arguments, [("SOURCE", "what to rewrite")])
        self.assertEqual(found.rest[-1], "Exit codes: 0 done; 1 not.")

    def test_help_without_a_synopsis_or_a_summary_is_refused(self):
        with self.assertRaisesRegex(ValueError, "no line 'usage"):
            help_text.read("tool", "Does a thing.\n")
        with self.assertRaisesRegex(ValueError, "no summary"):
            help_text.read("tool", "usage: tool\n\n  --help  this\n")

    def test_an_option_with_and_without_a_word_is_one_in_completions(self):
        mark = help_text.merged(help_text.read("tool", OWN).options)[-1]
        self.assertEqual((mark.spellings, mark.choices, mark.optional), (["--mark"], ["all"], True))


class Write(unittest.TestCase):
    def test_a_page_has_no_line_that_troff_takes_for_a_request(self):
        found = help_text.read("tool", "usage: tool\n\nDoes a thing.\n\n.x is a file\n'y' too\n  --a  .z\n")
        page = man_page.page(found, "1.2.3", ["tool", "other"])
        for line in ("\\&.x is a file", "\\&'y' too", "\\&.z"):
            self.assertIn(line, page.splitlines())
        self.assertIn(".BR other (1)", page)

    def test_exit_codes_are_a_list(self):
        page = man_page.page(help_text.read("tool", CLI11), "1.2.3", [])
        self.assertIn('.SH EXIT STATUS\n.TP\n\\fB0\\fR\ndone\n.TP\n\\fB1\\fR\nnot', page)

    def test_quotes_and_brackets_of_a_text_stay_in_it(self):
        found = help_text.read("tool", "usage: tool\n\nDoes a thing.\n\n  --a  it's [x]: y\n")
        self.assertIn("'--a[it'\"'\"'s \\[x\\]\\: y]'", completions.zsh(found))
        self.assertIn("-d 'it\\'s [x]: y'", completions.fish(found))


if __name__ == "__main__":
    unittest.main()
