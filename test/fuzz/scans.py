"""Random recurrences that are running sums, loops over reverse iterators, and packed writes by narrow counters. Beside
each stands what is none."""
import re

from tree import Expr, Statement, block, line

# The array H, and what may be added to one of its elements.
SUMMED = [("unsigned", "", ["W", "u[I]", "v[I + 1]", "H[I]", "u[I] * v[I]", "3u", "hist[I]"]), ("unsigned", "", ["W", "v[I]", "u[I + 2]", "H[I]"]),
          ("double", "std::vector<double> H(140, 1.0);", ["R", "X[I]", "X[I] + 1", "H[I]", "1.0", "-X[I]"]), ("long long", "long long H[140] = {3, 4};", ["w[I]", "H[I]", "(long long)A[I]", "3ll", "A[I]"]),
          ("float", "float H[140] = {2};", ["f[I]", "H[I]", "2.0f", "(float)A[I]"]), ("short", "short H[140] = {};", ["h[I]", "H[I]", "A[I]", "(short)3"]),
          ("unsigned", "std::array<unsigned, 140> H{};", ["W", "u[I]", "H[I]", "H[I - 1]"]), ("unsigned", "std::span<unsigned> H(u, 140);", ["W", "v[I]", "H[I]"]),
          ("unsigned char", "unsigned char H[140] = {1};", ["q[I]", "H[I]"]), ("bool", "bool H[140] = {};", ["set[I]"]), ("int", "std::vector<int> H(140);", ["A[I]", "V", "H[I]", "B[I + 1]", "key[I]"]),
          ("int", "int H[140] = {};", ["A[I]", "V", "H[I]", "A[I] % 9 * B[I]"]), ("std::size_t", "std::vector<std::size_t> H(140, 1);", ["vec.size()", "H[I]", "(std::size_t)I", "W"]),
          ("unsigned", "volatile unsigned H[140] = {};", ["u[I]"]), ("int", "int H[2][140] = {};", ["A[I]"]), ("long double", "long double H[140] = {};", ["(long double)A[I]"]), ("char", "char H[140] = {};", ["(char)3"])]
UP = ["for (int I = 1; I < N; ++I)", "for (int I = 1; I < N; I++)", "for (int I = s; I <= N; ++I)", "for (std::size_t I = 1; I < (std::size_t)N; ++I)", "for (int I = n / 2 + 1; I < N; ++I)",
      "for (int I = k + 3; I < N; ++I)", "for (long I = 1; I < N; ++I)", "for (unsigned I{1}; I < 40; ++I)", "for (int I = (2); I < N; ++I)", "for (short I = 1; I < N; ++I)", "for (auto I = 1; I < N + 0; ++I)"]
OTHER_HEADS = ["for (int I = 1; I < N; I += 2)", "for (int I = 1, J = 0; I < N; ++I)", "for (int I = N + 1; I > 0; --I)", "for (int I = N; I >= 1; I--)", "for (int I = 1; I < N && Z < 900; ++I)", "for (volatile int I = 1; I < N; ++I)",
               "for (int I = 1; const bool J = I < N; ++I)", "int I;\nfor (I = 1; I < N; ++I)", "for (int I = 1; I < N; !++I)", "for (int I = 1; I < N; ++I, ++Z)", "int I = 1;\nfor (; I < N; ++I)", "[[clustrix::serial]] for (int I = 1; I < N; ++I)",
               "for (int I = 1, &J = I; J < N; ++I)", "for (int I = 1; I < N; ++D, ++I)", "int J = 1;\nfor (int I = J; I < N; ++I)", "for (int I = 1; I < std::min(N, 90); ++I)"]
