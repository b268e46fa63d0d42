"""Random nests over boxes that one loop runs through, with places by quotients and remainders; and planes, pitches and
sizes that are computed once in front of the loops."""
from inputs import ARRAYS, POINTED
from scope import Variable, size
from tree import Expr, Statement, block, line, number, operation


class Boxes:
    """The part of the generator that computes places from numbers that only the run knows."""

    def flat_box(self, scope):
        """`for (at < n * m) { i = at % n, j = at / n; ... }`"""
        if scope.times > 1:
            return self.plain_nest(scope)
        at, i, j, l = (self.fresh(stem) for stem in ("at", "i", "j", "l"))
        kind = self.pick("int", "int", "int", "unsigned", "std::size_t", "long")
        unsigned = kind in ("unsigned", "std::size_t")
        (x, xs), (y, ys) = self.pick((("n", 100), ("m", 12)), (("m", 12), ("n", 100)), (("m", 12), ("p", 6)))
        cast = f"({kind})" if unsigned else ""
        if self.chance(30):
            return self.flat_cube(at, i, j, l, kind, scope)
        start, end = self.pick((0, f"{cast}{x} * {y}"), (0, f"{cast}({y} * {x})"), (2, f"{cast}{x} * {y}"),
                               (0, f"{cast}({x} * {y} - 1)" if not unsigned else f"{cast}{x} * {y}"))
        places = self.pick(f"const {kind} {i} = {at} % {x}, {j} = {at} / {x};", f"{kind} {j} = {at} / {x}, {i} = {at} % {x};",
                           f"const auto {j} = {at} / {x}; const auto {i} = {at} - {j} * {x};",
                           f"const auto {j} = {at} / {x}, {i} = {at} - {x} * {j};")
        inner = scope.inside(Variable(at, (start, max(start, xs * ys - 1)), unsigned), xs * ys)
        inner.counters += [Variable(j, (0, ys - 1), unsigned, y), Variable(i, (0, xs - 1), unsigned, x)]
        body = [line(places, declares=(i, j)), *self.boxed(inner, i, j, x, y)]
        return Statement([f"for ({kind} {at} = {start}; {at} < {end}; ++{at})"], body, declares=(at,))

    def flat_cube(self, at, i, j, l, kind, scope):
        """Three sides: by quotients of quotients, rests, or differences."""
        unsigned = kind in ("unsigned", "std::size_t")
        cast = f"({kind})" if unsigned else ""
        x, y, z = "n", "m", self.pick("p", "2")
        places = self.pick(f"const auto {l} = {at} / ({x} * {y}), {j} = {at} / {x} % {y}, {i} = {at} % {x};",
                           f"const auto {l} = {at} / ({x} * {y}), rest = {at} % ({x} * {y}); const auto {j} = rest / {x}, {i} = rest % {x};",
                           f"const auto {l} = {at} / ({x} * {y}); const auto {j} = ({at} - {l} * {x} * {y}) / {x}; "
                           f"const auto {i} = {at} - {l} * {x} * {y} - {j} * {x};",
                           f"const auto {l} = {at} / {x} / {y}, {j} = {at} / {x} % {y}, {i} = {at} % {x};")
        inner = scope.inside(Variable(at, (0, 7199), unsigned), 7200)
        inner.counters += [Variable(l, (0, 5), unsigned, z if z != "2" else ""), Variable(j, (0, 11), unsigned, y),
                           Variable(i, (0, 99), unsigned, x)]
        inner.times = 7200
        body = [line(places, declares=(i, j, l)), *self.boxed(inner, i, j, x, y, f"{l} * {x} * {y} + ")]
        return Statement([f"for ({kind} {at} = 0; {at} < {cast}{x} * {y} * {z}; ++{at})"], body, declares=(at,))

    def boxed(self, scope, i, j, x, y, plane=""):
        """A store whose subscript is a place in the box, and others."""
        target = self.boxed_element(scope, i, j, x, y, plane)
        if target is None:
            return self.assignment(scope)
        value = self.whole(scope) if target.kind == "uint" else self.small_real(scope) if (
            target.kind == "double") else self.within(self.value(scope), target.fixed)
        stored = line(target, " = ", value, ";")
        if self.chance(25):
            stored = block([f"if ({i} > 0 && {i} < {x} - 1)"], [stored])
        return [stored, *self.assignment(scope)] if self.chance(35) else [stored]

    def boxed_element(self, scope, i, j, x, y, plane):
        fitting = [a for a in self.palette if ARRAYS[a].element == "{}[{}]" and ARRAYS[a].index == POINTED]
        if not fitting:
            return None
        array = ARRAYS[self.random.choice(fitting)]
        self.stored |= {array.name, array.owner}
        row = self.pick(f"{plane}{j} * {x} + {i}", f"{plane}{j} * {x} + {i}", f"{plane}{i} + {j} * {x}",
                        f"{i} * {y} + {j}", f"{plane}{j} * {x} + {x} - 1 - {i}",
                        f"({j} * {x} + {i}) / 2", f"{j}", f"{i}", f"{scope.counters[0].text}")
        return Expr(f"{array.name}[{row}]", fixed=array.values or (0, 0), kind=array.kind)

    # Numbers that are computed in front of the loops.

    def hoisted(self, scope):
        """A plane's size and a row's pitch under names of their own, in subscripts of nested loops."""
        if scope.times > 5:
            return self.plain_nest(scope)
        plane, pitch, i, j = (self.fresh(stem) for stem in ("plane", "pitch", "i", "j"))
        kind = self.pick("const int", "const int", "int", "const long", "const unsigned", "const std::size_t", "const auto")
        cast = "(unsigned)" if "unsigned" in kind else "(std::size_t)" if "size_t" in kind else ""
        front, pitched, most = self.hoisted_numbers(kind, cast, plane, pitch)
        inner = scope.inside(Variable(i, (0, 99), bound="n"), 100).inside(Variable(j, (0, 11), bound="m"), 12)
        body = [self.planed(inner, plane, pitched, i, j, most) for _ in range(self.random.randint(1, 3))]
        loop = block(f"for (int {i} = 0; {i} < n; ++{i})",
                     [block(f"for (int {j} = 0; {j} < m; ++{j})", body, declares=(j,))], declares=(i,))
        return Statement([], [*front, loop]) if self.chance(80) else block("", [*front, loop])

    def hoisted_numbers(self, kind, cast, plane, pitch):
        """Lines that declare them, the text of a row's pitch, and the largest plane."""
        shape = self.fresh("shape")
        return self.random.choice([
            lambda: ([line(f"{kind} {plane} = {cast}n * m;", declares=plane)], "m", 1200),
            lambda: ([line(f"{kind} {pitch} = {cast}m + 2;", declares=pitch),
                      line(f"{kind} {plane} = {pitch} * n;", declares=plane)], pitch, 1400),
            lambda: ([line(f"{kind} {pitch} = m, {plane} = n * {pitch};", declares=(pitch, plane))], pitch, 1200),
            lambda: ([line(f"{kind} {pitch}{{{cast if cast else ''}m}}; {kind} {plane} = ({cast}n + 1) * {pitch};" if "auto" not in kind else
                           f"{kind} {pitch} = m; {kind} {plane} = (n + 1) * {pitch};", declares=(pitch, plane))], pitch, 1212)
            if cast == "" and "long" not in kind else ([line(f"{kind} {plane} = {cast}n * m + 3;", declares=plane)], "m", 1203),
            lambda: ([line(f"{self.pick('const Pair', 'Pair')} {shape}{{n, m}};", declares=shape),
                      line(f"const int {plane} = {shape}.first * {shape}.second;", declares=plane)], f"{shape}.second", 1200),
            lambda: ([line(f"const Pair {shape}{{n, m}}; const Pair& {shape}_again = {shape};", declares=shape),
                      line(f"int {plane} = {shape}_again.first * {shape}.second;", declares=plane)], f"{shape}.second", 1200),
            lambda: ([line(f"int {pitch} = m; {pitch} = +m;", declares=pitch), line(f"int {plane} = -(-n * {pitch});", declares=plane)],
                     pitch, 1200),
            lambda: ([line(f"short {pitch} = (short)m; const long long {plane} = (long long)n * {pitch};", declares=(pitch, plane))],
                     pitch, 1200)])()

    def planed(self, scope, plane, pitch, i, j, most):
        fitting = [a for a in self.palette if ARRAYS[a].element == "{}[{}]" and ARRAYS[a].index == POINTED]
        if not fitting:
            return self.assignment(scope)[0]

        def element(array):
            times = self.random.randint(0, (7600 - 1400) // most - 1)
            front = {0: "", 1: f"{plane} + "}.get(times, f"{times} * {plane} + ")
            row = self.pick(f"{i} * {pitch} + {j}", f"{i} * {pitch} + {j}", f"{i} * m + {j}", f"{j} + {pitch} * {i}")
            return Expr(f"{array.name}[{front}{row}]", fixed=array.values or (0, 0), kind=array.kind)

        array = ARRAYS[self.random.choice(fitting)]
        self.stored.add(array.name)
        target, source = element(array), element(array)
        if array.kind == "uint":
            return line(target, " = ", source, f" {self.pick('+', '*', '^')} ", self.whole(scope), ";")
        if array.kind == "double":
            return line(target, " = std::fmod(", source, " + ", self.small_real(scope), ", 64.0);")
        return line(target, " = ", self.within(operation(self.pick("+", "-"), source, self.value(scope)), array.values), ";")
