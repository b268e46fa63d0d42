"""Random loops that keep what they meet first, and extremes that begin with none or are compared in their places. Beside
each stands what looks like it and is none."""
import re

from scope import Variable
from tree import Statement, block, line

HEADS = [("for (int I = 0; I < n; ++I)", 99), ("for (int I = n - 1; I >= 0; --I)", 99), ("for (int I = s; I < n; I += 2)", 99), ("for (long I = 0; I < n; ++I)", 99),
         ("for (std::size_t I = 0; I < vec.size(); ++I)", 255), ("for (unsigned I = 0; I < (unsigned)n; ++I)", 99), ("for (int I = 0; I < 40; ++I)", 39),
         ("for (int I = 0; I < m; ++I) for (int J = 0; J < p; ++J)", 11), ("for (int I = k + 2; I != n + 130; ++I)", 229), ("for (int I = n; I-- > 0;)", 99),
         ("for (short I = 0; I < n; ++I)", 99), ("for (int I = 0; I < n; ++I)", 99)]
# Of the variable F: type, first value, tests for none, what is assigned.
FIRST = [
    ("int", "-1", ["F < 0", "F == -1", "F <= -1", "0 > F", "-1 == F", "!(F >= 0)", "not (F > -1)", "-1 >= F", "!(0 <= F)", "F < C - 9", "F != K"],
     ["I", "I", "I", "I", "(int)I", "I + C", "int(I) - C", "idx[I & 127]", "n - (int)I", "3", "-1", "A[I & 63]"]),
    ("int", "n", ["F == n", "F >= n", "n <= F", "F > n - 1", "!(F < n)", "n == F", "!(n > F)", "F > m", "F == n + 0", "F >= idx[3]", "F != n"],
     ["I", "(int)I", "n - 1 - (int)I", "I + 1", "n"]),
    ("bool", "false", ["!F", "!F", "F == false", "F != true", "not F", "!!!F", "false == F", "!(F == true)", "F < true", "F ^ true"],
     ["true", "true", "true", "1", "false", "I > 3"]),
    ("bool", "true", ["F", "F", "F == true", "!!F", "F != false", "true == F"], ["false", "false", "0", "true"]),
    ("int", "0", ["F == 0", "!F", "F < 1", "0 == F", "F <= 0", "1 > F", "0 >= F", "!(F != 0)", "!(F > 0)", "!(0 < F)", "!(F >= 1)"],
     ["1", "1", "1", "2", "I + 1", "I", "-1", "0", "true"]),
    ("int", "5", ["F > 0", "F >= 1", "F != 2", "F == 5", "0 < F", "5 == F", "F", "F != 0", "!(F < 5)", "2 != F", "F > 4"], ["0", "0", "-3", "2", "(int)I - 300", "5", "I"]),
    ("std::size_t", "(std::size_t)-1", ["F == (std::size_t)-1", "F == ~0ull", "F >= ~0ul", "F > ~0ull - 1", "!(F != ~std::size_t(0))", "~0ul == F", "F > 1ull << 63",
                                        "F == SIZE_MAX", "!(F < ~0ul)", "F < ~0ul", "F != ~0ul"], ["I", "I", "(std::size_t)I", "5", "~0ul", "vec.size() + I", "A[I & 63]"]),
    ("std::size_t", "vec.size()", ["F == vec.size()", "vec.size() == F", "F >= vec.size()", "F == std::size(vec)", "F == (std::size_t)vec.size()", "!(F < vec.size())",
                                   "F == arr.size()", "F == span.size()", "F == vec.capacity()", "F == rows.size()", "F == rows[2].size()", "F == out.size()"],
     ["I", "I", "(std::size_t)I", "vec.size() - 1", "3"]),
    ("unsigned", "0", ["!F", "F == 0", "F < 1u", "F == 0u", "F <= 0"], ["I + 1", "I + 1u", "1", "I"]), ("unsigned", "~0u", ["F == ~0u", "F > 1000u", "F >= ~0u"], ["I", "7"]),
    ("short", "-1", ["F < 0", "F == -1", "(short)F < 0"], ["I", "(short)I", "5"]), ("unsigned char", "0", ["!F", "F == 0", "F < 1"], ["1", "I", "I + 1"]),
    ("long", "-1", ["F < 0", "F < 0l", "F == -1", "(int)F < 0", "F < 0.5"], ["I", "(int)I", "I * 3"]), ("double", "-1", ["F < 0", "F == -1"], ["I"]),
    ("__int128", "-1", ["F < 0", "F == -1"], ["I"]), ("const int", "-1", ["F < 0"], ["I"])]
