#!/usr/bin/env python3
"""The checker of the include rules finds each kind of violation, and nothing in a tree that keeps them."""
import pathlib
import tempfile
import unittest

import include_rules


class IncludeRules(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        self.write("include/clustrix/Plan.h", "#include <vector>")
        self.write("include/clustrix/LoopModel.h", "#include <vector>")
        self.write("runtime/include/clustrix/Loop.h", "#include <vector>")

    def write(self, path, text):
        file = self.tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n")

    def found(self, path, include):
        self.write(path, f"#include {include}")
        return include_rules.violations(self.tree)[1]

    def test_a_tree_that_keeps_the_rules_is_clean(self):
        self.write("lib/Plan/Plan.cpp", '#include "clustrix/Plan.h"\n#include "Analysis/X.h"\n#include <isl/set.h>')
        self.write("runtime/src/cuda/Backend.cpp", "#include <cuda_runtime_api.h>")
        self.write("runtime/src/execution/Loop.cpp", '#include "clustrix/Loop.h"\n#include "devices/Backend.h"')
        self.write("lib/Lower/Walk.cpp", '#include "Syntax/Types.h"\n#include "Memory/Names.h"')
        self.assertEqual(include_rules.violations(self.tree)[1], [])

    def test_an_earlier_stage_may_not_include_a_later_one(self):
        self.assertIn("lib/Analysis/X.cpp:1:", self.found("lib/Analysis/X.cpp", '"Plan/Mapping.h"')[0])

    def test_stages_beside_each_other_do_not_include_each_other(self):
        self.assertTrue(self.found("lib/Emit/X.cpp", '"Report/Text.h"'))
        self.assertTrue(self.found("lib/Lower/X.cpp", '"Analysis/Facts.h"'))

    def test_rooms_of_the_frontend_are_in_an_order(self):
        self.assertTrue(self.found("lib/Syntax/X.cpp", '"Source/FilePlaces.h"'))
        self.assertTrue(self.found("lib/Normalise/X.cpp", '"Lower/Walker.h"'))

    def test_rooms_of_the_runtime_are_in_an_order(self):
        self.assertTrue(self.found("runtime/src/memory/X.cpp", '"devices/Backend.h"'))
        self.assertTrue(self.found("runtime/src/schedule/X.cpp", '"execution/Context.h"'))
        self.assertTrue(self.found("runtime/src/execution/X.cpp", '"cuda/Stream.h"'))

    def test_a_room_without_a_rule_is_told(self):
        self.assertIn("has no rule", self.found("lib/Newest/X.cpp", "<vector>")[0])
        self.assertIn("has no rule", self.found("runtime/src/X.cpp", "<vector>")[0])

    def test_a_contract_of_a_later_stage_is_a_later_stage(self):
        self.assertTrue(self.found("lib/Model/X.cpp", '"clustrix/Plan.h"'))

    def test_a_tool_may_use_llvms_library_for_command_lines(self):
        self.assertFalse(self.found("tools/clustrix-rewrite/X.cpp", "<llvm/Support/CommandLine.h>"))

    def test_clang_stays_in_frontend_and_driver(self):
        self.assertTrue(self.found("lib/Plan/X.cpp", "<clang/AST/Expr.h>"))
        self.assertTrue(self.found("tools/clustrix-rewrite/X.cpp", "<clang/AST/Expr.h>"))
        self.assertTrue(self.found("tools/clustrix-rewrite/X.cpp", "<llvm/IR/Function.h>"))

    def test_isl_stays_out_of_emit(self):
        self.assertTrue(self.found("lib/Emit/X.cpp", "<isl/set.h>"))

    def test_cuda_stays_in_the_backend(self):
        self.assertTrue(self.found("runtime/src/memory/X.cpp", "<cuda_runtime_api.h>"))
        self.assertTrue(self.found("lib/Emit/X.cpp", "<cuda_runtime.h>"))

    def test_runtime_and_compiler_know_nothing_of_each_other(self):
        self.assertTrue(self.found("runtime/src/memory/X.cpp", '"clustrix/LoopModel.h"'))
        self.assertTrue(self.found("lib/Emit/Y.cpp", '"clustrix/Loop.h"'))

    def test_a_contract_includes_no_stage(self):
        self.assertTrue(self.found("include/clustrix/X.h", '"Support/Isl.h"'))


if __name__ == "__main__":
    unittest.main()
