"""Sources that grow in one respect each: `CONSTRUCTS[name](n)` is a source with n of what the name says.

    statements(3)      x[i] = ...; y... three statements in one loop
    nested_ifs(3)      if (...) { if (...) { if (...) ... } }

What is annotated compiles as C++20 and includes no header, so that nearly all of the time is the compiler's own.
"""

HEAD = "[[clustrix::cluster]] void f"


def function(parameters, body, before=""):
    return f"{before}{HEAD}({parameters}) {{\n{body}\n}}\n"


def loop(body, counter="i", bound="n"):
    return f"  for (int {counter} = 0; {counter} < {bound}; ++{counter}) {{\n{body}\n  }}"


def lines(n, text):
    """`text` for each k below n."""
    return "\n".join(text(k) for k in range(n))


def joined(n, separator, text):
    return separator.join(text(k) for k in range(n))


# --- statements and variables


def statements(n):
    return function("int n, double* a, const double* b", loop(lines(n, lambda k: f"    a[i] += b[i] * {k};")))


def scalars(n):
    body = lines(n, lambda k: f"    double t{k} = b[i] + {k};") + "\n    a[i] = " + joined(n, " + ", lambda k: f"t{k}")
    return function("int n, double* a, const double* b", loop(body + ";"))


def integers(n):
    body = lines(n, lambda k: f"    int t{k} = {f't{k - 1}' if k else 'i'} + m{k % 3};") + f"\n    a[t{n - 1}] = 1;"
    return function("int n, double* a, int m0, int m1, int m2", loop(body))


def doubled_integers(n):
    body = lines(n, lambda k: f"    int t{k} = {f't{k - 1} + t{k - 1}' if k else 'i'};") + f"\n    a[t{n - 1}] = 1;"
    return function("int n, double* a", loop(body))


def squared_integers(n):
    body = lines(n, lambda k: f"    int t{k} = {f't{k - 1} * (t{k - 1} + m)' if k else 'i'};")
    return function("int n, double* a, int m", loop(body + f"\n    a[t{n - 1}] = 1;"))


def reductions(n):
    before = lines(n, lambda k: f"  double s{k} = 0;")
    after = lines(n, lambda k: f"  out[{k}] = s{k};")
    return function("int n, const double* a, double* out",
                    before + "\n" + loop(lines(n, lambda k: f"    s{k} += a[i] * {k};")) + "\n" + after)


def live_scalars(n):
    body = lines(n, lambda k: f"    x{k} = a[i] * {k};")
    return function("int n, const double* a, double* out",
                    lines(n, lambda k: f"  double x{k} = 0;") + "\n" + loop(body) + "\n" +
                    lines(n, lambda k: f"  out[{k}] = x{k};"))


def local_array_elements(n):
    return function("int n, double* a", loop(f"    double t[{n}];\n" + lines(n, lambda k: f"    t[{k}] = a[i] + {k};") +
                                             f"\n    a[i] = t[{n - 1}];"))


# --- arrays and parameters


def pointers(n):
    return function("int n, " + joined(n, ", ", lambda k: f"double* p{k}"),
                    loop(lines(n, lambda k: f"    p{k}[i] = {k};")))


def read_pointers(n):
    return function("int n, double* a, " + joined(n, ", ", lambda k: f"const double* p{k}"),
                    loop("    a[i] = " + joined(n, " + ", lambda k: f"p{k}[i]") + ";"))


def references(n):
    return function("int n, const double* a, " + joined(n, ", ", lambda k: f"double& s{k}"),
                    loop(lines(n, lambda k: f"    s{k} += a[i];")))


def global_arrays(n):
    return function("int n", loop(lines(n, lambda k: f"    g{k}[i] = {k};")),
                    before=lines(n, lambda k: f"double g{k}[1000];") + "\n")


def parameters(n):
    return function("int n, double* a, " + joined(n, ", ", lambda k: f"int m{k}"),
                    loop(lines(n, lambda k: f"    a[i] += m{k};")))


def offsets(n):
    return function("int n, double* a, " + joined(n, ", ", lambda k: f"int m{k}"),
                    loop(lines(n, lambda k: f"    a[i + m{k}] = {k};")))


def strided(n):
    """A subscript over many dimensions of unknown size."""
    subscript = "i"
    for k in range(n):
        subscript = f"({subscript}) * m{k} + j{k}"
    head = "\n".join(f"  for (int j{k} = 0; j{k} < m{k}; ++j{k})" for k in range(n))
    return function("int n, double* a, " + joined(n, ", ", lambda k: f"int m{k}"),
                    f"  for (int i = 0; i < n; ++i)\n{head}\n    a[{subscript}] = 1;")