TERMS = ["H[I] = H[I - 1] + E", "H[I] = H[I - 1] + E", "H[I] = E + H[I - 1]", "H[I] = H[I - 1] - E", "H[I] += H[I - 1]", "H[I] += H[I - 1]", "H[I + 1] = H[I] + E", "H[I + 2] = E + H[I + 1]", "H[I] = (H[(I - 1)]) + (E)",
         "H[1 + I] = H[I] + E", "H[I + 1 - 1] = H[I - 2 + 1] + E", "(H[I] = H[I - 1] + E)", "H[I] = H[I - 1] /* before */ + E", "H[I] =\n      H[I - 1] + E", "H[I] = E - H[I - 1]", "H[I] = H[I - 2 + 1] + E + E"]
OTHER_TERMS = ["H[I] = H[I - 1] / 2 + E", "H[I] -= H[I - 1]", "H[I] += E", "H[I] = H[I - 1]", "H[I] = H[I + 1] + E", "H[I] = H[I - 1] + H[I + 1]", "H[I] = H[I - 1] + H[3]", "H[I] = H[I - 1] + H[I - 1]", "H[I] = 2 * H[I - 1] + E", "++H[I]",
               "H[I] = H[I - s] + E", "H[I] = H[I / 2] + E", "H[I & 63] = H[I - 1] + E", "H[2 * I & 63] = H[I - 1] + E", "H[I] = +H[I - 1]", "H[I] = H[I - 1] + E, ++Z", "Z += H[I]", "H[I] /= 2", "H[I] = u[I - 1] + E", "H[I - 1] += H[I]",
               "[&] { H[I] = H[I - 1] + E; }()", "H[I] = H[I - 1] + (int)(Z & 3)", "*(H + I) = *(H + I - 1) + E", "H[I] = H[I - 1] + [&] { return E; }()"]
PRODUCTS = ["H[I] = H[I - 1] * E", "H[I] = E * H[I - 1]", "H[I] *= H[I - 1]", "H[I + 1] = H[I] * E", "H[I] = H[I - 1] * E + 1u", "H[I] *= H[I]", "H[I] = H[I - 1] * H[I]"]
BACK = ["for (int I = N + 3; I > 2; --I)", "for (int I = N + 3; I >= 3; I--)", "for (long I = N + 4; I >= 3; --I)", "for (int I = N + 5; 3 <= I; --I)"]
AROUND = ["{0} {1};", "{0} {{ {1}; }}", "{0} {{{{ {1}; }}}}", "if (n > 3) {0} {1};", "if (n > 3) {{ {0} {1}; }}", "if (n > 40) Z += 1; else {0} {1};", "{{ {0} {1}; }}", "{0} {{ {1}; {1}; }}", "{0} {{ {1} ; }}", "{0} {{ {1}; ; }}",
          "switch (n & 1) {{ case 0: {0} {1}; break; default: Z += 1; }}", "{0} if (I > 3) {1};", "do {{ {0} {1}; }} while (false);", "{0} /* all */ {1};", "{0} {{ // all\n    {1};\n  }}", "{0}\n    {1};", "/* H_before */ {0} {1};"]

# Loops over reverse iterators: G a container of ints with more than 100 elements, I the iterator.
REVERSED_HEADS = ["for (auto I = G.rbegin(); I != G.rend(); ++I)", "for (auto I = G.rbegin(); I != G.rend(); I++)", "for (auto I = std::rbegin(G); I != std::rend(G); ++I)", "for (auto I = G.rbegin() + C; I != G.rend(); ++I)", "for (auto I = G.rbegin(); I != G.rend() - C; ++I)",
                  "for (auto I = std::make_reverse_iterator(A + n), J = std::make_reverse_iterator(A); I != J; ++I)", "for (auto I = std::make_reverse_iterator(A + n); I != std::make_reverse_iterator(A); ++I)", "for (auto I = G.rbegin(), J = G.rend(); I != J; ++I)",
                  "for (auto I = std::make_reverse_iterator(G.end()); I != std::make_reverse_iterator(G.begin()); ++I)", "for (auto I = G.rbegin() + 1; I != G.rend(); ++I)", "for (auto I = std::reverse_iterator<int*>(A + n); I != std::reverse_iterator<int*>(A); ++I)",
                  "for (std::reverse_iterator<int*> I(A + n), J(A + 0); I != J; ++I)", "for (auto I = std::reverse_iterator(G.end()); I != std::reverse_iterator(G.begin()); ++I)", "for (auto I = (G.rbegin()); (I != G.rend()); (++I))"]
