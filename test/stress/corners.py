#!/usr/bin/env python3
"""Sources beyond what people write end in a verdict or a diagnostic: exit status 0 or 2, and no crash.

    corners.py TOOL FLAGS...
"""
import os
import subprocess
import sys
import tempfile

from constructs import CONSTRUCTS, deep, function, joined, loop

LARGE = {"unary_operators": 20000, "integer_negations": 20000, "logical_negations": 20000, "sums": 20000,
         "integer_sums": 20000, "conditionals": 5000, "integer_conditionals": 5000, "conjunctions": 5000,
         "disjunctions": 5000, "commas": 5000, "assignments": 3000, "casts": 5000, "parentheses": 5000,
         "nested_calls": 250, "else_ifs": 5000, "nested_ifs": 3000, "nested_if_elses": 3000, "nested_blocks": 5000,
         "nested_loops": 200, "nested_lambdas": 200, "templates": 1000, "called_deep": 3000, "called_twice": 60,
         "called_in_each_branch": 60, "initialisers": 100000, "inner_initialisers": 100000, "switch": 5000,
         "fallthrough": 5000, "macros": 500, "operator_chain": 5000, "template_stream": 2000, "method_chain": 3000,
         "value_chain": 3000, "pointers": 1000, "references": 500, "loops": 1000, "tiles": 6, "strided": 60,
         "doubled_integers": 100, "squared_integers": 100, "stepping_levels": 100}