def stencil(n):
    return function("int n, double* a, const double* b",
                    loop("    a[i] = " + joined(n, " + ", lambda k: f"b[i + {k}]") + ";"))


def in_place_stencil(n):
    return function("int n, double* a",
                    loop("    a[i] = " + joined(n, " + ", lambda k: f"a[i + {k}]") + ";"))


def struct_members(n):
    members = lines(n, lambda k: f"  double m{k};")
    return function("int n, S* a, const S* b", loop(lines(n, lambda k: f"    a[i].m{k} = b[i].m{k};")),
                    before=f"struct S {{\n{members}\n}};\n")


def initialisers(n):
    return function("int n, int* a", f"  static const int table[] = {{{joined(n, ', ', str)}}};\n" +
                    loop("    a[i] = table[i];"))


def inner_initialisers(n):
    return function("int n, int* a", loop(f"    const int table[] = {{{joined(n, ', ', str)}}};\n    a[i] = table[0];"))


# --- expressions


def deep(n, text, value):
    """A loop that stores what nests n times: text(inner) around `value`."""
    for _ in range(n):
        value = text(value)
    return function("int n, double* a, const double* b, int m, const int* c", loop(f"    a[i] = {value};"))


def unary_operators(n):
    return deep(1, lambda v: "- " * n + v, "b[i]")


