#!/usr/bin/env python3
"""HTML reports of fifty functions and ten thousand lines, held against the sources, the JSON report and the generated code.

    run.py CLUSTRIX-REWRITE
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import inputs
import page as pages

FUNCTIONS, LINES = 50, 10_000
MOST_SECONDS, MOST_BYTES = 1.0, 5_000_000
TOOL = ""


class Case:
    """Some sources, their reports and what was generated of them."""

    def __init__(self, folder, sources):
        self.folder, self.names = pathlib.Path(folder), list(sources)
        for name, text in sources.items():
            (self.folder / name).write_bytes(text)
        self.rewrite("--report", "r.html", "--output-dir", "out")
        self.rewrite("--report", "r.json", "--dry-run")
        self.html = (self.folder / "r.html").read_text(encoding="utf-8")
        self.functions = json.loads((self.folder / "r.json").read_text())["functions"]
        self.page, self.faults = pages.faults(self.html)
        self.by_id = {one["id"]: one for one in self.page.elements if "id" in one}
        self.rows = {anchor: one for anchor, one in self.by_id.items() if re.fullmatch(r"[sg]\d+l\d+", anchor)}

    def rewrite(self, *options):
        began = time.monotonic()
        command = [TOOL, *self.names, "--remarks", "none", *options, "--", "-std=c++20"]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True, timeout=300)
        return time.monotonic() - began

    def original(self, index):
        return text_of((self.folder / self.names[index]).read_bytes())

    def generated(self, index):
        return text_of((self.folder / "out" / (pathlib.Path(self.names[index]).stem + ".clustrix.cu")).read_bytes())

    def line(self, anchor):
        """The text of a row without its number."""
        return self.rows[anchor]["text"].removeprefix(anchor.partition("l")[2])


def text_of(text):
    return text.decode("utf-8", "replace").replace("\r", "").split("\n")[:-1]


def links_of(case):
    """{row's anchor: where its number leads}"""
    by_number = {one["number"]: anchor for anchor, one in case.rows.items()}
    return {by_number[one["inside"][-1]]: one["href"][1:] for one in case.page.elements
            if one["tag"] == "a" and one["inside"] and one["inside"][-1] in by_number}


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folders = [tempfile.TemporaryDirectory() for _ in range(2)]
        cls.many = Case(cls.folders[0].name, {"all.cpp": inputs.source(FUNCTIONS, LINES)})
        cls.several = Case(cls.folders[1].name, {
            "a & <b>.cpp": inputs.source(11), "two.cpp": inputs.source(4), "none.cpp": b"int x;\n",
            "parser.cpp": b"#line 1 \"head.y\"\n" + inputs.source(3).replace(b"// A stencil", b"#line 40 \"grammar.y\"\n// A stencil")})

    @classmethod
    def tearDownClass(cls):
        for folder in cls.folders:
            folder.cleanup()

    def test_the_input_is_as_large_as_it_is_meant_to_be_and_has_every_verdict(self):
        self.assertEqual(len(self.many.functions), FUNCTIONS)
        self.assertGreaterEqual(len(self.many.original(0)), LINES)
        verdicts = {(loop["parallel"], loop["mapped"]) for one in self.many.functions for loop in one["loops"]}
        self.assertLessEqual({(True, "devices"), (True, "cpu"), (True, "sequential"), (True, "host"), (False, "host")}, verdicts)

    def test_pages_are_well_formed_and_refer_to_nothing_outside(self):
        self.assertEqual(self.many.faults, [])
        self.assertEqual(self.several.faults, [])

    def test_every_function_and_loop_has_its_row_with_its_kinds_and_reasons(self):
        for case in (self.many, self.several):
            for f, function in enumerate(case.functions, 1):
                self.assertEqual(case.by_id[f"f{f}"]["text"], function["name"])
                for number, loop in enumerate(function["loops"], 1):
                    row = case.by_id[f"f{f}l{number}"]
                    self.assertEqual("parallel" in row["data-tags"].split(), loop["parallel"])
                    self.assertLessEqual(set(loop["kinds"]), set(row["data-tags"].split()))
                    for said in [loop["header"], "mapped: " + loop["mapped"], *loop["guards"],
                                 *(reason["message"] for reason in loop["reasons"]), *(array["slice"] for array in loop["arrays"])]:
                        self.assertIn(said, row["text"])

    def test_totals_are_those_of_the_loops(self):
        loops = [loop for function in self.many.functions for loop in function["loops"]]
        said = collections.Counter()
        for one in self.many.page.all("li"):
            match = re.fullmatch(r"(\d+) (?:\W )?(.+)", one["text"].strip()) if "tile" in one.get("class", "") else None
            if match:
                said[match[2]] = int(match[1])
        self.assertEqual(said["functions"], FUNCTIONS)
        self.assertEqual(said["loops"], len(loops))
        self.assertEqual(said["parallel"], sum(loop["parallel"] for loop in loops))
        self.assertEqual(said["over devices"], sum(loop["mapped"] == "devices" for loop in loops))
        self.assertEqual(said["serial"], sum(not loop["parallel"] and loop["mapped"] == "host" for loop in loops))
        self.assertEqual(said["guarded"], sum("guarded" in loop["kinds"] for loop in loops))

    def test_each_line_of_a_source_and_of_the_generated_code_is_there_once(self):
        for case in (self.many, self.several):
            for index in range(len(case.names)):
                for side, lines in (("s", case.original(index)), ("g", case.generated(index))):
                    anchors = [anchor for anchor in case.rows if anchor.startswith(f"{side}{index + 1}l")]
                    self.assertEqual(sorted(anchors), sorted(f"{side}{index + 1}l{i + 1}" for i in range(len(lines))))
                    self.assertEqual([case.line(f"{side}{index + 1}l{i + 1}") for i in range(len(lines))], lines)

    def test_lines_lead_to_the_other_side_and_back(self):
        for case in (self.many, self.several):
            links = links_of(case)
            for index in range(len(case.names)):
                original, generated = case.original(index), case.generated(index)
                only = {line: i + 1 for i, line in enumerate(original) if original.count(line) == 1 and len(line.strip()) > 12}
                same = {i + 1: only[line] for i, line in enumerate(generated) if line in only}
                self.assertTrue(not only or same)
                for at, came_from in same.items():
                    self.assertEqual(links[f"g{index + 1}l{at}"], f"s{index + 1}l{came_from}", generated[at - 1])
                for anchor, target in links.items():
                    if anchor.startswith("s"):
                        self.assertEqual(links[target], anchor)

    def test_kernels_and_launches_lead_to_their_loops(self):
        for case in (self.many, self.several):
            links, found = links_of(case), 0
            for index, name in enumerate(case.names):
                for i, line in enumerate(case.generated(index), 1):
                    head = re.fullmatch(r"// " + re.escape(name) + r":(\d+): .*", line) or re.search(
                        r'clustrix::Site \w+\{"[^"]*", "' + re.escape(name) + r'", (\d+), ', line)
                    if head:
                        found += 1
                        self.assertEqual(links[f"g{index + 1}l{i}"], f"s{index + 1}l{head[1]}", line)
            self.assertGreater(found, len(case.functions))

    def test_a_page_is_the_same_each_time(self):
        self.many.rewrite("--report", "again.html", "--dry-run")
        self.several.rewrite("--report", "again.html", "--dry-run", "-j", "2")
        for case in (self.many, self.several):
            self.assertEqual((case.folder / "again.html").read_text(encoding="utf-8"), case.html)

    def test_a_page_takes_little_more_time_than_the_report_for_programs(self):
        least = {ending: min(self.many.rewrite("--report", "t." + ending, "--dry-run") for _ in range(3)) for ending in ("html", "json")}
        self.assertLess(least["html"] - least["json"], MOST_SECONDS)
        self.assertLess(len(self.many.html.encode()), MOST_BYTES)


if __name__ == "__main__":
    TOOL = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=1)
