#!/usr/bin/env python3
"""versions.py finds a version that is another, and one that is gone."""
import pathlib
import tempfile
import unittest

from versions import violations

RIGHT = {
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(Clustrix VERSION 1.2.3 LANGUAGES CXX)\n",
    "docs/CITATION.cff": "cff-version: 1.2.0\nmessage: m\ntitle: t\nauthors:\n  - name: a\nversion: 1.2.3\n",
    "docs/packaging/spack/package.py": '    version("main", branch="main")\n    version("1.2.3", tag="v1.2.3")\n',
    "docs/packaging/Containerfile": 'LABEL org.opencontainers.image.version="1.2.3"\n',
    "docs/ci/github.yml": "https://example.org/clustrix/1.2.3\nlibclustrix-runtime1.2 ${package}_1.2.3-1_amd64.deb\n",
    "docs/installing.md": "`libclustrix-runtime1.2`\n    rev: v1.2.3\n",
    "docs/changelog.md": "# Changelog\n\n## Unreleased (1.2.3)\n\n## 1.2.2\n",
}


class Versions(unittest.TestCase):
    def found(self, **changes):
        with tempfile.TemporaryDirectory() as name:
            tree = pathlib.Path(name)
            for path, text in RIGHT.items():
                (tree / path).parent.mkdir(parents=True, exist_ok=True)
                key = path.split("/")[-1].split(".")[0]
                (tree / path).write_text(text.replace(*changes[key]) if key in changes else text)
            return violations(tree)

    def test_one_version_everywhere_is_right(self):
        self.assertEqual(self.found(), [])

    def test_a_version_that_is_no_semantic_one_is_found(self):
        self.assertIn("no semantic version", self.found(CMakeLists=("1.2.3", "1.2"))[0])

    def test_each_file_with_another_version_is_named(self):
        for key in ("CITATION", "package", "Containerfile", "github", "installing", "changelog"):
            self.assertRegex("\n".join(self.found(**{key: ("1.2.3", "1.2.4")})), key)

    def test_a_version_that_is_gone_is_found(self):
        self.assertIn("nothing is like", self.found(Containerfile=("version", "nothing"))[0])

    def test_the_runtimes_package_has_the_versions_first_two_numbers(self):
        self.assertIn("libclustrix-runtime1.3", self.found(installing=("runtime1.2", "runtime1.3"))[0])

    def test_a_citation_without_what_its_schema_requires_is_found(self):
        self.assertIn("'authors' is missing", self.found(CITATION=("authors:\n  - name: a\n", ""))[0])


if __name__ == "__main__":
    unittest.main()