# P is the test for none, Q what is assigned, E an element, G what is kept beside it.
TAKEN = [
    "if (P && T) F = Q;", "if (T && P) F = Q;", "if (P && E == K) { F = Q; }", "if (P && E > K) { G = E; F = Q; }", "if (E < K && P) { F = Q; G = I; }",
    "if (P && T && E > K) { G = E; F = Q; }", "if (E > K && P && T) G = I, F = Q;", "if (P) { if (T) F = Q; }", "if (P) if (E > K) { F = Q; G = I; }",
    "if (P) { if (T) { if (E > K) { F = Q; G = E; } } }", "if (T) { if (P) F = Q; }", "if (!(P) || !(E > K)) continue; F = Q;", "if (!(P)) continue; if (E > K) F = Q;",
    "if (E < K) continue; if (P) { G = I; F = Q; }", "F = P && E > K ? Q : F;", "F = !(P) || E > K ? F : Q;", "if (!(P) || E > K) {} else F = Q;",
    "if (P && E > K) { F = Q; } S[I + 300] = E / 2;", "if (P && K < E) { F = Q; G = E; } D += E > 3;"]
LIKE_TAKEN = [
    "if (P && T) F = Q; S[I + 9] = (int)F & 63;", "if (P && T) F = Q; if (E > K) F = H;", "if (P && (D++ & 3) == 1) F = Q;", "if ((D++ & 3) == 1 && P) F = Q;",
    "if (P && 300 / (E | 1) == C) F = Q;", "if (P && B[A[I] & 63] > K) F = Q;", "if (P && T) { F = Q; D += I; }", "if (P && T) { D = (int)F; F = Q; }",
    "if (int t = E; P && t > K) F = Q;", "if (P && T) F = Q; else D += 1;", "if (P) F = Q;", "if (P && T) { total = E; F = Q; }", "if (P && E > K) { count[0] = 3; F = Q; }",
    "if (P && T) { S[3] = E; F = Q; }", "const bool d = P && E > K; if (d) F = Q;", "if (P && T) { F = Q; G = D++; }", "if (P && E > K) { const int d = E; F = Q; G = d; }",
    "if (P && T) { F = Q; break; }", "if (P && E > K) { F = Q; F = Q; }", "if (P || E > K) F = Q;", "if (P && E > K) F = Q; if (P && E < K) F = Q;",
    "if (P && E > K && (D += 2) > 9) F = Q;", "if (P && E > K) { F = Q; G = 900 / (E | 1); }", "if (P && E > K) { F = Q; G = B[A[I] & 63]; }", "if (P) if (E > K) F = Q; else D = 4;",
    "if (P && E > K) { if (T) F = Q; D += 1; }", "if (P && [&] { return E > K; }()) F = Q;", "if (P && E > K) { F = Q; O[1] = E; }"]
COMPARED = ["E > G", "E < G", "E >= G", "E <= G", "G < E", "G >= E", "!(E <= G)", "!(G > E)", "not (E < G)", "E != G", "E > G + 1"]
BEST = [
    "if (P || M) { G = E; F = Q; }", "if (P || M) { F = Q; G = E; }", "if (T && (P || M)) { G = E; F = Q; }", "if (E > K && (P || M)) { F = Q; G = E; }",
    "if (!(P || M)) continue; G = E; F = Q;", "if (!(P) && !(M)) continue; F = Q; G = E;", "if (P) { G = E; F = Q; } else if (M) { G = E; F = Q; }",
    "if (P) { F = Q; G = E; } else if (M) { G = E; F = Q; }", "if (P) G = E, F = Q; else if (M) G = E, F = Q;", "if (P || M) G = E, F = Q;", "if (P || M) { G = E; F = Q; D = I; }",
    "if (E < K) continue; if (P || M) { G = E; F = Q; }", "if (P || M) { G = E; F = Q; } S[I + 300] = 3;"]
