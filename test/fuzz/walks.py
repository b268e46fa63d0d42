"""Random loops whose pointers and iterators move: where they are used, in the head, in some iterations only, towards each
other; pointers that may be null or only are compared; and variables that called functions write through pointers."""
from inputs import INT
from scope import Variable
from tree import Expr, Statement, block, line, number, operation

FURTHEST = 100


class Walks:
    """The part of the generator that has cursors."""

    def cursor_nest(self, scope):
        names = self.pointers("abc")
        if not names or scope.times > 40:
            return self.plain_nest(scope)
        kinds = [self.walk_between, self.conditional_cursor, self.stepped_in_head, self.counted_cursor, self.meeting, self.of_iterators,
                 self.companions]
        return self.random.choice(kinds)(scope, self.random.choice(names), self.random.choice(names))

    def moved_value(self, scope, read):
        """An int made of what a cursor shows."""
        scope = scope.nested()
        scope.locals += [Variable(read, INT)]
        return self.within(operation(self.pick("+", "-", "*"), Expr(read, fixed=INT, binds=8), self.value(scope, 1)))

    def ends_of(self, source, first, last):
        constant = self.pick("", "const ")
        self.stored |= set() if constant else {source}
        return line(f"{constant}int* {first} = {source} + {self.pick(0, 0, 2)}; {constant}int* {self.pick('', 'const ')}{last} = {first} + {self.pick('n', 'm', '40')};",
                    declares=(first, last))

    def walk_between(self, scope, source, to):
        """`while (first != last) *out++ = *first++;`"""
        first, last, out = self.fresh("first"), self.fresh("last"), self.fresh("out")
        self.stored.add(to)
        front = [self.ends_of(source, first, last), line(f"int* {out} = {to} + {self.random.randint(0, 9)};", declares=out)]
        one = self.fresh("t")
        body = self.random.choice([
            lambda: [line(f"*{out}++ = ", self.moved_value(scope, f"*{first}"), ";"), line(f"++{first};")],
            lambda: [line(f"*{out}++ = *{first}++ {self.pick('/ 2', '% 7', '- 0')};")],
            lambda: [line(f"const int {one} = *{first}++;", declares=one), line(f"*{out}++ = ", self.moved_value(scope, one), ";")],
            lambda: [line(f"*{out} = ", self.moved_value(scope, f"{first}[0]"), ";"), line(f"{first}++, {out}++;")],
            lambda: [line(f"if (*{first}++ > {self.random.randint(-300, 300)}) *{out} = 1; else *{out} = -1;"), line(f"{out}++;")],
            lambda: [line(f"{self.scalar('sum', 'long long', '0')} += *{first}++;")],
            lambda: [line(f"{out}[1] = {first}[0] + {out}[0] % 2;"), line(f"{out} += 1; {first} += 1;")]])()
        head = self.pick(f"while ({first} != {last})", f"while ({first} < {last})", f"for (; {first} != {last};)", f"while ({last} > {first})",
                         f"while ({last} - {first} > 0)")
        after = [line(f"{self.scalar('sum', 'long long', '0')} += {out} - {to};")] if self.chance(30) else []
        return Statement([], [*front, block(head, body), *after])

    def conditional_cursor(self, scope, source, to):
        """Moves on in some iterations only."""
        out, i = self.fresh("out"), self.fresh("i")
        self.stored.add(to)
        inner = scope.inside(Variable(i, (0, 99), bound="n"), 100)
        value = self.within(self.value(inner))
        step = self.random.choice([
            [f"*{out}++ = "], [f"*{out} = ", f"{out} += 1;"], [f"*{out} = ", f"++{out};"], [f"{out}[0] = ", f"{out} += {self.pick(1, 2)};"],
            [f"*({out}++) = "], [f"{out}[1] = ", f"{out}++;"], [f"*++{out} = "], [f"(*{out}) = ", f"{out}++;"]])
        body = [line(step[0], value, ";"), *map(line, step[1:])]
        if self.chance(20):
            body.append(line(f"{self.scalar('sum', 'long long', '0')} += {out} - {to};"))
        inner_part = block(["if (", self.condition(inner), ")"], body)
        declared = self.pick(f"int* {out} = {to};", f"int* {out} = {to} + 1;", f"auto {out} = &{to}[k + 3];", f"int* {out}; {out} = {to};")
        head = self.pick(f"for (int {i} = 0; {i} < n; ++{i})", f"for (int {i} = n; {i}-- > 0;)")
        more = self.assignment(inner) if self.chance(40) else []
        after = line(f"{self.scalar('last', 'int', '-5')} = int({out} - {to});")
        return Statement([], [line(declared, declares=out), Statement([head], [*more, inner_part], declares=(i,)), after])

    def stepped_in_head(self, scope, source, to):
        p, q, e = self.fresh("p"), self.fresh("q"), self.fresh("e")
        self.stored.add(to)
        end = self.pick("n", "m")
        step = self.pick(f"++{p}, ++{q}", f"{q}++, {p}++", f"++{p}, {q} += 2", f"++{p}, --{q}", f"{p} += 1, {q} += s")
        front = self.pick(f"const int* {p} = {source}; const int* const {e} = {p} + {end}; int* {q} = {to} + 200;",
                          f"const int *{p} = {source} + 1, *{e} = {source} + 1 + {end}; auto* {q} = {to} + 300;")
        head = self.pick(f"for (; {p} != {e}; {step})", f"for (; {p} < {e}; {step})", f"for (; {e} > {p}; {step})")
        inner = scope.inside(None, FURTHEST)
        body = [line(f"*{q} = ", self.moved_value(inner, f"*{p}"), ";")]
        if self.chance(25):
            body.append(line("if (", self.condition(inner), ") continue;"))
        used = [line(f"{self.scalar('sum', 'long long', '0')} += {self.pick(p, q)} - {self.pick(p, q)};")] if self.chance(20) else []
        if self.chance(40):
            head = f"for (const int* {p} = {source}; {p} != {source} + {end}; {step})"
            front = f"int* {q} = {to} + 200;"
            return Statement([], [line(front, declares=q), Statement([head], body, declares=(p, e))])
        return Statement([], [line(front, declares=(p, q, e)), Statement([head], body), *used])

    def counted_cursor(self, scope, source, to):
        left, p, q = self.fresh("left"), self.fresh("p"), self.fresh("q")
        self.stored.add(to)
        kind = self.pick("int", "int", "unsigned", "long", "std::size_t", "short")
        signed = kind not in ("unsigned", "std::size_t")
        front = line(f"{kind} {left} = {self.pick('n', 'm', 'n / 2')}; const int* {p} = {source}; int* {q} = {to} + {self.pick(0, 0, 4, 150)};",
                     declares=(left, p, q))
        use = self.pick(f"*{q} = *{p}", f"*{q} = *{p} / 2 + {self.pick('k', '3')}", f"{q}[0] = {p}[0] ^ 1")
        inline = use.replace(f"*{q}", f"*{q}++").replace(f"*{p}", f"*{p}++")
        inline = inline if "++" in inline else f"*{q}++ = *{p}++"
        made = self.random.choice([
            lambda: [line(f"for (; {left} > 0; --{left}, ++{p}, {q} += {self.pick(1, 2)}) {use};")],
            lambda: [line(f"for (; {left}--;) {inline};")], lambda: [line(f"while ({left}{self.pick('-- > 0', '--', '-- != 0')}) {inline};")],
            lambda: [line(f"while ({left}) {{ {inline}; --{left}; }}")], lambda: [line(f"for (; {left} > 0;) {{ {left}--; {inline}; }}")],
            lambda: [line(f"while ({left} > 3) {{ {inline}; {left} -= {self.pick(1, 2)}; }}")],
            lambda: [line(f"do {{ {inline}; }} while ({self.pick('--' + left + ' > 0', left + '-- > 1')});")] if signed else
            [line(f"for (; {left} > 0; {left}--) {inline};")],
            lambda: [line(f"while (!({left} == 0)) {{ {inline}; {left}--; }}")],
            lambda: [line(f"for (; {left} >= 4; {left} -= 4) {{ {'; '.join(f'{q}[{e}] = {p}[{e}] + {e}' for e in range(4))}; {p} += 4; {q} += 4; }}"),
                     line(f"while ({left}-- > 0) {inline};")]])()
        after = [line(f"{self.scalar('last', 'int', '-5')} = (int){left};")] if self.chance(30) else []
        return Statement([], [front, *made, *after])

    def meeting(self, scope, source, to):
        """From both ends."""
        i, j, low, high = self.fresh("i"), self.fresh("j"), self.fresh("low"), self.fresh("high")
        self.stored.add(to)
        end = self.pick("n", "m")
        t = self.fresh("t")
        swap = self.pick(f"std::swap({to}[{i}], {to}[{j}]);", f"const int {t} = {to}[{i}]; {to}[{i}] = {to}[{j}]; {to}[{j}] = {t};",
                         f"{to}[{i}] = {to}[{j}] % 512 + 1;")
        kind = self.pick("int", "int", "long", "std::ptrdiff_t")
        loop = self.pick(f"for ({kind} {i} = 0, {j} = {end} - 1; {i} < {j}; ++{i}, --{j}) {{ {swap} }}",
                         *([f"for ({kind} {i} = 0, {j} = {end}; {i} < --{j}; ++{i}) {{ {swap} }}"] if self.chance(4) else []),
                         f"for (int* {low} = {to}, *{high} = {to} + {end}; {low} < {high}; ++{low}) {{ --{high}; std::swap(*{low}, *{high}); }}",
                         f"{kind} {i} = 0, {j} = {end} - 1; while ({i} < {j}) {{ {swap} ++{i}; --{j}; }}",
                         f"int {i} = 0, {j} = {end} - 1; while ({i} <= {j}) {{ {swap} {i}++, {j}--; }}")
        return Statement([], [line(loop, declares=(i, j, low, high, t))])

    def of_iterators(self, scope, source, to):
        containers = ("vec", "arr", "span")
        name, it, out, left = self.random.choice(containers), self.fresh("it"), self.fresh("out"), self.fresh("e")
        self.stored |= {name, to}
        self.palette = sorted({name, *self.palette})
        inner = scope.inside(None, FURTHEST)
        value = self.moved_value(inner, f"*{it}")
        rise = self.pick(f"*{out}++ = ", f"*{out} = ")
        step = [] if "++" in rise else [line(self.pick(f"++{out};", f"{out}++;", f"{out} += 1;"))]
        body = [line(rise, value, ";"), *step]
        if self.chance(40):
            body = [block(["if (", self.condition(inner), ")"], body)]
        forward = f"for (auto {it} = {name}.{self.pick('begin', 'rbegin', *(['cbegin'] if name != 'span' else []))}(); {it} != {name}.end(); ++{it})"
        forward = forward.replace(".end()", ".rend()") if "rbegin" in forward else forward.replace(".end()", ".cend()") if "cbegin" in forward else forward
        return self.random.choice([
            lambda: Statement([], [line(f"int* {out} = {to};", declares=out), Statement([forward], body, declares=(it,)),
                                   line(f"{self.scalar('last', 'int', '-5')} = int({out} - {to});")]),
            lambda: Statement([], [line(f"auto {out} = {name}.begin(); int {left} = 0;", declares=(out, left)),
                                   block([f"for (const int {it} : {name})"], [
                                       block(["if (", Expr(it, fixed=INT), " > ", number(self.random.randint(-300, 300)), ")"],
                                             [line(self.pick(f"*{out}++ = {it};", f"*{out} = {it}; ++{out};", f"{out}[0] = {it} / 2; {out} += 1;",
                                                             f"*({out}++) = {it}; {left} += int({out} - {name}.begin());"))])], declares=(it,)),
                                   line(f"{self.scalar('last', 'int', '-5')} = int({out} - {name}.begin()) + {left} % 1000;")]),
            lambda: Statement([], [line(f"auto {it} = {name}.begin(), {out} = {name}.end();", declares=(it, out)),
                                   block(f"while ({it} != {out})", [line(f"*{it} = ", self.moved_value(inner, f"*{it}"), ";"), line(f"++{it};")])])])()

    def companions(self, scope, source, to):
        """Variables beside the counter that the head steps: pointers, numbers of other types, what is used behind it."""
        i, j, p = self.fresh("i"), self.fresh("j"), self.fresh("p")
        self.stored.add(to)
        end, most = self.pick(("n", 100), ("m", 12))
        kind, first, step = self.pick("int", "long", "short", "unsigned", "double", "unsigned char", "std::size_t"), self.pick("0", "2", "(k & 3)"), self.pick("1", "2", "3", "s")
        outside = self.chance(45)
        declared = f"{kind} {j} = {first}; int {i} = 0;" if outside else ""
        init = self.pick(f"{i} = 0", f"{j} = 1, {i} = 0", "") if outside else f"int {i} = 0, {j} = {first}"
        read = f"(int){j} % 64"
        inner = scope.inside(Variable(i, (0, most - 1), bound=end), most)
        inner.locals += [Variable(f"((int){j} & 63)", (0, 63))] * 3
        with_pointer = self.chance(40)
        steps = [f"++{i}", self.pick(f"{j} += {step}", f"++{j}", f"{j} = {j} + {step}", f"{j}++", f"{j} -= -1")]
        if with_pointer:
            declared += f" int* {p} = {to} + 64;"
            steps.append(self.pick(f"++{p}", f"{p} += 2", f"{p}--" if most < 60 else f"{p}++"))
            inner.locals.append(Variable(f"*{p}", INT))
        self.random.shuffle(steps)
        body = self.assignment(inner) + ([line(f"*{p} = ", self.within(self.value(inner)), ";")] if with_pointer else [])
        if self.chance(12):
            body.append(line(f"if (", self.condition(inner), f") ++{j};"))
        after = [line(f"{self.scalar('last', 'int', '-5')} = {read};")] if outside and self.chance(50) else []
        if with_pointer and self.chance(30):
            after.append(line(f"{self.scalar('sum', 'long long', '0')} += {p} - {to};"))
        front = [line(declared.strip(), declares=(i, j, p))] if declared else []
        return Statement([], [*front, Statement([f"for ({init}; {i} < {end}; {', '.join(steps)})"], body, declares=(i, j)), *after])
