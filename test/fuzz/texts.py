"""Random statements from tables of texts with placeholders.

    @i       the counter of a loop in the text, and @e its end, one of the sizes
    @v @u    a random int in [-1023, 1023]: where the counter is known, and outside of the loop
    @c @d    a condition, likewise
    @a       a random assignment in the loop
    @A @B    arrays of int that may be written
    @P @Q    made-up names, of P to Z
    @H       the helper's name
    @N       a small number
    @S       a sum that is shown at the end

A line that ends in `{` begins a block, one that begins with `}` ends it.
"""
import re

from inputs import INT, SIZES
from scope import Variable
from tree import Expr, Statement, block, line

PLACE = re.compile(r"@([a-zA-Z])")


class Texts:
    """The part of the generator that fills texts in."""

    def filled_in(self, scope, text, helper=""):
        """The statements of `text`; `helper` is defined in front of the function, where it is not empty."""
        known = {"H": self.fresh("helper") if helper or "@H" in text else "", "N": str(self.random.randint(2, 9))}
        known["e"] = self.pick("n", "n", "m")
        known["i"] = self.fresh("i")
        arrays = [a for a in "abc" if a in self.palette] or ["a"]
        inner = scope.inside(Variable(known["i"], (0, SIZES[known["e"]][1] - 1), bound=known["e"]), SIZES[known["e"]][1])
        made = set()

        def name_of(letter):
            if letter not in known:
                if letter in "AB":
                    known[letter] = self.random.choice(arrays)
                    self.stored.add(known[letter])
                elif letter == "S":
                    known[letter] = self.scalar("sum", "long long", "0")
                else:
                    known[letter] = self.fresh("made")
                    made.add(known[letter])
            return known[letter]

        def pieces(words):
            result = []
            for position, piece in enumerate(PLACE.split(words)):
                if position % 2 == 0 or piece.isupper() or piece in "ei":
                    result.append(name_of(piece) if position % 2 else piece)
                elif piece in "vu":
                    value = self.within(self.value(inner if piece == "v" else scope))
                    result.append(value if value.strength() > 7 else Expr("({})", [value], INT))
                elif piece in "cd":
                    result.append(Expr("({})", [self.condition(inner if piece == "c" else scope)], kind="bool"))
                else:
                    result += self.assignment(inner)[0].parts
            return [r for r in result if r != ""]

        if helper:
            self.helpers[known["H"]] = helper.replace("@H", known["H"]).replace("@N", known["N"])
        self.no_template = True
        outermost, open_blocks = [], []
        for words in text.strip("\n").split("\n"):
            words = words.strip()
            body = open_blocks[-1].body if open_blocks else outermost
            if words.startswith("}"):
                open_blocks.pop().tail = "".join(pieces(words[1:]))  # names alone
            elif words.endswith("{"):
                body.append(block(pieces(words[:-1].rstrip()) or [""], []))
                open_blocks.append(body[-1])
            else:
                body.append(line(*pieces(words)))
        names = tuple(sorted(made)) + ((known["i"],) if "@i" in text else ())
        outermost[0].declares = names
        return outermost

    def as_block(self, scope, text, helper=""):
        """A block of its own for what the text declares."""
        return block("if (true)" if self.chance(10) else "", self.filled_in(scope, text, helper))
