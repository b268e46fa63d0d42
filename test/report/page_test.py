#!/usr/bin/env python3
"""page.py finds what is wrong with a page."""
import unittest

import page as pages

STYLE = """:root { --ground: #fff; --panel: #fff; --lit: #fff; --text: #000; --link: #000; --soft: #000; --spread: #000;
  --threads: #000; --inside: #000; --kept: #000; --serial: #000; }
@media (prefers-color-scheme: dark) { :root { --ground: #000; --panel: #000; --lit: #000; --text: #fff; --link: #fff;
  --soft: #fff; --spread: #fff; --threads: #fff; --inside: #fff; --kept: #fff; --serial: #fff; } }"""


def page(body="<p id=\"a\">x</p><a href=\"#a\">y</a>", style=STYLE, script="", head=None):
    head = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">' if head is None else head
    return (f"<!DOCTYPE html>\n<html lang=\"en\"><head>{head}<style>{style}</style></head>"
            f"<body>{body}<script>{script}</script></body></html>\n")


class Faults(unittest.TestCase):
    def complains(self, text, about):
        found = pages.faults(text)[1]
        self.assertTrue(any(about in one for one in found), found)

    def test_a_good_page_has_none(self):
        self.assertEqual(pages.faults(page())[1], [])

    def test_elements_that_are_not_closed_or_closed_by_others(self):
        self.complains(page("<p><b>x</p></b>"), "closes <b>")
        self.complains(page("</div>"), "</div> closes")
        self.complains(page("<div>x"), "closes <div>")
        self.complains("<!DOCTYPE html>\n<p>", "<p> is never closed")

    def test_attributes_that_are_there_twice_or_have_no_value(self):
        self.complains(page('<p class="a" class="b">x</p>'), "twice")
        self.complains(page("<p class>x</p>"), "attribute class")
        self.assertEqual(pages.faults(page("<details open><summary>x</summary></details>"))[1], [])

    def test_ids_that_are_there_twice_and_links_without_a_target(self):
        self.complains(page('<p id="a">x</p><p id="a">x</p>'), "the id a is there twice")
        self.complains(page('<a href="#b">x</a>'), "href=#b has no target")

    def test_what_leads_out_of_the_page(self):
        self.complains(page('<a href="https://example.org">x</a>'), "leads out")
        self.complains(page('<img src="x.png">'), "loads something")
        self.complains(page('<p onclick="f()">x</p>'), "onclick")
        self.complains(page(style=STYLE + "p { background: url(x) }"), "url(")
        self.complains(page(script="fetch('x')"), "fetch(")
        self.complains(page("<script></script>"), "one script")

    def test_a_policy_that_is_missing_or_too_wide(self):
        self.complains(page(head=""), "policy")
        self.complains(page(head='<meta http-equiv="Content-Security-Policy" content="default-src *">'), "policy")

    def test_text_that_is_too_pale(self):
        self.complains(page(style=STYLE.replace("--soft: #000", "--soft: #888")), "soft on ground")
        self.complains(page(style=STYLE.partition("@media")[0]), "second colour scheme")

    def test_control_characters(self):
        self.complains(page("<p>\x1b</p>"), "control character")

    def test_contrast_is_that_of_the_guidelines(self):
        self.assertAlmostEqual(pages.contrast((0, 0, 0), (1, 1, 1)), 21)
        grey = (0x76 / 255,) * 3
        self.assertAlmostEqual(pages.contrast(grey, (1, 1, 1)), 4.54, places=2)


if __name__ == "__main__":
    unittest.main(verbosity=1)
