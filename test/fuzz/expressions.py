"""Random subscripts, values and conditions."""
from inputs import ARRAYS, INT, SIZES, SMALL
from scope import size
from tree import TIGHTEST, Expr, number, operation

LARGEST_VALUE = 1 << 22  # of a signed intermediate; sums of 8000 small ones stay below 2^31 by `within`


class Expressions:
    """Needs `spelled`. `random` is a random.Random; `palette` the arrays that the function at hand uses."""

    def __init__(self, random, palette):
        self.random = random
        self.palette = palette
        self.stored = set()  # what the function writes
        self.regular = False  # most subscripts are the counter or row and column

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, *choices):
        return self.random.choice(choices)

    # Subscripts.

    def index(self, scope, allowed):
        for _ in range(16):
            found = self.subscript(scope)
            if found.fits(allowed):
                found.allowed = allowed
                return found
        least, mask = max(allowed[0], 0), 1
        while 2 * mask - 1 <= allowed[1]:
            mask *= 2
        found = operation("&", self.variable(scope).read(), number(mask - 1)) if scope.readable() else number(least)
        found.allowed = allowed
        return found

    def variable(self, scope):
        return self.random.choice(scope.counters + scope.counters[-1:] + scope.locals or [size("k")])

    def subscript(self, scope):
        if not scope.readable():
            return self.pick(number(self.random.randint(0, 9)), size("k").read())
        if self.regular and scope.counters and self.chance(80):
            return self.canonical(scope)
        i = self.variable(scope).read()
        constant = number(self.random.randint(1, 5))
        simple = [lambda: i] * 8 + [
            lambda: operation("+", i, constant), lambda: operation("-", i, constant),
            lambda: operation("+", i, size("k").read()), lambda: operation("-", size(self.pick("n", "m")).read(), i),
            lambda: operation("*", number(self.pick(2, 3)), i), lambda: operation("*", i, size("s").read()),
            lambda: operation("+", operation("*", number(2), i), number(self.pick(0, 1, 1, 2))),
            lambda: operation("-", operation("-", size(self.pick("n", "m", "p")).read(), number(1)), i),
            lambda: operation("/", i, number(2)), lambda: operation("%", i, constant),
            lambda: operation("&", operation("*", i, number(5)), number(63)), lambda: constant,
            lambda: size("k").read(), lambda: operation("*", i, i), lambda: self.indirect(i),
            lambda: operation("-", number(self.random.randint(20, 40)), i),
        ]
        if len(scope.counters) < 2 or self.chance(35):
            return self.random.choice(simple)()
        return self.linear(scope)

    def canonical(self, scope):
        counters = [c for c in scope.counters if c.bound]
        if len(counters) >= 2 and self.chance(70):
            return operation("+", operation("*", counters[-2].read(), size(counters[-1].bound).read()),
                             counters[-1].read())
        return scope.counters[-1 if self.chance(75) else 0].read()

    def linear(self, scope):
        """Subscripts of two and three counters: rows and columns, transposed, diagonals, with offsets."""
        outer, inner = self.random.sample(scope.counters, 2) if self.chance(25) else scope.counters[-2:]
        pitch = size(inner.bound).read() if inner.bound and self.chance(75) else number(self.pick(8, 12, 16))
        row = operation("+", operation("*", outer.read(), pitch), inner.read())
        if len(scope.counters) >= 3 and self.chance(50):
            x, y, z = [c.read() for c in scope.counters[-3:]]
            row = operation("+", operation("*", operation("+", operation("*", x, size("m").read()), y),
                                           size("p").read()), z)
        choices = [lambda: row] * 8 + [
            lambda: operation("+", row, number(self.random.randint(1, 3))),
            lambda: operation("-", row, number(self.random.randint(1, 3))),
            lambda: operation("+", row, size("k").read()), lambda: operation("+", row, pitch),
            lambda: operation("-", row, pitch), lambda: operation("+", outer.read(), inner.read()),
            lambda: operation("-", outer.read(), inner.read()),
            lambda: operation("+", operation("*", number(2), outer.read()), inner.read()),
            lambda: operation("+", operation("*", operation("+", outer.read(), number(1)), pitch), inner.read()),
        ]
        return self.random.choice(choices)()

    def indirect(self, i):
        name = "idx" if self.chance(50) else "key"
        inner = i if i.fits(ARRAYS[name].index) else operation("&", i, number(63))
        inner.allowed = ARRAYS[name].index
        return Expr(name + "[{}]", [inner], ARRAYS[name].values)

    # Elements.

    def element(self, scope, name=None, kinds=("int",), store=False):
        fitting = [a for a in self.palette if ARRAYS[a].kind in kinds and not (store and ARRAYS[a].readonly)]
        if name is None and not fitting:
            return None
        array = ARRAYS[name or self.random.choice(fitting)]
        if store:
            self.stored |= {array.name, array.owner}
        text, binds = self.spelled(array, array.form(store))
        arguments = [self.index(scope, array.index)] + ([self.index(scope, array.second)] if array.second else [])
        return Expr(text.format(array.name, "{}", "{}"), arguments, array.values or (0, 0), array.kind,
                    binds=8 if text.startswith("(int)") else binds)

    # Values.

    def atom(self, scope):
        choices = [lambda: self.element(scope)] * 6 + [
            lambda: number(self.random.randint(-9, 9)), lambda: size(self.pick("k", "n", "m")).value()]
        choices += [lambda: self.random.choice(scope.readable()).value()] * 2 if scope.readable() else []
        found = self.random.choice(choices)()
        return found or number(self.random.randint(1, 9))

    def value(self, scope, depth=2):
        """An int between -LARGEST_VALUE and LARGEST_VALUE."""
        if depth == 0 or self.chance(25):
            return self.atom(scope)
        left, right = self.value(scope, depth - 1), self.value(scope, depth - 1)
        form = self.pick("+", "+", "+", "-", "-", "*", "*", "min", "max", "?:", "/", "%", "&", "neg")
        if form == "?:":
            found = operation(form, self.condition(scope, 0), left, right)
        elif form in ("/", "%"):
            found = operation(form, left, number(self.random.randint(2, 9)))
        elif form == "&":
            found = operation(form, left, number(self.pick(1, 7, 255)))
        elif form == "neg":
            found = operation(form, left)
        else:
            found = operation(form, left, right)
        return found if found.fits((-LARGEST_VALUE, LARGEST_VALUE)) else operation("%", left, number(997))

    def within(self, expression, allowed=INT):
        if not expression.fits(allowed):
            low, high = allowed
            expression = operation("%", expression, number(high + 1)) if low < 0 else operation(
                "&", expression, number(high))
        expression.allowed = allowed
        return expression

    def small(self, scope):
        """A value that thousands of times added stays below 2^31."""
        return self.within(self.value(scope), (-4095, 4095))

    def whole(self, scope, depth=2):
        """An unsigned value: wraps as it likes."""
        atoms = [lambda: self.element(scope, kinds=("uint",))] * 4 + [
            lambda: Expr("(unsigned){}", [self.value(scope, 1)], binds=8),
            lambda: Expr(f"{self.random.randint(1, 99)}u")]
        atoms += [lambda: Expr("(unsigned){}", [self.random.choice(scope.readable()).read()], binds=8)] if (
            scope.readable()) else []
        found = self.random.choice(atoms)() or Expr("7u")
        found.kind = "uint"
        if depth > 0 and self.chance(60):
            sign, binds = self.pick(("+", 6), ("*", 7), ("-", 6), ("^", 3), ("|", 2), ("&", 4), (">>", 5))
            right = Expr(f"{self.random.randint(1, 9)}u") if sign == ">>" else self.whole(scope, depth - 1)
            found = Expr("{} " + sign + " {}", [found, right], kind="uint", binds=binds)
        return found

    def real(self, scope, depth=1):
        """A double that holds a small whole number."""
        found = self.element(scope, kinds=("double",))
        if found is None or self.chance(15):
            found = Expr(self.random.choice(scope.doubles), fixed=SMALL, kind="double") if scope.doubles else Expr(
                "(double){}", [self.within(self.value(scope, 1))], INT, "double", binds=8)
        if depth > 0 and self.chance(60):
            other = self.real(scope, depth - 1)
            found = self.random.choice([
                lambda: operation("+", found, other), lambda: operation("-", found, other),
                lambda: operation("*", found, number(2, "double")), lambda: operation("neg", found),
                lambda: Expr("std::fabs({})", [found], fixed=(0, max(map(abs, found.range()))), kind="double"),
                lambda: Expr(self.pick("std::fmin", "std::fmax", "std::max<double>", "std::min<double>") + "({}, {})",
                             [found, other], fixed=(min(found.range()[0], other.range()[0]),
                                                    max(found.range()[1], other.range()[1])), kind="double"),
            ])()
        return found

    def small_real(self, scope):
        found = self.real(scope)
        if not found.fits(SMALL):
            found = operation("fmod", found, number(64, "double"))
        found.allowed = SMALL
        return found

    # Conditions.

    def condition(self, scope, depth=1):
        if depth > 0 and self.chance(20):
            sign, binds = self.pick(("&&", 2), ("||", 1))
            return Expr("{} " + sign + " {}", [self.condition(scope, 0), self.condition(scope, 0)], kind="bool",
                        binds=binds)
        compare = self.pick("<", ">", "<=", ">=", "==", "!=")
        choices = [lambda: (self.atom(scope), self.atom(scope))] * 2 + [
            lambda: (self.atom(scope), number(self.random.randint(-300, 300))),
            lambda: (operation("%", self.atom(scope), number(self.pick(2, 3, 7))), number(self.pick(0, 1)))]
        if scope.counters:
            counter = self.random.choice(scope.counters)
            choices += [lambda: (counter.value(), self.pick(size("k"), size("m")).value()),
                        lambda: (operation("%", counter.value(), number(self.pick(2, 3))), number(self.pick(0, 1))),
                        lambda: (counter.value(), number(self.random.randint(0, 8)))]
        if self.chance(8):
            return Expr(f"{self.pick(*SIZES)} {compare} {self.random.randint(0, 5)}", kind="bool", binds=4)
        left, right = self.random.choice(choices)()
        if self.chance(20):
            real, other = self.real(scope, 0), number(self.random.randint(-20, 20), "double")
            left, right = real, other
        return Expr("{} " + compare + " {}", [left, right], kind="bool", binds=4)
