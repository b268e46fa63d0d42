"""What the generator knows at a place of a function: counters, temporaries, how often it gets there, what may leave."""
import dataclasses

from inputs import SIZES
from tree import Expr

MOST_ITERATIONS = 8000  # of one place, in one call: bounds sums and the time a program takes


@dataclasses.dataclass
class Variable:
    """A counter or temporary that may be read: `text` is how, `range` what it may be then."""

    text: str
    range: tuple
    unsigned: bool = False
    bound: str = ""  # the size that bounds a counter that starts at 0, for subscripts like i * m + j

    def read(self):
        return Expr(self.text, fixed=self.range, unsigned=self.unsigned)

    def value(self):
        """Read as an int, whatever its type."""
        return Expr(f"(int){self.text}", fixed=self.range) if self.unsigned else self.read()


@dataclasses.dataclass
class Scope:
    counters: list = dataclasses.field(default_factory=list)
    locals: list = dataclasses.field(default_factory=list)
    doubles: list = dataclasses.field(default_factory=list)  # names of temporaries with small whole numbers
    times: int = 1
    may_continue: bool = False
    may_break: bool = False

    def inside(self, counter, trips, may_continue=True):
        return Scope(self.counters + ([counter] if counter else []), list(self.locals), list(self.doubles),
                     self.times * max(1, trips), may_continue, True)

    def nested(self, **changes):
        """A block in the same iteration: its temporaries end with it."""
        return dataclasses.replace(self, locals=list(self.locals), doubles=list(self.doubles), **changes)

    def readable(self):
        return self.counters + self.locals


def size(name):
    return Variable(name, SIZES[name])
