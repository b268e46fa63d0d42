#!/usr/bin/env python3
"""The checker of links finds those that lead nowhere, and takes no code for a link."""
import pathlib
import tempfile
import unittest

import links


class Links(unittest.TestCase):
    def found(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder).resolve()
            (tree / "docs").mkdir()
            (tree / "README.md").write_text(pages.pop("README", ""))
            for name, text in pages.items():
                (tree / "docs" / f"{name}.md").write_text(text)
            return list(links.violations(tree))

    def test_pages_and_folders_that_are_there(self):
        self.assertEqual(self.found(README="[a](docs/a.md), [all](docs/), [net](https://example.org/x)", a="![p](../README.md)"), [])

    def test_a_missing_file_and_its_place(self):
        self.assertEqual(self.found(a="one\n[b](b.md)"), ["docs/a.md:2: 'b.md' is not there"])

    def test_anchors_are_headings_as_code_hosts_name_them(self):
        b = "# Two *words*, `a.b`\n\n## Again\n\n## Again\n\n```\n# no heading\n```\n"
        self.assertEqual(self.found(a="[x](b.md#two-words-ab) [y](b.md#again-1)", b=b), [])
        self.assertEqual(
            self.found(a="[x](b.md#no-heading) [y](#b)", b=b),
            ["docs/a.md:1: 'b.md' has no heading for '#no-heading'", "docs/a.md:1: 'a.md' has no heading for '#b'"],
        )

    def test_code_is_no_link(self):
        self.assertEqual(self.found(a="`a[i](b.md)`\n\n    f[0](c.md)\n\n    g[0](e.md)\n\n```\n[x](d.md)\n```\n"), [])

    def test_what_goes_on_a_list_is_no_code(self):
        self.assertEqual(self.found(a="- one\n    [b](b.md)\n"), ["docs/a.md:2: 'b.md' is not there"])


if __name__ == "__main__":
    unittest.main()
