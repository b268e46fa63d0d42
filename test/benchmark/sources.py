"""Inputs for the rewriting benchmark: a small file, one with much of the standard library, and many annotated loops."""

STANDARD_LIBRARY = ["algorithm", "any", "array", "atomic", "bitset", "chrono", "complex", "deque", "filesystem",
                    "fstream", "functional", "future", "iostream", "iterator", "list", "map", "memory", "mutex",
                    "numeric", "optional", "queue", "random", "ranges", "regex", "set", "span", "sstream", "string",
                    "thread", "tuple", "unordered_map", "utility", "variant", "vector"]

# Loops of several kinds, so that no stage meets the same one a thousand times. `{k}` is the number of the function.
SHAPES = [
    """[[clustrix::cluster]]
void scale{k}(double* a, const double* b, int n) {{
  for (int i = 0; i < n; ++i) a[i] = b[i] * {k}.5;
}}
""",
    """[[clustrix::cluster]]
void rows{k}(double* a, const double* b, const double* s, int n, int m) {{
  for (int i = 0; i < n; ++i) {{
    const double f = s[i] + {k};
    for (int j = 0; j < m; ++j) a[i * m + j] = b[i * m + j] * f;
  }}
}}
""",
    """[[clustrix::cluster]]
double sum{k}(const double* a, int n) {{
  double s = {k};
  for (int i = 0; i < n; ++i) s += a[i] * a[i];
  return s;
}}
""",
    """[[clustrix::cluster]]
void blur{k}(const double* in, double* out, int n) {{
  for (int i = 1; i < n - 1; ++i)
    if (in[i] > {k}) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}}
""",
    """[[clustrix::cluster]]
void carry{k}(int* a, int n) {{
  for (int i = 1; i < n; ++i) a[i] = a[i] + a[i - 1] * {k};
}}
""",
]


def annotated(functions):
    """`functions` annotated functions; those of a nest hold two loops."""
    return "".join(SHAPES[k % len(SHAPES)].format(k=k) for k in range(functions))


def loops(count):
    """Annotated functions with `count` loops in all: every five functions have six loops."""
    functions, text, have = 0, "", 0
    while have < count:
        shape = functions % len(SHAPES)
        if shape == 1 and have + 2 > count:
            shape = 0
        text += SHAPES[shape].format(k=functions)
        have += 2 if shape == 1 else 1
        functions += 1
    return text


def rewriting_inputs():
    """(name, text) pairs; `loops-N` are what the growth plot shows."""
    includes = "".join(f"#include <{header}>\n" for header in STANDARD_LIBRARY)
    yield "small", annotated(2)
    yield "standard-library", includes + annotated(5)
    for count in (10, 100, 1000):
        yield f"loops-{count}", "#include <cmath>\n#include <vector>\n" + loops(count)
