"""Random lambdas that keep something: copies, references, values of their own, other lambdas; made in front of the loops,
in between or in an iteration, and expressions that hold statements."""
import re

from inputs import INT
from tree import Expr, Scalar, block, line

# What a lambda has of its own, and what it does with it; K is the name of what it keeps, {} its argument.
KEPT = [("[K = k * 2 + 1]", "{} % 99 + K"), ("[K = -k]", "{} + K"), ("[K = 3.0]", "{} + int(K)"), ("[K = true]", "K ? {} : 2"), ("[K = 'x']", "{} % 9 + K"),
        ("[K = (long)n]", "int({} + K)"), ("[K = n, &other = n]", "{} % (K + 1) + other"), ("[K = n](int) mutable", "{} + K++ % 7"), ("[&K = n]", "{} - K"),
        ("[K = std::array<int, 2>{{3, 4}}]", "{} + K[1]"), ("[K = std::vector<int>{{3, 4}}]", "{} + K[0]"), ("[K = Pair{{1, 2}}]", "{} + K.second"), ("[K = n % 3]", "{} << K"),
        ("[K = std::max(n, 2)]", "{} % K"), ("[K = idx[1]]", "{} % 300 + K"), ("[K = &n]", "{} + *K"), ("[K = n + m - p * 2]", "{} - K"), ("[K = !n]", "{} + K")]
COPIED = [("const int H = 4;", "H"), ("int H = n;", "H"), ("const double H = 2;", "(int)H"), ("int H[2] = {3, n};", "H[1]"), ("const std::array<int, 2> H = {3, 4};", "H[0]"),
          ("const std::vector<int> H(3, n);", "H[2]"), ("const auto H = [](int e) { return e + 1; };", "H(2)"), ("auto& H = n;", "H"), ("const int& H = n;", "H"), ("Pair H{2, 3};", "H.first"),
          ("const Level H = Level::Some;", "(int)H"), ("static int H = 6;", "H"), ("const auto [H, H_two] = Pair{4, 5};", "H"), ("int* const H = table;", "H[3]"), ("std::span<int> H(table, 9);", "H[2]"),
          ("auto* H = &n;", "*H"), ("const std::string H = \"ab\";", "int(H.size())"), ("std::optional<int> H = 3;", "*H"), ("volatile int H = 2;", "H"), ("unsigned H = 7;", "int(H)")]
CHANGES = ["H = H + 1;", "H = 3;", "++H;", "H -= 2;", "std::swap(H, H);"]
BLOCKS = ["({{ int E = {}; E % 300 + 1; }})", "({{ const int E = {}; if (E > 3) E; E / 2; }})", "({{ +{}; }})", "({{ int E = 0; for (int e = 0; e < 3; ++e) E += {} % 90; E; }})",
          "({{ int E = {}; while (E > 40) {{ E /= 2; if (E == 50) break; }} E; }})", "[&] {{ return {} % 200; }}()", "[=] {{ int E = {}; return E > 0 ? E : 1; }}()", "[&](int E) {{ return E / 2; }}({})",
          "[](auto... E) {{ return (0 + ... + E) % 500; }}({}, 2)", "[&, E = 3] {{ return {} % 200 + E; }}()", "[](int E) -> long {{ if (E > 9) return 4; return E; }}({})", "(+[](int E) {{ return E % 70; }})({})",
          "[](int E) constexpr noexcept {{ return E % 70; }}({})", "[]<class T>(T E) {{ return int(E) % 70; }}({})", "[&] {{ return [&](int E) {{ return E % 60; }}({}); }}()"]


