"""Random loop headers: types, directions, steps and comparisons of counters, `while`, pointers, ranges."""
import dataclasses

from inputs import ARRAYS, INT, SIZES
from scope import MOST_ITERATIONS, Variable, size
from tree import Expr, Statement, line, number, operation

SIGNED, UNSIGNED = ["int"] * 8 + ["long", "long long", "short"], ["unsigned", "std::size_t", "unsigned char"]


@dataclasses.dataclass
class Header:
    """A loop without its body. `before` and `after` stand around it, `last` at the end of each iteration."""

    head: list
    counter: Variable  # None: the loop has no readable counter
    trips: int
    before: list = dataclasses.field(default_factory=list)
    last: list = dataclasses.field(default_factory=list)
    first: list = dataclasses.field(default_factory=list)
    tail: str = ""
    straight: tuple = None  # Statement.counter
    names: tuple = ()  # what the head declares
    more: list = dataclasses.field(default_factory=list)  # variables beside the counter

    def around(self, body):
        loop = Statement(self.head, self.first + body + self.last, self.tail, counter=self.straight,
                         declares=self.names or self.straight[1:2] if self.straight else self.names)
        return Statement([], [*self.before, loop]) if self.before else loop


class Loops:
    """The part of the generator that makes headers. Needs `random`, `chance`, `pick`, `fresh` and `element`."""

    def header(self, scope):
        for _ in range(20):
            kinds = [self.counted_up, self.counted_down, self.while_loop, self.wrapping, self.range_for,
                     self.two_counters, self.do_while, self.measured, self.iterators, self.odd_counter,
                     self.over_objects, self.over_moving_rows, self.with_pragma, self.over_parts]
            weights = [60, 14, 6, 4, 5, 3, 2, 4, 4, 5, 3, 3, 3, 4]
            if scope.counters:
                kinds, weights = [*kinds, self.computed_bound], [*weights, 8]
            kind = self.random.choices(kinds, weights)[0]
            found = kind(scope)
            if found and scope.times * found.trips <= MOST_ITERATIONS:
                return found
        return self.plain(scope)

    def plain(self, scope):
        i = self.fresh("i")
        return Header([f"for (int {i} = 0; {i} < 4; ++{i})"], Variable(i, (0, 3)), 4, straight=("int", i, 0, 3))

    def bound(self, scope):
        used = {c.bound for c in scope.counters}
        free = [b for b in "nmp" if b not in used] or ["p"]
        choices = [lambda: size(free[0] if self.chance(70) else self.random.choice(free)).read()] * 12 + [
            lambda: operation("-", size(self.pick("n", "m")).read(), size("k").read()),
            lambda: operation("-", size(self.pick("n", "m")).read(), number(self.pick(1, 1, 2))),
            lambda: operation("/", size("n").read(), number(2)),
            lambda: number(self.random.randint(1, 20)),
            lambda: operation("min", size("n").read(), size("m").read())]
        if not scope.counters:
            choices += [lambda: size("t").read()] * 2
        if scope.counters:
            outer = self.random.choice(scope.counters)
            choices += [lambda: outer.read()] * 3 + [lambda: operation("+", outer.read(), number(self.pick(1, 2)))]
            choices += [lambda: operation("-", size(free[0]).read(), outer.value())]
        return self.random.choice(choices)()

    def start(self, scope):
        choices = [lambda: number(0)] * 10 + [lambda: number(self.random.randint(1, 4)), lambda: number(1),
                                              lambda: size("k").read()]
        if scope.counters:
            outer = self.random.choice(scope.counters)
            choices += [lambda: outer.read(), lambda: operation("+", outer.read(), number(1))]
        return self.random.choice(choices)()

    def ends(self, scope):
        """Start, bound and type of a counter, such that no conversion changes them; None where they do not fit."""
        start, bound = self.start(scope), self.bound(scope)
        if any(e.is_unsigned() for e in (start, bound)) and (start.range()[0] < 0 or bound.range()[0] < 0):
            return None
        if start.wraps() or bound.wraps() or start.range()[0] > bound.range()[1]:
            return None
        unsigned = self.chance(22) and start.range()[0] >= 0 and bound.range()[0] >= 0
        kind = self.random.choice(UNSIGNED if unsigned else SIGNED)
        if kind == "unsigned char" and bound.range()[1] > 240:
            kind = "unsigned"
        start.allowed, bound.allowed = start.range(), bound.range()
        return start, bound, kind

    @staticmethod
    def bounded_by(start, bound):
        """The size's name when the counter runs over [0, size)."""
        return bound.form if start.form == "0" and bound.form in SIZES else ""

    def counted_up(self, scope):
        ends = self.ends(scope)
        if not ends:
            return None
        (start, bound, kind), i = ends, self.fresh("i")
        step = self.random.choice(["1"] * 12 + ["2", "2", "3", "s"])
        compare = self.pick("<", "<", "<", "<", "<", "<=", "!=") if step == "1" else self.pick("<", "<", "<=")
        if compare == "!=" and start.range()[1] > bound.range()[0]:
            compare = "<"
        low, high = start.range()[0], bound.range()[1] - (compare != "<=")
        if low > high:
            return None
        advance = self.pick(f"++{i}", f"{i}++", f"++{i}") if step == "1" else self.pick(f"{i} += {step}",
                                                                                       f"{i} = {i} + {step}")
        order = [f"{i} {compare} ", bound] if self.chance(92) else [
            bound, f" {'>' + compare[1:] if compare[0] == '<' else compare} {i}"]
        if order[0] is bound and bound.strength() < 6:
            order = [f"{i} {compare} ", bound]
        more = [f" && {i} < ", size("n").read()] if self.chance(4) and compare == "<" else []
        straight = self.bounded_by(start, bound) if compare in ("<", "!=") else ""
        return Header([f"for ({kind} {i} = ", start, "; ", *order, *more, f"; {advance})"],
                      Variable(i, (low, high), "unsigned" in kind or "size_t" in kind, straight), high - low + 1,
                      straight=(kind, i, low, high))

    def counted_down(self, scope):
        ends = self.ends(scope)
        if not ends:
            return None
        (start, bound, kind), i = ends, self.fresh("i")
        low, high = start.range()[0], bound.range()[1] - 1
        if low > high or start.is_unsigned():  # -1 is never below an unsigned start
            return None
        if kind in UNSIGNED:
            head = [f"for ({kind} {i} = ", bound, f"; {i}-- > ", start, ";)"]
        else:
            step = self.pick("1", "1", "1", "2", "s")
            advance = self.pick(f"--{i}", f"{i}--") if step == "1" else f"{i} -= {step}"
            if bound.is_unsigned():  # one below 0 is the largest of all
                return None
            first = operation("-", bound, number(1))
            compare = [">= ", start] if self.chance(70) else ["> ", operation("-", start, number(1))]
            head = [f"for ({kind} {i} = ", first, f"; {i} ", *compare, f"; {advance})"]
        return Header(head, Variable(i, (low, high), kind in UNSIGNED, self.bounded_by(start, bound)), high - low + 1,
                      straight=(kind, i, low, high))

    def while_loop(self, scope):
        ends = self.ends(scope)
        if not ends:
            return None
        (start, bound, kind), i = ends, self.fresh("i")
        low, high = start.range()[0], bound.range()[1] - 1
        if low > high:
            return None
        step = self.pick("1", "1", "2", "s")
        return Header([f"while ({i} < ", bound, ")"], Variable(i, (low, high), kind in UNSIGNED,
                                                              self.bounded_by(start, bound)), high - low + 1,
                      before=[line(f"{kind} {i} = ", start, ";", declares=i)],
                      last=[line(f"++{i};" if step == "1" else f"{i} += {step};")])

    def do_while(self, scope):
        i, most = self.fresh("i"), self.random.randint(1, 12)
        return Header(["do"], Variable(i, (0, most - 1)), most, before=[line(f"int {i} = 0;", declares=i)],
                      last=[line(f"++{i};")], tail=f" while ({i} < {most});")

    def measured(self, scope):
        """The bound is in memory, where the body may change it, and the counter moves on in the test."""
        element = self.element(scope)
        if not element or not scope.counters:
            return None
        i, mask = self.fresh("i"), self.pick(3, 7, 15)
        bound = [" (", element, f" & {mask})"]
        down, up = Variable(i, (0, 15)), Variable(i, (0, mask))
        before = [line(f"int {i} = {self.pick(0, 0, 1)};", declares=i)]
        head, counter, before = self.random.choice([
            ([f"while ({i}-- >", *bound, ")"], down, [line(f"int {i} = 16;", declares=i)]),
            ([f"for (int {i} = 15; --{i} >", *bound, ";)"], down, []),
            ([f"while ({i}++ <", *bound, ")"], up, before), ([f"while (++{i} <", *bound, ")"], up, before)])
        return Header(head, counter, 16, before=before, names=() if before else (i,))

    def wrapping(self, scope):
        """Counters of unsigned types that pass the largest value or zero."""
        i = self.fresh("i")
        head, read, most, trips = self.random.choice([
            (f"for (unsigned char {i} = 250; {i} != 6; ++{i})", f"{i}", 255, 12),
            (f"for (unsigned char {i} = 250; {i} != 6; ++{i})", f"({i} & 15)", 15, 12),
            (f"for (unsigned char {i} = 3; {i} != 253; --{i})", f"(unsigned char)({i} + 3)", 255, 6),
            (f"for (unsigned {i} = -4u; {i} != 9; ++{i})", f"({i} + 4u)", 12, 13),
            (f"for (unsigned {i} = n - 5u; {i} < (unsigned)n; ++{i})", f"({i} & 63u)", 63, 5),
            (f"for (unsigned {i} = m - 1u; {i} < (unsigned)m; --{i})", i, 11, 12),
            (f"for (unsigned short {i} = 65530; {i} != 4; ++{i})", f"({i} & 7)", 7, 10),
            (f"for (unsigned char {i} = 0; {i} < 250; {i} += 7)", i, 249, 36),
            (f"for (std::size_t {i} = 0; {i} + 2 < (std::size_t)n; ++{i})", i, 97, 98),
        ])
        return Header([head], Variable(read, (0, most), True), trips, straight=("int", i, 0, 5))

    def range_for(self, scope):
        arrays = [a for a in self.palette if a in ("vec", "span", "arr")]
        if not arrays:
            return None
        e = self.fresh("e")
        array = self.random.choice(arrays)
        if self.chance(50):
            i = self.fresh("i")
            return Header([f"for (std::size_t {i} = 0; {i} < {array}.size(); ++{i})"],
                          Variable(i, (0, ARRAYS[array].index[1]), True), ARRAYS[array].index[1] + 1,
                          straight=("std::size_t", i, 0, 127))
        changes = self.chance(60)
        self.stored |= {array} if changes else set()
        update = operation(self.pick("+", "*", "-"), Expr(e, fixed=INT), self.atom(scope))
        return Header([f"for ({'int&' if changes else 'const int'} {e} : {array})"], None, ARRAYS[array].index[1] + 1,
                      first=[line(f"{e} = ", self.within(update), ";")] if changes else [], names=(e,),
                      more=[Variable(e, INT)])

    def iterators(self, scope):
        """From begin to end, or a part of it, by iterators and pointers."""
        arrays = [a for a in self.palette if a in ("vec", "arr", "span") or a in "abc"]
        if not arrays:
            return None
        array, it = ARRAYS[self.random.choice(arrays)], self.fresh("it")
        pointed = array.name in "abc"
        begin, end = (array.name, f"{array.name} + n") if pointed else (f"{array.name}.begin()", f"{array.name}.end()")
        if not pointed and self.chance(30):
            begin, end = f"std::begin({array.name})", f"std::end({array.name})"
        trips = 100 if pointed else array.index[1] + 1
        changes = self.chance(60)
        self.stored |= {array.name} if changes else set()
        value = operation(self.pick("+", "*", "-"), Expr(f"*{it}", fixed=INT, binds=8), self.atom(scope))
        return Header([f"for (auto {it} = {begin}; {it} != {end}; {self.pick(f'++{it}', f'{it}++', f'{it} += 1')})"], None,
                      trips, first=[line(f"*{it} = ", self.within(value), ";")] if changes else [], names=(it,),
                      more=[Variable(f"*{it}", INT), Variable(f"(int)({it} - {begin})", (0, trips - 1))])

    def odd_counter(self, scope):
        """Conditions and steps in other words; the counter is declared elsewhere or counts something else."""
        i, end = self.fresh("i"), self.pick("n", "m")
        most = SIZES[end][1]
        head, before, low, high = self.random.choice([
            (f"for (int {i} = 0; not ({i} >= {end}); {i} = {i} + 1)", [], 0, most - 1),
            (f"for (int {i} = 0, {i}_end = {end}; {i} < {i}_end; {i} += 1)", [], 0, most - 1),
            (f"for (auto {i} = 0; {i} < {end} + 0; ++{i})", [], 0, most - 1),
            (f"for (; {i} < {end}; ++{i})", [line(f"int {i} = 0;", declares=i)], 0, most - 1),
            (f"for ({i} = 1; {i} < {end}; ++{i})", [line(f"int {i};", declares=i)], 1, most - 1),
            (f"for (int {i}({end}); {i}-- > 0;)", [], 0, most - 1),
            (f"for (int {i} {{0}}; {i} < {end}; static_cast<void>(++{i}))", [], 0, most - 1),
            (f"for (int {i} = 0; {end} - {i} > 0; ++{i})", [], 0, most - 1),
            (f"for (int {i} = 0; ({i} < {end}) && true; ++{i})", [], 0, most - 1),
            (f"for (std::ptrdiff_t {i} = {end} - 1; {i} >= 0; --{i})", [], 0, most - 1),
            (f"for (char {i} = 0; {i} < {end}; ++{i})", [], 0, most - 1),
            (f"for (int {i} = 0; {i} * 2 < {end}; ++{i})", [], 0, most - 1),
            (f"for (int {i} = 1; {i} < {end}; {i} *= 2)", [], 1, most - 1),
            (f"for (int {i} = {end}; {i} > 0; {i} /= 2)", [], 1, most),
            (f"for (int {i} = {end}; {i}; --{i})", [], 1, most),
            (f"for (const int {i} : {{3, 1, 4, 15}})", [], 1, 15)])
        return Header([head], Variable(i, (low, max(low, high)), bound=end if low == 0 and "=" in head else ""), most,
                      before=before, names=(i,) if not before else ())

    def over_objects(self, scope):
        """Range-for over elements that are objects or rows."""
        fitting = {"cells": "std::span(cells, 40)", "wholes": "std::span<Whole>(wholes, 40)", "rows": "rows",
                   "flags": "std::span<Flags>(flags, 40)"}
        owners = sorted(set(fitting) & self.palette_owners())
        if not owners:
            return None
        owner, e = self.random.choice(owners), self.fresh("e")
        member = {"cells": ".left", "wholes": ".three", "rows": "[2]", "flags": ".level"}[owner]
        self.stored.add(owner)
        update = operation("+", Expr(e + member, fixed=INT), self.atom(scope))
        return Header([f"for (auto& {e} : {fitting[owner]})"], None, 128 if owner == "rows" else 40, names=(e,),
                      first=[line(f"{e}{member} = ", self.within(update), ";")], more=[Variable(e + member, INT)])

    def over_moving_rows(self, scope):
        """Range-for over a row whose number steps where the row is named, inside another loop."""
        if scope.times == 1:
            return None
        self.palette = sorted({"grid", *self.palette})
        owners = sorted({"rows", "grid"} & set(self.palette))
        e, at = self.fresh("e"), self.scalar("row", "int", "0")
        row = self.pick(f"{at}++ & 63", f"({at} += 3) & 63", f"--{at} & 63")
        return Header([f"for (const int {e} : {self.random.choice(owners)}[{row}])"], None, 16, names=(e,),
                      more=[Variable(e, INT)])

    def with_pragma(self, scope):
        """Hints to compilers in front of a loop."""
        header = self.counted_up(scope)
        if header and not header.before:
            header.head = [self.pick("#pragma GCC ivdep\n", "#pragma GCC unroll 4\n", "[[clustrix::serial]] ",
                                     "/* \u00e4 */ ", "#pragma omp simd\n"), *header.head]
        return header

    def two_counters(self, scope):
        """`j` counts down from the end while `i` counts up."""
        bound = size(self.pick("n", "m"))
        i, j = self.fresh("i"), self.fresh("j")
        if self.chance(60):
            head = f"for (int {i} = 0, {j} = {bound.text} - 1; {i} < {bound.text}; ++{i}, --{j})"
            second = bound.range[1]
        else:
            head = f"for (int {i} = 0, {j} = 1; {i} < {bound.text}; ++{i}, {j} += 2)"
            second = 2 * bound.range[1]
        return Header([head], Variable(i, (0, bound.range[1] - 1), bound=bound.text), bound.range[1], names=(i, j),
                      more=[Variable(j, (0, second))])
