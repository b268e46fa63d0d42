"""Classes of numbers that a random program defines: their fields, how an object of one is made, and how one is shown."""
import dataclasses

from tree import Expr, Scalar

ADDED = {"double": 8, "unsigned": 5, "float": 3, "unsigned long long": 2, "long double": 1, "int": 2, "mutable double": 1}


@dataclasses.dataclass
class Record:
    """`inner` is the helper's name: the class's own, or that of the namespace around it."""

    inner: str
    in_space: bool
    fields: dict  # name -> type
    made: str  # aggregate, defaults (of the members), constructor

    @property
    def own(self):
        return self.inner + "_part" if self.in_space else self.inner

    @property
    def space(self):
        return self.inner + "::" if self.in_space else ""

    @property
    def name(self):
        return self.space + self.own

    def ends(self):
        return ("(", ")") if self.made == "constructor" else ("{", "}")

    def types(self):
        return {name: kind.removeprefix("mutable ") for name, kind in self.fields.items()}

    def around(self, text):
        return f"namespace {self.inner} {{\n{text}}}" if self.in_space else text.rstrip("\n")


class Records:
    """The part of the generator that defines such classes."""

    def record(self, types):
        names = self.random.sample(["px", "qx", "rx"], self.random.randint(1, 3))
        return Record(self.fresh("helper"), self.chance(30), {name: self.weighted(types) for name in names},
                      self.pick("aggregate", "aggregate", "constructor", "defaults"))

    def class_text(self, record, members=""):
        """The fields, and a constructor that takes them in their order, or nearly so."""
        initial = " = 0" if record.made == "defaults" else ""
        fields = "".join(f"  {kind} {name}{initial};\n" for name, kind in record.fields.items())
        made = self.constructor(record) if record.made == "constructor" else ""
        end = self.pick("", "", "", " final")
        base = f"struct {record.inner}_base {{}};\n" if self.chance(4) else ""
        derived = f" : {record.inner}_base" if base and record.made == "constructor" else ""
        return f"{base}struct {record.own}{end}{derived} {{\n{made}{fields}{members}}};\n"

    def constructor(self, record):
        default = self.pick(" = 0", "")
        given = ", ".join(f"{kind} {name}_{default}" for name, kind in record.types().items())
        taken = ", ".join(f"{name}({name}_{self.pick('', '', '', '', '', ' + 0')})" for name in record.fields)
        first = "" if default else f"  {record.own}() = default;\n"
        return f"{first}  {self.pick('constexpr ', '', 'explicit ')}{record.own}({given}) : {taken} {{}}\n"

    def number_of(self, kind, scope):
        return self.whole(scope) if "unsigned" in kind else self.small(scope) if kind == "int" else self.small_real(scope)

    def value_of(self, record, scope):
        """One object as parts of a line, a new one each time."""
        values = [Expr(f"({kind})({{}})", [self.number_of(kind, scope)]) for kind in record.types().values()]
        begin, end = record.ends()
        return [record.name + begin, *self.between(values), end]

    @staticmethod
    def between(values):
        return [part for value in values for part in (", ", value)][1:]

    def holder(self, record, neutral=None):
        """An object of the function, which is shown at its end."""
        name, (begin, end) = self.fresh("all"), record.ends()
        values = ", ".join(neutral or [str(self.random.randint(0, 5)) for _ in record.fields])
        shown = " ".join(f'report("{name}.{f}", ({"long long" if "int" in k or "unsigned" in k else "double"}){name}.{f});'
                         for f, k in record.fields.items())
        self.scalars.append(Scalar(name, f"{record.name} {name}{begin}{values}{end};", shown))
        return name