OTHER_REVERSED = ["for (auto I = G.rbegin(); I < G.rend(); ++I)", "for (auto I = G.rbegin(); G.rend() != I; ++I)", "for (auto I = G.rbegin(); !(I == G.rend()); ++I)", "for (auto I = G.rbegin(); I != G.rend(); I += 1)", "auto J = G.rbegin();\nfor (auto I = J; I != G.rend(); ++I)",
                  "for (auto I = G.rend() - 1; I != G.rbegin(); --I)", "for (auto I = G.rbegin(), J = G.rend(), L = I; I != J; ++I)", "for (auto&& I = G.rbegin(); I != G.rend(); ++I)", "auto I = G.rbegin();\nfor (; I != G.rend(); ++I)", "for (auto I = G.rbegin(), J = G.rend(); J != I; ++I)",
                  "for (auto J = G.rbegin(), I = J; I != G.rend(); ++I)", "for (auto I = G.rbegin(), J = I; I != G.rend(); ++I, ++J)", "for (auto I = G.rbegin(); I != G.rend() && n > 3; ++I)", "for (auto I = G.rbegin(); bool J = I != G.rend(); ++I)", "for (auto I = G.rbegin(); I !=\n      G.rend(); ++I)",
                  "const int* L = A;\nfor (auto I = std::make_reverse_iterator(L + n), J = std::make_reverse_iterator(L); I != J; ++I)", "for (auto I = G.rbegin(), J = G.rend(); I != G.rend(); ++J, ++I)", "for (auto I = G.rbegin(), J = G.rend(); I != J - 2; ++I)", "for (auto I = --G.rend(); I != G.rbegin(); --I)"]
REVERSED = ["*I = *I / 2 + C;", "Z += *I;", "{ Z += *I; }", "{ const int e = *I; *I = e / 2; }", "Z += *I * 2 + (I - G.rbegin());", "*I = (int)(I - G.rbegin());", "if (*I > K) Z += I[0];", "(*I) += *I > 500 ? -C : 1;", "*(I) = C;", "I[0] = C;",
            "if (*I > K) Z -= *I; else *I = 3;", "{ Z += *I; *I = V; }", "*I = V;"]
OTHER_BODIES = ["if (*I > K) break; else Z += 1;", "Z += *std::next(I, 0);", "Z += I.base() - G.begin();", "{ auto e = I; Z += *e; }", "{ auto& e = *I; e = 4; }", "{ auto* e = &*I; *e = C; }", "if (*I > 990 && I + 1 != G.rend()) ++I;", "Z += *(I + 0);", "Z += G.rend() - I;",
                "{ auto& G = B; Z += *I + G[1]; }", "[&] { Z += *I; }();", "for (int e = 0; e < 2; ++e) *I = (*I + e) / 2;", "{ int n = 3; Z += *I + n; }", "if (I == G.rbegin()) Z += *I;", "Z += (I - (G.rbegin() + 1));", "Z += (G.rbegin() + 2) - I;", "Z += I - G.rbegin() + I[0];",
                "if (I != G.rbegin()) *I = (*I + *(I - 1)) / 2;", "Z += sizeof(I);", "Z += *I\n      + 1;", "Z += I.operator*();", "if (*I > K) { Z += *I; continue; }", "if (I + 1 != G.rend()) *I = I[1] / 2;", "if (I < G.rend() - 3) *I = I[2] / 2 + I[n & 1] % 50;", "Z += std::distance(G.rbegin(), I);"]
