#!/usr/bin/env python3
"""Twelve ideas in twelve spellings each: what becomes of the loop, and whether it computes what the original does.

    ideas.py BUILD_DIR             the verdicts are those of verdicts.md, and all results are right
    ideas.py BUILD_DIR --update    writes verdicts.md anew

An idea is what an iteration does with an element; a spelling is how the loop comes to it. Nobody should have to know which
spelling the compiler likes: a cell that is serial where its neighbours are not is a gap, and one that is parallel where they
are not wants a second look.
"""
import argparse
import difflib
import json
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True  # leaves nothing in the source tree
HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from rewritten import check, config, rewrite, run  # noqa: E402

# What is declared before the loop, what an iteration does with its element {e} and position {i}, what the function gives,
# and the same as one call of <algorithm> or <numeric>. `leave` ends a loop.
IDEAS = {
    "sum": ("double s = 0;", "s += {e};", "s", "s = std::accumulate(a.begin(), a.end(), 0.0);"),
    "product": ("double s = 1;", "s *= 1 + {e} * 1e-6;", "s",
                "s = std::accumulate(a.begin(), a.end(), 1.0, [](double x, double y) { return x * (1 + y * 1e-6); });"),
    "smallest": ("double m = a[0];", "if ({e} < m) m = {e};", "m", "m = *std::min_element(a.begin(), a.end());"),
    "largest": ("double m = a[0];", "m = std::max(m, {e});", "m",
                "m = std::accumulate(a.begin(), a.end(), m, [](double x, double y) { return std::max(x, y); });"),
    "place of the smallest": ("double m = a[0]; long at = 0;", "if ({e} < m) {{ m = {e}; at = {i}; }}", "m + 1000 * at",
                              "at = std::min_element(a.begin(), a.end()) - a.begin(); m = a[at];"),
    "first": ("long at = -1;", "if ({e} > limit) {{ at = {i}; break; }}", "at",
              "const auto it = std::find_if(a.begin(), a.end(), [=](double x) {{ return x > limit; }}); "
              "if (it != a.end()) at = it - a.begin();".replace("{{", "{").replace("}}", "}")),
    "any": ("bool found = false;", "if ({e} > limit) found = true;", "found",
            "found = std::any_of(a.begin(), a.end(), [=](double x) { return x > limit; });"),
    "count": ("long count = 0;", "if ({e} > limit) ++count;", "count",
              "count = std::count_if(a.begin(), a.end(), [=](double x) { return x > limit; });"),
    "packing": ("long count = 0;", "if ({e} > limit) out[count++] = {e};", "count + out[count / 2]",
                "count = std::copy_if(a.begin(), a.end(), out.begin(), [=](double x) { return x > limit; }) - out.begin();"),
    "scan": ("double s = 0;", "s += {e}; out[{i}] = s;", "out[a.size() / 2]",
             "std::partial_sum(a.begin(), a.end(), out.begin());"),
    "last value": ("double last = 0;", "if ({e} > limit) last = {e};", "last",
                   "const auto it = std::find_if(a.rbegin(), a.rend(), [=](double x) { return x > limit; }); "
                   "if (it != a.rend()) last = *it;"),
    "private value": ("double t = 0;", "t = {e} * 2; out[{i}] = t + 1;", "out[a.size() / 3]",
                      "std::transform(a.begin(), a.end(), out.begin(), [](double x) { return x * 2 + 1; });"),
}

# The loop around {body}, its element and its position; `n` is the number of elements.
SPELLINGS = {
    "for": ("for (long i = 0; i < n; ++i) {{ {body} }}", "a[i]", "i"),
    "for to the size": ("for (std::size_t i = 0; i != a.size(); i++) {{ {body} }}", "a[i]", "static_cast<long>(i)"),
    "while": ("long i = 0; while (i < n) {{ {body} i += 1; }}", "a[i]", "i"),
    "do": ("long i = 0; if (n > 0) do {{ {body} ++i; }} while (i < n);", "a[i]", "i"),
    "for over elements": ("long i = 0; for (const double e : a) {{ {body} ++i; }}", "e", "i"),
    "iterator": ("for (auto it = a.begin(); it != a.end(); ++it) {{ {body} }}", "*it", "(it - a.begin())"),
    "pointer": ("for (const double* p = a.data(); p != a.data() + n; ++p) {{ {body} }}", "*p", "(p - a.data())"),
    "reference": ("const std::vector<double>& v = a; for (long i = 0; i < n; ++i) {{ const double& e = v[i]; {body} }}", "e", "i"),
    "macro": ("EACH(i, n) {{ {body} }}", "AT(a, i)", "i"),
    "helper": ("for (long i = 0; i < n; ++i) {{ {body} }}", "element(a, i)", "i"),
    "lambda": ("const auto at_ = [&](long i) {{ return a[i]; }}; for (long i = 0; i < n; ++i) {{ {body} }}", "at_(i)", "i"),
    "algorithm": None,
}

