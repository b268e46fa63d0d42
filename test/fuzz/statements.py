"""Random statements of a loop's body."""
from inputs import ARRAYS, INT
from scope import Variable
from tree import Expr, Scalar, Statement, block, line, number, operation


class Statements:
    """The part of the generator that makes bodies. Each method returns a list of statements."""

    def statements(self, scope, most=3):
        made = []
        for _ in range(self.random.randint(1, most)):
            made += self.statement(scope)
        return made

    def statement(self, scope):
        kinds = [(self.assignment, 30), (self.reduction, 14), (self.extremum, 5), (self.array_reduction, 6),
                 (self.conditional, 10), (self.private_scalar, 9), (self.outer_scalar, 7), (self.private_array, 4),
                 (self.last_value, 4), (self.prefix_sum, 3), (self.previous, 4), (self.packing, 3), (self.call, 8),
                 (self.local_lambda, 4), (self.switch, 4), (self.swap, 2), (self.headed_loop, 5), (self.accumulated, 6),
                 (self.idiom, 12), (self.work_array, 6), (self.made_vector, 5), (self.made_view, 9),
                 (self.odd_statement, 12), (self.object_statement, 6), (self.combined, 4), (self.repeated, 4),
                 (self.fixable, 4), (self.set_where_used, 3), (self.introduced, 4), (self.said_to_combine, 2),
                 (self.other_extremes, 3), (self.far_jump, 1), (self.gathered, 6), (self.shaped_call, 5),
                 (self.closure, 5)]
        if scope.may_continue or scope.may_break:
            kinds += [(self.leave, 5), (self.search, 2)]
        if scope.may_continue:
            kinds.append((self.jump, 2))
        return self.random.choices([k for k, _ in kinds], [w for _, w in kinds])[0](scope)

    # Elements of arrays.

    def assignment(self, scope):
        kind = self.random.choices(["int", "uint", "double"], [60, 20, 20])[0]
        target = self.element(scope, kinds=(kind,), store=True) or self.element(scope, kinds=("int",), store=True)
        return [self.store(scope, target)]

    def store(self, scope, target):
        if target.kind == "uint":
            operator = self.pick("=", "=", "+=", "^=", "|=", "-=", "*=", "&=")
            return line(target, f" {operator} ", self.whole(scope), ";") if self.chance(85) else line(
                self.pick("++", "--"), target, ";")
        if target.kind == "double":
            return line(target, " = ", self.small_real(scope), ";")
        if target.fixed == (0, 255):  # unsigned char: compound assignment wraps
            return line(target, self.pick(" = ", " += ", " ^= "), self.within(self.value(scope), (0, 255)), ";")
        value = self.value(scope)
        if self.chance(25):  # in place, maybe at an offset
            name = target.form.partition("[")[0]
            same = self.element(scope, name) if name in ARRAYS and ARRAYS[name].element == "{}[{}]" else None
            value = operation("+", same, value) if same else value
        return line(target, " = ", self.within(value, target.fixed), ";")

    # Reductions.

    def scalar(self, stem, kind, initial, exact=True):
        """A local of the function, perhaps one that is there already."""
        fitting = [s for s in self.scalars if s.name.startswith(stem) and s.name[len(stem):].isdigit() and
                   s.declaration.startswith(f"{kind} {s.name} = ")]
        if fitting and self.chance(60):
            return self.random.choice(fitting).name
        name = self.fresh(stem)
        shown = f"(double){name}" if kind in ("double", "float") else f"(long long){name}"
        label = name if exact else f"~{name}"
        self.scalars.append(Scalar(name, f"{kind} {name} = {initial};", f'report("{label}", {shown});'))
        return name

    def totals(self):
        name = "totals1"
        if not any(s.name == name for s in self.scalars):
            report = "\n  ".join(f'report("{name}.{f}", ({"double" if f == "weight" else "long long"}){name}.{f});'
                               for f in ("sum", "bits", "low", "weight"))
            self.scalars.append(Scalar(name, f"Totals {name};", report))
        return name

    def reduction(self, scope):
        guard = self.chance(25)
        kind = self.random.choice(["sum"] * 5 + ["bits"] * 3 + ["counts", "counts", "real", "rough", "field", "param",
                                                                "flag", "wide"])
        if kind == "sum":
            text = self.scalar("sum", self.pick("int", "int", "long", "long long"), self.pick("0", "7"))
            made = line(f"{text} {self.pick('+', '+', '-')}= ", self.small(scope), ";")
        elif kind == "bits":
            text = self.scalar("bits", "unsigned", self.pick("0", "1", "~0u"))
            made = line(f"{text} {self.pick('+', '^', '|', '&', '*', '-')}= ", self.whole(scope), ";")
        elif kind == "counts":
            made, guard = line(f"++{self.scalar('hits', self.pick('int', 'unsigned', 'long'), '0')};"), True
        elif kind == "real":
            made = line(f"{self.scalar('real', 'double', '0')} += ", self.small_real(scope), ";")
        elif kind == "rough":  # not associative: same bits on all devices, a tolerance against the original
            name = self.scalar("rough", "double", "0", exact=False)
            made = line(f"{name} += 0.1 * ", self.small_real(scope), ";")
        elif kind == "field":
            made = self.random.choice([
                lambda: line(f"{self.totals()}.sum += ", self.small(scope), ";"),
                lambda: line(f"{self.totals()}.bits ^= ", self.whole(scope), ";"),
                lambda: line(f"{self.totals()}.weight += ", self.small_real(scope), ";")])()
        elif kind == "param":
            made = self.random.choice([lambda: line("*count += ", self.whole(scope), ";"),
                                       lambda: line("total += ", self.small(scope), ";")])()
        elif kind == "flag":
            name, how = self.pick(("any", "||"), ("all", "&&"), ("some", "|"))
            name = self.scalar(name, "bool", "true" if name == "all" else "false")
            made = line(f"{name} = {name} {how} ", self.in_parentheses(self.condition(scope)), ";")
        else:
            made = line(f"{self.scalar('wide', 'long long', '1')} += ", operation(
                "*", self.within(self.value(scope)), number(100000)), ";")
        return [block(["if (", self.condition(scope), ")"], [made])] if guard else [made]

    @staticmethod
    def in_parentheses(expression):
        return Expr("({})", [expression], kind=expression.kind)

    def extremum(self, scope):
        """Minimum or maximum, with or without its location."""
        real = self.chance(30) and self.element(scope, kinds=("double",)) is not None
        value = self.small_real(scope) if real else self.within(self.value(scope))
        kind = "double" if real else "int"
        if not real and self.chance(12):
            low = f"{self.totals()}.low"
            return [line(f"{low} = std::min<int>({low}, ", value, ");")] if value.form in ("%", "+", "-") else [
                line("if (", Expr("{} < " + low, [value], kind="bool", binds=4), f") {low} = ", value, ";")]
        stem, sign = self.pick(("least", "<"), ("most", ">"))
        name = self.scalar(("real" if real else "") + stem, kind, "2000" if sign == "<" else "-2000")
        shape = self.random.randint(0, 4)
        function = f"std::{'min' if sign == '<' else 'max'}<{kind}>"
        if shape == 0:
            return [line(f"{name} = {function}({name}, ", value, ");")]
        if shape == 1:
            return [line(f"{name} = ", Expr("{} " + sign + f" {name} ? {{}} : {name}", [value, value], kind=kind,
                                            binds=1), ";")]
        body = [line(f"{name} = ", value, ";")]
        if shape > 2 and scope.counters:
            for counter in scope.counters[-self.random.randint(1, 2):]:
                body.append(line(f"{self.scalar('where', 'int', '-1')} = ", counter.value(), ";"))
        compare = sign + self.pick("", "", "=")
        return [block(["if (", Expr("{} " + f"{compare} {name}", [value], kind="bool", binds=4), ")"], body)]

    def array_reduction(self, scope):
        """Into elements whose subscript says too little about the iteration: histograms, sums of columns."""
        if self.chance(50):
            name = self.fresh("bins")
            self.scalars.append(Scalar(name, f"unsigned {name}[16] = {{}};", f'report("{name}", {name});'))
            target = Expr(name + "[{}]", [self.index(scope, (0, 15))], kind="uint")
        else:
            target = self.element(scope, kinds=("uint",), store=True)
            if target is None:
                return self.assignment(scope)
        if self.chance(20):
            other = self.whole(scope)
            return [line(target, " = ", Expr(self.pick("std::min", "std::max") + "<unsigned>({}, {})",
                                              [target, other]), ";")]
        return [line(target, f" {self.pick('+', '+', '^', '|')}= ", self.whole(scope), ";")]

    # Conditions.

    def conditional(self, scope):
        inner, head, names = scope.nested(), self.condition(scope), ()
        if self.chance(25):
            inner, head, names = self.head(scope)
            head = [*head, "; ", self.condition(inner)] if self.chance(50) else head
        made = [block(["if (", *(head if names else [head]), ")"], self.statements(inner.nested(), 2), declares=names)]
        if self.chance(30):
            made.append(block("else", self.statements(inner.nested(), 1)))
        return [Statement([], made)] if len(made) > 1 else made

    def head(self, scope, form="{}"):
        """A variable that a statement's head declares: the scope that has it, the text, and the name."""
        name, inner = self.fresh("h"), scope.nested()
        inner.locals.append(Variable(name, (-4095, 4095)))
        value = Expr(form, [self.within(self.value(scope), (-4095, 4095))])
        return inner, [f"{self.pick('const int', 'int', 'const auto')} {name} = ", value], (name,)

    def headed_loop(self, scope):
        """Goes on while what its head declares is not zero, three times at most."""
        step, size = self.fresh("e"), 3
        inner = scope.inside(Variable(step, (0, size)), size)
        if self.chance(50):
            inner, head, names = self.head(inner)
            body = [line(f"if ({step} > {size - 1}) break;"), *self.statements(inner, 2)]
            return [block([f"for (int {step} = 0; ", *head, f"; ++{step})"], body, declares=(step, *names))]
        inner, head, names = self.head(inner, f"{step} < {size} ? {{}} : 0")
        body = [line(f"++{step};"), *self.statements(inner, 2)]
        return [Statement([], [line(f"int {step} = 0;", declares=step),
                               block(["while (", *head, ")"], body, declares=names)])]

    def leave(self, scope):
        word = "continue" if scope.may_continue and (self.chance(65) or not scope.may_break) else "break"
        return [line("if (", self.condition(scope), f") {word};")]

    def search(self, scope):
        """Leaves with what it has found."""
        if not (scope.may_break and scope.counters):
            return self.leave(scope)
        body = [line(f"{self.scalar('where', 'int', '-1')} = ", scope.counters[-1].value(), ";")]
        if self.chance(40):
            body.append(line(f"{self.scalar('found', 'int', '0')} = ", self.within(self.value(scope)), ";"))
        body.append(line("break;") if self.chance(70) else line("return ", self.within(self.value(scope)), ";"))
        return [block(["if (", self.condition(scope), ")"], body)]

    def switch(self, scope):
        subject = operation("&", self.value(scope, 1), number(3))
        cases = []
        for label in ("case 0:", "case 1:", "case 2:", "default:")[-self.random.randint(2, 4):]:
            inner = scope.nested(may_break=False)
            end = "break;" if self.chance(85) or label == "default:" else "[[fallthrough]];"
            cases.append(block(label, self.assignment(inner) + [line(end)]))
        names = (self.fresh("h"),) if self.chance(30) else ()
        for name in names:
            subject = Expr(f"const int {name} = {{}}" + self.pick("", f"; {name}"), [subject])
        return [block(["switch (", subject, ")"], cases, declares=names)]

    def jump(self, scope):
        """Forward, to the end of what it skips."""
        label = self.fresh("skip")
        skipped = self.assignment(scope) + self.assignment(scope)[:1]
        return [Statement([], [line("if (", self.condition(scope), f") goto {label};"), *skipped,
                               line(f"{label}:;", declares=label)])]

    # Scalars within an iteration, and from one to another.

    def private_scalar(self, scope):
        name = self.fresh("t")
        if self.chance(25):
            made = [line(f"{self.pick('const double', 'double')} {name} = ", self.small_real(scope), ";",
                         declares=name)]
            scope.doubles.append(name)
        else:
            made = [line(f"{self.pick('const int', 'int', 'const auto')} {name} = ",
                         self.within(self.value(scope), (-4095, 4095)), ";", declares=name)]
            scope.locals.append(Variable(name, (-4095, 4095)))
        return made + self.assignment(scope)

    def outer_scalar(self, scope):
        """Declared outside: written first, or only sometimes, and then read."""
        name = self.scalar("temp", "int", self.pick("0", "k"))
        write = line(f"{name} = ", self.within(self.value(scope), (-4095, 4095)), ";")
        if self.chance(25):
            write = block(["if (", self.condition(scope), ")"], [write])
        use = self.element(scope, store=True) or self.element(scope, kinds=("double",), store=True)
        if use is None:
            return [write]
        read = self.within(operation("+", Expr(name, fixed=(-4095, 4095)), self.atom(scope)), use.fixed)
        parts = [write, line(use, " = ", read, ";")]
        return parts if self.chance(85) else parts[::-1]

    def last_value(self, scope):
        name = self.scalar("last", "int", "-5")
        made = line(f"{name} = ", self.within(self.value(scope)), ";")
        return [block(["if (", self.condition(scope), ")"], [made])] if self.chance(40) else [made]

    def private_array(self, scope):
        name, at, size = self.fresh("local"), self.fresh("i"), self.random.randint(2, 6)
        inner = scope.inside(Variable(at, (0, size - 1)), size)
        fill = block([f"for (int {at} = 0; {at} < {size}; ++{at})"],
                     [line(f"{name}[{at}] = ", self.within(self.value(inner)), ";")], declares=(at,))
        read = operation("+", Expr(name + "[{}]", [self.index(scope, (0, size - 1))], INT), self.atom(scope))
        target = self.element(scope, store=True)
        use = line(target, " = ", self.within(read, target.fixed), ";") if target else line(
            f"{self.scalar('sum', 'int', '0')} += ", self.within(read), ";")
        if self.chance(60):
            return [line(f"int {name}[{size}];", declares=name), fill, use]
        self.scalars.append(Scalar(name, f"int {name}[{size}] = {{}};", f'report("{name}", {name});'))
        return [fill, use]

    def accumulated(self, scope):
        """A sum that starts anew in each iteration."""
        name = self.fresh("t")
        loop = self.header(scope)
        inner = self.inside(scope, loop)
        body = [line(f"{name} += ", self.small(inner), ";")]
        if self.chance(25):
            body += self.assignment(inner)
        made = [line(f"int {name} = 0;", declares=name), loop.around(body)]
        scope.locals.append(Variable(f"({name} % 1024)", INT))
        return made + self.assignment(scope)

    def prefix_sum(self, scope):
        name = self.scalar("running", "int", self.pick("0", "3"))
        add = line(f"{name} += ", self.small(scope), ";")
        target = self.element(scope, store=True)
        if target is None:
            return [add]
        store = line(target, " = ", self.within(Expr(f"{name}", fixed=(-1 << 30, 1 << 30)), target.fixed), ";")
        return [add, store] if self.chance(60) else [store, add]

    def previous(self, scope):
        """A scalar that holds what the previous iteration left: a wrap-around variable."""
        name = self.scalar("prev", "int", self.pick("0", "1"))
        if scope.counters and self.chance(70) and (0 <= scope.counters[-1].range[0]) and (
                scope.counters[-1].range[1] <= 127):
            next_value, held = scope.counters[-1].value(), (0, 127)
        else:
            next_value, held = self.within(self.value(scope), (0, 127)), (0, 127)
        inner = scope.nested()
        inner.locals.append(Variable(name, held))
        return self.assignment(inner) + [line(f"{name} = ", next_value, ";")]

    def packing(self, scope):
        """Appends where a condition holds; the position goes on through all loops of the function."""
        fitting = [a for a in self.palette if ARRAYS[a].index[1] > 7000]
        if not fitting or self.appends + scope.times > 7000:
            return self.assignment(scope)
        name, array = self.scalar("at", "int", "0"), ARRAYS[self.random.choice(fitting)]
        self.appends += scope.times
        self.stored |= {array.name, array.owner}
        element = array.form(store=True)
        value = self.whole(scope) if array.kind == "uint" else self.small_real(scope) if (
            array.kind == "double") else self.within(self.value(scope), array.values)
        made = [line(element.format(array.name, f"{name}++") + " = ", value, ";")] if self.chance(70) else [
            line(element.format(array.name, name) + " = ", value, ";"), line(f"{name} += 1;")]
        return [block(["if (", self.condition(scope), ")"], made)] if self.chance(80) else made

    # Calls.

    def call(self, scope):
        kind = self.random.randint(0, 3)
        name, c = self.fresh("helper"), self.random.randint(2, 9)
        if kind == 0:
            self.helpers[name] = f"static int {name}(int x, int y) {{ return (x * {c} + y) % 1024; }}"
        elif kind == 1:
            self.helpers[name] = (f"static int {name}(int x, int y) {{\n  if (x > y) return x - y;\n"
                                  f"  int r = 0;\n  for (int e = 0; e < {c}; ++e) r += x & e;\n  return r % 512;\n}}")
        elif kind == 2:
            self.helpers[name] = f"static void {name}(int& x, int y) {{ x = (x + y * {c}) % 1024; }}"
        else:
            self.helpers[name] = f"static void {name}(int* x, int y) {{ *x = y % {100 * c}; }}"
        plain = [a for a in self.palette if a in "abc" or a in ("vec", "arr", "span", "table")]
        target = self.element(scope, self.random.choice(plain), store=True) if plain else None
        if target is None:
            return self.assignment(scope)
        second = self.within(self.value(scope), (-65535, 65535))
        if kind < 2:
            value = Expr(name + "({}, {})", [self.within(self.value(scope), (-65535, 65535)), second])
            return [line(target, " = ", Expr("{} % 1024", [value], binds=7), ";")]
        return [line(f"{name}(" + ("&" if kind == 3 else ""), target, ", ", second, ");")]

    def local_lambda(self, scope):
        name, e = self.fresh("f"), self.fresh("e")
        # A copied container has other iterators.
        capture = "&" if any("begin()" in v.text for v in scope.readable()) else self.pick("&", "&", "=")
        inner = scope.nested()
        inner.locals.append(Variable(e, INT))
        value = self.within(self.value(inner))
        target = self.element(scope, store=True)
        if target is None:
            return self.assignment(scope)
        use = Expr(name + "({})", [self.within(self.value(scope))], INT)
        return [line(f"const auto {name} = [{capture}]({self.pick('int', 'auto')} {e}) {{ return ", value, "; };",
                     declares=(name, e)),
                line(target, " = ", self.within(use, target.fixed), ";")]

    def swap(self, scope):
        plain = [a for a in self.palette if a in "abcuvxyfhw"]
        if not plain:
            return self.assignment(scope)
        name = self.random.choice(plain)
        return [line("std::swap(", self.element(scope, name, (), True), ", ", self.element(scope, name, (), True),
                     ");")]
