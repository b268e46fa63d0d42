"""Random reductions that the program declares: [[clustrix::reduction(identity)]] in front of functions that combine two
objects or two numbers, whose grouping changes no bit."""
from tree import line

# How the parts meet, with what leaves the other as it is. Which of two zeros std::fmax gives is up to the compiler: `+ 0.0`
# leaves one of them.
MET = {"double": [("{a} + {b}", "0"), ("std::fmax({a}, {b}) + 0.0", "-2000"), ("{a} < {b} ? {a} : {b}", "2000")],
       "unsigned": [("{a} + {b}", "0"), ("{a} ^ {b}", "0"), ("{a} * {b}", "1"), ("{a} | {b}", "0")],
       "int": [("{a} > {b} ? {a} : {b}", "-5000"), ("std::min({a}, {b})", "5000"), ("{a} + {b}", "0")]}
# Of one stem, all functions meet in any order: what one leaves suits the others.
NUMBERS = [("gcd", "0", "std::gcd(x, y)"), ("most", "-9000", "x < y ? y : x"), ("most", "-9000", "std::max(x, y)"),
           ("flip", "0", "x ^ y"), ("mask", "~0", "x & y"), ("times", "1", "(int)((unsigned)x * (unsigned)y)")]


class Declared:
    """The part of the generator that combines by declared functions."""

    def combined(self, scope):
        kinds = [self.summed, self.fieldwise, self.declared, self.declared_number, self.complex_sum]
        return self.random.choices(kinds, [40, 12, 25, 8, 15])[0](scope)

    def declared(self, scope):
        """The maximum of one field, the product of another."""
        record = self.record({"double": 4, "unsigned": 4, "int": 3})
        ways = [self.random.choice(MET[kind]) for kind in record.fields.values()]
        neutral = [identity for _, identity in ways]
        (begin, end), named = record.ends(), record.made == "aggregate" and self.chance(30)
        identity = f"{record.own}{begin}{', '.join(neutral)}{end}"
        before = after = ""
        if named:
            after, identity = f"constexpr {record.own} {record.inner}_none{{{', '.join(neutral)}}};\n", f"{record.inner}_none"
        elif self.chance(50):
            before, identity = self.named_part(record, neutral)
        text, form, member = self.combining(record, ways, identity, named)
        self.helpers[record.inner] = record.around(before + self.class_text(record, text if member else "") + after + (
            "" if member else text))
        name = self.holder(record, neutral if self.chance(60) else None)
        left, right = form.replace("ALL", name).replace("SPACE", record.space).split("ONE")
        return self.used_object(scope, record, name, line(left, *self.value_of(record, scope), right))

    def named_part(self, record, neutral):
        """An identity whose first number has a name: a constant, an enumerator, a function of constants."""
        inner, (begin, end) = record.inner, record.ends()
        first = self.pick(f"{inner}_least", f"{inner}_kind::none", f"{inner}_of({neutral[0]})", f"{inner}_a", f"{inner}_set::by")
        text = (f"enum class {inner}_kind : int {{ none = {neutral[0]} }};\nconstexpr int {inner}_least = {neutral[0]};\n"
                f"enum {inner}_plain {{ {inner}_a = {neutral[0]} }};\nconstexpr int {inner}_of(int x) {{ return x; }}\n"
                f"struct {inner}_set {{ static constexpr int by = {neutral[0]}; }};\n")
        kind = next(iter(record.types().values()))
        values = [f"static_cast<{kind}>({first})", *neutral[1:]]
        return text, f"{record.own}{begin}{', '.join(values)}{end}"

    def combining(self, record, ways, identity, named):
        """(text of the function, how it is called, whether it is a member)"""
        own, inner, mark = record.own, record.inner, f"[[clustrix::reduction({identity})]] "
        steps = " ".join(f"a.{f} = {way.format(a='a.' + f, b='b.' + f)};" for (way, _), f in zip(ways, record.fields))
        begin, end = record.ends()
        values = [way.format(a="a." + f, b="b." + f) for (way, _), f in zip(ways, record.fields)]
        made, a, b = f"{own}{begin}{', '.join(values)}{end}", f"const {own}& a", self.pick(f"const {own}& b", f"{own} b")
        op = self.pick("*", "+", "|", "%")
        extra = self.pick("static int calls = 0; ++calls; ", "if (table[0] > 5000) throw 1; ") if self.chance(12) else ""
        whole = self.pick(f"{{ {extra}return {made}; }}\n", f"{{ {extra}{own} a = c; {steps} return a; }}\n").replace(
            "a = c", "e = a").replace(steps + " return a", steps.replace("a.", "e.") + " return e")
        outside = [
            (f"{mark}inline {own} {inner}_merge({a}, {b}) {whole}", f"ALL = SPACE{inner}_merge(ALL, ONE);", False),
            (f"{mark}inline {own} operator{op}({own} a, {b}) {{ {extra}{steps} return a; }}\n", f"ALL = ALL {op} ONE;", False),
            (f"{mark}inline void {inner}_unite({own}& a, {b}) {{ {extra}{steps} }}\n", f"SPACE{inner}_unite(ALL, ONE);", False),
            (f"{mark}inline {own}& operator{op}=({own}& a, {b}) {{ {extra}{steps} return a; }}\n", f"ALL {op}= ONE;", False)]
        inside = [
            (f"  {mark}void take({b}) {{ {own}& a = *this; {steps} }}\n", "ALL.take(ONE);", True),
            (f"  {mark}{own} with({b}) const {{ {own} a = *this; {steps} return a; }}\n", "ALL = ALL.with(ONE);", True),
            (f"  {mark}{own}& operator{op}=({b}) {{ {steps.replace('a.', '')} return *this; }}\n", f"ALL {op}= ONE;", True),
            (f"  {mark}friend {own} operator{op}({a}, {b}) {whole}", f"ALL = ALL {op} ONE;", True),
            (f"  {mark}friend {own} {inner}_met({a}, {b}) {whole}", f"ALL = {inner}_met(ALL, ONE);", True),
            (f"  {mark}static {own} both({a}, {b}) {whole}", f"ALL = {record.name}::both(ALL, ONE);", True)]
        return self.random.choice(outside if named else outside + inside)

    def declared_number(self, scope):
        name, (stem, identity, value) = self.fresh("helper"), self.random.choice(NUMBERS)
        place = self.chance(40)
        text = f"void {name}(int& x, int y) {{ x = {value}; }}" if place else f"int {name}(int x, int y) {{ return {value}; }}"
        self.helpers[name] = f"[[clustrix::reduction({identity})]] {self.pick('inline ', 'static ')}{text}"
        held, one = self.scalar("met_" + stem, "int", identity), self.within(self.value(scope))
        return [line(f"{name}({held}, ", one, ");") if place else line(f"{held} = {name}({held}, ", one, ");")]
