"""Random C++ programs for the fuzzer: trees that print themselves, so that they can be shrunk.

A program has some annotated functions over the same arrays and a main that calls each with several sizes, also with
arrays that overlap, and prints checksums. By construction it has no undefined behaviour and no rounding: subscripts
stay inside the arrays, integers are unsigned, and doubles hold small whole numbers, so that sums are the same in any
order and outputs can be compared exactly.
"""
import dataclasses

LARGEST_N, LARGEST_M = 40, 24
ARRAY_SIZE = 4 * LARGEST_N * LARGEST_M  # every subscript below stays under it, offsets of overlapping calls included

DOUBLES = ["a", "b", "c"]
UNSIGNEDS = ["u", "v"]

HEAD = """\
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

"""


@dataclasses.dataclass
class Statement:
    """One line, or a block: `head { body }`."""

    head: str
    body: list = dataclasses.field(default_factory=list)
    block: bool = False

    def lines(self, indent):
        pad = "  " * indent
        if not self.block:
            return [pad + self.head]
        inner = [line for statement in self.body for line in statement.lines(indent + 1)]
        return [f"{pad}{self.head} {{", *inner, pad + "}"]


@dataclasses.dataclass
class Function:
    name: str
    body: list

    def lines(self):
        inner = [line for statement in self.body for line in statement.lines(1)]
        return ["[[clustrix::cluster]]",
                f"double {self.name}(double* a, double* b, double* c, unsigned* u, unsigned* v, const int* idx,",
                "          int n, int m, int k) {",
                "  double sum = 0, low = 1000, high = -1000;", "  unsigned bits = 0, count = 0;", "  int where = -1;",
                *inner, "  return sum + 3 * low + 5 * high + bits % 1024 + count % 1024 + 7 * where;", "}", ""]


@dataclasses.dataclass
class Program:
    functions: list

    def text(self):
        lines = [line for function in self.functions for line in function.lines()]
        calls = [f'  run("{f.name}", {f.name});' for f in self.functions]
        return HEAD + "\n".join(lines) + MAIN_HEAD + "\n".join(calls) + "\n  return 0;\n}\n"


MAIN_HEAD = f"""
using Function = double (*)(double*, double*, double*, unsigned*, unsigned*, const int*, int, int, int);

static unsigned long long mix(unsigned long long hash, unsigned long long value) {{
  return (hash ^ value) * 1099511628211ull;
}}

static void call(const char* name, Function function, int n, int m, int k, int overlap) {{
  const int size = {ARRAY_SIZE};
  std::vector<double> doubles(3 * size);
  std::vector<unsigned> unsigneds(2 * size);
  std::vector<int> idx({LARGEST_N} * {LARGEST_M});
  for (int i = 0; i < 3 * size; ++i) doubles[i] = (i * 37 + 11) % 23 - 9;
  for (int i = 0; i < 2 * size; ++i) unsigneds[i] = i * 2654435761u >> 20;
  for (int i = 0; i < (int)idx.size(); ++i) idx[i] = (i * 7 + k) % (int)idx.size();
  double* a = doubles.data();
  unsigned* u = unsigneds.data();
  const double result = overlap < 0 ? function(a, a + size, a + 2 * size, u, u + size, idx.data(), n, m, k)
                                    : function(a, a + overlap, a + 2 * size, u, u + overlap, idx.data(), n, m, k);
  unsigned long long hash = 14695981039346656037ull;
  for (double value : doubles) hash = mix(hash, (unsigned long long)(long long)value);
  for (unsigned value : unsigneds) hash = mix(hash, value);
  std::printf("%s.%d.%d.%d.%d %.1f %llu\\n", name, n, m, k, overlap, result, hash);
}}

static void run(const char* name, Function function) {{
  call(name, function, {LARGEST_N}, {LARGEST_M}, 3, -1);
  call(name, function, 7, {LARGEST_M}, 0, -1);
  call(name, function, {LARGEST_N}, 1, 1, -1);
  call(name, function, 2, 3, 5, 0);
  call(name, function, 33, 10, 2, 0);
  call(name, function, 33, 10, 2, 5);
  call(name, function, 0, 4, 1, -1);
  call(name, function, 1, 0, 1, 3);
}}

int main() {{
"""


def interesting_loops(program):
    """How many `for` and `while` statements the program holds."""
    def count(statements):
        return sum(1 * s.head.startswith(("for", "while")) + count(s.body) for s in statements)

    return sum(count(f.body) for f in program.functions)


