"""Random sums of objects: classes whose operators add field by field, or nearly so. A loop that does nothing else with
such an object is a reduction; one that looks at it is none."""
from records import ADDED
from tree import Expr, Scalar, block, line


class Summed:
    """The part of the generator that adds objects."""

    # What adds two objects.

    def added(self, field, left, right, names):
        """`a.x + b.x`, and now and then something that is no sum."""
        a, b, other = left + field, right + field, right + self.random.choice(names)
        if self.chance(94):
            return self.pick(f"{a} + {b}", f"{b} + {a}", f"({a} + {b})", f"{a} + ({b})")
        return self.pick(f"{a} - {b}", a, b, f"{a} + {b} + {b}", f"{b} + 1", f"{a} + {other}")

    def made(self, record, left, right, named=True):
        """An object of the sums of two others' fields."""
        names, (begin, end) = list(record.fields), record.ends()
        values = [self.added(f, left, right, names) for f in names]
        if self.chance(15) or set(record.types().values()) != {"double"}:
            values = [f"({kind})({value})" for kind, value in zip(record.types().values(), values)]
        if len(set(record.types().values())) == 1 and self.chance(5):
            values = values[::-1]
        return f"{record.own if named or begin == '(' else ''}{begin}{', '.join(values)}{end}"

    def steps(self, record, target, source):
        """Field by field, in place."""
        names = list(record.fields)
        made = [f"{target}{f} += {source}{f};" if self.chance(70) else
                f"{target}{f} = {self.added(f, target, source, names)};" for f in names]
        if self.chance(6):
            made.append(self.pick(f"{target}{names[0]} += 1;", f"if ({source}{names[0]} > 1) {target}{names[0]} = 2;", ";",
                                  f"{target}{names[0]} -= {source}{names[0]};", f"{target}{names[-1]}++;"))
        return " ".join(made if self.chance(90) else made[::-1])

    def member_in_place(self, record, name):
        own = record.own
        result = self.pick("void", f"{own}&") if name == "take" else f"{own}&"
        body = self.random.choice([
            lambda: self.steps(record, "", "b."), lambda: self.steps(record, "this->", "b."),
            lambda: f"*this = {self.made(record, '', 'b.')};",
            lambda: f"const {own} old = *this; *this = b; {self.steps(record, '', 'old.')}"])()
        end = " return *this;" if result != "void" else ""
        return f"  {result} {name}({self.pick(f'const {own}& b', f'{own} b')}) {{ {body}{end} }}\n"

    def in_place(self, record, name):
        """A function that changes its first argument, with `+` or without."""
        own = record.own
        result = self.pick("void", f"{own}&") if name != "operator+=" else f"{own}&"
        end = " return a;" if result != "void" else self.pick("", " return;")
        body = self.random.choice([
            lambda: self.steps(record, "a.", "b."), lambda: self.steps(record, "a.", "b."), lambda: "a = a + b;",
            lambda: f"{own} sum = a; {self.steps(record, 'sum.', 'b.')} a = sum;",
            lambda: f"auto old = a; a = old + {own}(b);", lambda: f"a = {own}(a) + b;"])()
        return f"inline {result} {name}({own}& a, {self.pick(f'const {own}& b', f'{own} b')}) {{ {body}{end} }}\n"

    def value_operator(self, record, member):
        own, left, local = record.own, "" if member else "a.", "*this" if member else "a"
        a, b = self.pick(f"const {own}& a", f"{own} a"), self.pick(f"const {own}& b", f"{own} b")
        choices = [lambda: f"return {self.made(record, left, 'b.', self.chance(60))};"] * 4 + [
            lambda: f"{own} sum = {local}; {self.steps(record, 'sum.', 'b.')} return sum;",
            lambda: f"{own} sum{{{local}}}; {self.steps(record, 'sum.', 'b.')} return sum;",
            lambda: f"{own} sum = {self.made(record, left, 'b.')}; return sum;",
            lambda: f"const auto gap = b; return {self.made(record, left, 'gap.')};"]
        if record.made != "aggregate":
            names = list(record.fields)
            choices.append(lambda: f"{own} sum; " + " ".join(
                f"sum.{f} = {self.added(f, left, 'b.', names)};" for f in names) + " return sum;")
        if not member and a == f"{own} a":
            choices += [lambda: f"{self.steps(record, 'a.', 'b.')} return a;"] * 3
        body = self.random.choice(choices)()
        return f"  {own} operator+({b}) const {{ {body} }}\n" if member else f"inline {own} operator+({a}, {b}) {{ {body} }}\n"

    def adding_class(self, record):
        """Its text with all that adds, and whether it has a member `take`."""
        own, member, takes, grows = record.own, self.chance(30), self.chance(30), self.chance(50)
        members = (self.member_in_place(record, "operator+=") if grows else "") + (
            self.member_in_place(record, "take") if takes else "") + (self.value_operator(record, True) if member else "")
        text = self.class_text(record, members) + ("" if member else self.value_operator(record, False)) + (
            "" if grows else self.in_place(record, "operator+=")) + self.in_place(record, f"{record.inner}_into")
        body = self.pick("a += b; return a;", "return a += b;", "return a + b;", "return b + a;")
        return f"{text}inline {own} {record.inner}_join({own} a, const {own}& b) {{ {body} }}\n", takes

    # Statements.

    def summed(self, scope):
        """`all = all + one`, `all += one`, by functions that one can see to add, or that another one calls."""
        record = self.record(ADDED)
        text, takes = self.adding_class(record)
        self.helpers[record.inner] = record.around(text)
        into, join = [f"{record.space}{record.inner}_{word}" for word in ("into", "join")]
        name, one = self.holder(record), self.value_of(record, scope)
        forms = [[f"{name} = {name} + ", *one, ";"], [f"{name} = ", *one, f" + {name};"], [f"{name} += ", *one, ";"],
                 [f"{into}({name}, ", *one, ");"], [f"{name} = {join}({name}, ", *one, ");"],
                 [f"{name} = {join}(", *one, f", {name});"], [f"({name} += ", *one, ");"]]
        forms += [[f"{name}.take(", *one, ");"]] * (2 if takes else 0)
        return self.used_object(scope, record, name, line(*self.random.choice(forms)))

    def used_object(self, scope, record, name, update):
        """With what else may look at the object, which makes it no reduction."""
        field, copy = self.random.choice(list(record.fields)), self.fresh("own")
        made = [block(["if (", self.condition(scope), ")"], [update])] if self.chance(25) else [update]
        if self.chance(12):
            made.append(self.random.choice([
                line(f"{name}.{field} += 1;"), line(f"if ({name}.{field} > 90) {name}.{field} = 3;"),
                line(f"{name}.{field} = {name}.{field} > 5 ? 1 : 2;"), line(*update.parts),
                line(f"const auto {copy} = {name}; if ({copy}.{field} == 4) {name}.{field} = 3;", declares=copy),
                line(f"const auto {copy} = [&] {{ return {name}.{field} > 3; }}; if ({copy}()) {name}.{field} = 0;",
                     declares=copy)]))
        return [block("", made)]

    def fieldwise(self, scope):
        """`all = T{all.x + v, all.y - w}`, without a function."""
        record = self.record({k: w for k, w in ADDED.items() if k != "mutable double"})
        record.made = self.pick("aggregate", "defaults")
        self.helpers[record.inner] = record.around(self.class_text(record))
        name, values = self.holder(record), []
        for field, kind in record.fields.items():
            own = f"{name}.{field}"
            form = self.pick(f"{own} + ({{}})", f"{own} - ({{}})", f"({{}}) + {own}", f"({own} + 1) + ({{}})", f"({{}}) - 2 + {own}")
            form = self.pick(f"({{}}) - {own}", "({})") if self.chance(4) else form
            narrow = kind not in ("double", "unsigned") or self.chance(8)
            values.append(Expr(f"{kind.replace(' ', '_')}({form})" if narrow and " " not in kind else
                               f"({kind})({form})" if narrow else form, [self.number_of(kind, scope)]))
        make = self.pick(record.name + "{", "{", f"({record.name}){{")
        return self.used_object(scope, record, name, line(f"{name} = {make}", *self.between(values), "};"))

    def complex_sum(self, scope):
        part, name = self.pick("double", "double", "float"), self.fresh("csum")
        kind = f"std::complex<{part}>"
        self.scalars.append(Scalar(name, f"{kind} {name}{self.pick('', '(1, -2)', '{3, 1}')};",
                                   f'report("{name}", (double){name}.real()); report("{name}", (double){name}.imag());'))
        element = self.owned("z", scope, store=False) if part == "double" else None
        one = [element] if element is not None and self.chance(60) else [
            f"{kind}(", self.small_real(scope), ", ", self.small_real(scope), ")"]
        one = [Expr(f"({part})({{}})", [self.small_real(scope)])] if self.chance(20) else one
        return [line(*self.random.choice([
            [f"{name} += ", *one, ";"], [f"{name} -= ", *one, ";"], [f"{name} = {name} + ", *one, ";"],
            [f"{name} = ", *one, f" + {name};"], [f"{name} = {name} - ", *one, ";"],
            [f"{name} = std::conj({name}) + ", *one, ";"], [f"{name} = ", *one, f" - {name};"]]))]
