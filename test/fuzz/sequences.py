"""Random arguments of the standard library's algorithms: sequences of elements in the words that people use for them, and
functions of elements."""
import dataclasses
import re

from inputs import ARRAYS, INT
from scope import MOST_ITERATIONS, Variable
from tree import Expr, Scalar, number, operation

TYPES = {**dict.fromkeys("abc", "int"), "u": "unsigned", "v": "unsigned", "x": "double", "y": "double", "f": "float",
         "h": "short", "q": "unsigned char", "w": "long long", "vec": "int", "wide": "double", "arr": "int",
         "span": "int", "table": "int", "set": "bool"}
CONTAINERS = {"vec": 256, "wide": 256, "arr": 128, "span": 256}
COUNTS = {"n": 100, "m": 12, "p": 6, "4": 4, "2": 2, "m + 1": 13, "n / 2": 50, "n - n / 2": 50, "(std::size_t)p": 6}
USUAL = {"int": "a", "uint": "u", "double": "x"}  # what a function uses that has nothing of the kind


@dataclasses.dataclass
class Sequence:
    """Elements of one array, from the iterator `first` to `last`."""

    array: str
    first: str
    last: str
    most: int  # how many there are at most
    count: str = ""  # their number, where it is written so
    whole: str = ""  # what names all of them

    @property
    def type(self):
        return TYPES[self.array]

    @property
    def kind(self):
        return ARRAYS[self.array].kind

    @property
    def values(self):
        return ARRAYS[self.array].values


