"""Random sums into containers of the function's own, extremes that are objects, and what text may stand in a body beside
its statements: comments, assertions, macros."""
from inputs import INT
from scope import Variable
from tree import Expr, Scalar, Statement, block, line, number, operation


class Gathered:
    """The part of the generator that gathers in more than numbers. Each method returns a list of statements."""

    def gathered(self, scope):
        kinds = [self.container_bins, self.container_bins, self.best_object, self.commented, self.asserted, self.macro_in_body, self.by_lambda,
                 self.nested_constants, self.choice_of_objects, self.refused]
        return self.random.choice(kinds)(scope)

    def container_bins(self, scope):
        """A histogram in a vector, an array of the library, or rows of one."""
        name = self.fresh("bins")
        declared, forms = self.random.choice([
            (f"std::vector<unsigned> {name}(16);", ("{}[{}]", "{}.data()[{}]", "{}.at({})", "*({}.begin() + ({}))", "*({}.data() + ({}))")),
            (f"std::array<unsigned, 16> {name}{{}};", ("{}[{}]", "{}.data()[{}]", "(&{}[0])[{}]")),
            (f"unsigned {name}[16] = {{}};", ("{}[{}]", "*({} + ({}))", "(&{}[0])[{}]")),
            (f"std::vector<long> {name}(16, 2);", ("{}[{}]",)), (f"std::unique_ptr<unsigned[]> {name}(new unsigned[16]());", ("{}[{}]", "{}.get()[{}]"))])
        shown = f'for (int e = 0; e < 16; ++e) report("{name}", (long long){name}[e]);'
        self.scalars.append(Scalar(name, declared, shown))
        target = Expr(self.random.choice(forms).format(name, "{}"), [self.index(scope, (0, 15))], kind="uint")
        operator = self.pick("+=", "+=", "^=", "|=", "-=") if "long" not in declared else "+="
        value = self.small(scope) if "long" in declared else self.whole(scope)
        made = line(target, f" {operator} ", value, ";") if self.chance(80) else line("++", self.in_parentheses(target), ";")
        return [block(["if (", self.condition(scope), ")"], [made])] if self.chance(30) else [made]

    def best_object(self, scope):
        """The largest with what belongs to it, in one object."""
        name = self.fresh("best")
        kind, parts = self.pick(("Pair", ("first", "second")), ("Part", ("one", "two")), ("std::pair<int, int>", ("first", "second")), ("Vec2", ("x", "y")))
        self.scalars.append(Scalar(name, f"{kind} {name}{{-2000, -1}};", "".join(
            f'report("{name}.{part}", (long long){name}.{part}); ' for part in parts).rstrip()))
        t, value, beside = self.fresh("t"), self.within(self.value(scope)), self.pick(*[c.text for c in scope.counters] or ["3"])
        new = self.pick(f"{kind}{{{t}, int({beside})}}", f"{{{t}, int({beside})}}")
        sign = self.pick(">", ">", ">=")
        made = self.pick(f"if ({t} {sign} {name}.{parts[0]}) {name} = {new};",
                         f"if ({t} {sign} {name}.{parts[0]}) {{ {name}.{parts[0]} = {t}; {name}.{parts[1]} = int({beside}); }}",
                         f"{name} = {t} {sign} {name}.{parts[0]} ? {kind}{{{t}, int({beside})}} : {name};", f"{name} = {new};",
                         f"{name}.{parts[1]} = int({beside}) + {name}.{parts[1]} % 2;")
        return [line(f"const int {t} = ", value, ";", declares=t), line(made)]

    def commented(self, scope):
        text = self.pick("// it's for (i = 0; i < n; ++i) {", "/* a } in \"it\" */", "// a[i] = 1; \\\\ no", "/* over\n   two lines */ ;", "// TODO: ünïcode", "/**/;")
        return [line(text), *self.assignment(scope), line(self.pick("/* behind */", "// behind"))]

    def asserted(self, scope):
        value = self.within(self.value(scope))
        return [line("assert(", Expr("{} < 5000", [value], kind="bool", binds=4), self.pick(");", ' && "a reason");')), *self.assignment(scope)]

    def macro_in_body(self, scope):
        """Defined in the middle of it."""
        name = self.fresh("own")
        body = self.pick("(x) ((x) / 2)", "(x) ((x) > 3 ? (x) : 3)", "(x) ((x) % 7)")
        value = self.within(self.value(scope))
        used = self.store_into(scope, lambda: Expr(name + "({})", [value], INT))
        return [line(f"#define {name}{body}", declares=name), *used, line(f"#undef {name}")]

    def by_lambda(self, scope):
        """A lambda that assigns variables of the function or of the iteration."""
        name, e = self.fresh("act"), self.fresh("e")
        total = self.pick(self.scalar("last", "int", "-5"), self.scalar("sum", "int", "0"), self.scalar("temp", "int", "0"))
        text = f"{total} {'+=' if total.startswith('sum') else '='} {e} % 64;"
        more = self.pick("", f" if ({e} > 9) return;", f" for (int e = 0; e < 2; ++e) {total} {'+=' if total.startswith('sum') else '='} e;")
        made = [line(f"auto {name} = [&](int {e}) {{{more} {text} }};", declares=(name, e)), line(f"{name}(", self.within(self.value(scope)), ");")]
        if self.chance(40) and not total.startswith("sum"):
            made += self.store_into(scope, lambda: operation("+", Expr(f"({total} % 1024)", fixed=INT), self.atom(scope)))
        return [block("", made)] if self.chance(60) else [block(["if (", self.condition(scope), ")"], made)]

    def nested_constants(self, scope):
        """Of classes in classes, which a kernel cannot always name."""
        name = self.fresh("helper")
        access = self.pick("", "", "public: ")
        self.helpers[name] = (f"struct {name} {{ {access}struct In {{ static constexpr int by = 3; static constexpr long far = 1l << 45; enum {{ few = 4 }}; "
                              "enum class Side : unsigned char { left = 1, right = 6 }; static constexpr Side side = Side::right; "
                              "static constexpr unsigned char byte = 250; template <int N> static int over(int x) { return x / N; } }; };")
        x = self.int_value(scope)
        form = self.pick(f"({{}}) / {name}::In::by", f"(int)({name}::In::far >> 43) + 0 * ({{}})", f"{name}::In::few + ({{}}) % 5",
                         f"(int){name}::In::Side::right + 0 * ({{}})", f"(int){name}::In::side + ({{}}) / 9", f"{name}::In::over<{name}::In::by>({{}})",
                         f"(unsigned char)({name}::In::byte + ({{}})) % 9", f"(({{}}) > {name}::In::by ? int({name}::In::Side::left) : {name}::In::few)")
        return self.store_into(scope, lambda: Expr(f"({form})", [x], INT))

    def choice_of_objects(self, scope):
        """One of two objects, as an object."""
        one, two, target = self.fresh("own"), self.fresh("own"), self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        x, y = self.int_value(scope), self.int_value(scope)
        read = Expr(f"(({{}}) ? {one} : {two}).{self.pick('x', 'y')}", [self.condition(scope)], INT)
        return [block("", [line(f"{self.pick('Vec2', 'const Vec2')} {one}{{", x, f", 4}}, {two}{{5, ", y, "};", declares=(one, two)),
                           line(target, " = ", self.within(read, target.fixed), ";")])]

    def refused(self, scope):
        """What no iteration may do out of order, mostly where it never comes to it."""
        value, name = self.within(self.value(scope)), self.fresh("own")
        test = self.pick("n > 5000", "n > 5000", "m < 0")
        made = self.random.choice([
            lambda: [line(f"if ({test}) std::printf(\"%d\", ", value, ");")], lambda: [line(f"if ({test}) std::puts(\"no\");")],
            lambda: [line(f"if ({test}) throw 3;")], lambda: [line(f"if ({test}) std::exit(3);")], lambda: [line(f"if ({test}) std::abort();")],
            lambda: [line('asm volatile("" ::: "memory");')], lambda: [line("__builtin_expect(", value, ", 1);")],
            lambda: [line(f"int* {name} = new int(", value, f"); *{name} += 1; delete {name};", declares=name)],
            lambda: self.store_into(scope, lambda: Expr("(int)(__LINE__ > 3)", fixed=(0, 1), binds=8)),
            lambda: self.store_into(scope, lambda: Expr("(int)(sizeof(__func__) > 1)", fixed=(0, 1), binds=8)),
            lambda: self.store_into(scope, lambda: Expr("(int)(__func__[0] > 9)", fixed=(0, 1), binds=8)),
            lambda: [line(f"static std::atomic<int> {name}{{0}}; {name}.fetch_add(1); {name}++;", declares=name)],
            lambda: [line(f"std::vector<int> {name}(m + 1, 2); {name}.push_back(", value, ");", declares=name),
                     *self.store_into(scope, lambda: Expr(f"{name}.back()", fixed=INT))],
            lambda: [line(f"std::string {name} = \"grown\"; {name} += 'a';", declares=name), *self.store_into(scope, lambda: Expr(f"(int){name}.size()", fixed=(0, 9), binds=8))],
            lambda: [block("try", self.assignment(scope.nested(may_continue=False, may_break=False))), block("catch (...)", self.assignment(scope.nested(may_continue=False, may_break=False)))],
            lambda: [line("(void)", self.in_parentheses(value), ";")], lambda: [line("static_cast<void>(", self.in_parentheses(value), ");")],
            lambda: self.store_into(scope, lambda: Expr("({{ const int own = {}; own / 2; }})", [value], INT)),
            lambda: self.store_into(scope, lambda: Expr("(({}) ?: 4)", [value], INT)),
            lambda: self.store_into(scope, lambda: Expr("(int)std::fabs(float({}) * 0.5f)", [value], (0, 512), binds=8))])()
        return [block("", made)]

    # A nest.

    def promised(self, scope):
        """An array whose extent its parameter says, at places that only the run knows."""
        self.palette = sorted({"hist", *self.palette})
        i, end = self.fresh("i"), self.pick("n", "m", "n - 1", "128")
        inner = scope.inside(Variable(i, (0, 127)), 128)
        at = self.pick(f"idx[{i}]", f"key[{i}]", f"idx[key[{i}]]", f"(idx[{i}] + 3) & 127", f"{i}")
        change = self.pick("", "", "", "hist += n > 100;", "unsigned* const again = hist; again[1] = 4;", "const int hidden = m; { int m = hidden; hist[m] = 3; }")
        form = self.random.randint(0, 4)
        if form < 3:
            self.stored.add("hist")
            body = [line(f"hist[{at}] {self.pick('+', '+', '^', '|')}= ", self.whole(inner), ";")]
        elif form == 3:
            body = self.store_into(inner, lambda: Expr(f"int(hist[{at}] & 63)", fixed=(0, 63)))
        else:
            body = [block([f"if (hist[{at}] > ", self.whole(inner), ")"], [line(f"{self.scalar('where', 'int', '-1')} = {i};"), line("break;")])]
        if change:
            self.stored.add("hist")
        loop = block(f"for (int {i} = 0; {i} < {end}; ++{i})", [*body, *(self.assignment(inner) if self.chance(25) else [])], declares=(i,))
        return block("", [*([line(change)] if change else []), loop])
