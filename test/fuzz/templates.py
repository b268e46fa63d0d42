"""Statements made of text: single capital letters stand for names, values and tests that are chosen anew."""
import re

from inputs import INT
from scope import Variable
from tree import Expr, Scalar, Statement

LETTER = re.compile(r"\b[A-Z]\b")


class Templates:
    """The part of the generator that fills such text. V: an int, W: an unsigned, R: a double, T: a test, C and K: numbers."""

    def kept(self, stem, kind, initial):
        """A local of the function, which no other statement uses."""
        name = self.fresh(stem)
        shown = f"(double){name}" if kind in ("double", "float") else f"(long long){name}"
        self.scalars.append(Scalar(name, f"{kind} {name} = {initial};", f'report("{name}", {shown});'))
        return name

    def written_pointer(self):
        """A pointer to ints that the function writes."""
        name = self.pick("a", "b", "c")
        self.stored.add(name)
        return name

    def letter(self, scope):
        return {"V": lambda: Expr("({})", [self.within(self.value(scope, 1))], INT), "W": lambda: Expr("({})", [self.whole(scope, 1)], kind="uint"),
                "R": lambda: Expr("({})", [self.small_real(scope)], kind="double"), "T": lambda: Expr("({})", [self.condition(scope, 0)], kind="bool"),
                "C": lambda: str(self.random.randint(1, 9)), "K": lambda: str(self.random.randint(-300, 700))}

    def filled_parts(self, text, names, scope):
        """The parts of a line."""
        made, parts, done = self.letter(scope), [], 0
        for found in LETTER.finditer(text):
            letter = found[0]
            parts += [text[done:found.start()], names[letter] if letter in names else made[letter]()]
            done = found.end()
        return [*parts, text[done:]]

    def template(self, text, names, scope, fresh=()):
        """Statements, a line each; a line that ends with a brace opens a block."""
        stack, left = [Statement([], [])], set(fresh)
        for one in text.split("\n"):
            if one.startswith("}"):
                stack.pop().tail = "".join(map(str, self.filled_parts(one[1:], names, scope)))
                continue
            opens = one.endswith(" {")
            made = Statement(self.filled_parts(one[:-2] if opens else one, names, scope), [] if opens else None)
            words = set(re.findall(r"\w+", made.head()))
            made.declares = tuple(sorted(left & words))
            left -= words
            stack[-1].body.append(made)
            if opens:
                stack.append(made)
        return stack[0]

    def whole_template(self, text, scope, kind="int", most=127, **names):
        """A nest of it: I is a counter of that type, J, L and O are further names, S is written, A and B are read, Z is a sum."""
        own = {letter: self.fresh(stem) for letter, stem in {"I": "i", "J": "j", "L": "l", "O": "own"}.items()}
        inner = scope.inside(Variable(own["I"], (0, most), "unsigned" in kind or "size_t" in kind), 100, False)
        given = {**own, "Y": kind, "S": self.written_pointer(), "A": self.pick(*"abc"), "B": self.pick(*"abc"), "X": self.pick("x", "y"),
                 "N": self.pick("n", "n", "m", "n / 2"), **names}
        for letter, stem, initial in (("Z", "sum", "0"), ("D", "steps", "0")):
            if re.search(rf"\b{letter}\b", text) and letter not in names:
                given[letter] = self.kept(stem, "long long" if letter == "Z" else "int", initial)
        return self.template(text, given, inner, own.values())
