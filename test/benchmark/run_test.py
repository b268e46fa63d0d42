#!/usr/bin/env python3
"""The benchmark's own parts: generated inputs have the loops that their names promise, plots are well-formed."""
import sys
import unittest
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True  # tests leave nothing in the source tree

import json
import pathlib
import tempfile

import kernels
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


class Kernels(unittest.TestCase):
    def launch(self, **more):
        counts = {name: 0 for name in kernels.SUMS}
        return {**counts, "kernel": "run", "threads": 64, "registers": 20, "spillStores": 0, "spillLoads": 0, **more}

    def counted(self, *launches):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as report:
            report.write("".join(json.dumps(launch) + "\n" for launch in launches))
            report.flush()
            return kernels.counted(pathlib.Path(report.name))

    def test_launches_add_up_and_the_longest_tells_the_threads(self):
        counts = self.counted(self.launch(seconds=1e-6, loads=2, loadSectors=16),
                              self.launch(seconds=3e-6, threads=128, registers=30, loads=2, loadSectors=64),
                              self.launch(kernel="measureLayout", seconds=9, loads=100))
        columns = counts.columns()
        self.assertEqual((2, 128, 30), (columns["launches"], columns["threads"], columns["registers"]))
        self.assertAlmostEqual(4.0, columns["us"])
        self.assertAlmostEqual(20.0, columns["load sectors"])

    def test_a_program_without_launches_is_an_error(self):
        self.assertRaises(kernels.KernelError, self.counted, self.launch(kernel="measureLayout"))
        self.assertRaises(kernels.KernelError, kernels.counted, pathlib.Path("/nonexistent"))

    def test_what_is_worse_than_recorded_is_told_and_what_is_better_is_not(self):
        recorded = self.counted(self.launch(seconds=1e-6, loads=2, loadSectors=16, issue=10)).columns()
        self.assertEqual([], kernels.worse("p", recorded, self.counted(
            self.launch(seconds=1e-6, loads=2, loadSectors=8, issue=10))))
        for change in ({"loadSectors": 17}, {"registers": 21}, {"spillLoads": 8}, {"seconds": 1.2e-6}, {"issue": 11}):
            found = kernels.worse("p", recorded, self.counted(
                self.launch(**{"seconds": 1e-6, "loads": 2, "loadSectors": 16, "issue": 10, **change})))
            self.assertEqual(1, len(found), change)

    def test_every_problem_is_recorded(self):
        recorded = json.loads((kernels.HERE / "kernels.json").read_text())
        self.assertEqual(sorted(kernels.sizes_of(kernels.FOLDER)), sorted(recorded))


if __name__ == "__main__":
    unittest.main()
