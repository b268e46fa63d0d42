#!/usr/bin/env python3
"""The benchmark's own parts: generated inputs have the loops that their names promise, plots are well-formed."""
import sys
import unittest
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True  # tests leave nothing in the source tree

import plots
import sources


class Inputs(unittest.TestCase):
    def test_generated_files_have_exactly_the_loops_that_their_names_promise(self):
        for name, text in sources.rewriting_inputs():
            if name.startswith("loops-"):
                self.assertEqual(int(name.split("-")[1]), text.count("for ("), name)

    def test_generated_functions_have_different_names(self):
        names = [line.split("(")[0] for line in sources.loops(100).splitlines() if line.startswith(("void", "double"))]
        self.assertEqual(len(names), len(set(names)))


class Plots(unittest.TestCase):
    results = [{"suite": "rewriting", "name": f"loops-{n}", "opponent": "a < b", "ours": n * 0.01, "theirs": 0.2,
                "unit": "s", "ratio": 20.0 / n} for n in (10, 100, 1000)]

    def test_bars_are_well_formed_and_show_every_result(self):
        bars = xml.fromstring(plots.bars("rewriting", self.results)).findall("{http://www.w3.org/2000/svg}rect")
        self.assertEqual(1 + len(self.results), len(bars))

    def test_bars_are_proportional_to_the_ratio(self):
        bars = xml.fromstring(plots.bars("rewriting", self.results)).findall("{http://www.w3.org/2000/svg}rect")
        widths = [float(bar.get("width")) for bar in bars[1:]]
        self.assertAlmostEqual(10.0, widths[0] / widths[1], delta=0.1)

    def test_growth_falls_to_the_right_for_neither_contender(self):
        curves = xml.fromstring(plots.growth(self.results)).findall("{http://www.w3.org/2000/svg}polyline")
        self.assertEqual(2, len(curves))
        for curve in curves:
            heights = [float(point.split(",")[1]) for point in curve.get("points").split()]
            self.assertEqual(sorted(heights, reverse=True), heights)


if __name__ == "__main__":
    unittest.main()
