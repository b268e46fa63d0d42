#!/usr/bin/env python3
"""The look at the site finds pages that are missing, links that lead nowhere, and what is fetched from elsewhere."""
import pathlib
import tempfile
import unittest

import site_of_docs as site


class Site(unittest.TestCase):
    def found(self, sources=(), **pages):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder).resolve()
            for name, text in pages.items():
                (folder / f"{name}.html").write_text(text)
            return list(site.faults(folder, sources))

    def test_a_site_that_is_whole(self):
        self.assertEqual(self.found(["a", "b"], a='<a href="b.html#x">b</a> <a href="https://example.org">e</a>', b='<h1 id="x">'), [])

    def test_a_page_that_is_missing(self):
        self.assertEqual(self.found(["a", "b"], a=""), ["docs/b.md: not on the site"])

    def test_links_and_places_that_are_not_there(self):
        self.assertEqual(
            self.found(a='<a href="c.html">c</a><a href="#y">y</a><img src="p.svg">'),
            ["a.html: 'c.html' is not there", "a.html: '#y' has no such place", "a.html: 'p.svg' is not there"],
        )

    def test_what_is_loaded_from_elsewhere(self):
        self.assertEqual(
            self.found(a='<script src="https://example.org/a.js"></script>'),
            ["a.html: loads https://example.org/a.js from elsewhere"],
        )


if __name__ == "__main__":
    unittest.main()
