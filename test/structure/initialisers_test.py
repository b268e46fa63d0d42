#!/usr/bin/env python3
"""The checker of initialisers finds those that are asked of variables, and none that are asked of statements."""
import pathlib
import tempfile
import unittest

import initialisers


class Initialisers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)

    def found(self, text, path="lib/Lower/X.cpp"):
        file = self.tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n")
        return initialisers.violations(self.tree)[1]

    def test_a_variable_is_not_asked(self):
        text = "bool f(const clang::VarDecl* variable) {\n  return variable->getInit() != nullptr;\n}"
        self.assertEqual(self.found(text), ["lib/Lower/X.cpp:2: variable->getInit()"])

    def test_a_reference_to_a_variable_is_not_asked(self):
        self.assertTrue(self.found("int f(const clang::VarDecl& v) { return g(v.getInit()); }"))

    def test_what_a_cast_makes_a_variable_is_not_asked(self):
        self.assertTrue(
            self.found(
                "const auto* one = declaration\n    ? llvm::dyn_cast<clang::VarDecl>(declaration)\n"
                "    : nullptr;\nuse(one->getInit());"
            )
        )
        self.assertTrue(self.found("use(llvm::cast<clang::VarDecl>(one)->getInit());"))

    def test_other_words_for_it_are_not_either(self):
        self.assertTrue(self.found("if (variable->hasInit()) {}"))
        self.assertTrue(self.found("use(v->getAnyInitializer());", "lib/Driver/X.cpp"))

    def test_a_statement_may_be_asked(self):
        self.assertEqual(
            self.found("const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop);\nuse(for_->getInit());"), []
        )

    def test_the_nearest_declaration_of_a_name_counts(self):
        text = "void f(const clang::VarDecl* one);\nvoid g(const clang::IfStmt* one) { use(one->getInit()); }"
        self.assertEqual(self.found(text), [])

    def test_the_one_place_may_ask(self):
        self.assertEqual(
            self.found("auto f(const clang::VarDecl& v) { return v.getInit(); }", "lib/Syntax/InitialValue.h"), []
        )


if __name__ == "__main__":
    unittest.main()
