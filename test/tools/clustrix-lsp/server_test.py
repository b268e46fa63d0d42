"""A scripted editor against the language server: it opens, types, hovers, applies what is offered, and misbehaves.

    server_test.py CLUSTRIX-LSP CLUSTRIX-REWRITE
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from client import Client, edited, span, uri

SERVER, REWRITE = sys.argv[1:3]
INPUTS = pathlib.Path(__file__).resolve().parents[2] / "lit" / "driver" / "Inputs"
ERROR, WARNING, INFORMATION, HINT = 1, 2, 3, 4

SPREAD = "[[clustrix::cluster]] void scale(double* a, int n) {\n  for (int i = 0; i < n; ++i) a[i] *= 2;\n}\n"
SERIAL = SPREAD.replace("a[i] *= 2", "a[i] = a[n - i]").replace("i = 0", "i = 1").replace("a[n - i]", "a[i - 1]")
SLOW = "".join(f"#include <{name}>\n" for name in ("algorithm", "map", "ranges", "regex", "vector")) + SPREAD


def codes(diagnostics):
    return sorted(one.get("code", "") for one in diagnostics)


class Session(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name).resolve()
        self.client = Client(SERVER, "--", "-std=c++20")

    def tearDown(self):
        self.assertEqual(self.client.end(), 0)
        self.folder.cleanup()

    def file(self, name, text):
        path = self.here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def opened(self, text, name="a.cpp", version=1):
        """A file with `text` on the disk and open, and what is published of it."""
        path = self.file(name, text)
        self.client.open(path, text, version)
        return path, self.client.published(path, version)


class Typing(Session):
    def test_a_serial_loop_is_a_warning_with_the_line_in_the_way(self):
        path, told = self.opened(SERIAL)
        self.assertEqual(codes(told), ["dependence.flow"])
        self.assertEqual(told[0]["severity"], WARNING)
        self.assertEqual(told[0]["range"], span((1, 2), (1, 29)))
        self.assertEqual(told[0]["relatedInformation"][0]["location"]["uri"], uri(path))
        page = told[0]["codeDescription"]["href"]
        self.assertTrue(page.endswith("/docs/remarks.md#dependenceflow"), page)
        self.assertTrue(pathlib.Path(page[len("file://"):].split("#")[0]).exists())

    def test_the_text_of_the_editor_counts_and_not_the_disk(self):
        path = self.file("a.cpp", "this is no C++")
        self.client.open(path, SERIAL)
        self.assertEqual(codes(self.client.published(path, 1)), ["dependence.flow"])
        self.client.change(path, 2, SPREAD)
        self.assertEqual(codes(self.client.published(path, 2)), ["clustrix-parallel"])
        self.assertEqual(path.read_text(), "this is no C++")

    def test_changes_of_ranges_are_in_the_units_that_were_agreed_upon(self):
        for encodings, wide in (([], 2), (["utf-8", "utf-16"], 4), (["utf-16"], 2), (["latin-1", "utf-32"], 1)):
            client = Client(SERVER, capabilities={"general": {"positionEncodings": encodings}})
            self.assertEqual(client.server["capabilities"]["positionEncoding"],
                             {2: "utf-16", 4: "utf-8", 1: "utf-32"}[wide])
            path = self.file("a.cpp", "")
            client.open(path, "/* 😀 */ int wrong\n" + SPREAD)
            self.assertEqual(client.published(path, 1)[0]["severity"], ERROR)
            client.change(path, 2, ((0, 7 + wide), (0, 16 + wide), "int right;"))
            self.assertEqual(codes(client.published(path, 2)), ["clustrix-parallel"])
            self.assertEqual(client.end(), 0)

    def test_an_error_is_shown_where_it_is_and_gone_when_it_is_gone(self):
        path, told = self.opened(SPREAD.replace("*= 2", "*= two"))
        self.assertEqual([one["severity"] for one in told], [ERROR])
        self.assertEqual(told[0]["range"], span((1, 38), (1, 41)))
        self.client.change(path, 2, ((1, 38), (1, 41), "3"))
        self.assertEqual(codes(self.client.published(path, 2)), ["clustrix-parallel"])

    def test_a_bad_attribute_is_an_error_at_its_key(self):
        _, told = self.opened(SPREAD.replace("cluster]]", "cluster(gpu = 1)]]"))
        self.assertEqual([one["severity"] for one in told], [ERROR])
        self.assertEqual(told[0]["range"]["start"], {"line": 0, "character": 20})

    def test_of_a_burst_only_the_last_text_is_told_of(self):
        path, _ = self.opened(SLOW)
        for version in range(2, 30):
            self.client.change(path, version, SLOW + " " * version if version < 29 else SERIAL)
            time.sleep(0.002)
        last = self.client.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics")["params"]
        told = [last["version"]]
        while told[-1] != 29:  # a pause in the burst is no mistake; what comes out of order would be one
            last = self.client.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics")["params"]
            told.append(last["version"])
        self.assertEqual(told, sorted(told))
        self.assertLess(len(told), 5)
        self.assertEqual(codes(last["diagnostics"]), ["dependence.flow"])

    def test_a_header_that_is_open_counts_as_it_is_there(self):
        header = self.file("factor.h", "inline double factor() { return 2; }\n")
        path, told = self.opened('#include "factor.h"\n' + SPREAD.replace("2", "factor()"))
        self.assertEqual(codes(told), ["clustrix-parallel"])
        self.client.headers_read(path)
        self.client.open(header)
        self.client.published(header, 1)
        self.client.published(path, 1)  # once more: the header is another text now
        self.client.change(header, 2, "double factor();\n")
        self.assertEqual(codes(self.client.published(path, 1)), ["effect.call"])
        self.client.change(header, 3, "inline double factor() { return 4; }\n")
        self.assertEqual(codes(self.client.published(path, 1)), ["clustrix-parallel"])

    def test_a_header_that_is_written_counts_in_the_next_look(self):
        header = self.file("factor.h", "inline double factor() { return 2; }\n")
        path, told = self.opened('#include "factor.h"\n#include <vector>\n' + SPREAD.replace("2", "factor()"))
        self.assertEqual(codes(told), ["clustrix-parallel"])
        self.client.headers_read(path)
        self.client.change(path, 2, path.read_text() + "\n")
        self.client.published(path, 2)
        header.write_text("double factor();" + " " * 21 + "\n")  # of the same size
        self.client.tell("textDocument/didSave", {"textDocument": {"uri": uri(header)}})
        self.assertEqual(codes(self.client.published(path, 2)), ["effect.call"])

    def test_an_error_in_a_header_is_shown_at_the_line_that_includes_it(self):
        header = self.file("wrong.h", "int wrong = nothing;\n")
        _, told = self.opened('\n#include "wrong.h"\n' + SPREAD)
        self.assertEqual([(one["severity"], one["range"]) for one in told], [(ERROR, span((1, 0), (1, 18)))])
        self.assertEqual(told[0]["relatedInformation"][0]["location"]["uri"], uri(header))

    def test_a_text_that_crashes_the_compiler_leaves_the_server(self):
        path, told = self.opened("#pragma clang __debug crash\n" + SPREAD)
        self.assertEqual(codes(told), ["clustrix-failed"])
        self.client.change(path, 2, SPREAD)
        self.assertEqual(codes(self.client.published(path, 2)), ["clustrix-parallel"])

    def test_a_header_that_crashes_the_compiler_leaves_the_server(self):
        self.file("crash.h", "#pragma clang __debug crash\n")
        path, told = self.opened('#include "crash.h"\n' + SPREAD)
        self.assertEqual(codes(told), ["clustrix-failed"])
        time.sleep(1)  # in which it might read the headers itself
        self.client.change(path, 2, SPREAD)
        self.assertEqual(codes(self.client.published(path, 2)), ["clustrix-parallel"])

    def test_a_text_that_nests_too_deep_leaves_the_server(self):
        path, told = self.opened("int f() { return " + "(" * 300 + "1" + ")" * 300 + "; }\n" + SPREAD)
        self.assertEqual([one["severity"] for one in told], [ERROR])
        self.client.change(path, 2, SPREAD)
        self.assertEqual(codes(self.client.published(path, 2)), ["clustrix-parallel"])

    def test_closing_takes_the_diagnostics_away(self):
        path, _ = self.opened(SERIAL)
        self.client.close(path)
        self.assertEqual(self.client.published(path), [])

    def test_several_documents_do_not_disturb_each_other(self):
        first, second = self.file("a.cpp", SERIAL), self.file("b.cpp", SPREAD)
        self.client.open(first)
        self.client.open(second)
        self.assertEqual(codes(self.client.published(first, 1)), ["dependence.flow"])
        self.assertEqual(codes(self.client.published(second, 1)), ["clustrix-parallel"])


class Project(Session):
    def database(self, name, *flags):
        entry = {"directory": str(self.here), "file": name, "arguments": ["g++", *flags, "-c", name]}
        self.file("build/compile_commands.json", json.dumps([entry]))

    def test_flags_come_from_the_nearest_database(self):
        text = SPREAD.replace("*= 2", "*= FACTOR")
        self.database("src/a.cpp", "-DFACTOR=3", "-std=c++20")
        self.assertEqual(codes(self.opened(text, "src/a.cpp")[1]), ["clustrix-parallel"])
        self.assertEqual(codes(self.opened(text, "src/new.cpp")[1]), ["clustrix-parallel"])

    def test_a_database_that_is_broken_is_an_error_that_says_what_to_do(self):
        self.file("build/compile_commands.json", "[")
        _, told = self.opened(SPREAD)
        self.assertEqual([one["severity"] for one in told], [ERROR])
        self.assertIn("generate the file again", told[0]["message"])

    def test_options_come_from_the_nearest_clustrix_yml(self):
        self.file("clustrix.yml", "complexity_threshold: 1\n")
        path, _ = self.opened(SPREAD, "src/a.cpp")
        self.assertIn("threshold 1", self.client.hover(path, 1, 4)["contents"]["value"])
        self.file("clustrix.yml", "complexity: 1\n")
        self.client.change(path, 2, SPREAD)
        told = self.client.published(path, 2)
        self.assertEqual([one["severity"] for one in told], [ERROR])
        self.assertIn("unknown key 'complexity'", told[0]["message"])

    def test_flags_of_the_command_line_hold_for_all_files(self):
        client = Client(SERVER, "--", "-DFACTOR=4")
        path = self.file("a.cpp", SPREAD.replace("*= 2", "*= FACTOR"))
        client.open(path)
        self.assertEqual(codes(client.published(path, 1)), ["clustrix-parallel"])
        self.assertEqual(client.end(), 0)


class Questions(Session):
    def test_hover_says_kind_slices_and_level(self):
        path, _ = self.opened(SPREAD)
        hover = self.client.hover(path, 1, 4)
        self.assertEqual(hover["range"], span((1, 2), (1, 29)))
        for part in ("**loop parallelised over devices**", "`scale`, complexity level 1", "read-write `a`: `[i]`"):
            self.assertIn(part, hover["contents"]["value"])
        self.assertIn("1 of 1 loop parallel", self.client.hover(path, 0, 30)["contents"]["value"])
        self.assertIsNone(self.client.hover(path, 2, 0))

    def test_a_question_about_a_text_that_is_looked_at_waits_for_it(self):
        path = self.file("a.cpp", SLOW)
        self.client.open(path)
        line = SLOW[:SLOW.index("  for")].count("\n")
        self.assertIn("parallelised", self.client.hover(path, line, 4)["contents"]["value"])

    def test_a_question_that_is_cancelled_is_answered_so(self):
        path = self.file("a.cpp", SLOW)
        with self.client.together():
            self.client.open(path)
            asked = self.client.begin("textDocument/hover", {"textDocument": {"uri": uri(path)},
                                                             "position": {"line": 0, "character": 0}})
            self.client.tell("$/cancelRequest", {"id": asked})
        self.assertEqual(self.client.answer(asked)["error"]["code"], -32800)
        self.client.tell("$/cancelRequest", {"id": asked})  # of what is over: nothing
        self.client.tell("$/cancelRequest", {"id": "never asked"})
        self.client.published(path, 1)

    def test_a_question_about_a_document_that_is_closed_is_answered_so(self):
        path = self.file("a.cpp", SLOW)
        with self.client.together():
            self.client.open(path)
            asked = self.client.begin("textDocument/codeAction", {"textDocument": {"uri": uri(path)},
                                                                  "range": span((0, 0), (9, 0)), "context": {"diagnostics": []}})
            self.client.close(path)
        self.assertEqual(self.client.answer(asked)["error"]["code"], -32800)

    def fixed(self, source):
        """The text after `clustrix-rewrite --fix`."""
        path = self.file("fix/" + source.name, source.read_text())
        subprocess.run([REWRITE, "--fix", path, "--", "-std=c++20"], check=True, capture_output=True, timeout=120)
        return path.read_text()

    def test_actions_make_the_text_that_fix_makes(self):
        for source in (INPUTS / "fixable.cpp", INPUTS / "splittable.cpp"):
            text = source.read_text()
            path, told = self.opened(text, source.name)
            quick = {}
            for line in range(text.count("\n")):
                for action in self.client.actions(path, line):
                    if action["kind"] == "quickfix":
                        quick[json.dumps(action["edit"])] = action
            self.assertGreaterEqual(len(quick), 2)
            edits = [edit for action in quick.values() for edit in action["edit"]["changes"][uri(path)]]
            self.assertEqual(edited(text, edits), self.fixed(source))
            for action in quick.values():
                self.assertTrue(action["diagnostics"], action["title"])
                self.assertTrue(all(one in told for one in action["diagnostics"]))
            (everything,) = self.client.actions(path, 0, ["source.fixAll"])
            self.assertEqual(edited(text, everything["edit"]["changes"][uri(path)]), self.fixed(source))

    def test_a_fix_that_is_applied_is_offered_no_more(self):
        path, _ = self.opened((INPUTS / "fixable.cpp").read_text())
        (everything,) = self.client.actions(path, 0, ["source.fixAll.clustrix"])
        self.client.change(path, 2, edited(path.read_text(), everything["edit"]["changes"][uri(path)]))
        told = self.client.published(path, 2)
        self.assertNotIn(WARNING, [one["severity"] for one in told])
        self.assertEqual(self.client.actions(path, 0, ["source.fixAll.clustrix"]), [])

    def test_only_the_kinds_that_are_asked_for_are_offered(self):
        path, _ = self.opened((INPUTS / "fixable.cpp").read_text())
        everywhere = {"textDocument": {"uri": uri(path)}, "range": span((0, 0), (99, 0))}
        offered = lambda *only: {one["kind"] for one in self.client.ask(
            "textDocument/codeAction", everywhere | {"context": {"diagnostics": [], "only": list(only)}})}
        self.assertEqual(offered("quickfix"), {"quickfix"})
        self.assertEqual(offered("source"), {"source.fixAll.clustrix"})
        self.assertEqual(offered("refactor"), set())
        self.assertEqual(offered("source.fix"), set())

    def test_edits_name_the_version_where_the_editor_takes_that(self):
        client = Client(SERVER, "--", "-std=c++20", capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}}})
        path = self.file("a.cpp", (INPUTS / "fixable.cpp").read_text())
        client.open(path, version=7)
        client.published(path, 7)
        (everything,) = client.actions(path, 0, ["source.fixAll.clustrix"])
        self.assertEqual(everything["edit"]["documentChanges"][0]["textDocument"], {"uri": uri(path), "version": 7})
        self.assertEqual(client.end(), 0)


class Manners(Session):
    def error(self, code, id=None):
        answer = self.client.wait(lambda message: "error" in message and message.get("id") == id)
        self.assertEqual(answer["error"]["code"], code)
        self.assertTrue(answer["error"]["message"])

    def lives(self):
        self.assertEqual(codes(self.opened(SPREAD, "alive.cpp")[1]), ["clustrix-parallel"])

    def test_what_is_no_message_is_answered_by_an_error_and_the_next_one_is_heard(self):
        for garbage in (b"garbage\r\n\r\n", b"Content-Length: many\r\n\r\n", b"Content-Length: 3\r\n\r\n{{{",
                        b"Content-Length: 99999999999999\r\n\r\n", b"\xff\xfe\x00\r\n\r\n"):
            self.client.raw(garbage)
            self.error(-32700)
        self.lives()

    def test_json_that_is_no_request_is_answered_by_an_error(self):
        for message in ([], 3, None, {}, {"id": 1, "method": 2}, [{"jsonrpc": "2.0", "method": "exit"}]):
            self.client.send(message)
            self.error(-32600, message.get("id") if isinstance(message, dict) else None)
        self.lives()

    def test_unknown_requests_are_answered_and_unknown_notifications_dropped(self):
        self.client.tell("$/setTrace", {"value": "off"})
        self.client.tell("workspace/didChangeConfiguration", {"settings": {}})
        self.error(-32601, self.client.begin("textDocument/definition", {}))
        self.error(-32601, self.client.begin("", None))
        self.lives()

    def test_parameters_of_any_shape_are_no_end(self):
        path, _ = self.opened(SPREAD)
        here = {"uri": uri(path)}
        for parameters in (None, [], 3, {}, {"textDocument": 3}, {"textDocument": {"uri": 3}}, {"textDocument": {"uri": "file://"}},
                           {"textDocument": here, "position": -1, "range": 3, "contentChanges": 3},
                           {"textDocument": here, "position": {"line": -1, "character": 1e99}, "range": {"start": {}},
                            "contentChanges": [3, {"text": 3}, {"range": [], "text": ""}], "context": 3},
                           {"changes": 3}, {"changes": [3, {"uri": 3}]}, {"id": {"a": []}}):
            for method in ("didOpen", "didChange", "didSave"):
                self.client.tell("textDocument/" + method, parameters)
            self.client.tell("workspace/didChangeWatchedFiles", parameters)
            self.client.tell("$/cancelRequest", parameters)
            for method in ("textDocument/hover", "textDocument/codeAction"):
                self.error(-32602, self.client.begin(method, parameters))
        self.client.tell("textDocument/didClose", {"textDocument": {"uri": "file:///never/opened.cpp"}})
        self.lives()

    def test_a_document_that_is_no_file_is_told_and_left(self):
        self.client.tell("textDocument/didOpen", {"textDocument": {"uri": "untitled:1", "version": 1, "text": SPREAD}})
        said = self.client.wait(lambda message: message.get("method") == "window/logMessage")["params"]
        self.assertIn("untitled:1", said["message"])
        self.lives()

    def test_bytes_that_are_no_text_are_looked_at(self):
        self.opened("// \u0000 \ud7ff\n" + SPREAD)
        self.lives()

    def test_nothing_is_done_before_initialize_or_behind_shutdown(self):
        client = Client(SERVER, initialize=False)
        self.assertEqual(client.answer(client.begin("textDocument/hover", {}))["error"]["code"], -32002)
        client.tell("initialized", {})
        self.assertIn("capabilities", client.ask("initialize", {}))
        self.assertEqual(client.answer(client.begin("initialize", {}))["error"]["code"], -32600)
        client.ask("shutdown", None)
        self.assertEqual(client.answer(client.begin("textDocument/hover", {}))["error"]["code"], -32600)
        client.tell("exit", None)
        self.assertEqual(client.ended(), 0)

    def test_an_end_without_shutdown_is_a_failure(self):
        client = Client(SERVER)
        client.tell("exit", None)
        self.assertEqual(client.ended(), 1)
        client = Client(SERVER)
        client.open(self.file("a.cpp", SLOW))
        client.process.stdin.close()
        self.assertEqual(client.ended(), 1)

    def test_the_command_line_answers_like_the_other_programs(self):
        call = lambda *arguments: subprocess.run([SERVER, *arguments], capture_output=True, text=True, timeout=60)
        self.assertTrue(call("--version").stdout.startswith("clustrix-lsp "))
        self.assertIn("usage: clustrix-lsp", call("--help").stdout)
        self.assertEqual(call("--help").returncode, 0)
        for wrong in (["--nonsense"], ["-p"], ["file.cpp"]):
            self.assertEqual(call(*wrong).returncode, 2)
            self.assertIn("see clustrix-lsp --help", call(*wrong).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
