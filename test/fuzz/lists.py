"""Random loops that follow lists of indices: reads and writes through them, lists that have a number twice or change, and
rows that begin where a list says."""
from inputs import INT
from scope import Variable
from tree import Expr, Statement, block, line, number, operation

LENGTH, HIGHEST = 100, 199  # of a list, as `n` has it at most, and what it holds at most
KINDS = {"int": 8, "unsigned": 2, "std::size_t": 2, "long": 1, "short": 1, "unsigned char": 1}


class Lists:
    """The part of the generator that has lists of indices."""

    def list_nest(self, scope):
        names = self.pointers("abc")
        if not names or scope.times > 40:
            return self.plain_nest(scope)
        source, to = self.random.choice(names), self.random.choice(names)
        self.stored.add(to)
        name, front = self.made_list(self.weighted(KINDS))
        kinds = [self.gather_by_list, self.scatter_by_list, self.scatter_by_list, self.update_by_list, self.parts_by_list, self.neighbours_in_list, self.list_of_list, self.rows_by_list,
                 self.changing_list, self.clamped_list, self.list_in_elements, self.list_in_elements, self.written_rows]
        loops = [self.random.choice(kinds)(scope, name, source, to) for _ in range(self.pick(1, 1, 2))]
        return Statement([], [*front, *loops])

    def made_list(self, kind):
        """A list, and what declares and fills it."""
        name, e = self.fresh("list"), self.fresh("e")
        declared = self.pick(f"{kind} {name}[{LENGTH + 1}];", f"std::vector<{kind}> {name}({LENGTH + 1});",
                             f"std::vector<{kind}> {name}_of({LENGTH + 1}); {kind}* {name} = {name}_of.data();",
                             f"std::array<{kind}, {LENGTH + 1}> {name};")
        value = self.pick(f"({e} * 7 + k + 9) % {LENGTH}", f"{LENGTH} - {e}", f"{e} + {self.pick('p', '0', 'm')}", f"{e} * 2 % {LENGTH + 1}",
                          f"({e} * 3 + p) % {self.pick(LENGTH, 40, 7)}", f"{e} / 2", f"{self.pick('m', '5')}")
        front = [line(declared, declares=(name, f"{name}_of")),
                 line(f"for (int {e} = 0; {e} <= {LENGTH}; ++{e}) {name}[{e}] = {value};", declares=e)]
        if self.chance(20):
            front.append(line(f"{name}[{self.random.randint(0, LENGTH)}] = {name}[{self.random.randint(0, LENGTH)}];"))
        return name, front

    def followed(self, scope, name, place):
        """The list's number at a place, as one spells it, and what declares it."""
        spelled = self.pick(f"{name}[{place}]", f"{name}[{place}]", f"*(&{name}[0] + {place})", f"(int){name}[{place}]")
        if self.chance(50):
            return spelled, []
        number_of = self.fresh("at")
        kind = self.pick("const int", "const auto", "int", "const std::size_t")
        return number_of, [line(f"{kind} {number_of} = {spelled};", declares=number_of)]

    def loop_over_list(self, scope, high="n"):
        i = self.fresh("i")
        inner = scope.inside(Variable(i, (0, LENGTH)), LENGTH)
        head = self.pick(f"for (int {i} = 0; {i} < {high}; ++{i})", f"for (int {i} = 0; {i} < {high}; ++{i})",
                         f"for (int {i} = {high} - 1; {i} >= 0; --{i})", f"for (int {i} = 0; {i} < {high}; {i} += 2)",
                         f"for (int {i} = 1; {i} <= {high}; ++{i})" if high == "n" else f"for (int {i} = 0; {i} < {high}; ++{i})")
        return i, inner, head

    def around_list(self, scope, i, head, body):
        """Now and then under a condition, or beside something else."""
        body = [block(["if (", self.condition(scope), ")"], body)] if self.chance(20) else body
        more = self.assignment(scope) if self.chance(15) else []
        return Statement([head], [*body, *more], declares=(i,))

    def read_beside(self, scope, array, place):
        """An int made of an element and something else."""
        element = Expr(f"{array}[{place}]", fixed=INT, binds=8)
        return self.within(operation(self.pick("+", "-", "*"), element, self.value(scope.nested(), 1)))

    def gather_by_list(self, scope, name, source, to):
        i, inner, head = self.loop_over_list(scope)
        at, front = self.followed(inner, name, i)
        place = self.pick(at, at, f"2 * {at} + 1", f"{at} + {i}")
        target = self.pick(f"{to}[{i}] = ", f"{to}[2 * {i} + 1] = ", f"{self.scalar('sum', 'long long', '0')} += ")
        return self.around_list(inner, i, head, [*front, line(target, self.read_beside(inner, source, place), ";")])

    def scatter_by_list(self, scope, name, source, to):
        i, inner, head = self.loop_over_list(scope)
        at, front = self.followed(inner, name, i)
        place = self.pick(at, at, f"3 * {at} + 1", f"{at} + 1", f"{HIGHEST} - {at}" if self.chance(50) else at, f"{at} / 2", f"{at} + {i}")
        return self.around_list(inner, i, head, [*front, line(f"{to}[{place}] = ", self.read_beside(inner, source, i), ";")])

    def update_by_list(self, scope, name, source, to):
        i, inner, head = self.loop_over_list(scope)
        at, front = self.followed(inner, name, i)
        made = self.random.choice([
            lambda: line(f"{to}[{at}] = ", self.read_beside(inner, to, at), ";"),
            lambda: line(f"{to}[{at}] = ({to}[{name}[{i}]] + {source}[{i}]) % 1024;"),
            lambda: line(f"{to}[{at}] = {to}[{at}] / 2 + {i} % 7;")])()
        return self.around_list(inner, i, head, [*front, made])

    def parts_by_list(self, scope, name, source, to):
        """Some elements side by side."""
        i, inner, head = self.loop_over_list(scope)
        at, front = self.followed(inner, name, i)
        d, many, factor = self.fresh("d"), self.pick(2, 3, 3, 4), self.pick(3, 3, 4)
        place = self.pick(f"{factor} * {at} + {d}", f"{d} + {at} * {factor}", f"{at} + {d}")
        inside = block(f"for (int {d} = 0; {d} < {many}; ++{d})",
                       [line(f"{to}[{place}] = ", self.read_beside(inner, source, f"{i} + {d}"), ";")], declares=(d,))
        return self.around_list(inner, i, head, [*front, inside])

    def neighbours_in_list(self, scope, name, source, to):
        i, inner, head = self.loop_over_list(scope, "n - 1")
        one, other = self.random.sample([i, f"{i} + 1", i], 2)
        return self.around_list(inner, i, head, [line(f"{to}[{name}[{one}]] = ", self.read_beside(inner, self.pick(to, source), f"{name}[{other}]"), ";")])

    def list_of_list(self, scope, name, source, to):
        i, inner, head = self.loop_over_list(scope)
        place = f"{name}[{name}[{i}] % {LENGTH}]" if self.chance(50) else f"{name}[{name}[{i}] / 2]"
        target, value = self.pick((f"{to}[{i}] = ", self.read_beside(inner, source, place)), (f"{to}[{place}] = ", self.read_beside(inner, source, i)))
        return self.around_list(inner, i, head, [line(target, value, ";")])

    def rows_by_list(self, scope, name, source, to):
        """`for (j = start[i]; j < start[i + 1]; ++j)`, now and then of a table that does not rise."""
        start, e, i, j, total = self.fresh("start"), self.fresh("e"), self.fresh("i"), self.fresh("j"), self.fresh("total")
        rise = self.pick(f"{e} * 3 / 2", f"{e} * 2", f"{e} + {e} % 2", f"{e} * 7 % 40")
        inner = scope.inside(Variable(i, (0, 47)), 48)
        front = [line(f"int {start}[49]; for (int {e} = 0; {e} < 49; ++{e}) {start}[{e}] = {rise};", declares=(start, e))]
        high = self.pick(f"{start}[{i} + 1]", f"{start}[{i} + 1]", f"{start}[{i}] + {i} % 3", "m")
        inside = block(f"for (int {j} = {start}[{i}]; {j} < {high}; ++{j})",
                       [line(f"{total} += {source}[{self.pick(j, f'{name}[{j}]')}];")], declares=(j,))
        loop = Statement([f"for (int {i} = 0; {i} < 48 && {i} < n; ++{i})"],
                         [line(f"int {total} = 0;", declares=total), inside, line(f"{to}[{i}] = {total} % 1000;")], declares=(i,))
        return Statement([], [*front, loop])

    def list_in_elements(self, scope, name, source, to):
        """Numbers inside of an array's elements, by themselves or as places in another list."""
        cells, e, c = self.fresh("corners"), self.fresh("e"), self.fresh("c")
        i, inner, head = self.loop_over_list(scope)
        many = self.pick(1, 2, 3)
        value = self.pick(f"({e} * 7 + 9) % {LENGTH}", f"{LENGTH} - {e}", f"{e}", f"({e} * 3 + p) % {self.pick(LENGTH, 40)}")
        any_of = self.pick(f"({many} * {e} + {c}) % {LENGTH + 1}", f"({e} * 3 + {c} * 41) % {LENGTH}")
        kind, part, fill = self.pick(
            ("std::pair<int, long>", ".first", f"{cells}[{e}] = {{{value}, {e}}};"),
            ("std::pair<double, short>", ".second", f"{cells}[{e}] = {{{e} * 0.5, {value}}};"),
            (f"std::array<int, {many + 1}>", f"[{c}]", f"for (int {c} = 0; {c} <= {many}; ++{c}) {cells}[{e}][{c}] = {any_of};"),
            (f"std::array<unsigned char, {many + 1}>", f"[{many}]", f"{cells}[{e}] = {{}}; {cells}[{e}][{many}] = {value};"))
        declared = self.pick(f"{kind} {cells}[{LENGTH + 1}];", f"std::vector<{kind}> {cells}({LENGTH + 1});")
        front = [line(declared, declares=cells), line(f"for (int {e} = 0; {e} <= {LENGTH}; ++{e}) {{ {fill} }}", declares=e)]
        at = f"{cells}[{i}]{part}"
        place = self.pick(at, at, f"{name}[{at}]", f"2 * {at} + 1", f"{at} + {i}")
        use = self.random.choice([
            lambda: line(f"{to}[{place}] = ", self.read_beside(inner, source, i), ";"),
            lambda: line(f"{to}[{place}] = ({to}[{place}] + {i}) % 1024;"),
            lambda: line(f"{to}[{place}] += {i} % 5;"),
            lambda: line(f"{to}[{i}] = ", self.read_beside(inner, source, place), ";")])()
        if c in part:
            use = block(f"for (int {c} = 0; {c} < {many}; ++{c})", [use], declares=(c,))
        return Statement([], [*front, self.around_list(inner, i, head, [use])])

    def written_rows(self, scope, name, source, to):
        """Rows that a list bounds, of those that another one names, are written."""
        start, row, e, i, j = (self.fresh(one) for one in ("start", "row", "e", "i", "j"))
        rise = self.pick(f"{e} * 3 / 2", f"{e} * 2", f"{e} * 2", f"{e} + {e} % 2", f"{e} * 7 % 40")
        named = self.pick(f"{e} * 5 % 48", f"47 - {e}", f"{e} / 2", f"({e} * 5 + p) % 48")
        inner = scope.inside(Variable(i, (0, 47)), 48)
        front = [line(f"int {start}[49], {row}[48];", declares=(start, row)),
                 line(f"for (int {e} = 0; {e} < 49; ++{e}) {start}[{e}] = {rise};", declares=e),
                 line(f"for (int {e} = 0; {e} < 48; ++{e}) {row}[{e}] = {named};", declares=e)]
        at = self.pick(f"{row}[{i}]", f"{row}[{i}]", i)
        body = self.random.choice([
            lambda: line(f"{to}[{j}] = ", self.read_beside(inner, source, i), ";"),
            lambda: line(f"{to}[{j}] = ({to}[{j}] + {i}) % 1024;"),
            lambda: line(f"{to}[{j}] = {source}[{j}] - {i};"),
            lambda: line(f"{to}[{name}[{j}]] = {i} + {j};")])()
        step = self.pick(f"++{j}", f"++{j}", f"{j} += 2")
        inside = block(f"for (int {j} = {start}[{at}]; {j} < {start}[{at} + 1]; {step})", [body], declares=(j,))
        loop = Statement([f"for (int {i} = 0; {i} < 48 && {i} < n; ++{i})"], [inside], declares=(i,))
        return Statement([], [*front, loop])

    def changing_list(self, scope, name, source, to):
        """The loop writes its list."""
        i, inner, head = self.loop_over_list(scope)
        change = line(f"{name}[{i}] = ({name}[{i}] + {self.pick(1, 'p', '0')}) % {LENGTH};")
        write = line(f"{to}[{name}[{i}]] = ", self.read_beside(inner, source, i), ";")
        if self.chance(60):
            return self.around_list(inner, i, head, self.pick([write, change], [change, write], [write, change, write]))
        # What it was and what it is: the two differ, and the write goes where that says.
        before, after = self.fresh("before"), self.fresh("after")
        of = self.pick("{}", "{}", "({} > 40 ? 3 : 1)", "({} % 7)").format(f"(int){name}[{i}]")
        write = line(f"{to}[{i} + {before} - {after} + 1] = ", self.read_beside(inner, source, i), ";")
        body = [line(f"const int {before} = {of};", declares=before), change,
                line(f"const int {after} = {of};", declares=after), write]
        return self.around_list(inner, i, head, body)

    def clamped_list(self, scope, name, source, to):
        """A number of a list, or one made of it by way of a double, that is kept between two ends."""
        i, inner, head = self.loop_over_list(scope)
        k, low, high = self.fresh("k"), self.pick("0", "3", "p"), self.pick("40", "m + 9", "63")
        data = self.pick(f"(int){name}[{i}] - 9", f"(int){name}[{i}]", f"(int)({name}[{i}] * 0.7 - 4)", f"(int)({name}[{i}] / 1.5)")
        keep = [line(f"if ({k} > {high}) {k} = {high};"), line(f"if ({k} < {low}) {k} = {low};")]
        made = self.random.choice([
            lambda: [line(f"int {k} = {data};", declares=k), *keep],
            lambda: [line(f"int {k} = {data};", declares=k), *reversed(keep)],
            lambda: [line(f"int {k} = {data};", declares=k), line(f"if ({k} < {low}) {k} = {low}; else if ({k} > {high}) {k} = {high};")],
            lambda: [line(f"const int {k} = std::min(std::max({data}, {low}), {high});", declares=k)],
            lambda: [line(f"const int {k} = std::max<int>({low}, std::min<int>({data}, {high}));", declares=k)],
            lambda: [line(f"int {k} = {data};", declares=k), line(f"{k} = {k} < {low} ? {low} : {k} > {high} ? {high} : {k};")],
            lambda: [line(f"int {k} = {data};", declares=k), line(f"if ({k} < {low} || {k} > {high}) {k} = {low};")]])()
        use = self.random.choice([
            lambda: line(f"{to}[{i}] = ", self.read_beside(inner, source, k), ";"),
            lambda: line(f"{to}[{i}] = ", self.read_beside(inner, source, f"{k} + 1"), ";"),
            lambda: line(f"{to}[{k}] = ({to}[{k}] + {i}) % 1024;"),
            lambda: line(f"{to}[2 * {k}] = ", self.read_beside(inner, source, i), ";")])()
        if self.chance(50):
            return self.around_list(inner, i, head, [*made, use])
        counts, e = self.fresh("counts"), self.fresh("e")
        counted = self.around_list(inner, i, head, [*made, line(self.pick(f"++{counts}[{k}];", f"{counts}[{k}] += {i};"))])
        return Statement([], [line(f"int {counts}[{HIGHEST}] = {{}};", declares=counts), counted,
                              line(f"for (int {e} = 0; {e} < {HIGHEST}; ++{e}) {to}[{e}] = {counts}[{e}] % 1000;", declares=e)])
