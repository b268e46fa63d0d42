"""Random nests over memory that has several names: containers and arrays of the function's own, allocated memory, and the
references, pointers, iterators and spans that lead to it."""
import dataclasses

from inputs import ARRAYS, INT, SMALL
from scope import size
from tree import Expr, Statement, block, line, number, operation

LEAST = 64  # elements of memory of the function's own
CONTAINERS = {"vec": ("int", 256), "wide": ("double", 256), "arr": ("int", 128), "span": ("int", 256)}
OFFSETS = [("{}", 0, 0)] * 2 + [("1", 1, 1), ("3", 3, 3), ("s", 1, 3), ("(n & 3)", 0, 3), ("(2 + 1)", 3, 3),
                                ("(int)sizeof(int)", 4, 4), ("idx[0] % 4", 0, 3), ("static_cast<int>(2.5)", 2, 2)]


@dataclasses.dataclass
class Name:
    """What a name leads to, and the subscripts that it may have."""

    text: str
    what: str  # container, span, array, owner, pointer, iterator
    element: str
    first: int
    last: int
    constant: bool = False

    def within(self):
        return self.first, self.last


class SecondNames:
    """The part of the generator that gives memory other names."""

    def second_names(self, scope):
        first, before, after = self.random.choice([self.own_container, self.allocated, self.given])(scope)
        names = [first]
        for _ in range(self.random.randint(1, 3)):
            declaration, name = self.second(self.random.choice(names))
            before = [*before, declaration]
            names.append(name)
        header = self.header(scope)
        inner, body = self.inside(scope, header), []
        written = [name for name in names if not name.constant]
        for _ in range(self.random.randint(1, 3)):
            body.append(self.into_name(inner, self.random.choice(written), self.random.choice(names)))
        body += self.statement(inner) if self.chance(30) else []
        return block("", [*before, *self.in_between(first), header.around(body), *after])

    def into_name(self, scope, to, source):
        values = INT if to.element in ("int", "unsigned") else (0, 63) if to.element == "char" else SMALL
        read = Expr(f"{source.text}[{{}}]", [self.index(scope, source.within())], values,
                    "double" if to.element == "double" else "int")
        target = Expr(f"{to.text}[{{}}]", [self.index(scope, to.within())])
        if to.element == "unsigned":
            return line(target, self.pick(" = ", " += "), Expr("{} + {}", [read, self.whole(scope)], binds=6), ";")
        if to.element == "double":
            value = operation("fmod", operation("+", read, self.small_real(scope)), number(64, "double"))
            return line(target, " = ", value, ";")
        return line(target, " = ", self.within(operation(self.pick("+", "-"), read, self.value(scope)), values), ";")

    # Memory.

    def shown(self, name, scope):
        """What the elements hold in the end."""
        if scope.times > 20:
            total = self.scalar("sum", "long long", "0")
            return [line(f"{total} += (int){name.text}[2];")]
        self.stored.add("out")
        e = self.fresh("e")
        return [block(f"for (int {e} = 0; {e} < {LEAST}; ++{e})", [line(f"out.push_back((int){name.text}[{e}]);")], declares=(e,))]

    def own_container(self, scope):
        own, element = self.fresh("own"), self.pick("int", "int", "double", "unsigned")
        more = self.pick("n + ", "", "m * 2 + ", "")
        text, what, element = self.random.choice([
            (f"std::vector<{element}> {own}({more}{LEAST}, 3);", "container", element),
            (f"std::vector<{element}> {own}; {own}.resize({more}{LEAST}, 2);", "container", element),
            (f"std::array<{element}, {LEAST}> {own}{{}};", "container", element),
            (f"std::string {own}({LEAST}, '#');", "container", "char"),
            (f"{element} {own}[{LEAST}] = {{1, 2}};", "array", element),
            (f"{element} {own}[{more}{LEAST}]; std::fill({own}, {own} + ({more}{LEAST}), 5);", "array", element),
            (f"static {element} {own}[{LEAST}]; std::fill({own}, {own} + {LEAST}, 1);", "array", element)])
        self.no_template = self.no_template or f"[{more}{LEAST}];" in text  # of which g++ deduces no types
        name = Name(own, what, element, 0, LEAST - 1)
        return name, [line(text, declares=own)], self.shown(name, scope)

    def allocated(self, scope):
        own, e = self.fresh("own"), self.pick("int", "int", "double", "unsigned")
        count = self.pick(f"{LEAST}", f"n + {LEAST}", f"m * p + {LEAST}", f"{LEAST} * s", f"(std::size_t)n + {LEAST}",
                          f"std::max(n, {LEAST})", f"(n > {LEAST} ? n : {LEAST})", f"sizeof(int) * {LEAST}", f"idx[1] + {LEAST}")
        free, delete = f"std::free({own});", f"delete[] {own};"
        text, what, end = self.random.choice([
            (f"{e}* {own} = new {e}[{count}]{self.pick('{}', '()')};", "pointer", delete),
            (f"{e}* const {own} = new {e}[{count}]{{1, 2}};", "pointer", delete),
            (f"{e}* {own} = static_cast<{e}*>(std::calloc({count}, sizeof({e})));", "pointer", free),
            (f"auto* {own} = ({e}*)std::malloc(({count}) * sizeof({e})); std::memset({own}, 0, ({count}) * sizeof({e}));", "pointer", free),
            (f"auto* {own} = static_cast<{e}*>(std::aligned_alloc(64, 4096)); std::fill_n({own}, {LEAST}, 3);", "pointer", free),
            (f"std::unique_ptr<{e}[]> {own}(new {e}[{count}]());", "owner", ""),
            (f"{self.pick('const ', '')}auto {own} = std::make_unique<{e}[]>({count});", "owner", ""),
            (f"auto {own} = std::make_unique_for_overwrite<{e}[]>({LEAST}); std::fill_n({own}.get(), {LEAST}, 4);", "owner", ""),
            (f"{e}* {own} = new ({self.pick('std::nothrow', 'std::align_val_t(64)')}) {e}[{LEAST}]();", "pointer", "")])
        name = Name(own, what, e, 0, LEAST - 1)
        after = self.shown(name, scope) + ([line(end)] if end and self.chance(80) else [])
        if what == "pointer" and " const " not in text and self.chance(10):
            after.insert(0, line(f"{own} += 0;"))
        return name, [line(text, declares=own)], after

    def given(self, scope):
        """What the function has from elsewhere."""
        found = [Name(n, "span" if n == "span" else "container", e, 0, length - 1)
                 for n, (e, length) in CONTAINERS.items() if n in self.palette]
        found += [Name(n, "pointer", "int", -20, 4000) for n in self.palette if n in "abc"]
        found += [Name("field.values", "container", "double", 0, 255)] * ("field" in self.palette)
        found += [Name("matrix.values()", "container", "int", 0, 1000)] * ("matrix" in self.palette)
        found += [Name("grid[3]", "array", "int", 0, 15)] * ("grid" in self.palette)
        found += [Name("rows[n & 63]", "container", "int", 0, 15)] * ("rows" in self.palette)
        if not found:
            return self.own_container(scope)
        name = self.random.choice(found)
        self.stored.add(name.text.split("[")[0].split(".")[0])
        return name, [], []

    # Names.

    def second(self, of):
        """A declaration, and what it declares."""
        name, (offset, low, high) = self.fresh("as"), self.random.choice(OFFSETS)
        offset = offset.format(0) if of.last > 20 else "0"
        low, high = (low, high) if of.last > 20 else (0, 0)
        begin, end = of.first - low, of.last - high
        moved = f" + {offset}" if self.chance(80) or low != high or low != 0 else ""
        length = of.last - of.first + 1 - high if of.first == 0 else of.last - 4

        def named(text, what, first=begin, last=end, constant=False):
            return line(text, declares=name), Name(name, what, of.element, first, last, constant or of.constant)

        element = f"const {of.element}" if of.constant else of.element
        whole = lambda what: named(f"auto& {name} = {of.text};", what, of.first, of.last)
        pointer = f"{self.pick(element + '*', 'auto*', 'auto* const', 'auto')} {name} = "
        choices = [lambda: named(f"{pointer}&{of.text}[{offset}];", "pointer")]
        if of.what in ("container", "span"):
            choices += [lambda: whole(of.what), lambda: named(f"const auto& {name} = {of.text};", of.what, of.first, of.last,
                                                              of.what == "container"),
                        lambda: named(f"{pointer}{of.text}.data(){moved};", "pointer"),
                        lambda: named(f"{pointer}std::data({of.text}){moved};", "pointer"),
                        lambda: named(f"{self.pick('auto', 'const auto')} {name} = {of.text}.begin(){moved};", "iterator"),
                        lambda: named(f"std::span<{element}> {name}({of.text});", "span", 0, of.last),
                        lambda: named(f"std::span<{element}> {name}{{{of.text}.data(){moved}, (std::size_t){length}}};", "span", 0, end),
                        lambda: named(f"const auto {name} = std::span<{element}>({of.text}).subspan({offset});", "span", 0, end)]
        if of.what == "span":
            choices += [lambda: named(f"auto {name} = {of.text}.subspan({offset});", "span", 0, end),
                        lambda: named(f"const auto {name} = {of.text}.first({length});", "span", 0, length - 1)] * 2
        if of.what in ("pointer", "array"):
            choices += [lambda: named(f"{pointer}{of.text} + {offset};", "pointer"),
                        lambda: named(f"{pointer}{of.text};", "pointer", of.first, of.last),
                        lambda: named(f"{pointer}{offset} + {of.text};", "pointer"),
                        lambda: named(f"{pointer}({element}*){of.text} - 1;", "pointer", of.first + 1, of.last)
                        if of.first < 0 else whole(of.what),
                        lambda: named(f"std::span<{element}> {name}(&{of.text}[{offset}], {length});", "span", 0, length - 1)]
        if of.what == "iterator":
            choices = [lambda: named(f"auto {name} = {of.text}{moved};", "iterator"),
                       lambda: named(f"auto {name} = {of.text};", "iterator", of.first, of.last)]
            if of.first <= -high:
                choices.append(lambda: named(f"const auto {name} = {of.text} - {offset};", "iterator", of.first + high,
                                             of.last + low))
        if of.what == "owner":
            choices += [lambda: named(f"{pointer}{of.text}.get(){moved};", "pointer"), lambda: whole("owner")]
        return self.random.choice(choices)()

    def in_between(self, first):
        """What happens between a name's declaration and the loop: nothing that moves elements."""
        if self.chance(55):
            return []
        name, own, label = self.fresh("helper"), self.fresh("own"), self.fresh("on_")
        choices = [[line(f"{label}:;", declares=label)], [line(f"delete new int({self.random.randint(1, 9)});")],
                    [line(f"int {own} = std::max(2, n); {own} += std::abs({own});", declares=own)],
                    [line(f"const auto {own} = [&] {{ return n; }};", declares=own)],
                    [line(f"double {own} = std::sqrt(4.0); std::swap({own}, {own});", declares=own)]]
        self.helpers[name] = f"struct {name} {{ int by = 1; ~{name}() {{ by = 0; }} }};"
        choices.append([line(f"const {name} {own};", declares=own)])
        if first.what in ("container", "span"):
            choices += [[line(f"static_cast<void>({first.text}.{word}());")] for word in ("size", "empty", "front", "end")]
            choices += [[line(f"static_cast<void>(std::{word}({first.text}));")] for word in ("size", "empty", "ssize")]
        if first.what == "container" and first.text in ("vec", "wide"):
            choices += [[line(f"{first.text}.reserve(1);")], [line(f"if (n > 1000) {first.text}.resize(300);")],
                        [block("if (n > 1000)", [line(f"{first.text}.push_back(1);")])]]
        return self.random.choice(choices)
