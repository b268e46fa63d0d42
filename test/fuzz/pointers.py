"""Random uses of pointers as values: such as may be null, are compared, are kept in arrays, or lend variables to helpers."""
from inputs import INT
from scope import Variable
from tree import Expr, Statement, block, line, number, operation


class Pointers:
    """The part of the generator for which a pointer is more than a way to its element."""

    def pointer_nest(self, scope):
        names = self.pointers("abc")
        if not names or scope.times > 40:
            return self.plain_nest(scope)
        name = self.random.choice(names)
        self.stored.add(name)
        return self.random.choice([self.maybe_null, self.compared, self.lent, self.linked])(scope, name)

    def maybe_null(self, scope, name):
        """`mask ? mask[i] : 1`, where the host knows whether there is one."""
        maybe, header = self.fresh("maybe"), self.header(scope)
        inner = self.inside(scope, header)
        declared = self.pick(f"const int* {maybe} = n > 30 ? {name} : nullptr;", f"int* {maybe} = k > 0 ? {name} + 2 : NULL;",
                             f"const int* {maybe} = nullptr; if (m > 4) {maybe} = {name};", f"const int* const {maybe} = s == 1 ? 0 : {name};",
                             f"int* {maybe} = {name};")
        asked = self.pick(maybe, f"{maybe} != nullptr", f"nullptr != {maybe}", f"{maybe} != NULL", f"!({maybe} == nullptr)", f"{maybe} != 0",
                          f"bool({maybe})", f"!!{maybe}", f"not not {maybe}")
        index = self.index(inner, (0, 5000))
        read = Expr(f"({asked} ? {maybe}[{{}}] : 1)", [index], INT)
        use = self.store_into(inner, lambda: operation("+", read, self.atom(inner)))
        if self.chance(50):
            use = [block(f"if ({asked})", self.store_into(inner, lambda: operation(
                "-", Expr(f"{maybe}[{{}}]", [self.index(inner, (0, 5000))], INT), self.atom(inner))))]
            if self.chance(40):
                use.append(block("else", self.assignment(inner)))
        none = [block(f"if ({self.pick('!' + maybe, maybe + ' == nullptr', maybe + ' == NULL')})", self.assignment(inner))] if self.chance(30) else []
        return Statement([], [line(declared, declares=maybe), header.around([*use, *none, *(self.assignment(inner) if self.chance(30) else [])])])

    def compared(self, scope, name):
        """Relations and distances of pointers in a loop."""
        p, q, header = self.fresh("p"), self.fresh("q"), self.header(scope)
        inner = self.inside(scope, header)
        other = self.pick(name, name, *self.pointers("abc"))
        at = self.index(inner, (0, 200))
        form = self.pick(f"{p} < {name} + 50", f"{p} == &{name}[3]", f"{p} - {name} > 9", f"{q} != {p}", f"{p} >= {q}",
                         f"std::less<>()({p}, {q})", f"{p} <= ({p} + 1)", f"&{p}[1] == {p} + 1", f"({p} == {name} ? {p} : {q}) == {q}",
                         f"{p} > {name} && {p} < {name} + m")
        if other != name:
            form = self.pick(f"{q} != {p}", f"{q} == {p}")
        read = Expr(f"({form} ? 3 : {self.pick('0', '-1', f'int({p} - {name})')})", fixed=(-1, 200))
        body = [line(f"{self.pick('const int*', 'int*', 'auto*', 'const auto')} {p} = {name} + ", self.in_parentheses(at), ";", declares=p),
                line(f"const int* {q} = {other} + {self.pick('k + 2', 'n', '4')};", declares=q),
                *self.store_into(inner, lambda: operation("+", read, self.atom(inner)))]
        return header.around(body)

    def lent(self, scope, name):
        """Helpers that write variables from outside through pointers."""
        helper, one, two, header = self.fresh("helper"), self.fresh("lent"), self.fresh("lent"), self.header(scope)
        inner = self.inside(scope, header)
        kind, other = self.pick("int", "int", "long", "short"), self.pick("int", "int", "unsigned char")
        c = self.random.randint(2, 9)
        text = self.pick(f"*p = x / {c}; *q = x & {c};", f"*p = x % {c}; *q = *p + 1;", f"if (x > {c}) *p = x; *q = {c};",
                         f"*p = (*p + x) % 512; *q = 1;", f"*p = x; *q = 2; p = nullptr;", f"{kind}* r = p; *r = x; *q = 3;",
                         f"*p++ = x; *q = x & 3; --p;", f"for (int e = 0; e < {c}; ++e) *p = e; *q = (x & 7);", f"*q = 5; if (*p > 3) return; *p = x;",
                         f"[&] {{ *p = x; }}(); *q = 1;", f"p[0] = x; q[0] = 2;", f"std::swap(*p, *p); *p = x; *q = 4;", f"*q = x & 1; *p = *p;")
        result = self.pick("void", "void", "int")
        self.helpers[helper] = (f"static {result} {helper}(int x, {kind}* p, {other}* q) {{\n  {text}\n  "
                                f"{'return *q % 5;' if result == 'int' else ''}\n}}" if result == "void" or "return;" not in text else
                                f"static int {helper}(int x, {kind}* p, {other}* q) {{ *p = x; *q = 1; return 2; }}")
        value = self.within(self.value(inner))
        parameter = self.pick(f"&{two}", f"&({two})", f"&{one}" if kind == other else f"&{two}")
        given = [f"{helper}(", value, f", &{one}, {parameter});"]
        inner.locals += [Variable(f"((int){one} % 512)", (-511, 511)), Variable(f"((int){two} & 255)", (0, 255))] * 2
        if self.chance(20):
            given[0] = f"{self.scalar('sum', 'int', '0')} += {helper}(" if result == "int" else given[0]
        front = line(f"{kind} {one} = {self.pick('0', '-1', 'k')}; {other} {two} = 3;", declares=(one, two))
        after = [line(f"{self.scalar('last', 'int', '-5')} = int({one}) % 512 + {two};")] if self.chance(50) else []
        before = [line(f"{one} = 1;")] if self.chance(15) else []
        return Statement([], [front, header.around([*before, line(*given), *self.assignment(inner)]), *after])

    def linked(self, scope, name):
        """Pointers in an array: compared, followed where they are not null, set to elements."""
        links, i, e = self.fresh("links"), self.fresh("i"), self.fresh("e")
        inner = scope.inside(Variable(i, (0, 39)), 40)
        self.stored.add(name)
        fill = self.pick(f"{links}[{e}] = {e} % 3 == 1 ? nullptr : {name} + {e};", f"{links}[{e}] = &{name}[{e} * 2];",
                         f"if ({e} != k) {links}[{e}] = {name} + 100;")
        declared = f"int* {links}[40] = {{}};" if self.chance(5) else f"std::array<int*, 40> {links}{{}};"
        front = [line(declared, declares=links), line(f"for (int {e} = 0; {e} < 40; ++{e}) {fill}", declares=e)]
        value = self.within(self.value(inner))
        body = self.random.choice([
            lambda: [block(f"if ({links}[{i}] != nullptr)", self.assignment(inner))],
            lambda: [block(f"if ({links}[{i}])", [line(f"*{links}[{i}] = ", value, ";")])],
            lambda: self.store_into(inner, lambda: Expr(f"({links}[{i}] ? *{links}[{i}] : 0)", fixed=INT)),
            lambda: [line(f"{links}[{i}] = &{name}[{i} + 1];"), *self.assignment(inner)],
            lambda: [line(f"{links}[{i}] = {links}[({i} + 1) % 40];")],
            lambda: [line(f"if (!{links}[{i}]) {links}[{i}] = {name};"), line(f"{links}[{i}][0] = ", value, ";")],
            lambda: self.store_into(inner, lambda: Expr(f"({links}[{i}] == {links}[0] ? 1 : 0)", fixed=(0, 1)))])()
        return Statement([], [*front, block(f"for (int {i} = 0; {i} < {self.pick('40', 'm')}; ++{i})", body, declares=(i,))])
