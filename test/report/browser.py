#!/usr/bin/env python3
"""The HTML report in a browser: what its script does, and that it reads without. Skipped (exit 77) without Chromium.

    browser.py CLUSTRIX-REWRITE

A copy of the page gets a second script, which clicks and types and writes down what it sees.
"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import chromium
import inputs

FUNCTIONS, LINES = 50, 3000
TOOL = PROGRAM = ""
SEEING = """
const seen = (selector) => Array.from(document.querySelectorAll(selector)).filter((one) => one.checkVisibility());
const ids = (elements) => elements.map((one) => one.id);
const press = (key, at = document.body) => at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const later = () => new Promise((done) => setTimeout(done, 50));
const button = (name) => document.querySelector(`#filter [data-tag="${name}"]`);
const type = (words) => {
  const text = document.getElementById("filter-text");
  text.value = words;
  text.dispatchEvent(new Event("input"));
};
const said = () => document.getElementById("filter-result").textContent;
"""


class InBrowser(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.browser = chromium.Browser(PROGRAM, cls.folder)
        (cls.folder / "all.cpp").write_bytes(inputs.source(FUNCTIONS, LINES))
        for name in ("r.html", "r.json"):
            subprocess.run([TOOL, "all.cpp", "--dry-run", "--remarks", "none", "--report", name, "--", "-std=c++20"],
                           cwd=cls.folder, check=True, capture_output=True, timeout=300)
        cls.functions = json.loads((cls.folder / "r.json").read_text())["functions"]
        cls.page = (cls.folder / "r.html").read_text(encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def rows(self, wanted):
        """The ids of loops for which `wanted` holds."""
        return [f"f{f}l{number}" for f, function in enumerate(self.functions, 1)
                for number, loop in enumerate(function["loops"], 1) if wanted(loop, function)]

    def does(self, script, fragment="", size=(1400, 1000), options=(), page=None):
        """What `script`, the body of an async function, returns in the page."""
        copy = self.folder / "copy.html"
        added = ("<script>" + SEEING + "addEventListener('load', async () => { let result; try { result = await (async () => {"
                 + script + "})(); } catch (error) { result = String(error); }"
                 "document.body.dataset.result = JSON.stringify(result); });</script></body>")
        copy.write_text((page or self.page).replace("</body>", added), encoding="utf-8")
        out, errors = self.browser.run(copy, "--dump-dom", *options, fragment=fragment, size=size)
        self.assertNotIn("CONSOLE", errors)  # errors of scripts, and what the policy has forbidden
        result = re.search(r'<body data-result="([^"]*)"', out)
        self.assertIsNotNone(result, "the page's script was not run")
        return json.loads(html.unescape(result[1]))

    def test_without_its_script_all_is_there_but_the_filter(self):
        bare = re.sub("<script>.*?</script>", "", self.page, flags=re.DOTALL)
        self.assertLess(len(bare), len(self.page))
        counts = "return [seen('#filter').length, seen('article').length, seen('.loops tbody tr').length]"
        everything = [FUNCTIONS, len(self.rows(lambda *_: True))]
        self.assertEqual(self.does(counts, "filter=serial", page=bare), [0, *everything])
        self.assertEqual(self.does(counts), [1, *everything])

    def test_the_address_says_what_is_shown(self):
        shown = "return [ids(seen('.loops tbody tr')), said()]"
        serial = self.rows(lambda loop, _: not loop["parallel"] and loop["mapped"] == "host")
        self.assertEqual(self.does(shown, "filter=serial"),
                         [serial, f"{len({row.split('l')[0] for row in serial})} of {FUNCTIONS} functions, "
                                  f"{len(serial)} of {len(self.rows(lambda *_: True))} loops"])
        both = self.rows(lambda loop, _: loop["mapped"] in ("devices", "cpu") and "guarded" in loop["kinds"])
        self.assertTrue(both)
        self.assertEqual(self.does(shown, "filter=spread,threads,guarded")[0], both)
        words = self.rows(lambda loop, function: any(reason["code"] == "effect.io" for reason in loop["reasons"])
                          or "effect.io" in function["name"])
        self.assertTrue(words)
        self.assertEqual(self.does(shown, "text=effect.io")[0], words)
        self.assertEqual(self.does(shown, "text=no%20such%20loop")[0], [])
        self.assertEqual(self.does(shown)[0], self.rows(lambda *_: True))

    def test_contents_and_files_follow_the_filter(self):
        self.assertEqual(self.does("return [seen('nav [data-of^=f]').map((one) => one.dataset.of), seen('article').length]",
                                   "text=energy12"), [["f13"], 1])
        self.assertEqual(self.does("return [seen('nav [data-of]').length, seen('section.file').length]", "text=nothing%3F"), [0, 0])

    def test_buttons_and_words_filter_together_and_are_told_in_the_address(self):
        guarded = self.rows(lambda loop, function: "guarded" in loop["kinds"] and "stencil1" in function["name"])
        self.assertTrue(guarded)
        self.assertEqual(self.does("""
            button('guarded').click();
            type('stencil1');
            const first = [ids(seen('.loops tbody tr')), location.hash, button('guarded').ariaPressed];
            document.getElementById('filter-clear').click();
            return [...first, seen('.loops tbody tr').length, location.hash, button('guarded').ariaPressed];
            """), [guarded, "#filter=guarded&text=stencil1", "true", len(self.rows(lambda *_: True)), "", "false"])

    def test_a_number_of_the_totals_shows_its_loops(self):
        self.assertEqual(self.does("document.querySelector('[data-filter=reduction]').click(); return ids(seen('.loops tbody tr'))"),
                         self.rows(lambda loop, _: "reduction" in loop["kinds"]))

    def test_a_reason_of_the_totals_shows_its_loops(self):
        self.assertEqual(self.does("document.querySelector('[data-words=\"effect.io\"]').click(); return [ids(seen('.loops tbody tr')), location.hash]"),
                         [self.rows(lambda loop, _: any(reason["code"] == "effect.io" for reason in loop["reasons"])), "#text=effect.io"])

    def test_the_filter_is_reached_and_left_by_keys(self):
        self.assertEqual(self.does("""
            press('/');
            const at = document.activeElement.id;
            type('energy');
            press('Escape', document.activeElement);
            return [at, document.getElementById('filter-text').value, said()];
            """), ["filter-text", "", ""])

    def test_a_link_shows_its_target_whatever_is_folded_or_filtered(self):
        self.assertEqual(self.does("""
            const fold = document.querySelector('.code details:not([open])');
            const line = fold.querySelector('.l');
            const before = line.checkVisibility();
            type('no such loop');
            location.hash = '#' + line.id;
            await later();
            const box = line.getBoundingClientRect();
            return [before, line.checkVisibility(), fold.open, said(), box.top >= 0 && box.bottom <= innerHeight];
            """), [False, True, True, "", True])

    def test_lines_that_belong_together_light_up(self):
        lit, linked, rest = self.does("""
            const from = document.querySelector('.loops a[href^="#s"]').hash.slice(1);
            document.querySelector('#' + from + ' > a').focus();
            const lit = ids(Array.from(document.querySelectorAll('.lit')));
            const linked = Array.from(document.querySelectorAll(`.l > a[href="#${from}"]`)).map((one) => one.parentElement.id);
            document.getElementById('filter-text').focus();
            return [lit, [from, ...linked], document.querySelectorAll('.lit').length];
            """)
        self.assertGreater(len(lit), 2)
        self.assertEqual((sorted(lit), rest), (sorted(linked), 0))

    def test_all_that_can_be_clicked_is_reached_by_the_keyboard_and_has_a_name(self):
        self.assertEqual(self.does("""
            const wanted = document.querySelectorAll('a, button, input, summary');
            const lacking = Array.from(wanted).filter((one) => one.tabIndex < 0 ||
              !(one.textContent.trim() || one.ariaLabel || (one.labels && one.labels.length)));
            const code = Array.from(document.querySelectorAll('.code')).filter((one) => one.tabIndex < 0 || !one.ariaLabel);
            return [wanted.length > 1000, lacking.length, code.length];
            """), [True, 0, 0])

    def test_a_page_is_as_wide_as_its_window(self):
        for width in (1400, 1130, 900, 500):
            with self.subTest(width=width):
                self.assertEqual(self.does("const e = document.documentElement; return [innerWidth, e.scrollWidth]",
                                           size=(width, 800)), [width, width])

    def test_colours_are_those_that_the_reader_prefers(self):
        ground = "return getComputedStyle(document.body).backgroundColor"
        self.assertEqual(self.does(ground), "rgb(255, 255, 255)")
        self.assertEqual(self.does(ground, options=["--force-dark-mode"]), "rgb(15, 19, 24)")

    def test_on_paper_code_is_whole(self):
        paper = self.folder / "r.pdf"
        self.browser.run(self.folder / "r.html", f"--print-to-pdf={paper}")
        sheets = len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes()))
        self.assertGreater(sheets, FUNCTIONS // 2)


if __name__ == "__main__":
    PROGRAM = chromium.find()
    if PROGRAM is None:
        print("skipped: no Chromium here (Debian: chromium)")
        sys.exit(77)
    TOOL = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=1)
