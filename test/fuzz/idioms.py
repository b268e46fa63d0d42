"""Random idioms: scans, searches, appends, lambdas that see the function's variables, odd but common control flow."""
from inputs import ARRAYS, INT
from scope import Scope, Variable, size
from tree import Expr, Scalar, Statement, block, line, number, operation


class Idioms:
    """The part of the generator whose shapes come from what people write."""

    # Statements.

    def idiom(self, scope):
        kinds = [self.recurrence, self.running_extremum, self.append, self.do_once, self.if_with_initialiser,
                 self.two_level_histogram, self.outer_lambda, self.toggled, self.chained, self.located_extremum,
                 self.two_extremes, self.bisected, self.of_row]
        return self.random.choice(kinds)(scope)

    def recurrence(self, scope):
        """Each element from its neighbour: scans and linear recurrences, in arithmetic that wraps."""
        pointed = [a for a in self.palette if a in "uv"]
        if not pointed or not scope.counters:
            return self.assignment(scope)
        name, i = self.random.choice(pointed), scope.counters[-1]
        target = self.pick(i.read(), operation("+", i.read(), number(1)))
        distance = self.pick(number(1), number(1), number(2), size("s").read(), size("k").read())
        before = operation(self.pick("-", "-", "-", "+"), target, distance)
        if not (before.fits(ARRAYS[name].index) and target.fits(ARRAYS[name].index)):
            return self.assignment(scope)
        self.stored.add(name)
        before.allowed = target.allowed = ARRAYS[name].index
        element = Expr(name + "[{}]", [before], kind="uint")
        factor = Expr("{} * {}", [element, Expr(f"{self.random.randint(2, 9)}u", kind="uint")], kind="uint", binds=7)
        sign, binds = self.pick(("+", 6), ("+", 6), ("^", 3))
        value = Expr("{} " + sign + " {}", [factor if self.chance(30) else element, self.whole(scope)], kind="uint",
                     binds=binds)
        return [line(Expr(name + "[{}]", [target], kind="uint"), " = ", value, ";")]

    def running_extremum(self, scope):
        """What is largest so far, stored on the way; or a running sum that wraps."""
        target = self.element(scope, store=True)
        if target is None or self.chance(30):
            name, target = self.scalar("run", "unsigned", "0"), self.element(scope, kinds=("uint",), store=True)
            if target is None:
                return self.assignment(scope)
            parts = [line(f"{name} {self.pick('+', '+', '^')}= ", self.whole(scope), ";"),
                     line(target, f" = {name};")]
        else:
            name, how = self.scalar("top", "int", "-1"), self.pick("max", "min")
            parts = [line(f"{name} = std::{how}<int>({name}, ", self.within(self.value(scope), (0, 255)), ");"),
                     line(target, " = ", self.within(Expr(name, fixed=(-1, 255)), target.fixed), ";")]
        return parts if self.chance(75) else parts[::-1]

    def located_extremum(self, scope):
        """Of an extreme, its place alone is kept: `if (a[i] > a[at]) at = i`."""
        one_dimensional = [a for a in self.palette if ARRAYS[a].kind in ("int", "uint", "double") and
                           ARRAYS[a].element == "{}[{}]" and not ARRAYS[a].second and ARRAYS[a].index[1] >= 127]
        fitting = [c for c in scope.counters if 0 <= c.range[0] and c.range[1] <= 127 and not c.unsigned]
        if not one_dimensional or not fitting:
            return self.running_extremum(scope)
        array, i = self.random.choice(one_dimensional), self.random.choice(fitting).text
        at = self.scalar("at", "int", self.pick("0", "0", "3"))
        sign = self.pick(">", ">", "<", ">=", "<=", "!=")
        sides = self.pick((f"{array}[{i}]", f"{array}[{at}]"), (f"{array}[{at}]", f"{array}[{i}]"))
        found = block([f"if ({sides[0]} {sign} {sides[1]})"], [line(f"{at} = {i};")])
        return [found] if self.chance(80) else [found, *self.assignment(scope)]

    def two_extremes(self, scope):
        """The largest and the least in one chain, which begin where they like."""
        value, high, low = self.within(self.value(scope)), self.scalar("high", "int", "-9"), self.scalar("low", "int", "9")
        name = self.fresh("t")
        tests = [f"if ({name} {self.pick('>', '>', '>=')} {high}) {high} = {name};", f"if ({name} < {low}) {low} = {name};"]
        between = self.pick(" else ", " else ", " ")
        return [line(f"const int {name} = ", value, ";", declares=name),
                line(between.join(tests if self.chance(70) else tests[::-1]))]

    def append(self, scope):
        self.stored.add("out")
        parts = [line("out.push_back(", self.within(self.value(scope)), ");")]
        return [block(["if (", self.condition(scope), ")"], parts)] if self.chance(60) else parts

    def do_once(self, scope):
        inner = scope.nested(may_continue=False, may_break=True)
        return [block("do", self.statements(inner, 2), tail=" while (false);")]

    def if_with_initialiser(self, scope):
        name, inner = self.fresh("t"), scope.nested()
        value = self.within(self.value(scope))
        inner.locals += [Variable(name, INT)] * 3
        return [block([f"if (const int {name} = ", value, "; ", self.condition(inner), ")"], self.assignment(inner),
                      declares=(name,))]

    def two_level_histogram(self, scope):
        name = self.fresh("bins")
        if not any(s.name == name for s in self.scalars):
            self.scalars.append(Scalar(name, f"unsigned {name}[4][8] = {{}};", "".join(
                f'report("{name}", {name}[{row}]); ' for row in range(4)).rstrip()))
        target = Expr(name + "[{}][{}]", [self.index(scope, (0, 3)), self.index(scope, (0, 7))], kind="uint")
        return [line(target, f" {self.pick('+', '+', '^', '|')}= ", self.whole(scope), ";")]

    def work_array(self, scope):
        """In front of the loops, filled and used by each iteration: all of it, a part of it, or only in some of them."""
        name, w, count = self.fresh("work"), self.fresh("w"), self.random.choice([1, 3, 6, 6])
        target = self.element(scope, kinds=("uint",), store=True)
        if target is None:
            return self.assignment(scope)
        numbers = ", ".join(str(self.random.randint(0, 99)) for _ in range(count))
        reported = " ".join(f'report("{name}", (long long){name}[{e}]);' for e in range(count))
        declared = self.pick(f"unsigned {name}[{count}]", f"unsigned {name}[{count}]", f"static unsigned {name}[{count}]",
                             f"std::vector<unsigned> {name}", f"std::vector<unsigned> {name}")
        self.scalars.append(Scalar(name, f"{declared} = {{{numbers}}};", reported if self.chance(80) else ""))
        first, last = (0, count) if self.chance(60) else (self.random.randint(0, 1), self.random.randint(count - 1, count))
        value = Expr("{} + {}", [self.whole(scope), Expr(f"{w} * 5u", kind="uint", binds=7)], kind="uint", binds=6)
        head = self.pick(f"for (int {w} = {first}; {w} < {last}; ++{w})", f"for (int {w} = {first}; {w} < {last}; ++{w})",
                         f"for (int {w} = {last - 1}; {w} >= {first}; --{w})",
                         f"for (int {w} : {{0, {count - 1}}})" if count > 1 else f"for (int {w} : {{0}})")
        fill = block(head, [line(f"{name}[{w}] = ", value, ";")], declares=(w,))
        if self.chance(15):
            fill = block(["if (", self.condition(scope), ")"], [fill])
        one, other = (f"{name}[{self.random.randrange(count)}]" for _ in range(2))
        use = line(target, " = ", Expr(f"{one} ^ {other} * 3u", kind="uint", binds=3), ";")
        return [fill, use] if self.chance(90) else [use, fill]

    def made_vector(self, scope):
        """Of an iteration's own: its size is a number, or a variable that may change; it may grow, or be filled in part."""
        name, w, size, count = self.fresh("made"), self.fresh("w"), self.fresh("size"), self.random.randint(1, 6)
        target = self.element(scope, kinds=("uint",), store=True)
        if target is None:
            return self.assignment(scope)
        said = str(count)
        if self.chance(60):
            said = size if self.chance(80) else f"{size} + 0"
            self.scalars.append(Scalar(size, f"int {size} = {count};", ""))
        value = [", ", self.whole(scope)] if self.chance(50) else []
        made = line(f"std::vector<unsigned> {name}({said}", *value, ");", declares=name)
        first, last = (0, count) if self.chance(50) else (self.random.randint(0, count - 1), count)
        number = Expr("{} + {}", [self.whole(scope), Expr(f"{w} * 3u", kind="uint", binds=7)], kind="uint", binds=6)
        bound = said if last == count and self.chance(60) else self.pick(str(last), f"static_cast<int>({name}.size())")
        fill = block(f"for (int {w} = {first}; {w} < {bound}; ++{w})",
                     [line(f"{name}[{w}] {self.pick('=', '=', '+=', '^=')} ", number, ";")], declares=(w,))
        one, other = (f"{name}[{self.random.randrange(count)}]" for _ in range(2))
        use = line(target, " = ", Expr(f"{one} ^ {other} * 7u", kind="uint", binds=3), ";")
        more = []
        if self.chance(10):
            more = [line(f"{name}.push_back({self.random.randint(0, 9)}u);")]
        if said != str(count) and self.chance(10):
            more.append(line(f"{size} = {size} % 6 + {count};"))
        return [made, fill, use, *more]

    def made_view(self, scope):
        """Of some elements from outside, or of an iteration's own: read, written, walked, cut, and made anew."""
        fitting = [a for a in self.palette if a in "abcuv"]
        if not fitting:
            return self.assignment(scope)
        view, own, e, count = self.fresh("view"), self.fresh("own"), self.fresh("e"), self.random.randint(2, 4)
        array = self.random.choice(fitting)
        self.stored.add(array)
        kind, value, sign = ("unsigned", lambda: self.whole(scope), self.pick("=", "+=", "^=")) if array in "uv" else (
            "int", lambda: self.within(self.value(scope)), "=")
        if self.chance(75):
            low, high = ARRAYS[array].index
            place = self.index(scope, (low, high - count))
            made = [line(f"std::span<{kind}> {view}({array} + (", place, f"), {count});", declares=view)]
        else:
            made = [line(f"{kind} {own}[{count}] = {{", value(), "};", declares=own),
                    line(f"std::span<{kind}> {view}({own});", declares=view)]
        cut = self.pick("subspan(1)", f"first({count - 1})", f"last({count - 1})", f"subspan(1, {count - 1})")
        more = []
        if self.chance(30):
            again = line(f"{view} = {view}.{cut};")
            more.append(block(["if (", self.condition(scope), ")"], [again]) if self.chance(25) else again)
        elif self.chance(40):
            part = self.fresh("part")
            more.append(line(f"const auto {part} = {view}.{cut};", declares=part))
            view = part
        target = self.pick(f"{view}[0]", f"{view}[{count - 2}]", f"{view}.front()", f"{view}.back()", f"*{view}.begin()",
                           f"{view}.data()[0]")
        used = line(f"{target} {sign} ", value(), ";")
        if self.chance(30):
            used = block(f"for ({kind}& {e} : {view})", [line(f"{e} {sign} ", value(), ";")], declares=(e,))
        shown = self.element(scope, kinds=("uint",), store=True)
        return [*made, *more, used, *([line(shown, f" += {view}.back() + 3u;")] if shown and self.chance(60) else [])]

    def outer_lambda(self, scope):
        """Declared in front of the loops, captures by reference; called in the loop, for its value or its effect."""
        name, e = self.fresh("act"), self.fresh("e")
        inside = Scope([Variable(e, (0, 99))], [], [], scope.times)
        counter = scope.counters[-1] if scope.counters else None
        if counter is None or counter.range[0] < 0 or counter.range[1] > 99:
            return self.local_lambda(scope)
        if self.chance(50):
            value = self.within(self.value(inside))
            self.scalars.append(Scalar(name, Statement([f"auto {name} = [&](int {e}) {{ return ", value, "; };"]).head(),
                                       ""))
            target = self.element(scope, store=True)
            if target is None:
                return []
            return [line(target, " = ", self.within(Expr(f"{name}({counter.text})", fixed=INT), target.fixed), ";")]
        body = self.reduction(inside) if self.chance(40) else self.assignment(inside)
        text = " ".join(piece.strip() for statement in body for piece in statement.lines(0))
        self.scalars.append(Scalar(name, f"auto {name} = [&](int {e}) {{ {text} }};", ""))
        return [line(f"{name}({counter.text});")]

    def toggled(self, scope):
        """Two values that take turns."""
        name = self.scalar("turn", "int", "1")
        target = self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        flip = self.pick(f"{name} = 1 - {name};", f"{name} = -{name};")
        value = operation(self.pick("+", "*"), Expr(name, fixed=(-1, 2)), self.atom(scope))
        return [line(target, " = ", self.within(value, target.fixed), ";"), line(flip)]

    def chained(self, scope):
        """Two assignments in one, or the value of one used at once."""
        first, second = self.element(scope, store=True), self.element(scope, store=True)
        if first is None:
            return self.assignment(scope)
        least = (max(first.fixed[0], second.fixed[0]), min(first.fixed[1], second.fixed[1]))
        return [line(first, " = ", second, " = ", self.within(self.value(scope), least), ";")]

    # Loops.

    def search_while(self, scope):
        """Runs to where something is found; the counter lives on."""
        i, end = self.fresh("i"), size(self.pick("n", "m"))
        inner = scope.inside(Variable(i, (0, end.range[1] - 1)), end.range[1])
        condition = self.in_parentheses(self.condition(inner))
        head = self.pick([f"while ({i} < {end.text} && ", condition, ")"],
                         [f"for (; {i} < {end.text} && !", condition, ";)"])
        after = scope.nested()
        after.locals.append(Variable(i, (0, end.range[1])))
        return Statement([], [line(f"int {i} = 0;", declares=i), Statement(head, [line(f"++{i};")]),
                              *self.assignment(after)])

    def counter_outside(self, scope):
        """The counter is a variable of the function: its last value is seen."""
        i, end = self.scalar("pos", "int", "-1"), size(self.pick("n", "m"))
        if any(c.text == i for c in scope.counters) or scope.times * end.range[1] > 8000:
            return self.plain_nest(scope)
        inner = scope.inside(Variable(i, (0, end.range[1] - 1), bound=end.text), end.range[1])
        body = self.statements(inner)
        head = self.pick(f"for ({i} = 0; {i} < {end.text}; ++{i})", f"for ({i} = {end.text} - 1; {i} >= 0; --{i})")
        return Statement([head], body)

    def until_found(self, scope):
        """A flag ends the loop."""
        i, flag, end = self.fresh("i"), self.scalar("done", "bool", "false"), size(self.pick("n", "m"))
        inner = scope.inside(Variable(i, (0, end.range[1] - 1), bound=end.text), end.range[1])
        found = block(["if (", self.condition(inner), ")"], [line(f"{flag} = true;"), *self.last_value(inner)])
        return Statement([f"for (int {i} = 0; {i} < {end.text} && !{flag}; ++{i})"],
                         [*self.statements(inner, 1), found], declares=(i,))