def integer_negations(n):
    return function("int n, double* a", loop("    a[" + "- " * (n // 2 * 2) + "i] = 1;"))


def logical_negations(n):
    return deep(1, lambda v: "! " * n + v, "c[i]")


def sums(n):
    return deep(1, lambda v: joined(n, " + ", lambda k: f"{v} * {k}"), "b[i]")


def integer_sums(n):
    return function("int n, double* a, int m", loop("    a[" + joined(n, " + ", lambda k: f"m * {k}") + " + i] = 1;"))


def subscript_sums(n):
    return function("int n, double* a, " + joined(n, ", ", lambda k: f"int m{k}"),
                    loop("    a[i + " + joined(n, " + ", lambda k: f"m{k}") + "] = 1;"))


def products(n):
    return deep(1, lambda v: joined(n, " * ", lambda k: f"{v}"), "b[i]")


def integer_products(n):
    return function("int n, double* a, int m", loop("    a[" + joined(n, " * ", lambda k: f"(m + {k})") + " + i] = 1;"))


def conditionals(n):
    return deep(1, lambda v: joined(n, " : ", lambda k: f"c[i] == {k} ? {v} * {k}") + " : 0", "b[i]")


def integer_conditionals(n):
    return function("int n, double* a, int m",
                    loop("    a[" + joined(n, " : ", lambda k: f"m == {k} ? i + {k}") + " : 0] = 1;"))


def conjunctions(n):
    return function("int n, double* a, const int* c",
                    loop("    if (" + joined(n, " && ", lambda k: f"c[i] != {k}") + ") a[i] = 1;"))


def integer_conjunctions(n):
    return function("int n, double* a, const int* m",
                    loop("    if (" + joined(n, " && ", lambda k: f"i + {k} * n > {k}") + ") a[i] = 1;"))


def disjunctions(n):
    return function("int n, double* a, const int* c",
                    loop("    if (" + joined(n, " || ", lambda k: f"i == {k}") + ") a[i] = 1;"))


def mixed_conditions(n):
    return function("int n, double* a, int m",
                    loop("    if (" + joined(n, " && ", lambda k: f"(i < {k} || i > m + {k})") + ") a[i] = 1;"))


def commas(n):
    return function("int n, double* a", loop("    " + joined(n, ", ", lambda k: f"a[i] = {k}") + ";"))


def assignments(n):
    return function("int n, double* a", loop("    " + joined(n, " = ", lambda k: f"a[i + {k} * n]") + " = 0;"))


def casts(n):
    return deep(n, lambda v: f"(double)(float){v}", "b[i]")


def parentheses(n):
    return deep(n, lambda v: f"({v} + 1)", "b[i]")


def minima(n):
    before = "inline double low(double a, double b) { return a < b ? a : b; }\n"
    return before + deep(n, lambda v: f"low({v}, b[i + 1])", "b[i]")


def integer_minima(n):
    value = "i"
    for k in range(n):
        value = f"low({value}, m + {k})"
    return function("int n, double* a, int m", loop(f"    a[{value}] = 1;"),
                    before="inline int low(int a, int b) { return a < b ? a : b; }\n")


def operator_chain(n):
    before = """struct Out { int state; };
Out& operator<<(Out& out, double);
extern Out out;
"""
    return function("int n, const double* a", loop("    out" + " << a[i]" * n + ";"), before)


def visible_operator_chain(n):
    before = """struct Out { double sum; };
inline Out& operator<<(Out& out, double x) { out.sum += x; return out; }
"""
    return function("int n, double* b, const double* a",
                    loop("    Out out{0};\n    out" + " << a[i]" * n + ";\n    b[i] = out.sum;"), before)


def template_stream(n):
    before = """template <class C> struct Out { C* to; Out& put(C c); };
template <class C> Out<C>& write(Out<C>& out, const C* text) { out.put(*text); return out; }
template <class C> Out<C>& operator<<(Out<C>& out, const C* text) { return write(out, text); }
extern Out<char> out;
"""
    return function("int n, const double* a", loop("    out" + ' << "x"' * n + ";"), before)


def method_chain(n):
    before = """struct Out { double sum; Out& add(double x) { sum += x; return *this; } Out& other(double); };
extern Out out;
"""
    return function("int n, const double* a", loop("    out" + ".add(a[i]).other(a[i])" * n + ";"), before)


def value_chain(n):
    before = """struct V { double x, y; V operator+(const V& o) const { return {x + o.x, y + o.y}; } };
"""
    return function("int n, V* a, const V* b", loop("    a[i] = b[i]" + " + b[i]" * n + ";"), before)


# --- calls


def called_deep(n):
    functions = "inline double f0(double x) { return x; }\n" + lines(
        n, lambda k: f"inline double f{k + 1}(double x) {{ return f{k}(x) + 1; }}") + "\n"
    return function("int n, double* a", loop(f"    a[i] = f{n}(a[i]);"), before=functions)


def called_twice(n):
    functions = "inline double f0(double x) { return x; }\n" + lines(
        n, lambda k: f"inline double f{k + 1}(double x) {{ return f{k}(x) + f{k}(x + 1); }}") + "\n"
    return function("int n, double* a", loop(f"    a[i] = f{n}(a[i]);"), before=functions)


def called_in_each_branch(n):
    functions = "inline int f0(int x) { return x; }\n" + lines(
        n, lambda k: f"inline int f{k + 1}(int x) {{ if (x > {k}) return f{k}(x - 1); return f{k}(x + 1); }}") + "\n"
    return function("int n, double* a", loop(f"    a[f{n}(i)] = 1;"), before=functions)


def calls(n):
    return function("int n, double* a", loop(lines(n, lambda k: f"    a[i] = g(a[i] + {k});")),
                    before="inline double g(double x) { double y = x * x; return y + x; }\n")


def unknown_calls(n):
    return function("int n, double* a", loop(lines(n, lambda k: f"    g(a[i] + {k});")), before="void g(double);\n")


def nested_calls(n):
    return "double g(double);\n" + deep(n, lambda v: f"g({v})", "b[i]")


def call_parameters(n):
    before = f"inline double g({joined(n, ', ', lambda k: f'double x{k}')}) {{ return x0; }}\n"
    return function("int n, double* a", loop(f"    a[i] = g({joined(n, ', ', lambda k: f'a[i]')});"), before=before)


def templates(n):
    before = """template <int N> struct T { static double f(double x) { return T<N - 1>::f(x) + N; } };
template <> struct T<0> { static double f(double x) { return x; } };
"""
    return function("int n, double* a", loop(f"    a[i] = T<{n}>::f(a[i]);"), before=before)


def instantiations(n):
    before = "template <int N> [[clustrix::cluster]] void f(int n, double* a) {\n" + loop("    a[i] *= N;") + "\n}\n"
    return before + lines(n, lambda k: f"template void f<{k}>(int, double*);") + "\n"


def loops_in_templates(n):
    """Each with branches that its instantiation keeps, and others."""
    body = lines(n, lambda k: loop(f"    if constexpr (N > 0) a[i] += {k}; else a[i] += b[i];"))
    return ("template <int N> [[clustrix::cluster]] void f(int n, double* a, const double* b) {\n" + body +
            "\n}\ntemplate void f<1>(int, double*, const double*);\n")


def lambdas(n):
    return function("int n, double* a",
                    loop(lines(n, lambda k: f"    auto g{k} = [&](double x) {{ return x + {k}; }};\n    a[i] = g{k}(a[i]);")))


def nested_lambdas(n):
    value = "a[i]"
    for _ in range(n):
        value = f"[&] {{ return {value} + 1; }}()"
    return function("int n, double* a", loop(f"    a[i] = {value};"))


def macros(n):
    before = lines(n, lambda k: f"#define M{k} ({f'M{k - 1}' if k else 'a[i]'} + 1)") + "\n"
    return function("int n, double* a", loop(f"    a[i] = M{n - 1};"), before=before)


def macro_uses(n):
    return function("int n, double* a", loop(lines(n, lambda k: f"    ADD(a[i], {k});")),
                    before="#define ADD(x, y) x = x + (y)\n")


def macro_loops(n):
    return function("int n, double* a", lines(n, lambda k: f"  EACH(i{k}) a[i{k}] += 1;"),
                    before="#define EACH(i) for (int i = 0; i < n; ++i)\n")


# --- control flow


def ifs(n):
    return function("int n, double* a, const int* c", loop(lines(n, lambda k: f"    if (c[i] > {k}) a[i] += {k};")))


def if_elses(n):
    body = lines(n, lambda k: f"    if (c[i] > {k}) t = {k}; else t += {k};")
    return function("int n, double* a, const int* c", loop(f"    int t = 0;\n{body}\n    a[i] = t;"))


def affine_ifs(n):
    return function("int n, double* a, int m",
                    loop(lines(n, lambda k: f"    if (i > m + {k}) a[i] += {k};")))


def chosen_integers(n):
    body = lines(n, lambda k: f"    if (m > {k}) t += {k};")
    return function("int n, double* a, int m", loop(f"    int t = i;\n{body}\n    a[t] = 1;"))


def nested_ifs(n):
    text = "    a[i] = 1;"
    for k in range(n):
        text = f"    if (c[i] > {k})\n{text}"
    return function("int n, double* a, const int* c", loop(text))


def nested_affine_ifs(n):
    text = "    a[i] = 1;"
    for k in range(n):
        text = f"    if (i > m * {k})\n{text}"
    return function("int n, double* a, int m", loop(text))


def nested_if_elses(n):
    text = "    a[i] = 1;"
    for k in range(n):
        text = f"    if (c[i] > {k})\n{text}\n    else a[i] = {k};"
    return function("int n, double* a, const int* c", loop(text))


def nested_blocks(n):
    return function("int n, double* a", loop("    " + "{" * n + " a[i] = 1; " + "}" * n))


def else_ifs(n):
    body = joined(n, "\n    else ", lambda k: f"if (c[i] == {k}) a[i] = {k};")
    return function("int n, double* a, const int* c", loop("    " + body))


def switch(n):
    body = lines(n, lambda k: f"      case {k}: a[i] = {k}; break;")
    return function("int n, double* a, const int* c", loop(f"    switch (c[i]) {{\n{body}\n    }}"))


def fallthrough(n):
    body = lines(n, lambda k: f"      case {k}: t += {k};")
    return function("int n, double* a, const int* c", loop(f"    int t = 0;\n    switch (c[i]) {{\n{body}\n    }}\n    a[i] = t;"))


def switch_ranges(n):
    body = lines(n, lambda k: f"      case {k}:")
    return function("int n, double* a, const int* c", loop(f"    switch (c[i]) {{\n{body} a[i] = 1;\n    }}"))


def jumps(n):
    body = lines(n, lambda k: f"    if (c[i] == {k}) goto l{k};\n    a[i] += {k};\n    l{k}: a[i] += 1;")
    return function("int n, double* a, const int* c", loop(body))


def continues(n):
    return function("int n, double* a, const int* c",
                    loop(lines(n, lambda k: f"    if (c[i] == {k}) continue;\n    a[i] += {k};")))


def breaks(n):
    return function("int n, const int* c, int* at",
                    loop(lines(n, lambda k: f"    if (c[i] == {k}) {{ *at = i; break; }}")))


# --- loops


def loops(n):
    return function("int n, double* a, const double* b", lines(n, lambda k: loop(f"    a[i] += b[i] * {k};")))


def loops_with_locals(n):
    body = lines(n, lambda k: f"  double s{k} = 0;\n" + loop(f"    s{k} += b[i] * {k};") + f"\n  a[{k}] = s{k};")
    return function("int n, double* a, const double* b", body)


def loops_with_arrays(n):
    body = lines(n, lambda k: f"  double t{k}[64];\n" + loop(f"    t{k}[i] = b[i] * {k};", bound="64") +
                 "\n" + loop(f"    a[i] += t{k}[i];", bound="64"))
    return function("int n, double* a, const double* b", body)


def loops_and_calls(n):
    body = lines(n, lambda k: loop(f"    a[i] += b[i] * {k};") + "\n  g(a);")
    return function("int n, double* a, const double* b", body, before="void g(double*);\n")


def loops_in_ifs(n):
    body = lines(n, lambda k: f"  if (m > {k}) {{\n" + loop(f"    a[i] += b[i] * {k};") + "\n  }")
    return function("int n, double* a, const double* b, int m", body)


def loops_by_pointer(n):
    body = lines(n, lambda k: f"  double* q{k} = a + {k};\n" + loop(f"    q{k}[i] += b[i] * {k};"))
    return function("int n, double* a, const double* b", body)


def functions(n):
    return lines(n, lambda k: f"[[clustrix::cluster]] void f{k}(int n, double* a) {{\n" + loop(f"    a[i] += {k};") + "\n}") + "\n"


def plain_functions(n):
    return lines(n, lambda k: f"void g{k}(int n, double* a) {{\n" + loop(f"    a[i] += {k};") + "\n}") + "\n" + statements(1)


def classes(n):
    body = lines(n, lambda k: f"struct S{k} {{ int x; int get() const {{ return x; }} }};")
    return function("int n, int* a", loop(f"    S{n - 1} s{{i}};\n    a[i] = s.get();"), before=body + "\n")


def nested_loops(n):
    head = "\n".join(f"  for (int i{k} = 0; i{k} < 2; ++i{k})" for k in range(n))
    return function("int n, double* a", f"{head}\n  a[" + joined(n, " + ", lambda k: f"i{k}") + "] = 1;")


def triangular_loops(n):
    head = "\n".join(f"  for (int i{k} = 0; i{k} < {f'i{k - 1}' if k else 'n'}; ++i{k})" for k in range(n))
    return function("int n, double* a", f"{head}\n  a[i0] += i{n - 1};")


def inner_loops(n):
    return function("int n, int m, double* a",
                    loop(lines(n, lambda k: f"    for (int j = 0; j < m; ++j) a[i * m + j] += {k};")))


def tiles(n):
    """Tiled nests under conditions, which all write one array."""
    body = lines(n, lambda k: f"""    if (t <= (m + {k}) / 16)
      for (int u = t / 16; u <= (m + {k}) / 16; u++)
        for (int i = 16 * t; i <= (16 * t + 15 < m ? 16 * t + 15 : m); i++)
          for (int j = 16 * u; j <= (16 * u + 15 < m ? 16 * u + 15 : m); j++) a[i][j] = i * {k};""")
    return function("int n, int m, double a[128][128]", loop(body, "t"))


def while_loops(n):
    body = lines(n, lambda k: f"    int j{k} = 0;\n    while (j{k} < m) {{ a[i * m + j{k}] += 1; ++j{k}; }}")
    return function("int n, int m, double* a", loop(body))


def stepping(n):
    """Variables that move with the counter."""
    return function("int n, double* a",
                    lines(n, lambda k: f"  int p{k} = {k};") + "\n" +
                    loop(lines(n, lambda k: f"    a[p{k}] = 1;\n    p{k} += {k + 1};")))


def stepping_levels(n):
    """Each moves by the one before."""
    return function("int n, double* a",
                    lines(n, lambda k: f"  int p{k} = {k};") + "\n" +
                    loop(lines(n, lambda k: f"    p{k} += {f'p{k - 1}' if k else '1'};") + f"\n    a[p{n - 1}] = 1;"))


# --- text


def comments(n):
    return function("int n, double* a", lines(n, lambda k: f"  // loop for (int i = 0; {k}) {{") + "\n" + loop("    a[i] = 1;"))


def long_names(n):
    name = "x" * n
    return function(f"int n, double* {name}", loop(f"    {name}[i] = 1;"))


def attributes(n):
    return lines(n, lambda k: f"[[maybe_unused]] static int v{k};") + "\n" + statements(1)


def strings(n):
    return function("int n, double* a", "  const char* t[] = {" + joined(n, ", ", lambda k: f'"text {k}"') + "};\n" +
                    loop("    a[i] = t[0][0];"))


CONSTRUCTS = {name: value for name, value in list(globals().items())
              if callable(value) and name not in ("function", "loop", "lines", "joined", "deep")}