LIKE_BEST = [
    "if ((P || M) && T) { G = E; F = Q; }", "if (P) { G = E; F = Q; } else if (M) { G = E / 2; F = Q; }", "if (P) { G = E / 2; F = Q; } else if (M) { G = E; F = Q; }",
    "if (P) { G = E; } else if (M) { G = E; F = Q; }", "if (P || M) { G = E; F = Q; } if (E > K) { G = K; F = Q; }", "if (E > G) { G = E; F = Q; } if (P || M) { G = E; F = Q; }",
    "if (P || M) { G = E; F = Q; } if (E < K) F = H;", "if (P || M) { G = E; F = Q; D += 1; }", "if (P || M || E == K) { G = E; F = Q; }", "if (M || P) { G = E; F = Q; }",
    "if (P) { G = E; F = Q; D = 1; } else if (M) { G = E; F = Q; }", "if (P) { G = E; F = Q; } else if (M) { G = E; F = Q; } else D += 1;", "if (P || M) F = Q;", "if (P || M) G = E;",
    "if (P || M) { G = E; F = Q; S[5] = 3; }", "if (P || M) { G = E; total = E; F = Q; }", "if (P || M) { G = E; F = Q; } if (P || M) { G = E; F = Q; }",
    "if (P || M) { G = E; F = Q; if (T) D = 3; }", "if (P || M) { if (T) { G = E; F = Q; } }", "if (P || M) { G = E; F = Q; } D = (int)G;", "if (P) {} else if (M) { G = E; F = Q; }"]
# An element by its place; compared with the one at F.
AT = ["A[I]", "A[I]", "A[I]", "X[I]", "X[I]", "vec[I]", "-A[I]", "A[I] * 2", "A[I] + B[I]", "std::abs(A[I])", "vec.at(I)", "(long)A[I]", "(short)A[I]", "cells[I].left", "cells[I].right",
      "cells[I].tags[1]", "rows[I & 127][2]", "std::abs(X[I])", "X[I] * X[I]", "std::max(A[I], 3)", "std::min(A[I], 90)", "*(A + I)", "A[idx[I & 127]]", "A[I] - (int)I", "arr[I & 127]",
      "grid[I & 63][2]", "~A[I]", "!A[I]", "A[I + 1]", "A[I] % 9", "A[I] > B[I]", "set[I]", "std::fabs(X[I])", "wide[I]", "u[I]", "(double)A[I]", "q[I]", "(A[I] > 3 ? A[I] : 2)", "vec.begin()[I]",
      "matrix((int)I & 63, 2)", "field.values[I]", "dot(Vec2{A[I] % 30, 1}, Vec2{2, 3})", "std::sqrt(std::fabs(X[I]))", "span[I]"]
ORDERS = ["E > G", "E < G", "E >= G", "E <= G", "G < E", "G > E", "G <= E", "!(E <= G)", "!(G > E)", "not (E < G)"]
IN_PLACE = ["if (M) F = I;", "if (M) F = I;", "if (T && M) F = I;", "if (M && T) F = I;", "if (!(M)) continue; F = I;", "F = M ? I : F;", "F = !(M) ? F : I;", "if (M) { D = I; F = I; }",
            "if (!(M)) {} else F = I;", "if (T) if (M) F = I;", "if (M && 300 / (A[I] | 1) > 3) F = I;", "if (M) F = I; S[I + 300] = 4;", "if (M) F = I; A[I] = A[I] / 2;",
            "if (M) F = I; D = F;", "if (M) { F = I; D += 1; }", "if (M) D = F, F = I;", "if (D++ % 3 == 1 && M) F = I;"]
NONE_AT = ["F < 0 || M", "F == -1 || M", "-1 == F || M", "!(F >= 0) || M", "0 > F || M"]