class Sequences:
    """The part of the generator that gives algorithms their arguments. Needs `Expressions`."""

    # Sequences.

    def array_of(self, kinds, store=False, names=TYPES):
        """An array of the palette, or one that joins it."""
        fitting = [a for a in self.palette if a in names and ARRAYS[a].kind in kinds]
        name = self.random.choice(fitting) if fitting and self.chance(80) else USUAL[self.pick(*kinds)]
        self.palette = sorted({name, *self.palette})
        if store:
            self.stored.add(name)
        return name

    def count(self, scope):
        """A number of elements that the place has time for, and the largest that it may be."""
        fitting = [c for c, most in COUNTS.items() if scope.times * most <= MOST_ITERATIONS]
        found = "n" if "n" in fitting and self.chance(30) else self.random.choice(fitting)
        return found, COUNTS[found]

    def sequence(self, scope, kinds=("int", "uint", "double"), store=False, name=None):
        name = name or self.array_of(kinds, store)
        if store:
            self.stored.add(name)
        if name in CONTAINERS and scope.times * CONTAINERS[name] <= MOST_ITERATIONS and self.chance(75):
            return self.of_container(name, store)
        return self.of_pointer(scope, name)

    def of_container(self, name, store):
        c = "" if store or name == "span" else self.pick("", "c")
        first, last = self.random.choice(
            [(f"{name}.{c}begin()", f"{name}.{c}end()")] * 4 + [
                (f"{name}.begin() + {self.pick('1', 'p', '(m + 2)', '(s - 1)')}", f"{name}.end() - {self.pick('1', 'p', 'm')}"),
                (f"{name}.begin()", f"{name}.begin() + {self.pick('m', 'n', '(n + m)', '1')}"),
                (f"{name}.data()", f"{name}.data() + {self.pick('m', 'n', f'{name}.size()')}"),
                (f"std::begin({name})", f"std::end({name})"), (f"std::data({name})", f"std::data({name}) + n"),
                (f"{name}.end() - {self.pick('n', '9')}", f"{name}.end()"),
                (f"{name}.rbegin()", f"{name}.rend()"), (f"{name}.rbegin() + p", f"{name}.rend() - {self.pick('p', '2')}"),
                (f"std::rbegin({name})", f"std::rend({name})"), (f"{name}.rbegin()", f"{name}.rbegin() + m")])
        return Sequence(name, first, last, CONTAINERS[name], whole=name)

    def of_pointer(self, scope, name):
        count, most = self.count(scope)
        room = (0, 20)
        start = self.index(scope, room).text() if scope.counters and self.chance(50) else self.pick("1", "p", "s")
        first = name if self.chance(60) else f"{name} + ({start})" if not start.isalnum() else f"{name} + {start}"
        if name in CONTAINERS:
            first = f"{name}.begin()" + first[len(name):]
        sum_of = count if count.isalnum() or count.startswith("(") else f"({count})"
        if first == name and self.chance(12):
            return Sequence(name, f"std::make_reverse_iterator({name} + {sum_of})",
                            f"std::make_reverse_iterator({name})", most, count)
        return Sequence(name, first, f"{first} + {sum_of}", most, count)

    def room_apart(self, scope, source, kinds=None):
        """Where elements may go that no element of `source` lies among, whatever the arrays overlap: a first iterator."""
        name = self.array_of(kinds or (source.kind,), True, [a for a in TYPES if a not in CONTAINERS and a != "table"])
        if source.most > 100:
            own = self.own_vector(source.type, 256)
            return own, f"{own}.begin()"
        return name, f"{name} + {self.pick('200', '(n + 150)', '256')}"

    def own_vector(self, kind, size, values=""):
        """A container of the function, to fill: all of it is shown at the end."""
        name = self.fresh("made")
        self.scalars.append(Scalar(name, f"std::vector<{kind}> {name}({values or size});",
                                   f'report("{name}", (double)std::accumulate({name}.begin(), {name}.end(), ({kind})0));'))
        return name

    def odd_iterator(self, text):
        """The same place in words that say it less plainly."""
        forms = [f"std::next({text}, 0)", f"(n > 2 ? {text} : {text})", f"{text} + 0", f"{text} + std::min(0, m)", f"({text})",
                 f"{text} - 0", f"{text} + (k - k)", f"{text} + std::size_t{{0}}", f"(p, {text})", f"{text} + n - n"]
        if text.isalnum():
            macro = self.fresh("helper")
            self.helpers[macro] = f"#define {macro}(x) x"
            forms += [f"{macro}({text})", f"&{text}[0]", f"&*{text}", f"{text} /* from here */", f"static_cast<{text.join(['decltype(', ')'])}>({text})"]
        return self.random.choice(forms)

    # Functions of elements.

    def function_of(self, scope, source, allowed=None, result=None, operands=1):
        """Of an element, or of two: a lambda, with numbers in `allowed`; parts of a line, and names that it declares."""
        kind = source.kind
        names = [self.fresh("e") for _ in range(operands)]
        inner = scope.nested()
        if kind == "double":
            inner.doubles += names * 2
        elif source.values:
            inner.locals += [Variable(e if source.type == "int" else f"(int){e}", source.values) for e in names] * 3
        value = self.result_of(inner, names, kind, allowed or source.values)
        capture = self.pick("&", "&", "&", "=") if not any("begin()" in v.text for v in scope.readable()) else "&"
        if not self.mentions_outside(value, names) and self.chance(70):
            capture = ""
        parameters = ", ".join(f"{self.pick(source.type, source.type, 'const auto', f'const {source.type}&')} {e}" for e in names)
        ending = self.pick("", "", "", "", f" -> {result or source.type}") if kind != "double" else ""
        return [f"[{capture}]({parameters}){ending} {{ return ", value, "; }"], tuple(names)

    def mentions_outside(self, value, names):
        words = set(re.findall(r"\b[A-Za-z_]\w*\b", value.text()))
        return bool(words - set(names) - {"std", "int", "double", "fabs", "fmod", "fmin", "fmax", "min", "max", "unsigned"})

    def result_of(self, inner, names, kind, allowed):
        e = self.random.choice(names)
        if kind == "uint":
            other = Expr(f"{names[-1]}") if self.chance(40) else self.whole(inner, 0)
            return Expr("{} " + self.pick("+", "^", "*", "-") + " {}", [Expr(e), other], kind="uint", binds=6)
        if kind == "double":
            return self.small_real(inner)
        simple = operation(self.pick("+", "-"), inner.locals[-1].read() if inner.locals else number(3),
                           number(self.random.randint(1, 9)))
        return self.within(simple if self.chance(35) else self.value(inner, 1), allowed)

    def test_of(self, scope, source, operands=1):
        """A lambda that answers yes or no."""
        names = [self.fresh("e") for _ in range(operands)]
        compare, constant = self.pick("<", ">", "==", "!=", "<=", ">="), self.random.randint(-40, 60)
        if source.kind == "uint":
            constant = abs(constant)
        if operands == 2:
            test = self.pick(f"{names[0]} {compare} {names[1]}", f"{names[0]} + {names[1]} > {constant}")
        elif source.kind != "double" and self.chance(40):
            test = f"{names[0]} % {self.pick(2, 3, 7)} == {self.pick(0, 1)}"
        else:
            test = f"{names[0]} {compare} {constant}"
        outside = self.chance(30)
        if outside:
            test = f"{test} {self.pick('&&', '||')} {self.pick('k', 'n', 'm')} > {self.random.randint(0, 4)}"
        capture = self.pick("&", "=") if outside else self.pick("", "", "&")
        if "=" in capture and any("begin()" in v.text for v in scope.readable()):
            capture = "&"
        parameters = ", ".join(f"{self.pick(source.type, source.type, 'auto', f'const {source.type}&')} {e}" for e in names)
        return f"[{capture}]({parameters}) {{ return {test}; }}", tuple(names)

    def named_test(self, source):
        """A function, an object or a lambda by name that answers yes or no."""
        name, t = self.fresh("helper"), source.type
        self.helpers[name], text = self.random.choice([
            (f"static bool {name}({t} x) {{ return x > 5; }}", name),
            (f"struct {name} {{ bool operator()({t} x) const {{ return x > 7; }} }};", f"{name}{{}}"),
            (f"struct {name}_t {{ bool operator()({t} x) const {{ return x < 9; }} }};\nstatic const {name}_t {name};", name),
            (f"struct {name}_t {{ int asked = 0; bool operator()({t} x) {{ return x < 2 * ++asked; }} }};\n"
             f"static {name}_t {name}() {{ return {{}}; }}", f"{name}()"),
            (f"static constexpr auto {name} = []({t} x) {{ return x > 11; }};", name),
            (f"static bool {name}({t} x) {{ return x > 8; }}\nstatic bool {name}({t} x, {t}) {{ return x > 1; }}",
             f"static_cast<bool (*)({t})>({name})"),
            (f"static bool {name}({t} x) {{ return x > 6; }}", f"std::function<bool({t})>({name})"),
            (f"static bool {name}({t} x) {{ return x > 4; }}", f"&{name}"), (f"static bool {name}({t} x) {{ return x < 3; }}", f"std::not_fn({name})"),
            (f"struct {name}_t {{ int asked = 0; bool operator()({t} x) {{ return x < 2 * ++asked; }} }};\n"
             f"static {name}_t& {name}() {{ static {name}_t one; one.asked = 0; return one; }}", f"{name}()"),
            (f"static bool {name}_f(const {t}& x) {{ return x != 3; }}\nstatic bool (*const {name})(const {t}&) = {name}_f;", name),
            (f"static const std::function<bool({t})> {name} = []({t} x) {{ return x > 11; }};", name)])
        return text
