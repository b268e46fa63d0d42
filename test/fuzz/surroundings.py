"""Random nests and what the function declares in front of them for their bodies: types, constants, objects of the library;
and headers, jumps and combining functions whose meaning comes from elsewhere."""
from inputs import ARRAYS, INT
from scope import Variable
from tree import Expr, Statement, block, line, number, operation


class Surroundings:
    """The part of the generator whose loops use what stands around them."""

    def surrounded(self, scope):
        """A declaration in front of a loop that names it in each iteration."""
        name, header = self.fresh("known"), self.header(scope)
        inner = self.inside(scope, header)
        front, form, allowed = self.random.choice([self.constants, self.needed, self.types, self.owners])(name)
        arguments = form.count("{}")
        sign = "+" if form.startswith(name + "(") else ""  # `(known1(int(x)))` could be a type
        read = Expr(f"({sign}{form})", [self.int_value(inner) for _ in range(arguments)], allowed)
        use = self.store_into(inner, lambda: operation(self.pick("+", "-"), read, self.atom(inner)))
        if self.chance(30):
            use = [block(["if (", read, f" > {self.random.randint(-9, 9)})"], self.assignment(inner)), *use]
        made = [line(front, declares=name), header.around([*use, *(self.assignment(inner) if self.chance(30) else [])])]
        return block("", made) if "using std" in front or self.chance(30) else Statement([], made)

    def class_of_constants(self):
        """A class and a namespace with constants."""
        helper = self.fresh("helper")
        self.helpers[helper] = (f"struct {helper} {{ static constexpr int by = 3; enum Kind {{ few = 2, many = 7 }}; "
                                "enum class Side : short { left = 1, right = 4 }; static inline const long wide = 1l << 40; };\n"
                                f"namespace {helper}_space {{ constexpr int width = 6; enum {{ some = 3 }}; constexpr short parts[3] = {{4, 5, 6}}; }}")
        return helper

    def needed(self, name):
        """A constant where the language wants one: a bound, an argument of a template, a case."""
        helper = self.class_of_constants()
        front, word, value = self.random.choice([
            (f"constexpr int {name} = 5;", name, 5), (f"const long {name} = 6;", name, 6), (f"static constexpr short {name} = 1 + 2;", name, 3),
            (f"constexpr unsigned char {name} = 'c' - 'a';", name, 2), (f"enum {{ {name}_few = 3, {name} }};", name, 4),
            (f"enum class {name} : short {{ few = 3, many = 7 }};", f"(int){name}::many", 7), (f"constexpr unsigned long {name} = 9;", name, 9),
            (f"constexpr auto {name} = {helper}_space::width;", name, 6), (f"using namespace {helper}_space; const int {name} = 2;", "width", 6),
            (f"using namespace {helper}_space; const int {name} = 2;", "some", 3), (f"const int {name} = 2;", f"{helper}::by", 3),
            (f"const int {name} = 2;", f"{helper}::many", 7), (f"using {name} = {helper};", f"{name}::few", 2),
            (f"using Side = {helper}::Side; constexpr Side {name} = Side::right;", f"(int){name}", 4), (f"const int {name} = 2;", f"(int){helper}::Side::right", 4),
            (f"const auto {name} = {helper}::many;", name, 7), (f"constexpr int {name} = (1 << 20) + 7;", f"{name} % 100", 83)])
        same = (value, value)
        form, allowed = self.random.choice([
            (f"std::integral_constant<int, {word}>::value", same), (f"(int)sizeof(char[{word}])", same), (f"(int)std::array<char, {word}>{{{{}}}}.size()", same),
            (f"(int)std::bitset<{word}>(3).count()", (2, 2)), (f"[] {{{{ const int t[{word}] = {{{{4}}}}; return t[0]; }}}}()", (4, 4)),
            (f"[](int x) {{{{ switch (x) {{{{ case {word}: return 1; default: return 2; }}}} }}}}({{}})", (1, 2)),
            (f"std::array<int, {word} + 1>{{{{1, 2}}}}[({{}}) & 1]", (1, 2)), (f"[]({'int' if '%' in word else 'auto'} x) {{{{ std::array<int, {word}> t{{{{}}}}; t[0] = int(x); return t[0] / 2; }}}}({{}})", INT)])
        return front, form, allowed

    def constants(self, name):
        helper = self.class_of_constants()
        sides, big = (0, 7), (0, 4)
        return self.random.choice([
            (f"constexpr int {name} = 5;", f"{{}} / {name}", INT), (f"const int {name} = 3 * 4 + 1;", name, (13, 13)),
            (f"static constexpr long {name} = 1l << 40;", f"(int)({name} >> 38)", big), (f"int {name} = 8;", f"{name}", (8, 8)),
            (f"enum {{ {name}_few = 3, {name} = 5 }};", f"{name} + {name}_few", (8, 8)),
            (f"enum class {name} : short {{ few = 3, many = 7 }};", f"(int){name}::many", (7, 7)),
            (f"const {helper}::Side {name} = {helper}::Side::right;", f"(int){name}", sides),
            (f"const int {name} = {helper}::by;", f"{name} + {helper}::by + {helper}::many", (13, 13)),
            (f"using namespace {helper}_space; const int {name} = 2;", f"width + some + {name}", (11, 11)),
            (f"constexpr auto {name} = {helper}_space::width;", f"{helper}_space::parts[{name} / 3] + {name}", (12, 12)),
            (f"const long {name} = {helper}::wide;", f"(int)({name} >> 39) + (int)({helper}::wide >> 40)", (3, 3)),
            (f"constexpr int {name}[4] = {{1, 2, 3, 4}};", f"{name}[({{}}) & 3]", (1, 4)),
            (f"static const int {name}[] = {{9, 8}}; enum {{ {name}_at = 1 }};", f"{name}[{name}_at]", (8, 8)),
            (f"const unsigned char {name} = 200;", f"(unsigned char)({name} + 100)", (44, 44)),
            (f"const bool {name} = n > 5;", f"{name} ? {{}} : 2", INT), (f"const char {name} = 'c';", f"{name} - 'a'", (2, 2)),
            (f"const float {name} = 0.5f;", f"(int)({name} * ({{}}))", INT), (f"const int {name} = -(2 + 3) * 4;", f"{name}", (-20, -20))])

    def types(self, name):
        return self.random.choice([
            (f"using {name} = int;", f"{name}(0 + ({{}}))", INT), (f"typedef short {name};", f"static_cast<{name}>({{}})", INT),
            (f"using {name} = unsigned char;", f"({name})({{}})", (0, 255)),
            (f"struct {name} {{ int v; int half() const {{ return v / 2; }} static int of(int x) {{ return x / 3; }} }};", f"{name}::of({{}})", INT),
            (f"struct {name} {{ int v = 4; }};", f"{name}{{{{}}}}.v", (4, 4)), (f"typedef double {name};", f"(int)({name})({{}})", INT),
            (f"using {name} = const int&;", f"[]({name} x) {{{{ return x / 2; }}}}({{}})", INT),
            (f"using {name} = decltype(n);", f"{name}(0 + ({{}})) % 100", (-99, 99)), (f"using std::min; const int {name} = 9;", f"min<int>({{}}, {name})", (-1023, 9)),
            (f"using std::abs, std::max; const int {name} = 9;", f"max(abs({{}}), {name})", (9, 1023)),
            (f"int {name}(int);", "sizeof(int) > 3 ? {} : 1", INT),
            (f"typedef Pair {name};", f"{name}{{{{{{}}, 1}}}}.first", INT), (f"using {name} = int*;", f"sizeof({name}) > 4 ? 5 : 4", (4, 5)),
            (f"auto {name} = [](auto x) {{ return int(x) / 2; }};", f"{name}({{}})", INT),
            (f"int (*{name})(int) = [](int x) {{ return x / 4; }};", f"{name}({{}})", INT)])

    def owners(self, name):
        helper = self.fresh("helper")
        self.helpers[helper] = (f"struct {helper} {{ virtual ~{helper}() = default; virtual int of(int x) const {{ return x / 2; }} "
                                "int plain() const { return 3; } mutable int seen = 0; };\n"
                                f"struct {helper}_more : {helper} {{ int of(int x) const override {{ return x / 3; }} }};")
        return self.random.choice([
            (f"const std::string {name} = \"a word or two\";", f"{name}[({{}}) & 7] - 'a'", (-97, 26)),
            (f"std::string {name}(\"four\");", f"(int){name}.{self.pick('size', 'length')}() + {{}} % 9", (-4, 12)),
            (f"const std::string_view {name} = \"seen only\";", f"{name}[({{}}) & 3] + (int){name}.length()", (0, 140)),
            (f"const char* {name} = \"text\";", f"{name}[({{}}) & 3]", (0, 127)), (f"std::vector<bool> {name}(64, true);", f"{name}[({{}}) & 63] ? 2 : 1", (1, 2)),
            (f"std::array<int, 4> {name}{{{{3, 1, 4, 1}}}};", f"{name}.{self.pick('front()', 'back()', 'at(2)', 'data()[1]', 'begin()[3]')} + (int){name}.size()", (4, 9)),
            (f"std::unique_ptr<int[]> {name}(new int[8]());", f"{name}[({{}}) & 7] + {name}.get()[1]", (0, 0)),
            (f"auto {name} = std::make_unique<int>(3);", f"*{name} + *{name}.get()", (6, 6)), (f"auto {name} = std::make_shared<int>(5);", f"*{name}", (5, 5)),
            (f"std::optional<int> {name}; if (n > 3) {name} = 4;", f"{name}.value_or(2)", (2, 4)),
            (f"const auto {name} = m > 2 ? std::optional<int>(4) : std::nullopt;", f"{name} ? *{name} : {{}}", INT),
            (f"std::tuple<int, int> {name}{{n, 2}};", f"std::get<0>({name}) + std::get<1>({name})", (2, 102)),
            (f"const std::pair {name}(m, 2.5);", f"{name}.first + (int){name}.second", (2, 14)),
            (f"volatile int {name} = 4;", f"{name} + 1", (5, 5)), (f"static thread_local int {name} = 4;", f"{name}", (4, 4)),
            (f"std::atomic<int> {name}{{4}};", f"{name}.load() + {name}", (8, 8)), (f"const {helper}_more {name};", f"{name}.of({{}}) + {name}.plain()", (-340, 345)),
            (f"{helper}_more {name}_own; const {helper}& {name} = {name}_own;", f"{name}.of({{}})", INT),
            (f"const std::initializer_list<int> {name} = {{4, 5}};", f"*{name}.begin() + std::max({name})", (9, 9)),
            (f"int {name}[3] = {{n, m, 2}};", f"{name}[({{}}) & 1] + (int)std::size({name})", (3, 103)),
            (f"int {name}_all[2][3] = {{}}; auto& {name} = {name}_all[1];", f"{name}[({{}}) & 1]", (0, 0)),
            (f"std::span<const int> {name}(key, 16);", f"{name}[({{}}) & 15] + (int){name}.size()", (16, 31)),
            (f"std::function<int(int)> {name} = [](int x) {{ return x / 2; }};", f"{name}({{}})", INT),
            (f"std::bitset<32> {name}(0x55);", f"(int){name}.count() + {name}[({{}}) & 31]", (4, 5))])

    # Statements.

    def set_where_used(self, scope):
        """A variable of the function that is set where a condition holds, and read where it holds again."""
        name = self.scalar("temp", "int", self.pick("0", "k"))
        test, value = self.condition(scope), self.within(self.value(scope))
        if self.chance(40):
            flag = self.fresh("t")
            front, test = [line(f"const bool {flag} = ", test, ";", declares=flag)], Expr(flag, kind="bool")
        else:
            front = []
        inner = scope.nested()
        inner.locals += [Variable(name, (-4095, 4095))] * 3
        first = block(["if (", test, ")"], [line(f"{name} = ", value, ";")])
        if self.chance(25):
            first = block(["if (", test, ")"], [line(f"{name} = ", value, ";"), *self.assignment(scope)])
        between = self.assignment(scope) if self.chance(30) else []
        narrower = [" && ", Expr("{}", [self.condition(scope, 0)], kind="bool")] if self.chance(30) else []
        second = block(["if (", Expr("({})", [test], kind="bool"), *narrower, ")"], self.assignment(inner))
        if self.chance(20):
            target = self.element(scope, store=True)
            second = line(target, " = ", Expr("({} ? {} % 64 : 1)", [test, Expr(name)], fixed=target.fixed), ";") if (
                target and target.fixed == INT) else second
        return [block("", [*front, first, *between, second])]

    def introduced(self, scope):
        """Lambdas whose captures are spelled in many ways."""
        name, t, total = self.fresh("act"), self.fresh("t"), self.scalar("sum", "int", "0")
        e, outside, number_outside = self.fresh("e"), self.fresh("t"), self.pick("n", "m", "k")
        plain = [a for a in self.palette if a in ("vec", "arr", "span", "a", "b", "c")]
        if not plain:
            return self.assignment(scope)
        given_array, array = self.random.choice(plain), self.fresh("row")  # a member of `this` cannot be captured
        self.stored.add(given_array)
        at = Expr("{} & 63", [self.variable(scope).read()], binds=4) if scope.readable() else number(3)
        copied = given_array in "abc" or given_array == "span"
        captures, body = self.random.choice([
            (f"{t}, {outside}", f"return ({t} + {outside} * {e}) % 1024;"), (f"{outside}, {t}", f"return ({t} - {outside}) % 512;"),
            (f"&{total}, {t}", f"{total} += {t} % 64; return {e} % 100;"), (f"&, {t}", f"{total} += {e} % 8; return {t} % 1024;"),
            ("=", f"return ({t} + {outside}) % 1024;"), (f"=, &{total}", f"{total} -= {outside}; return {t} % 1024;"),
            (f"w = {t} * 2, &all = {total}", f"all += w % 64; return w % 1024;"), (f"&{array}, {t}", f"return ({array}[{t} & 63] + {e}) % 1024;"),
            (f"&{t}", f"{t} += 1; return {t} % 1024;"), (f"{t}", f"return {t} % 512;"), ("", f"return {e} % 512;"),
            (f"{array}{'' if copied else f' = {array}.data()'}, {t}" if copied or given_array in ("vec", "arr") else t, f"return {e} % 512 + {t} % 2;"),
            (f"&first = {array}[3]", f"first = {e} % 512; return 4;"), (f" {t} , {outside} ", f"return ({t} & {outside}) % 512;"),
            ("&", f"return [&, {t}](int e) {{ return (e + {t} + {outside}) % 1024; }}({e});"),
            ("=", f"return [=] {{ return ({e} + {t}) % 1024; }}();")])
        kind = self.pick("const auto", "auto")
        mutable = self.pick("", "", " mutable") if kind == "auto" else ""
        value, given = self.within(self.value(scope)), self.within(self.value(scope))
        parameter = self.pick("int", "int", "auto", "const int&")
        return [block("", [line(f"int {t} = ", value, f", {outside} = {number_outside}; auto&& {array} = {given_array};",
                                declares=(t, outside, array)),
                           line(f"{kind} {name} = [{captures}]({parameter} {e}){mutable} {{ {body} }};", declares=(name, e)),
                           line(f"{array}[", at, f"] = {name}(int(", given, "));")])]

    def said_to_combine(self, scope):
        """A function whose author says that it combines."""
        name, total = self.fresh("helper"), self.scalar("mixed", "unsigned", "1")
        identity, text = self.random.choice([
            ("0", "return a + b;"), ("0u", "return a > b ? a : b;"), ("~0u", "return a & b;"), ("1", "return a * b;"),
            ("0", "return a ^ b;"), ("(1u << 31) - 1 + (1u << 31)", "return std::min(a, b);")])
        self.helpers[name] = f"[[clustrix::reduction({identity})]] static unsigned {name}(unsigned a, unsigned b) {{ {text} }}"
        value = self.whole(scope)
        made = line(f"{total} = {name}(", *([f"{total}, ", value] if self.chance(70) else [value, f", {total}"]), ");")
        return [made] if self.chance(70) else [block(["if (", self.condition(scope), ")"], [made])]

    def other_extremes(self, scope):
        """Minima and maxima whose comparison is turned round or negated."""
        real = self.chance(40)
        name = self.scalar("realmost" if real else "most", "double" if real else "int", "-2000")
        t, value = self.fresh("t"), self.small_real(scope) if real else self.within(self.value(scope))
        low, high = self.pick((name, t), (t, name))
        text = self.pick(f"{name} = {low} < {high} ? {high} : {low};", f"{name} = {low} > {high} ? {low} : {high};",
                         f"{name} = !({low} < {high}) ? {low} : {high};", f"if (!({t} <= {name})) {name} = {t};",
                         f"if ({name} < {t}) {{ {name} = {t}; }}", f"{name} = {t} >= {name} ? {t} : {name};",
                         f"{name} = std::max({name}, {t});", f"{name} = std::max({t}, {name});", f"{name} = std::max({{{t}, {name}}});",
                         f"{name} = std::fmax({name}, {t});" if real else f"{name} = std::max({t}, {name});",
                         f"if (not ({name} >= {t})) {name} = {t};", f"{name} < {t} ? void({name} = {t}) : void();")
        return [line(f"const {'double' if real else 'int'} {t} = ", value, ";", declares=t), line(text)]

    # Headers and jumps.

    def computed_bound(self, scope):
        """Of numbers that the loop leaves alone, where it stands in another loop."""
        from loops import Header
        j = self.fresh("j")
        bound, most = self.random.choice([
            ("1 << s", 8), ("(int)std::sqrt((double)n)", 10), ("std::abs(k)", 5), ("(n & 7)", 7), ("std::min({+n, +m, 7})", 7),
            ("std::max(k, 1)", 5), ("std::clamp(k, 0, 3)", 3), ("(n > 5 ? 4 : 2)", 4), ("(int)std::ceil(n / 16.0)", 7), ("(n ^ 1) % 5", 4),
            ("~(-m)", 12), ("(m | 1)", 13), ("(int)sizeof(long)", 8), ("(int)(n * 0.1)", 10), ("std::min<long>(n, m)", 12), ("n / 8", 12),
            ("(n >> 3)", 12), ("(n + m) / 10", 11), ("n % (s + 3)", 5), ("std::max(std::min(n, 9), k)", 9), ("(int)(vec.size() >> 5)", 8)])
        if "vec" in bound:
            self.palette = sorted({"vec", *self.palette})
        start = self.pick("0", "0", "0", "p / 3", "(n & 1)", "std::min(k, 0) + 2")
        return Header([f"for (int {j} = {start}; {j} < {bound}; ++{j})"], Variable(j, (0, max(0, most - 1))), most, names=(j,))

    def over_parts(self, scope):
        """Range-for with an initialiser, over bindings, rows, local arrays and lists."""
        from loops import Header
        e, own = self.fresh("e"), self.fresh("own")
        names = [self.fresh("part") for _ in range(4)]
        before, head, reads = self.random.choice([
            ([], f"for (auto& [{', '.join(names)}] : std::span(cells, 40))", [names[0], names[1], f"{names[3]}[2]"]),
            ([], f"for (const auto& [{', '.join(names)}] : std::span(cells, 40))", [names[0], f"{names[3]}[1]"]),
            ([line(f"int {own}[5] = {{1, 2, 3, n, m}};", declares=own)], f"for (int& {e} : {own})", [e]),
            ([line(f"Pair {own}[4] = {{{{1, 2}}, {{n, 3}}}};", declares=own)], f"for (const auto& [{names[0]}, {names[1]}] : {own})", names[:2]),
            ([line(f"std::array<Pair, 4> {own}{{}};", declares=own)], f"for (auto [{names[0]}, {names[1]}] : {own})", names[:2]),
            ([], f"for (const int first = n % 5; const int {e} : arr)", [e, "first"]), ([], f"for (auto& {e} : cells[3].tags)", [e]),
            ([line(f"std::vector<Pair> {own}(9, Pair{{1, 2}});", declares=own)], f"for (auto& {e} : {own})", [f"{e}.first", f"{e}.second"]),
            ([], f"for (const auto {e} : std::array<int, 3>{{4, n, 5}})", [e]), ([], f"for (auto&& {e} : grid[{self.pick('3', 'k + 2')}])", [e]),
            ([], f"for (int at = 1; auto& {e} : arr)", [e, "at"]), ([], f"for (const char {e} : \"some text\")", [e])])
        fits = {"cells": "cells[" in head or "cells," in head, "arr": " arr)" in head, "grid": "grid[" in head}
        for name, used in fits.items():
            if used:
                self.palette = sorted({name, *self.palette})
                self.stored.add(name)
        changed = [line(f"{reads[0]} = ({reads[0]} + {self.random.randint(1, 9)}) % 100;")] if "&" in head and "const" not in head and "&&" not in head else []
        declared = (e, *names)
        return Header([head], None, 128 if " arr)" in head else 40, before=before, first=changed, names=declared,
                      more=[Variable(f"int({read})", INT) for read in reads])

    def far_jump(self, scope):
        """Out of inner loops forward, and backward a few times."""
        label, j, c = self.fresh("out"), self.fresh("j"), self.fresh("c")
        inner = scope.inside(Variable(j, (0, 11)), 12)
        jump = line("if (", self.condition(inner), f") goto {label};")
        back = [line(f"int {c} = 0; again_{c}:;", declares=(c, f"again_{c}")), *self.assignment(scope), line(f"if (++{c} < 3) goto again_{c};")]
        if self.chance(20):
            return [Statement([], back)]
        two = self.fresh("i")
        loop = block(f"for (int {j} = 0; {j} < m; ++{j})", [*self.assignment(inner), jump], declares=(j,))
        loop = block(f"for (int {two} = 0; {two} < 3; ++{two})", [loop], declares=(two,)) if self.chance(40) else loop
        return [Statement([], [block("", [loop]), *self.assignment(scope), line(f"{label}:;", declares=label)])]
