"""Random nests: loops in loops, and the loops whose shape is their point: walking pointers, a second induction
variable, calls of standard algorithms."""
from inputs import ARRAYS, INT
from scope import MOST_ITERATIONS, Scope, Variable, size
from tree import Expr, Statement, block, line, number, operation

DEEPEST = 3


class Nests:
    """The part of the generator that puts loops around statements."""

    def nest(self, scope):
        kinds = [self.plain_nest, self.second_induction, self.walk, self.algorithm, self.search_while,
                 self.counter_outside, self.until_found, self.second_names, self.companion, self.checked_nest,
                 self.flat_box, self.hoisted, self.table_nest, self.cursor_nest, self.list_nest, self.pointer_nest, self.surrounded,
                 self.promised, self.first_place_nest, self.restated_nest, self.scan_nest,
                 self.storage_nest, self.described_call, self.divided, self.placed_nest, self.moved_nest, self.asked_nest, self.left_behind, self.shared_nest]
        kind = self.random.choices(kinds, [62, 8, 5, 14, 2, 3, 2, 7, 6, 3, 4, 5, 6, 7, 7, 4, 6, 3, 7, 7, 6, 8, 4, 3, 8, 4, 6, 0.3, 9])[0]
        if scope.times * 100 > MOST_ITERATIONS and kind != self.plain_nest:
            kind = self.second_induction
        return kind(scope)

    def inside(self, scope, header):
        inner = scope.inside(header.counter, header.trips, not header.last)
        inner.locals += header.more
        return inner

    def plain_nest(self, scope):
        header = self.header(scope)
        inner = self.inside(scope, header)
        return header.around(self.body(inner))

    def body(self, scope):
        """Statements and, while it is not too deep, a loop among them: perfect and imperfect nests."""
        deeper = len(scope.counters) < DEEPEST and scope.times * 4 <= MOST_ITERATIONS
        if deeper and self.chance(30):
            return [self.nest(scope)]
        made = self.statements(scope)
        if deeper and self.chance(30):
            position = self.random.randint(0, len(made))
            visible = Scope(scope.counters, [], [], scope.times, scope.may_continue, scope.may_break)
            made.insert(position, self.nest(scope if position == len(made) else visible))
        return made

    def second_induction(self, scope):
        """`j` advances by a constant in each iteration, or only in some."""
        header = self.header(scope)
        inner = self.inside(scope, header)
        j, step = self.fresh("j"), self.pick(1, 1, 2, 3, -1)
        start = size("k").read() if self.chance(30) else number(self.random.randint(0, 3))
        ends = [start.range()[0] + min(0, step * header.trips), start.range()[1] + max(0, step * header.trips)]
        if self.chance(20):
            start, ends = operation("+", start, number(200)), [end + 200 for end in ends]
        start.allowed = start.range()
        inner.locals += [Variable(j, tuple(ends))] * 3
        advance = line(self.random.choice([f"{j} += {step};", f"{j} = {j} + {step};"]))
        if self.chance(25):
            advance = block(["if (", self.condition(inner), ")"], [advance])
        body = self.statements(inner)
        # Even where a `continue` skips it, `j` stays in its range: it advances at most once in an iteration.
        body.insert(0 if self.chance(25) else len(body), advance)
        return Statement([], [line(f"int {j} = ", start, ";", declares=j), header.around(body)])

    def walk(self, scope):
        """Pointers that walk through arrays."""
        pointed = [a for a in self.palette if ARRAYS[a].index[1] > 7000 and ARRAYS[a].kind in ("int", "uint")
                   and a != "w"]
        if not pointed or scope.times * 100 > MOST_ITERATIONS:
            return self.plain_nest(scope)
        array, to, end = ARRAYS[self.random.choice(pointed)], self.fresh("to"), self.pick("n", "m")
        self.stored.add(array.name)
        value = self.whole(scope) if array.kind == "uint" else self.within(
            operation("+", Expr(f"*{to}", fixed=array.values, binds=8), self.value(scope)), array.values)
        offset = self.index(scope, (0, 4000))
        if self.chance(50):
            return Statement([], [block([f"for (auto* {to} = {array.name} + ", self.in_parentheses(offset),
                                         f"; {to} != {array.name} + ", self.in_parentheses(offset),
                                         f" + {end}; ++{to})"], [line(f"*{to} = ", value, ";")], declares=(to,))])
        header = self.header(scope)
        inner = self.inside(scope, header)
        value = self.whole(inner) if array.kind == "uint" else self.within(self.value(inner), array.values)
        step = self.pick(f"*{to}++ = ", f"*{to}++ = ", f"*{to} = ")
        body = [line(step, value, ";")] + ([line(f"{to} += {self.pick(1, 2)};")] if "++" not in step else [])
        if header.trips > 1000:
            return self.plain_nest(scope)
        return Statement([], [line(f"auto* {to} = {array.name} + ", self.in_parentheses(offset), ";", declares=to),
                              header.around(body)])