REVERSED_WHOLE = [
    "std::vector<Pair> O(40, Pair{n, 2});\nfor (auto I = O.rbegin(); I != O.rend(); ++I) {\nI->first += C;\nI->second = I->first / 2;\n}\nZ += O[3].first;", "std::vector<Vec2> O(40, Vec2{n, 2});\nfor (auto I = O.rbegin(); I != O.rend(); ++I) {\n(*I).x += 2;\n*I += Vec2{1, C};\n}\nZ += O[3].x;",
    "for (auto I = wide.rbegin(); I != wide.rend(); ++I) *I = -*I;", "for (auto I = wide.crbegin(); I != wide.crend(); ++I) Z += (int)*I;", "for (auto I = vec.crbegin(); I != vec.crend(); ++I) Z += *I;", "const std::vector<int> O(vec);\nfor (auto I = O.rbegin(); I != O.rend(); ++I) Z += *I & 7;",
    "for (auto I = rows.rbegin(); I != rows.rend(); ++I) Z += (*I)[2] + I->size();", "for (auto I = rows[3].rbegin(); I != rows[3].rend(); ++I) *I = C;", "std::string O = \"some text\";\nfor (auto I = O.rbegin(); I != O.rend(); ++I) Z += *I;", "for (auto I = vec.rbegin(); I != vec.rend(); ++I) for (auto J = arr.rbegin(); J != arr.rend() - 120; ++J) Z += *I ^ *J;",
    "int* O = S;\nfor (auto I = std::make_reverse_iterator(O + n), J = std::make_reverse_iterator(O); I != J; ++I) {\nO = S + 1;\n*I = C;\n}\nZ += *O;", "int O = n;\nfor (auto I = std::make_reverse_iterator(A + O); I != std::make_reverse_iterator(A); ++I) {\nZ += *I + O;\n}", "std::string_view O = \"more text\";\nfor (auto I = O.rbegin(); I != O.rend(); ++I) Z += *I;",
    "int O = n;\nauto L = std::make_reverse_iterator(A);\nfor (auto I = std::make_reverse_iterator(A + O); I != L; ++I) {\nZ += *I;\n}", "int O = n;\nfor (auto I = std::make_reverse_iterator(S + O); I != std::make_reverse_iterator(S); ++I) {\nO = 3;\n*I = C;\n}\nZ += O;", "for (int I : vec | std::views::reverse) Z += I;", "std::vector<bool> O(50, true);\nfor (auto I = O.rbegin(); I != O.rend(); ++I) Z += *I;"]

# Packed writes: J is of the type U, which may be narrow; G is an int array.
PACKED_HEADS = ["for (int I = 0; I < n; ++I) {\nBODY\n}", "for (int I = 0; I < n; ++I) {\nBODY\n}", "for (int I = n - 1; I >= 0; --I) {\nBODY\n}", "for (int I = 0; I < m; ++I) {\nfor (int L = 0; L < p; ++L) {\nBODY\n}\n}", "for (int I = 0; I < m; ++I) {\nfor (int L = 0; L < I; ++L) {\nBODY\n}\n}",
                "for (int I = 0; I < m; ++I) {\nfor (int L = 0; L < (A[I] & 3); ++L) {\nBODY\n}\n}", "for (int I = 0; I < m; ++I) {\nBODY\nfor (int L = 0; L < p; ++L) {\nBODY\n}\n}", "for (int I = 0; I < m; ++I) {\nfor (int L = J; L < 9; ++L) {\nBODY\n}\n}", "for (int I = 0; I < m; ++I) {\ndo {\nBODY\n} while (false);\n}",
                "for (int I = 0; I < m; ++I) {\nfor (const int e : {1, 2}) {\nBODY\nZ += e;\n}\n}", "for (int I = 0; I < m; ++I) {\nint O = A[I] & 3;\nwhile (O-- > 0) {\nBODY\n}\n}", "for (int I = 0; I < m; ++I) {\nint O = A[I] & 3;\nwhile (O-- > 0) Z += O;\nBODY\n}", "for (unsigned I = 0; I < (unsigned)n; I += 2) {\nBODY\n}",
                "for (int I = 0; I < m; ++I) {\nfor (int L = 0; L < m - I; L += s) {\nBODY\n}\n}", "for (int I = 0; I < n; ++I) {\nBODY\nif (I == 70) break;\n}"]
