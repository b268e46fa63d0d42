"""The tree of a random function: expressions that know their range, and statements. It prints itself as C++.

Ranges keep the programs defined: a subscript's `allowed` range is what its array has, a signed value's what its type
or its array may hold. Whatever replaces an expression (the shrinker does) has to stay within `allowed`.
"""
import copy
import dataclasses
import re


def product(a, b):
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


# How operators print, how tightly they bind (more is tighter), and the range of their result.
OPERATORS = {
    "?:": ("{} ? {} : {}", 1, lambda c, a, b: (min(a[0], b[0]), max(a[1], b[1]))),
    "&": ("{} & {}", 4, lambda a, b: (0, b[1])),  # with a positive constant
    "+": ("{} + {}", 6, lambda a, b: (a[0] + b[0], a[1] + b[1])),
    "-": ("{} - {}", 6, lambda a, b: (a[0] - b[1], a[1] - b[0])),
    "*": ("{} * {}", 7, product),
    "/": ("{} / {}", 7, lambda a, b: (min(a[0], 0), max(a[1], 0))),  # by a positive constant
    "%": ("{} % {}", 7, lambda a, b: (0 if a[0] >= 0 else 1 - b[1], b[1] - 1)),  # by a positive constant
    "neg": ("-{}", 8, lambda a: (-a[1], -a[0])),
    "min": ("std::min<int>({}, {})", 9, lambda a, b: (min(a[0], b[0]), min(a[1], b[1]))),
    "max": ("std::max<int>({}, {})", 9, lambda a, b: (max(a[0], b[0]), max(a[1], b[1]))),
    "fmod": ("std::fmod({}, {})", 9, lambda a, b: (1 - b[1], b[1] - 1)),
}
TIGHTEST = 9
MADE_UP = re.compile(r"\b[a-z_]+\d+\b")  # the names that the generator invents; parameters carry no digits


@dataclasses.dataclass
class Expr:
    """An operator of the table with arguments, or an atom: its text with `{}` for arguments, and its range."""

    form: str
    args: list = dataclasses.field(default_factory=list)
    fixed: tuple = (0, 0)
    kind: str = "int"  # int, uint (any value, wraps), double (whole numbers), bool
    allowed: tuple = None
    binds: int = TIGHTEST
    unsigned: bool = False  # a counter of an unsigned type

    def range(self):
        return OPERATORS[self.form][2](*[a.range() for a in self.args]) if self.form in OPERATORS else self.fixed

    def strength(self):
        return OPERATORS[self.form][1] if self.form in OPERATORS else self.binds

    def text(self):
        form = OPERATORS[self.form][0] if self.form in OPERATORS else self.form
        atom = self.strength() == TIGHTEST  # a call or a subscript: its arguments need no parentheses
        return form.format(*[a.text() if atom or a.strength() > self.strength() else f"({a.text()})"
                             for a in self.args])

    def is_unsigned(self):
        return self.unsigned or (self.form in OPERATORS and any(a.is_unsigned() for a in self.args))

    def wraps(self):
        """Whether unsigned arithmetic in this expression leaves the range that is computed for it."""
        return (self.is_unsigned() and self.range()[0] < 0) or (
            self.form in OPERATORS and any(a.wraps() for a in self.args))

    def fits(self, allowed):
        low, high = self.range()
        return allowed is None or (allowed[0] <= low and high <= allowed[1] and not self.wraps())


def number(value, kind="int"):
    return Expr(str(value), fixed=(value, value), kind=kind, binds=TIGHTEST if value >= 0 else 8)


def operation(form, *args):
    return Expr(form, list(args), kind="double" if any(a.kind == "double" for a in args) else "int")


@dataclasses.dataclass
class Statement:
    """One line, or a block: `head { body } tail`; a block without a head is a mere list.

    `parts` of the head are text and expressions. `declares` is the name that its text declares, `counter` what the
    shrinker needs to straighten a loop: (type, name, smallest and largest value).
    """

    parts: list
    body: list = None
    tail: str = ""
    declares: tuple = ()
    counter: tuple = None

    def head(self):
        return "".join(p if isinstance(p, str) else p.text() for p in self.parts)

    def expressions(self):
        return [p for p in self.parts if not isinstance(p, str)]

    def is_loop(self):
        words = re.sub(r"^(#.*\n|\[\[.*?\]\] |/\*.*?\*/ )", "", self.head())
        return self.body is not None and words.startswith(("for", "while", "do"))

    def lines(self, indent):
        pad = "  " * indent
        if self.body is None:
            return [pad + self.head()]
        if not self.parts:
            return [line for statement in self.body for line in statement.lines(indent)]
        inner = [line for statement in self.body for line in statement.lines(indent + 1)]
        return [f"{pad}{self.head()} {{", *inner, f"{pad}}}{self.tail}"]

    def all(self):
        """This statement and all below it."""
        yield self
        for statement in self.body or []:
            yield from statement.all()


def line(*parts, declares=()):
    return Statement(list(parts), declares=(declares,) if isinstance(declares, str) else declares)


def block(head, body, **more):
    return Statement(head if isinstance(head, list) else [head], body, **more)


@dataclasses.dataclass
class Scalar:
    """A local of the function that lives through it; `report` shows it at the end."""

    name: str
    declaration: str
    report: str


@dataclasses.dataclass
class Function:
    body: list
    scalars: list
    helpers: dict  # name -> definition, in front of the function
    apart: bool = False  # pointers are `__restrict`: no call has arrays that overlap
    constant: frozenset = frozenset()  # arrays that are not written, and whose parameters say so
    shape: str = "plain"  # how it is written: see sources.py
    dress: frozenset = frozenset()  # ways to write its head: see sources.py
    options: str = ""  # of the attribute
    extent: str = ""  # of the array `hist`, in the words of its attribute

    def copy(self):
        return copy.deepcopy(self)

    def statements(self):
        for statement in self.body:
            yield from statement.all()

    def body_lines(self):
        return [text for statement in self.body for text in statement.lines(1)]

    def is_closed(self):
        """Whether each made-up name of the body has its declaration: an edit may have removed it."""
        known = {s.name for s in self.scalars} | set(self.helpers)
        known |= {name for statement in self.statements() for name in statement.declares}
        return set(MADE_UP.findall("\n".join(self.body_lines()))) <= known

    def loops(self):
        return sum(statement.is_loop() for statement in self.statements())
