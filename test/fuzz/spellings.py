"""Random ways to write what the other parts of the generator mean: elements, statements, helpers and blocks in other
words of the language. The value is the same; the syntax tree is not."""
from inputs import ARRAYS, INT
from scope import Scope, Variable
from tree import TIGHTEST, Expr, Statement, block, line, number, operation

CONTAINERS = {"vec", "wide", "arr", "span"}
POINTERS = set("abcuvxyfhq")


class Spellings:
    """The part of the generator that chooses words."""

    # Elements.

    def spelled(self, array, form):
        """Another form of a one-dimensional element, with how tightly it binds."""
        if form != "{}[{}]" or not self.chance(10):
            return form, TIGHTEST
        if array.name in CONTAINERS:
            return self.random.choice([("{}.data()[{}]", TIGHTEST), ("*({}.begin() + ({}))", 8),
                                       ("*std::next({}.begin(), {})", 8), ("{}.begin()[{}]", TIGHTEST),
                                       ("std::data({})[{}]", TIGHTEST)] +
                                      ([("{}.at({})", TIGHTEST)] if array.name in ("vec", "wide", "arr") else []))
        if array.name in POINTERS:
            return self.random.choice([("*({} + ({}))", 8), ("(&{}[0])[{}]", TIGHTEST), ("(*&{})[{}]", TIGHTEST),
                                       ("*std::next({}, {})", 8), ("({} + 1)[int({}) - 1]", TIGHTEST)])
        return form, TIGHTEST

    def int_value(self, scope):
        """Of that type, whatever the counters' types are: for braces and for deduced parameters."""
        return Expr("int({})", [self.within(self.value(scope))], INT)

    # Statements.

    def odd_statement(self, scope):
        kinds = [self.by_macro, self.local_table, self.known_condition, self.library_value, self.casts, self.comma,
                 self.conditional_target, self.local_types, self.characters, self.declarations, self.likely,
                 self.exchanged, self.function_object, self.overloaded, self.generic_helper, self.member_helper,
                 self.many_names, self.unicode_names, self.nested_blocks, self.switch_with_initialiser,
                 self.tested_early, self.object_operator, self.static_member, self.wide_arithmetic]
        return self.random.choice(kinds)(scope)

    def store_into(self, scope, make, allowed=INT):
        """`target = make(value)` where there is a target: `make` gives an expression with values in `allowed`."""
        target = self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        return [line(target, " = ", self.within(make(), target.fixed), ";")]

    def by_macro(self, scope):
        name, target = self.fresh("helper"), self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        value, condition = self.within(self.value(scope), target.fixed), self.condition(scope)
        kind = self.random.randint(0, 4)
        text = ["(x, v) x = v", "(x, v) do { x = (v); } while (0)", "(x, v) { if ((v) > 3) x = (v); }",
                "(x, v) if (v) { x = 1; }", "(x, v) (x) = (v)"][kind]
        self.helpers[name] = f"#define {name}{text}"
        end = "" if kind in (2, 3) else ";"
        return [line(f"{name}(", target, ", ", condition if kind == 3 else value, f"){end}")]

    def local_table(self, scope):
        name, size = self.fresh("steps"), 4
        values = ", ".join(str(self.random.randint(-9, 9)) for _ in range(size))
        kind = self.pick("const int", "static const int", "static constexpr int", "constexpr int", "int")
        read = Expr(name + "[{}]", [self.index(scope, (0, size - 1))], (-9, 9))
        return [block("", [line(f"{kind} {name}[] = {{{values}}};", declares=name),
                           *self.store_into(scope, lambda: operation("+", read, self.atom(scope)))])]

    def known_condition(self, scope):
        head = self.pick("if constexpr (sizeof(int) == 4)", "if constexpr (1 + 1 == 3)", "if (true)", "if (!false)",
                         "if (sizeof(long) > 2)", "if (noexcept(n + 1))")
        other = [block("else", self.assignment(scope.nested()))] if self.chance(50) else []
        made = [block(head, self.assignment(scope.nested())), *other]
        return [Statement([], made)] if other else made

    def library_value(self, scope):
        x, y = self.int_value(scope), self.int_value(scope)
        form, allowed = self.random.choice([
            ("std::abs({})", (0, 1023)), ("std::clamp({}, -7, 99)", (-7, 99)), ("std::max({{{}, 1, 5}})", (5, 1023)),
            ("std::min<int>({}, 17)", (-1023, 17)), ("std::minmax(5, 3).second + 0 * ({})", (5, 5)),
            ("(int)std::lround(std::sqrt((double)std::abs({})))", (0, 32)), ("(int)std::trunc((double)({}))", INT),
            ("std::popcount((unsigned)({}))", (0, 32)), ("std::gcd(std::abs({}), 12)", (0, 12)),
            ("__builtin_popcount(({}) & 255)", (0, 8)), ("std::midpoint({}, 8)", (-1023, 1023)),
            ("std::hypot(3.0, 4.0) > ({}) ? 1 : 0", (0, 1)), ("(int)std::copysign(2.0, (double)({}))", (-2, 2)),
            ("std::plus<>()({}, 1)", (-1022, 1024)), ("std::minus<int>{{}}({}, 1)", (-1024, 1022)),
            ("(int)std::div({}, 7).rem", (-6, 6)), ("({} > 0) - ({} < 0)", (-1, 1))])
        arguments = [x, y] if form.count("{}") - form.count("{{}}") == 2 else [x]
        binds = 1 if "?" in form else 6 if " + " in form or " - " in form else TIGHTEST
        return self.store_into(scope, lambda: Expr(form if TIGHTEST == binds else f"({form})", arguments, allowed))

    def casts(self, scope):
        x = self.int_value(scope)
        form, allowed = self.random.choice([
            ("static_cast<int>({})", INT), ("int({})", INT), ("(int)(long long)({})", INT), ("(short)({})", INT),
            ("(unsigned char)({})", (0, 255)), ("(int)(double)({})", INT), ("int(float({}))", INT),
            ("(signed char)({})", (-128, 127)), ("(bool)({})", (0, 1)), ("!!({})", (0, 1)), ("(int)!({})", (0, 1)),
            ("+({})", INT), ("~({})", (-1024, 1022)), ("(int)(std::ptrdiff_t)({})", INT), ("int{{{}}}", INT),
            ("static_cast<int>(static_cast<unsigned>({}) & 255u)", (0, 255)), ("(compl ({}))", (-1024, 1022)),
            ("(({}) bitand 63)", (0, 63)), ("(not ({}))", (0, 1)), ("(0, {})", INT), ("__extension__ ({})", INT)])
        return self.store_into(scope, lambda: Expr(f"({form})", [x], allowed))

    def comma(self, scope):
        first, second = self.element(scope, store=True), self.element(scope, store=True)
        if first is None:
            return self.assignment(scope)
        return [line(first, " = ", self.within(self.value(scope), first.fixed), ", ", second, " = ",
                     self.within(self.value(scope), second.fixed), ";")]

    def conditional_target(self, scope):
        plain = [a for a in self.palette if a in "abc"]
        if not plain:
            return self.assignment(scope)
        first, second = (self.element(scope, self.random.choice(plain), store=True) for _ in range(2))
        return [line("(", self.condition(scope), " ? ", first, " : ", second, ") = ", self.within(self.value(scope)), ";")]

    def local_types(self, scope):
        kind, name = self.fresh("own_type"), self.fresh("own")
        x = self.int_value(scope)
        made = self.random.choice([
            [line(f"struct {kind} {{ int v = 3; int twice() const {{ return 2 * v; }} }};", declares=kind),
             line(f"const {kind} {name}{{", x, "};", declares=name)],
            [line(f"using {kind} = Part;", declares=kind), line(f"{kind} {name} = {{", x, ", 1};", declares=name)],
            [line(f"typedef Pair {kind};", declares=kind), line(f"{kind} {name} = {{2, ", x, "};", declares=name)],
            [line(f"enum {kind} {{ {name}_a = 2, {name}_b = 5 }};", declares=(kind, name))]])
        text = made[0].head()
        read, allowed = (f"{name}.twice()", (-2046, 2046)) if "twice" in text else (f"{name}.one", INT) if (
            "Part" in text) else (f"{name}.second", INT) if "Pair" in text else (f"{name}_b", (5, 5))
        return [block("", made + self.store_into(scope, lambda: Expr(read, fixed=allowed)))]

    def characters(self, scope):
        index = self.index(scope, (0, 7))
        form, allowed = self.random.choice([('"plainly!"[{}] - \'a\'', (-64, 26)), ("'b' - 'a' + 0 * ({})", (1, 1)),
                                            ('(int)L"wide ones"[{}]', (0, 127)), ('(int)U"abcdefgh"[{}]', (0, 127)),
                                            ("(int)sizeof(int[3]) + ({})", (12, 19)), ("0x1F + 0b101 + 1'000 + ({})", (1036, 1043))])
        return self.store_into(scope, lambda: Expr(f"({form})", [index], allowed))

    def declarations(self, scope):
        one, two = self.fresh("t"), self.fresh("t")
        inner = scope.nested()
        x, y = self.int_value(scope), self.int_value(scope)
        made = self.random.choice([
            lambda: [line(f"int {one} = ", x, f", {two} = {one} + 1;", declares=(one, two))],
            lambda: [line(f"int {one}, {two};", declares=(one, two)), line(f"{one} = {two} = ", x, ";")],
            lambda: [line(f"int {one}{{", x, f"}}, {two}((", y, "));", declares=(one, two))],
            lambda: [line(f"volatile int {one} = ", x, ";", declares=one), line(f"int {two} = {one};", declares=two)],
            lambda: [line(f"static_assert(sizeof(int) == 4); const int& {one} = ", x, ";", declares=one),
                     line(f"const int&& {two} = 7;", declares=two)],
            lambda: [line(f"[[maybe_unused]] long {one} = ", x, ";", declares=one),
                     line(f"alignas(16) int {two} = (int){one};", declares=two)],
            lambda: [line(f"decltype(auto) {one} = n; decltype(n) {two} = ", x, ";", declares=(one, two))]])()
        inner.locals.append(Variable(f"({two} % 1024)", INT))
        return [block("", [*made, *self.assignment(inner)])]

    def likely(self, scope):
        head = self.pick("[[likely]]", "[[unlikely]]")
        test = self.pick("({})", "(__builtin_expect({}, 1))", "(not ({}))", "(bool({}))")
        return [block(["if ", Expr(test, [self.condition(scope)], kind="bool"), f" {head}"],
                      self.statements(scope.nested(), 1))]

    def exchanged(self, scope):
        target = self.element(scope, store=True)
        if target is None or "flags" in target.form:
            return self.assignment(scope)
        value = self.within(self.value(scope), target.fixed)
        name = self.fresh("t")
        return [line(f"const int {name} = (int)std::exchange(", target, ", int(", value, "));", declares=name),
                *self.store_into(scope, lambda: operation("+", Expr(name, fixed=target.fixed), self.atom(scope)))]

    # Helpers.

    def function_object(self, scope):
        name = self.fresh("helper")
        self.helpers[name] = (f"struct {name} {{ int by; int operator()(int x) const {{ return (x + by) % 1024; }} "
                              "static int half(int x) { return x / 2; } };")
        x = self.int_value(scope)
        form = self.pick(f"{name}{{3}}({{}})", f"{name}::half({{}})", f"{name}{{n}}.operator()({{}})")
        return self.store_into(scope, lambda: Expr(form, [x], INT) if "half" in form else Expr(
            form.replace("{3}", "{{3}}").replace("{n}", "{{n}}"), [x], INT))

    def overloaded(self, scope):
        """Overloads, default arguments, and arguments that are converted."""
        name = self.fresh("helper")
        self.helpers[name] = (f"static int {name}(int x, int y = 7) {{ return (x - y) % 1024; }}\n"
                              f"static int {name}(double x) {{ return (int)x % 100; }}\n"
                              f"static int {name}(const Part& p) {{ return (p.one ^ p.two) % 512; }}")
        x = self.int_value(scope)
        form = self.pick(f"{name}({{}})", f"{name}({{}}, 2)", f"{name}((double)({{}}))", f"{name}(Part{{{{{{}}, 4}}}})")
        return self.store_into(scope, lambda: Expr(form, [x], INT))

    def generic_helper(self, scope):
        name = self.fresh("helper")
        text, form = self.random.choice([
            (f"template <class T> static T {name}(T x, T y) {{ return x < y ? x : y; }}", f"{name}<int>({{}}, 9)"),
            (f"template <int By, class T> static int {name}(T x) {{ return int(x) / By; }}", f"{name}<3>({{}})"),
            (f"template <class... T> static int {name}(T... x) {{ return (0 + ... + int(x)) % 1024; }}",
             f"{name}({{}}, 2, short(1))"),
            (f"static constexpr int {name}(auto x) {{ return x & 63; }}", f"{name}({{}})"),
            (f"template <class T, class F> static T {name}(T x, F f) {{ return f(x); }}",
             f"{name}({{}}, [](int e) {{{{ return e / 3; }}}})"),
            (f"template <bool Up> static int {name}(int x) {{ if constexpr (Up) return x / 2 + 1; else return x / 2 - 1; }}",
             f"{name}<true>({{}})"),
            (f"inline int {name}(int x) noexcept {{ switch (x & 3) {{ case 0: return 4; case 1: return x / 5; default: "
             "return -1; } }", f"{name}({{}})"),
            (f"namespace {name} {{ constexpr int by = 3; inline int times(int x) {{ return x * by % 512; }} }}",
             f"{name}::times({{}})")])
        self.helpers[name] = text
        x = self.int_value(scope)
        return self.store_into(scope, lambda: Expr(form, [x], INT))

    def member_helper(self, scope):
        name = self.fresh("helper")
        self.helpers[name] = (
            f"struct {name}_base {{ int low = 2; int above(int x) const {{ return x > low ? x : low; }} }};\n"
            f"class {name} : public {name}_base {{\n public:\n  explicit {name}(int x) : value_(x) {{}}\n"
            f"  int value() const {{ return above(value_) % 1024; }}\n  {name}& add(int x) {{ value_ = (value_ + x) % 512; "
            f"return *this; }}\n  friend {name} operator+(const {name}& a, const {name}& b) {{ return {name}(a.value_ / 2 + "
            f"b.value_ / 2); }}\n  operator int() const {{ return value_; }}\n private:\n  int value_;\n}};")
        x, y = self.int_value(scope), self.int_value(scope)
        form = self.pick(f"{name}({{}}).value()", f"{name}({{}}).add(3).value()", f"({name}({{}}) + {name}(4)).value()",
                         f"(int){name}({{}})", f"{name}({{}}).above(5)")
        return self.store_into(scope, lambda: Expr(form, [x], (-1023, 1023)))

    def object_operator(self, scope):
        """Small vectors with operators, in an iteration."""
        name = self.fresh("own")
        x, y = self.int_value(scope), self.int_value(scope)
        read = Expr(f"({name} * 2 - Vec2{{{{1, 1}}}}).{self.pick('x', 'y')}", fixed=(-5000, 5000))
        read = Expr(f"dot({name}, Vec2{{{{1, 2}}}})", fixed=(-5000, 5000)) if self.chance(40) else read
        more = [line(f"{name} += Vec2{{1, -1}};")] if self.chance(50) else []
        return [block("", [line(f"Vec2 {name} = Vec2{{", x, ", 3} + Vec2{-2, ", y, "};", declares=name), *more,
                           *self.store_into(scope, lambda: read)])]

    def static_member(self, scope):
        """Members of a class through an object, and what happens where the object is named."""
        name, own = self.fresh("helper"), self.fresh("own")
        self.helpers[name] = (f"struct {name} {{ enum {{ by = 3 }}; static constexpr int width = 7; "
                              "static int half(int x) { return x / 2; } int value = 1; };")
        x, count = self.int_value(scope), self.scalar("calls", "int", "0")
        named = self.pick(own, own, f"{name}{{{{}}}}", f"(++{count}, {own})")
        form = self.pick(f"{named}.half({{}})", f"(({{}}) / {named}.by)", f"(({{}}) % {named}.width)")
        return [block("", [line(f"const {name} {own};", declares=own),
                           *self.store_into(scope, lambda: Expr(form, [x], INT))])]

    def many_names(self, scope):
        """Names that the kernel's text or the launch also has, and names that hide others."""
        name = self.pick("loop", "launch", "kernel", "chunk", "touched", "site", "at", "partial", "k_", "a_", "n_", "i_")
        x = self.int_value(scope)
        read = Expr(f"{name}", fixed=INT)
        return [block("", [line(f"const int {name} = ", x, ";"),
                           *self.store_into(scope, lambda: operation("+", read, number(1)))])]

    def unicode_names(self, scope):
        name = self.pick("länge", "naïf", "π", "变量", "$cash", "a$", "\\u00e9t")
        x = self.int_value(scope)
        return [block("", [line(f"const int {name} = ", x, ";"),
                           *self.store_into(scope, lambda: operation("-", Expr(name, fixed=INT), number(1)))])]

    # Blocks.

    def nested_blocks(self, scope):
        return [block("", [block("", self.assignment(scope)), line(";"), *self.assignment(scope)])]

    def switch_with_initialiser(self, scope):
        name, inner = self.fresh("t"), scope.nested(may_break=False)
        inner.locals.append(Variable(name, INT))
        value = self.within(self.value(scope))
        cases = [block("case 0: case 2:", [*self.assignment(inner), line("break;")]),
                 block("case 1 ... 1:", [*self.assignment(inner), line("break;")]),
                 block("default:", [*self.assignment(inner)])]
        return [block([f"switch (const int {name} = ", value, f"; {name} & 3)"], cases, declares=(name,))]

    def tested_early(self, scope):
        """A value in a condition, and what follows from it."""
        name, inner = self.fresh("t"), scope.nested()
        inner.locals.append(Variable(name, INT))
        value = self.within(self.value(scope))
        return [block([f"if (int {name} = ", value, ")"], self.assignment(inner), declares=(name,))]

    def wide_arithmetic(self, scope):
        x = self.int_value(scope)
        form = self.pick("(int)(({}) * 3ll % 1000)", "(int)((unsigned)({}) % 1000u)", "(int)((({}) * 5L) >> 3 & 511)",
                         "(int)((std::uint64_t)({}) & 127)", "(({}) << 1) / 4", "(int)(({}) * 0.5)",
                         "(int)(({}) * 0.25f)", "(int)((std::int16_t)({}) * (std::int8_t)3 / 4)")
        return self.store_into(scope, lambda: Expr(f"({form})", [x], INT))
