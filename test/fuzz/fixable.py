"""Random statements that remarks propose edits for: vectors and memory of the iteration's own, second names, static
variables, checked access. Beside each stands what looks like it and has no edit."""
from inputs import ARRAYS, INT
from scope import Variable
from tree import Expr, Statement, block, line, number, operation


class Fixable:
    """The part of the generator whose statements --fix rewrites. Each method returns a list of statements."""

    def fixable(self, scope):
        kinds = [self.fixable_vector, self.own_memory, self.second_name, self.static_variable]
        return self.random.choice(kinds)(scope)

    def used_own(self, scope, name, size):
        """Elements of `name` written and read in turn: its first ones hold what fits an int array."""
        at = self.fresh("i")
        inner = scope.inside(Variable(at, (0, size - 1)), size)
        fill = block([f"for (int {at} = 0; {at} < {size}; ++{at})"],
                     [line(f"{name}[{at}] = ", self.within(self.value(inner)), ";")], declares=(at,))
        one = line(f"{name}[{self.random.randint(0, size - 1)}] = ", self.within(self.value(scope)), ";")
        read = Expr(f"(int){name}[{{}}]", [self.index(scope, (0, size - 1))], INT, binds=8)
        return [self.pick(fill, one), *self.store_into(scope, lambda: operation("+", read, self.atom(scope)))]

    def fixable_vector(self, scope):
        name, size = self.fresh("own"), self.random.randint(2, 9)
        kind = self.pick("int", "int", "double", "short", "long")
        width = self.fresh("width")
        given = self.pick(f"({size})", f"({size})", f"({size}, 0)", f"(2 * {width})", f"({size}, 5)", f"{{0, 0, 0, 0, 0, 0, 0, 0, 0}}",
                          "(n + 10)", " = std::vector<" + kind + f">({size})", f"({size} + 0u)", "(10ul)")
        made = [line(f"const int {width} = {size};", declares=width),
                line(f"std::vector<{kind}> {name}{given};", declares=name)]
        more = self.pick("", "", "", f"{name}[1] = (int){name}.size();", f"*{name}.data() = 3;", f"{name}.push_back(4);",
                         f"{name}.at(1) = 2;", f"for ({kind}& one : {name}) one = 1;", f"{{ auto copy = {name}; {name}[0] = copy[1]; }}",
                         f"{name}.assign({size}, 2);", f"{name}.back() = {name}.front() + 1;", f"{name}[0] = {name}.empty();")
        return [block("", [*made, *([line(more)] if more else []), *self.used_own(scope, name, size)])]

    def own_memory(self, scope):
        name, size = self.fresh("own"), self.random.randint(2, 9)
        kind = self.pick("int", "int", "double")
        given = self.pick(f"[{size}]()", f"[{size}]{{}}", f"[{size}]{{1, 2}}", f"[n + {size}]()", f"[{size}]()")
        declared = self.pick(f"{kind}*", "auto*", f"{kind}* const", "auto")
        if self.chance(20):
            end, made = "", f"std::unique_ptr<{kind}[]> {name}(new {kind}{given});"
        else:
            end, made = f"delete[] {name};", f"{declared} {name} = new {kind}{given};"
        more = self.pick("", "", "", f"*{name} = 3;", f"if ({name}) {name}[1] = 4;", f"{{ auto* other = {name}; other[1] = 2; }}")
        more = "" if "unique" in made else more
        return [block("", [line(made, declares=name), *([line(more)] if more else []), *self.used_own(scope, name, size),
                           *([line(end)] if end else [])])]

    def second_name(self, scope):
        """A reference to what the loop adds to."""
        name = self.fresh("ref")
        total = self.pick(self.scalar("sum", "int", "0"), self.scalar("sum", "long long", "0"), f"{self.totals()}.sum", "total")
        kind = self.pick("auto&", "auto&", "auto&&")
        add = [line(f"{name} += ", self.small(scope), ";")]
        hiding = self.fresh("t")
        more = self.pick([], [], [line(f"{name} -= 1;")],
                         [block("", [line(f"int {hiding} = 3;", declares=hiding), *self.more_added(scope, name)])],
                         [line(f"[&](int e) {{ {name} += e; }}(2);")], [line(f"decltype({name}) same = {name}; same += 1;")])
        made = line(f"{kind} {name} = {total};", declares=name)
        return [block("", [made, *add, *more])]

    def more_added(self, scope, name):
        return [block(["if (", self.condition(scope), ")"], [line(f"{name} += ", self.small(scope), ";")])]

    def static_variable(self, scope):
        """It holds what an earlier iteration left there, but each assigns it first; or not."""
        name, inner = self.fresh("kept"), scope.nested()
        inner.locals += [Variable(f"({name} % 1024)", INT)] * 2
        value = self.within(self.value(scope))
        first = self.random.choice([
            lambda: line(f"{name} = ", value, ";"), lambda: line(f"{name} = ", value, ";"),
            lambda: line(f"{name} = ({name} + ", value, ") % 1024;"),
            lambda: block(["if (", self.condition(scope), ")"], [line(f"{name} = ", value, ";")])])()
        given = self.pick("", "", " = 1", " = k % 7", "{}")
        kind = self.pick("static int", "static int", "static long", "static thread_local int", "thread_local int")
        more = self.pick([], [], [line(f"{name} += 1;")], [line(f"{{ auto* where = &{name}; *where = 2; }}")],
                         [line(f"{name} = {name} > 3;")])
        return [block("", [line(f"{kind} {name}{given};", declares=name), first, *more, *self.assignment(inner)])]

    # Nests.

    def checked_nest(self, scope):
        """`at`, whose index surely is in range, or is so by what the program knows."""
        if scope.times > 30:
            return self.plain_nest(scope)
        name, i = self.pick("vec", "vec", "wide", "arr"), self.fresh("i")
        self.palette = sorted({name, *self.palette})
        self.stored.add(name)
        high = ARRAYS[name].index[1]
        head, low, last = self.random.choice([
            (f"for (std::size_t {i} = 0; {i} < {name}.size(); ++{i})", 0, high), (f"for (std::size_t {i} = 1; {i} < {name}.size(); ++{i})", 1, high),
            (f"for (int {i} = 0; {i} < (int){name}.size(); ++{i})", 0, high), (f"for (int {i} = 0; {i} < {high + 1}; ++{i})", 0, high),
            (f"for (int {i} = 0; {i} < n; ++{i})", 0, 99), (f"for (std::size_t {i} = 0; {i} + 1 < std::size({name}); ++{i})", 0, high - 1)])
        inner = scope.inside(Variable(i, (low, last), True), last - low + 1)
        places = [i] + [f"{i} - 1"] * (low > 0) + [f"{i} / 2", f"{name}.size() - 1 - {i}", f"({i} & 15)"]
        of = self.pick(name, name, name, f"(*&{name})", f"(&{name})->")
        place = lambda: f"{of if of.endswith('>') else of + '.'}at({self.pick(*places[:1] * 2, *places)})"
        kind = ARRAYS[name].kind
        value = self.small_real(inner) if kind == "double" else self.within(self.value(inner))
        update = line(f"{place()} = ", value, ";") if self.chance(50) else line(
            f"{place()} = {'std::fmod' if kind == 'double' else ''}(", Expr(place(), fixed=INT), " + ",
            operation("*", number(2), number(self.random.randint(1, 9))),
            ", 64.0);" if kind == "double" else ") % 1024;")
        return Statement([], [block([head], [update, *self.assignment(inner)] if self.chance(40) else [update], declares=(i,))])