class Generator:
    """Everything random comes from `random`, a random.Random: the same seed gives the same program."""

    def __init__(self, random):
        self.random = random
        self.fresh = 0

    def program(self, functions):
        return Program([Function(f"f{i}", self.function_body()) for i in range(functions)])

    def function_body(self):
        return [self.nest([]) for _ in range(self.random.randint(1, 3))]

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def name(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    # Loops. `counters`: (name, bound) of the loops around, each 0 <= name < bound, bound one of n, m.

    def nest(self, counters):
        head, counter = self.loop_head(counters)
        inside = counters + [counter]
        body = self.body(inside)
        return Statement(head, body, True)

    def loop_head(self, counters):
        used = {bound for _, bound in counters}
        bound = self.random.choice([b for b in ("n", "m") if b not in used])
        i = self.name("i")
        kind = self.random.choice(["int"] * 5 + ["long", "short"])
        shapes = [f"for ({kind} {i} = 0; {i} < {bound}; ++{i})"] * 6
        shapes += [f"for (int {i} = 1; {i} < {bound}; {i}++)", f"for (int {i} = {bound} - 1; {i} >= 0; --{i})",
                   f"for (int {i} = 0; {i} < {bound}; {i} += 2)", f"for (int {i} = 0; {i} != {bound}; ++{i})",
                   f"for (int {i} = k; {i} < {bound}; {i} += 3)", f"for (int {i} = 0; {i} <= {bound} - 1; ++{i})"]
        if counters and counters[-1][1] == "n" and bound == "m":
            outer = counters[-1][0]
            shapes += [f"for (int {i} = 0; {i} < std::min<int>({outer}, m); ++{i})",
                       f"for (int {i} = 0; {i} < m && {i} < {outer}; ++{i})"]
        return self.random.choice(shapes), (i, bound)

    def body(self, counters):
        statements = [self.statement(counters) for _ in range(self.random.randint(1, 3))]
        if len(counters) < 2 and self.chance(55):
            statements.insert(self.random.randint(0, len(statements)), self.nest(counters))
        return statements

    # Statements.

    def statement(self, counters):
        kinds = [self.assignment] * 8 + [self.unsigned_assignment] * 3 + [self.reduction] * 3
        kinds += [self.conditional] * 2 + [self.private_scalar] * 2
        kinds += [self.private_array, self.leave, self.helper_scalar]
        return self.random.choice(kinds)(counters)

    def assignment(self, counters):
        array, index = self.random.choice(DOUBLES), self.index(counters)
        if self.chance(20):
            return Statement(f"{array}[{index}] = {array}[{index}] == 0 ? 1 : -{array}[{index}];")
        return Statement(f"{array}[{index}] = std::fmod({self.value(counters)}, 64.0);")

    def unsigned_assignment(self, counters):
        operator = self.random.choice(["=", "+=", "^=", "="])
        return Statement(f"{self.random.choice(UNSIGNEDS)}[{self.index(counters)}] {operator} {self.whole(counters)};")

    def reduction(self, counters):
        value = self.value(counters)
        return Statement(self.random.choice([
            f"sum += {value};", f"sum -= {self.element(counters)};", f"low = std::min(low, {value});",
            f"if ({value} > high) high = {value};", f"bits ^= {self.whole(counters)};", "count++;",
            f"if ({self.element(counters)} > 3) ++count;", f"high = std::fmax(high, {value});",
        ]))

    def conditional(self, counters):
        condition = self.random.choice([f"{self.element(counters)} > {self.random.randint(-5, 5)}",
                                        f"({self.whole(counters)}) % {self.random.randint(2, 4)} == 0"])
        return Statement(f"if ({condition})", [self.assignment(counters)], True)

    def private_scalar(self, counters):
        name = self.name("t")
        inner = [Statement(f"const double {name} = {self.value(counters)};"),
                 Statement(f"{self.element(counters)} = std::fmod({name} * 2 + 1, 64.0);")]
        return Statement("if (true)", inner, True)

    def private_array(self, counters):
        name, at = self.name("local"), self.name("q")
        inner = [Statement(f"double {name}[4];"),
                 Statement(f"for (int {at} = 0; {at} < 4; ++{at})",
                           [Statement(f"{name}[{at}] = {self.element(counters)} + {at};")], True),
                 Statement(f"{self.element(counters)} = std::fmod({name}[1] + {name}[3], 64.0);")]
        return Statement("if (true)", inner, True)

    def helper_scalar(self, counters):
        """A scalar that lives on: where the last, or some, iteration wrote it."""
        return Statement(self.random.choice([
            f"where = (int){counters[-1][0]};",
            f"if ({self.element(counters)} < -6) where = (int){counters[-1][0]};",
        ]))

    def leave(self, counters):
        return Statement(self.random.choice(["continue;", "break;"]) if self.chance(15) else
                         f"if ({self.element(counters)} == 7) {self.random.choice(['continue', 'continue', 'break'])};")

    # Expressions.

    def index(self, counters):
        """An index in [0, 2 * LARGEST_N * LARGEST_M), whatever the sizes of the call."""
        i = self.random.choice(counters)
        name, bound = i
        shapes = [name] * 5 + [f"{name} + 1", f"{name} + k", f"{bound} - 1 - {name}", f"2 * {name}"]
        shapes += [f"2 * {name} + 1", f"{name} / 2", f"({name} * 5) % {bound}", f"idx[{name}]", "0", "k",
                   f"{name} * {name} % 64"]
        if len(counters) == 2:
            (x, xb), (y, yb) = counters
            shapes += [f"{x} * {yb} + {y}"] * 8 + [f"{y} * {xb} + {x}"] * 3 + [
                f"{x} + {y}", f"{x} * {yb} + {yb} - 1 - {y}", f"({x} + 1) * {yb} + {y}", f"{x} * {yb} + {y} + 1",
                f"{x} * {LARGEST_M} + {y}" if yb == "m" else f"{x} * {LARGEST_N} + {y}", f"idx[{x} * {yb} + {y}]"]
        return self.random.choice(shapes)

    def element(self, counters):
        return f"{self.random.choice(DOUBLES)}[{self.index(counters)}]"

    def value(self, counters):
        terms = [self.element(counters)]
        for _ in range(self.random.randint(0, 2)):
            terms.append(self.random.choice([self.element(counters), str(self.random.randint(1, 9)),
                                             f"2 * {self.element(counters)}", f"std::fabs({self.element(counters)})"]))
        return " + ".join(terms) if self.chance(70) else " - ".join(terms)

    def whole(self, counters):
        name = self.random.choice(counters)[0]
        element = f"{self.random.choice(UNSIGNEDS)}[{self.index(counters)}]"
        return self.random.choice([f"{element} + 1u", f"{element} * 3u + (unsigned){name}", f"(unsigned){name}",
                                   f"{element} ^ {self.random.choice(UNSIGNEDS)}[{self.index(counters)}]"])