class Closures:
    """The part of the generator that makes such lambdas."""

    def closure(self, scope):
        kinds = [self.keeping, self.keeping_copies, self.statement_expression, self.nested_lambdas]
        return self.random.choices(kinds, [30, 40, 20, 10])[0](scope)

    def declared_and_called(self, scope, declarations, inner, front, changed=()):
        """`target = name(value)`, where the last of the declarations is that of the lambda; each is (name, text). They
        stand in front of the function's loops or in the iteration."""
        target = self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        name = declarations[-1][0]
        read = Expr(f"{name}({{}})", [self.within(self.value(scope), (0, 255))], (-1 << 17, 1 << 17))
        store = line(target, " = ", self.within(read, target.fixed), ";")
        if front:
            self.scalars += [Scalar(one, text, "") for one, text in declarations]
            return [block("", [store, *changed])]
        *before, last = [line(text, declares=(one, *inner)) for one, text in declarations]
        return [block("", [*before, last, *changed, store])]

    def keeping(self, scope):
        """Values of the lambda's own."""
        name, e, kept = self.fresh("act"), self.fresh("e"), self.fresh("own")
        head, result = [text.replace("K", kept) for text in self.random.choice(KEPT)]
        mutable, head = " mutable" if "mutable" in head else "", head.replace("(int) mutable", "").replace("{{", "{").replace("}}", "}")
        text = f"{'auto' if mutable else self.pick('const auto', 'auto')} {name} = {head}({self.pick('int', 'int', 'auto')} {e}){mutable} {{ return {result.format(e)}; }};"
        return self.declared_and_called(scope, [(name, text)], (e, kept), self.chance(60))

    def keeping_copies(self, scope):
        """A variable of the function, its copy in a lambda, and perhaps another value before the lambda is called."""
        name, held, e = self.fresh("act"), self.fresh("own"), self.fresh("e")
        declaration, read = [text.replace("H", held) for text in self.random.choice(COPIED)]
        capture = self.pick("=", held, f"&{held}", "&", f"&, {held}", f"=, &{held}", f"{held}_two = {held}", f"&{held}_two = {held}")
        if "[" in declaration.split("=")[0] or "static" in declaration:
            capture = self.pick("&", "=") if "static" not in declaration else self.pick("&", "=", "")
        read = re.sub(rf"\b{held}\b", held + "_two", read) if "_two = " in capture else read
        changed = []
        if declaration.startswith((f"int {held} =", "unsigned")) and self.chance(40):
            changed = [line(self.random.choice(CHANGES).replace("H", held))]
        mutable = self.pick("", "", "", " mutable")
        text = f"{'auto' if mutable else self.pick('const auto', 'auto')} {name} = [{capture}](int {e}){mutable} {{ return {e} % 300 + {read}; }};"
        return self.declared_and_called(scope, [(held, declaration), (name, text)], (e,), self.chance(60), changed)

    def statement_expression(self, scope):
        """`({ ...; value; })`, and lambdas that are called at once."""
        e, form = self.fresh("e"), self.random.choice(BLOCKS)
        target, argument = self.element(scope, store=True), self.int_value(scope)
        if target is None:
            return self.assignment(scope)
        read = Expr(f"({form.replace('E', e)})", [argument], INT)
        return [line(target, " = ", self.within(read, target.fixed), ";", declares=e)]

    def nested_lambdas(self, scope):
        """One that another one calls, is given, makes or returns."""
        one, two, e, f = self.fresh("act"), self.fresh("act"), self.fresh("e"), self.fresh("e")
        by = self.random.randint(2, 9)
        first = f"const auto {one} = [{self.pick('&', '=')}](int {e}) {{ return {e} % {by} + k; }};"
        second = self.random.choice([
            f"const auto {two} = [&](int {f}) {{ return {one}({f}) + {one}({by}); }};", f"const auto {two} = [=](int {f}) {{ return {one}({f}); }};",
            f"const auto {two} = [{one}](int {f}) {{ return {one}({f} / 2); }};", f"const auto {two} = [&{one}](int {f}) {{ return {one}({f}) * 2; }};",
            f"const auto {two} = [&](int {f}) {{ const auto inner = [&, {f}] {{ return {one}({f}) - {f}; }}; return inner(); }};",
            f"const auto {two} = [&](int {f}) {{ return [{f}, by = k](auto x) {{ return x + {f} - by; }}({one}(3)); }};",
            f"const auto {two} = [&](int {f}) {{ const auto call = [](const auto& g, int x) {{ return g(x); }}; return call({one}, {f}); }};",
            f"const auto {two}_make = [](int by) {{ return [by](int {f}) {{ return {f} % by; }}; }}; const auto {two} = {two}_make({by});",
            f"const auto& {two} = {one};", f"auto {two} = {one};", f"const std::function<int(int)> {two} = {one};", f"auto {two} = std::ref({one});"])
        return self.declared_and_called(scope, [(one, first), (two, second)], (e, f), self.chance(60))