HEAD = """#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
#define EACH(i, n) for (long i = 0; i < (n); ++i)
#define AT(a, i) (a)[(i)]
static inline double element(const std::vector<double>& a, long i) { return a[i]; }
"""
MAIN = """
int main() {{
  std::vector<double> a(20000), out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = (i * 7919 + 13) % 10007;
{calls}
}}
"""


def name_of(idea, spelling):
    return re.sub(r"\W+", "_", f"{idea} {spelling}").strip("_")


def function(idea, spelling):
    before, body, result, algorithm = IDEAS[idea]
    shape = SPELLINGS[spelling]
    if shape is None:
        loop = algorithm
    else:
        form, element, position = shape
        loop = form.format(body=body.format(e=element, i=position))
    return (f"[[clustrix::cluster]]\ndouble {name_of(idea, spelling)}(const std::vector<double>& a, std::vector<double>& out, "
            f"double limit) {{\n  const long n = static_cast<long>(a.size());\n  {before}\n  {loop}\n"
            f"  return static_cast<double>({result});\n}}\n")


def source_of(idea):
    call = '  std::printf("{0} %.17g\\n", {0}(a, out, 9000));'
    calls = "\n".join(call.format(name_of(idea, spelling)) for spelling in SPELLINGS)
    return HEAD + "".join(function(idea, spelling) for spelling in SPELLINGS) + MAIN.format(calls=calls)


def verdicts(report):
    """By function: where its loop is for, or why it is serial."""
    found = {}
    for function in json.loads(report.read_text())["functions"]:
        cells = [loop["mapped"] if loop["parallel"] else f"serial: {loop['reasons'][0]['code']}" for loop in function["loops"]]
        found[function["name"]] = ", ".join(dict.fromkeys(cells)) or "no loop"
    return found


def table(of_idea):
    rows = ["| | " + " | ".join(SPELLINGS) + " |", "| --- " * (len(SPELLINGS) + 1) + "|"]
    for idea in IDEAS:
        cells = [of_idea[idea].get(name_of(idea, spelling), "no loop") for spelling in SPELLINGS]
        rows.append(f"| {idea} | " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


TEXT = """# Ideas and their spellings

Where the loop of each idea is for, in each spelling, or the id of the first reason why it is serial; written by
`ideas.py --update`, and compared in each test run.

"""


def run_idea(tools, idea, work):
    source = work / "idea.cpp"
    source.write_text(source_of(idea))
    rewritten, _ = rewrite(tools, source, work, ["-std=c++17"])
    compiling, linking = config(tools, "--cxxflags", "--libs")
    build = ["g++", "-std=c++17", "-O1", "-Wno-attributes", *compiling, "-x", "c++"]
    run([*build, rewritten, "-x", "none", "-o", work / "rewritten", *linking])
    run(["g++", "-std=c++17", "-O1", "-Wno-attributes", source, "-o", work / "original"])
    expected = run([work / "original"]).stdout
    for devices in ("virtual:3", "cpu"):
        got = run([work / "rewritten"], CLUSTRIX_DEVICES=devices, CLUSTRIX_FORCE="1").stdout
        check(alike(got, expected), f"{idea}: all spellings are right on {devices}")
    return verdicts(work / "report.json")


def alike(got, expected):
    """Sums of floating-point numbers may differ in the order of their additions."""
    pairs = list(zip(got.splitlines(), expected.splitlines(), strict=True))
    for one, other in pairs:
        (name, value), (same, right) = one.rsplit(" ", 1), other.rsplit(" ", 1)
        if name != same or abs(float(value) - float(right)) > 1e-9 * abs(float(right)):
            print(f"{one}, not {other}")
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    tools, expected = options.build.resolve() / "bin", HERE / "verdicts.md"
    with tempfile.TemporaryDirectory(prefix="clustrix-ideas-") as folder:
        found = TEXT + table({idea: run_idea(tools, idea, pathlib.Path(folder)) for idea in IDEAS})
    if options.update:
        expected.write_text(found)
        return
    difference = list(difflib.unified_diff(expected.read_text().splitlines(), found.splitlines(), "verdicts.md", "now", lineterm=""))
    print("\n".join(difference))
    check(not difference, "the verdicts are those that were written down")


if __name__ == "__main__":
    main()