# Each with the exit status that it has to end with.
SOURCES = {
    "a template that instantiates itself": (2, """template <int N> struct T { static double f(double x) { return T<N + 1>::f(x); } };
[[clustrix::cluster]] void f(int n, double* a) { for (int i = 0; i < n; ++i) a[i] = T<0>::f(a[i]); }
"""),
    "a template that names itself": (0, """template <class D> struct Base { double get(double x) { return static_cast<D*>(this)->more(x); } };
struct Self : Base<Self> { double more(double x) { return x + 1; } };
[[clustrix::cluster]] void f(int n, double* a) { for (int i = 0; i < n; ++i) { Self s; a[i] = s.get(a[i]); } }
"""),
    "a function that calls itself": (0, """inline double g(double x) { return x < 1 ? x : g(x / 2); }
[[clustrix::cluster]] void f(int n, double* a) { for (int i = 0; i < n; ++i) a[i] = g(a[i]); }
"""),
    "functions that call each other": (0, """inline double h(double x);
inline double g(double x) { return x < 1 ? x : h(x / 2) + h(x / 3); }
inline double h(double x) { return x < 2 ? x : g(x / 2) + g(x / 3); }
[[clustrix::cluster]] void f(int n, double* a) { for (int i = 0; i < n; ++i) a[i] = h(a[i]); }
"""),
    "a lambda that is given itself": (0, """[[clustrix::cluster]] void f(int n, double* a) {
  auto g = [](auto& self, double x) -> double { return x < 1 ? x : self(self, x / 2); };
  for (int i = 0; i < n; ++i) a[i] = g(g, a[i]);
}
"""),
    "an annotated function that calls itself": (0, """[[clustrix::cluster]] void f(int n, double* a) {
  for (int i = 0; i < n; ++i) a[i] += 1;
  if (n > 1) f(n / 2, a);
}
"""),
    "types that nest in each other": (0, "template <class T> struct Box { T x; };\ntemplate <int N> struct Deep { "
     "using type = Box<typename Deep<N - 1>::type>; };\ntemplate <> struct Deep<0> { using type = double; };\n"
     "using D = Deep<200>::type;\n[[clustrix::cluster]] void f(int n, D* a, const D* b) {\n"
     "  for (int i = 0; i < n; ++i) a[i] = b[i];\n}\n"),
    "the largest constants": (0, """[[clustrix::cluster]] void f(long n, double* a) {
  for (long i = 0; i < n; ++i) a[i * 9223372036854775807 + (-9223372036854775807 - 1)] = 18446744073709551615ull;
}
"""),
    "an array of 2^60 elements": (0, """extern char a[1ul << 60];
[[clustrix::cluster]] void f() { for (unsigned long i = 0; i < 1ul << 60; ++i) a[i] = 1; }
"""),
    "an array of 2^62 numbers": (2, """extern double a[1ul << 62];
[[clustrix::cluster]] void f() { for (unsigned long i = 0; i < 1ul << 62; ++i) a[i] = 1; }
"""),
    "2^63 iterations": (0, """[[clustrix::cluster]] void f(unsigned char* a) {
  for (unsigned long i = 0; i < 1ul << 63; ++i) a[i & 255] += 1;
}
"""),
    "as many iterations as there are numbers": (0, """[[clustrix::cluster]] void f(double* a) {
  for (unsigned long i = 0; i <= 18446744073709551615ul; ++i) a[i] = 1;
}
"""),
    "steps of 2^62": (0, """[[clustrix::cluster]] void f(double* a, long n) {
  for (long i = -9223372036854775807; i < n; i += 4611686018427387904) a[i] = 1;
}
"""),
    "the longest shifts": (0, """[[clustrix::cluster]] void f(double* a, int n) {
  for (int i = 0; i < n; ++i) a[(i << 31) >> 31] = (1ull << 63) >> i;
}
"""),
    "macros that double": (0, "#define A0(x) x + x\n" + "\n".join(
        f"#define A{k}(x) A{k - 1}(x) + A{k - 1}(x)" for k in range(1, 12)) +
     "\n[[clustrix::cluster]] void f(int n, double* a) { for (int i = 0; i < n; ++i) a[i] = A11(a[i]); }\n"),
    "lambdas in parameters of lambdas": (0, function("int n, double* a", loop(
        "    auto g = [](double x, auto... more) { return x; };\n    a[i] = g(a[i], " +
        joined(200, ", ", lambda k: f"[] {{ return {k}; }}") + ");"))),
    "an empty function": (0, "[[clustrix::cluster]] void f() {}\n"),
    "nothing": (0, ""),
    "only brackets": (2, "[" * 100000),
    "only parentheses": (2, "int x = " + "(" * 100000),
    "only braces": (2, "void f() " + "{" * 100000),
    "only angles": (2, "template <class T> struct A; " + "A<" * 100000),
    "only pointers": (0, "int " + "*" * 20000 + "p;\n" + CONSTRUCTS["statements"](1)),
    "an extent of brackets": (0, "[[clustrix::cluster]] void f(int n, [[clustrix::extent(" + "(" * 20000 + "n" +
                             ")" * 20000 + ")]] double* a) {\n" + loop("    a[i] = 1;") + "\n}\n"),
    "an attribute that does not end": (2, "[[clustrix::cluster(" + "(" * 100000),
    "a deep condition of a loop": (0, function("int n, double* a", loop("    a[i] = 1;", bound="- " * 20000 + "n"))),
    "a deep initialiser": (0, deep(1, lambda v: "- " * 20000 + v, "b[i]")),
}
YAML = {"ranges of a library model": ("--library-model", "g: {parameters: [p], reads: 'p[" + "(" * 100000 + "'}"),
        "signs in a library model": ("--library-model", "g: {parameters: [p], reads: 'p[" + "-" * 100000 + "1]'}"),
        "library model": ("--library-model", "[" * 100000), "library model, maps": ("--library-model", "{a: " * 100000),
        "configuration": ("--config", "[" * 100000), "configuration, lists": ("--config", "- " * 100000 + "a")}


def run(tool, flags, source, folder, options=()):
    path = os.path.join(folder, "source.cpp")
    with open(path, "w", encoding="utf-8") as out:
        out.write(source)
    line = [tool, path, "-o", path + ".cu", "--remarks=all", *options, "--", *flags]
    return subprocess.run(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)


def main():
    tool, flags, bad = sys.argv[1], sys.argv[2:], 0

    def judge(name, result, allowed):
        nonlocal bad
        if result.returncode in allowed:
            return
        bad += 1
        tail = result.stderr.decode(errors="replace")[-300:]
        print(f"{name}: exit status {result.returncode}, not {allowed}: {tail}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        for name, size in LARGE.items():
            judge(f"{size} {name}", run(tool, flags, CONSTRUCTS[name](size), folder), (0, 2))
        for name, (status, source) in SOURCES.items():
            judge(name, run(tool, flags, source, folder), (status,))
        for name, (option, text) in YAML.items():
            path = os.path.join(folder, "text.yml")
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            judge(name, run(tool, flags, CONSTRUCTS["statements"](1), folder, (option, path)), (2, 3))
    sys.exit(f"{bad} sources ended otherwise" if bad else 0)


if __name__ == "__main__":
    main()