PACKED = ["if (T) G[J++] = V;", "if (T) G[J++] = V;", "if (T) { G[J] = V; J++; }", "if (T) { G[J] = V; ++J; }", "if (T) { G[J] = V; J += 1; }", "if (T) { G[J] = V; J = J + 1; }", "if (A[I] & 1) G[J++] = C;", "G[J++] = V;", "if (T) { G[J] = V; J += 2; }", "if (T) { G[++J] = V; }",
          "if (T) G[J++] = V; if (A[I] > K) G[J++] = C;", "if (T) { G[J++] = V; G[J++] = C; }", "if (T) G[J++] = V; else G[J++] = C;", "if (T) { G[J] = V; J += 1; } if (A[I] > K) { G[J] = C; J += 2; }", "if (T) G[J++] = V; if (A[I] > 1020) { G[J] = C; J--; }",
          "if (T) { [&] { G[J++] = C; }(); }", "if (T) { G[J++] = V; Z += J; }", "if (T) { G[J] = V; J += A[I] & 1; }", "if (T) { G[J++] = V; if (J > 200) J = 0; }", "if (T && A[I] > K) { G[J] = V; J = (unsigned char)(J + 1); }"]
DOWN = ["if (T) G[J--] = V;", "if (T) { G[J] = V; --J; }", "if (T) { G[J] = V; J -= 1; }", "if (T) { G[J] = V; J -= 2; }", "if (T) { G[J--] = V; G[J--] = C; }"]