class FirstPlaces:
    """The part of the generator that has them."""

    def first_place_nest(self, scope):
        if scope.times > 40:
            return self.plain_nest(scope)
        return self.random.choices([self.taken_first, self.taken_best, self.taken_in_place], [4, 4, 4])[0](scope)

    def around_first(self, scope, text, expanded, names, before=()):
        """`text` in a loop; `expanded` says what its capitals are that stand for text with capitals."""
        head, most = self.random.choice(HEADS)
        head, most = ("while (I < n)", 99) if self.chance(6) and "continue" not in text else (head, most)
        i, j, own = self.fresh("i"), self.fresh("j"), self.fresh("own")
        for _ in range(3):
            text = re.sub(r"\b[A-Z]\b", lambda found: self.random.choice(expanded[found[0]]) if found[0] in expanded else found[0], text)
        names = {"A": self.pick(*"abc"), "B": self.pick(*"abc"), "X": self.pick("x", "y"), "I": i, "J": j, "S": "S", "O": own, **names}
        if re.search(r"\bS\b", text):
            names["S"] = self.written_pointer()
        if "A[I] = " in text:
            self.stored.add(names["A"])
        if "total" in text or "count" in text:
            self.stored |= {"total", "count"}
        if re.search(r"\bD\b", text):
            names["D"] = self.kept("steps", "int", "0")
        inner = scope.inside(Variable(i, (0, most), "size_t" in head or "unsigned" in head), most + 1, False)
        body = [line(*self.filled_parts(text, names, inner))]
        if self.chance(25):
            body.insert(self.pick(0, 1), Statement([], self.assignment(inner)))
        counted = head.startswith("while")
        front = [line(f"int {i} = 0;", declares=i)] if counted else []
        front += [line(f"int {own}[2] = {{3, 4}};", declares=own)] if re.search(r"\bO\b", text) else []
        loop = Statement(self.filled_parts(head, names, inner), body + ([line(f"++{i};")] if counted else []), declares=(i, j))
        return Statement([], [*before, *front, loop])

    def none_and_first(self, among):
        kind, initial, tests, values = self.random.choice(among)
        if kind == "const int":
            kind = "int"
            name = f"{self.totals()}.low"
            before = [line(f"{name} = -1;")]
        else:
            stem = self.pick("place", "seen")
            name = self.kept(stem, kind, initial if self.chance(85) else self.pick("0", "k", "n > 9"))
            before = [line(f"{name} = {initial};")] if self.chance(30) else []
        if "vec" in initial:
            self.palette = sorted({"vec", *self.palette})
        return name, initial, self.random.choice(tests), self.random.choice(values), before

    def taken_first(self, scope):
        name, initial, test, value, before = self.none_and_first(FIRST + FIRST[:9])
        real = self.chance(20)
        element = self.pick("X[I]") if real else self.pick("A[I]", "A[I]", "B[I + 1]", "key[I & 127]", "V", "A[I] * 2", "cells[I].left")
        kept = self.kept("beside", "double" if real else "int", "77")
        text = self.random.choice(TAKEN if self.chance(70) else [form for form in LIKE_TAKEN if not real or "|" not in form])
        return self.around_first(scope, text, {"P": [test], "Q": [value], "E": [element], "H": [initial]}, {"F": name, "G": kept}, before)

    def taken_best(self, scope):
        name, initial, test, value, before = self.none_and_first(FIRST[:5] * 3 + FIRST)
        real = self.chance(40)
        element = "X[I]" if real else self.pick("A[I]", "A[I]", "A[I] + 2", "V", "B[I]", "A[I] / 2", "cells[I].right")
        kept = self.kept("beside", "double" if real else self.pick("int", "int", "long"), self.pick("0", "0", "-70", "900"))
        text = self.random.choice(BEST if self.chance(65) else LIKE_BEST)
        compared = self.random.choice(COMPARED[:9] * 3 + COMPARED)
        return self.around_first(scope, text, {"P": [test], "Q": [value], "E": [element], "M": [compared], "H": [initial]}, {"F": name, "G": kept}, before)

    def taken_in_place(self, scope):
        """`if (a[i] > a[at]) at = i;`: the place always is one of the loop's."""
        name, total = self.fresh("place"), self.kept("sum", "long long", "0")
        element = self.random.choice(AT)
        best = re.sub(r"\bI\b", "F", element if self.chance(85) else self.random.choice(AT))
        order, text = self.random.choice(ORDERS), self.random.choice(IN_PLACE)
        none = self.chance(45)
        start = "-1" if none else self.pick("0", "0", "3", "n / 2", "m")
        order = order if not none else "(" + self.random.choice(NONE_AT).replace("M", order) + ")"
        order = order if none else self.pick(order, order, order, f"{order} && T", f"T && {order}")
        kind = self.pick("int", "int", "int", "long", "std::ptrdiff_t")
        if "abs(" in element and "!" in element:
            element = "A[I]"
        made = self.around_first(scope, text, {"M": [order], "E": [element], "G": [best]}, {"F": name})
        if "vec" in element + best:
            self.palette = sorted({"vec", *self.palette})
        return block("", [line(f"{kind} {name} = {start};", declares=name), made, line(f"{total} += {name};")])