class Scans:
    """The part of the generator that has them."""

    def scan_nest(self, scope):
        kinds = [self.summed_recurrence, self.reversed_loop, self.packed_narrowly]
        return self.random.choices(kinds, [5, 5, 4])[0](scope) if scope.times <= 40 else self.plain_nest(scope)

    def summed_recurrence(self, scope):
        kind, declared, added = self.random.choice(SUMMED)
        name = self.fresh("own") if declared else self.pick("u", "v")
        self.stored |= {"u", "v"} if "unsigned" in kind else set()
        forms = PRODUCTS if kind in ("unsigned", "std::size_t") and self.chance(25) else TERMS if self.chance(75) else OTHER_TERMS
        head = self.random.choice(UP if self.chance(75) else OTHER_HEADS)
        term, counted = self.random.choice(added), "unsigned" if "unsigned I" in head or "size_t I" in head else "int"
        text = self.random.choice([form for form in forms if self.stays_small(form, kind, term, declared, counted)])
        if self.chance(20) and "I - s" not in text and "I / 2" not in text and "&" not in text:
            head, text = self.random.choice(BACK), re.sub(r"I (-|\+) (\d)", lambda found: f"I {'+' if found[1] == '-' else '-'} {found[2]}", text)
            text = text.replace("I - 2", "I - 1") if self.chance(50) else text
        text = text.replace("I - 2", "I + 5 - 7") if "I - 2" in text and self.chance(20) else text
        front, _, head = head.rpartition("\n")
        around = self.random.choice(AROUND[:3] * 3 + AROUND)
        if front or head.startswith("[[") or ("; {1}" in around and "unsigned" not in kind):
            around = AROUND[0]
        both = around.format(head, re.sub(r"\bE\b", term, text)).replace("\n", "\v")
        if "[2]" in declared:
            both = both.replace("H[", "H[1][")
        both = re.sub(r"\bH\b", "M", both)
        lines = [f"{front};".replace(";;", ";")] if front else []
        lines += [declared.replace("H", name)] if declared else []
        shown = f"{name}[1]" if "[2]" in declared else name
        lines += [both, f"Z += (long long){shown}[n] + (long long){shown}[m] * 3;"]
        made = self.whole_template("\n".join(lines), scope, counted, M=name)
        made.body[0 if not front else 1].declares += (name,) if declared else ()
        for one in made.body:
            one.parts = [part.replace("\v", "\n") if isinstance(part, str) else part for part in one.parts]
        return block("", made.body) if self.chance(40) else made

    @staticmethod
    def stays_small(form, kind, term, declared, counted):
        """Numbers that cannot wrap stay in their range, and subscripts in theirs."""
        doubles = ("- 1] + H[I - 1]" in form or "2 * H" in form or ("&" in form and term == "H[I]")) and "unsigned" not in kind
        return not (doubles or ("u[I" in form and kind != "unsigned") or ("- s" in form and (declared or counted != "int"))
                    or ("*(H" in form and ("std::" in declared or "[2]" in declared)) or (kind == "bool" and "++" in form))

    def reversed_loop(self, scope):
        if self.chance(20):
            text = self.random.choice(REVERSED_WHOLE)
        else:
            head, body = self.random.choice(REVERSED_HEADS if self.chance(70) else OTHER_REVERSED), self.random.choice(REVERSED if self.chance(60) else OTHER_BODIES)
            if "++I;" in body and "- " in head:
                head = REVERSED_HEADS[0]
            text = f"{head} {body}"
            if "\n" in head and ";\n" not in head or "\n" in body:
                text = text.replace("\n     ", "\v")
        target = self.pick("vec", "vec", "arr", "span")
        if "(A + n)" in text or "(L + n)" in text or "(A + 0)" in text:
            text = text.replace("G.rbegin()", "std::make_reverse_iterator(A + n)").replace("G.rend()", "std::make_reverse_iterator(A)")
            text = text.replace("G.begin()", "A").replace("auto& G = B", "auto& A = arr").replace("G[1]", "A[1]")
        if "const int* L" in text:
            text = text.replace("const int* L", "int* L")
        self.stored |= {target, "wide", "rows"}
        a = self.written_pointer()
        made = self.whole_template(text, scope.nested(), A=a, G=target) if not re.search(r"\bV\b", text) else self.with_plain_value(text, scope, a, target)
        for one in made.body:
            one.parts = [part.replace("\v", "\n") if isinstance(part, str) else part for part in one.parts]
        return made

    def with_plain_value(self, text, scope, a, target):
        """The loop's variable is no number: no value may ask for it."""
        value, total = Expr("({})", [self.within(self.value(scope, 1))], (-1023, 1023)), self.kept("sum", "long long", "0")
        names = {"A": a, "B": self.pick(*"abc"), "G": target, "V": value, "Z": total, "I": self.fresh("i"), "J": self.fresh("j"), "L": self.fresh("l"), "S": a}
        return self.template(text, names, scope, [names[letter] for letter in "IJL"])

    def packed_narrowly(self, scope):
        kind = self.pick("unsigned char", "unsigned char", "unsigned short", "short", "char", "signed char", "unsigned", "int", "std::uint8_t")
        head, own = self.random.choice(PACKED_HEADS), self.random.choice(PACKED)
        byte = kind in ("char", "signed char")
        if byte and (re.search(r"\+= 2|\+\+.*\+\+|J--", own) or head.count("BODY") > 1 or "L" in head):
            kind, byte = "unsigned char", False
        start = self.pick("0", "0", "C") if byte else self.pick("0", "0", "C", "n", "m + 3")
        if self.chance(20) and not byte:
            start, own = "250", self.random.choice(DOWN)
        target = self.pick("S", "S", "vec") if kind in ("unsigned char", "std::uint8_t") else "S"
        self.stored |= {target} - {"S"}
        name = self.written_pointer() if target == "S" else target
        counted = "unsigned" if "unsigned I" in head else "int"
        return self.whole_template(f"{kind} J = {start};\n{head.replace('BODY', own)}\nZ += J;", scope, counted, G=name)
