"""Random loops over views of numbers, with what the iteration before has left, with extremes that a flag takes up, and
with builtins of the compiler. The letters are those of templates.py."""

NUMBERS = ["std::views::iota(0, +N)", "std::ranges::iota_view{0, +N}", "std::ranges::iota_view(0, +N)", "std::ranges::views::iota(2, N + 3)",
           "std::views::iota(0, (A[3] & 7) + N)", "std::views::iota(0, +N) | std::views::reverse", "std::views::iota(0, +N) | std::views::take(C)", "(std::views::iota(0, +N))"]
OVER_NUMBERS = ["for (int I : R) {", "for (const int I : R) {", "for (auto I : R) {", "for (const auto I : R) {", "for (auto&& I : R) {", "for (long I : R) {",
                "for (double I : R) {", "for (int J = 0; int I : R) {\nS[I] = J++;", "for (const int& I : R) {"]
WITH_NUMBERS = ["S[I] = C;", "Z += I;", "S[(int)I + 200] = A[(int)I] / 2;", "Z += A[(int)I];", "I += 2;\nS[I] = C;", "const int& L = I;\nS[L] = C;", "[&] { S[(int)I] = C; }();",
                "[] { return 3; }();\nS[(int)I] = C;", "for (int L : std::views::iota(0, 3)) {\nS[(int)I * 3 + L] = C;\n}", "if ((int)I % 3 == 1) continue;\nS[(int)I] = C;",
                "S[int(I) + 0] = V;", "if (I > 50) break;\nS[(int)I] = 1;"]
WHOLE_NUMBERS = ["auto O = std::views::iota(0, +N);\nfor (int I : O) {\nS[I] = C;\n}", "for (int I : std::views::iota(0)) {\nif (I >= N) break;\nS[I] = C;\n}",
                 "for (unsigned I : std::views::iota(0u, (unsigned)N)) {\nS[I] = C;\n}", "for (Y I : std::views::iota(static_cast<Y>(0), static_cast<Y>(N))) {\nS[I] = V;\n}",
                 "for (std::size_t I : std::views::iota(std::size_t(0), vec.size())) {\nZ += vec[I];\n}", "for (auto I : std::views::iota(0LL, static_cast<long long>(N))) {\nS[I] = C;\n}"]

HEADS = ["for (int I = 0; I < N; ++I) {", "for (int I = 0; I < N; ++I) {", "for (int I = N - 1; I >= 0; --I) {", "for (int I = 0; I < N; I += 2) {",
         "int I = 0;\nwhile (I++ < N) {", "for (int I = 3; I < N; ++I) {"]
LEFT = ["S[I + 200] = O;\nconst int J = A[I] / 2;\nO = J + 1;", "const int J = A[I] / 4, L = J * 2;\nS[I + 200] = (O + L) % 900;\nO = J - L;", "J = A[I] & 63;\nS[I + 200] = O % 900;\nO = J * 2;",
        "S[I + 200] = (O + J) % 900;\nO = J;\nJ = A[I] % 100;", "S[I + 200] = (O + J + L) % 900;\nO = J;\nJ = L;\nL = A[I] % 100;", "int J = A[I];\nJ += 2;\nS[I + 200] = O;\nO = J % 900;",
        "if (T) S[I + 200] = O;\nO = A[I] % 900;", "S[I + 200] = O;\nif (T) O = A[I] % 900;", "const int J = A[I + 1] % 300;\nS[I + 200] = J - O % 300;\nO = J;",
        "J = A[I + 1] % 300;\nS[I + 200] = J + O % 2;\nO = J;", "const auto J = [&] { return A[I] % 50; };\nS[I + 200] = O;\nO = J();", "static const int J = 4;\nS[I + 200] = O;\nO = A[I] % 90 + J;",
        "S[I + 200] = O % 900;\nO = I;", "Z += O;\nO = I * 2 + 1;", "J = I & 31;\nL = A[J] % 70;\nS[I + 200] = O;\nO = L + J;", "const int J = A[I] % 80;\nconst int L = J + B[I] % 80;\nS[I + 200] = O;\nO = L - J;",
        "const int J = O;\nO = A[I] % 700;\nS[I + 200] = J;", "S[I + 200] = O;\nO = V;", "const int J = V;\nS[I + 200] = O;\nO = J;", "std::swap(O, J);\nS[I + 200] = O % 900;\nJ = A[I] % 90;",
        "S[I + 200] = O;\nO = J = A[I] % 90;", "S[I + 200] = O;\nO = std::max(A[I], 3) % 90;", "S[I + 200] = O;\nO = (int)X[I];", "S[I + 200] = O;\nO = A[S[I + 300] & 63] % 90;"]
LEFT_WITH = ["int O = C, J = 2, L = 1;", "long O = C, J = 3, L = 0;", "short O = C, J = 1, L = 7;", "int O = A[0] % 500, J = 2, L = 1;", "int O = n, J = m, L = 0;"]
LEFT_REAL = ["S[I + 200] = (int)O;\nO = A[I] * 0.5;", "const double J = A[I] / 2.0;\nZ += (long long)O;\nO = J + 1;", "S[I + 200] = O > 3;\nO = X[I];", "Z += (long long)(O * 2);\nO = I;"]
TAKEN_UP = ["const bool L = E;\nif (L) J = I;\nif (L) O = A[I];", "const bool L = E;\nif (L) {\nJ = I;\n}\nif (L) {\nO = A[I];\n}", "const bool L = !(E);\nif (!L) O = A[I];\nif (!L) J = I;",
            "bool L = E;\nif (L == true) O = A[I];\nif (L) J = I;", "const bool L = E;\nif (!L) continue;\nO = A[I];\nJ = I;", "if (E) J = I;\nif (E) O = A[I];", "if (E) J = I;\nO = std::max(O, A[I]);",
            "if (E) J = I;\nO = std::min(O, A[I]);", "J = E ? I : J;\nO = E ? A[I] : O;", "J = E ? I : J;\nif (E) O = A[I];", "const bool L = E;\nJ = L ? I : J;\nO = L ? A[I] : O;",
            "const bool L = E;\nif (L) O = A[I];\nif (L) J = I;\nif (L) S[3] = C;", "const bool L = E;\nif (L) O = A[I];\nJ += L;", "const auto L = E;\nif (L) O = A[I], J = I;", "const bool L = E && T;\nif (L) O = A[I];\nif (L) J = I;",
            "O = std::max(O, A[I]);\nif (A[I] == O) J = I;", "bool L;\nL = E;\nif (L) O = A[I];\nif (L) J = I;", "const bool L = E;\nif (L) {\nO = A[I];\nif (T) J = I;\n}", "const bool L = E;\nif (L) J = I;\nif (L) ;\nif (L) O = A[I];",
            "const bool L = E;\nif (L) J = I; else ++D;\nif (L) O = A[I];", "const int L = E;\nif (L) O = A[I];\nif (L != 0) J = I;", "if (!(E)) continue;\nO = A[I];\nJ = I;", "const bool L = E;\nif (L) J = I;\nO = L ? A[I] : O;\nZ += L;"]
FIRST_ABOVE = ["A[I] > O", "O < A[I]", "A[I] >= O", "A[I] < O", "O > A[I]", "A[I] % 100 > O"]
BUILTINS = ["__builtin_isnan(X[I])", "__builtin_isinf(X[I] / 2)", "__builtin_isfinite(X[I])", "__builtin_isnormal(X[I])", "(__builtin_signbit(X[I]) != 0)", "__builtin_fpclassify(0, 1, 2, 3, 4, X[I])",
            "__builtin_isgreater(X[I], 2.0)", "__builtin_isgreaterequal(X[I], 3.0)", "__builtin_isless(X[I], 1.0)", "__builtin_islessequal(X[I], 0.0)", "__builtin_islessgreater(X[I], 1.0)",
            "__builtin_isunordered(X[I], 1.0)", "(int)__builtin_expect(A[I] > 3, 0)", "__builtin_popcount((unsigned)A[I])", "__builtin_ctz((unsigned)A[I] | 1u)", "__builtin_clz((unsigned)A[I] | 1u)",
            "__builtin_parity((unsigned)A[I])", "__builtin_abs(A[I])", "(int)__builtin_fabs(X[I])", "(int)__builtin_sqrt(X[I] * X[I])", "std::move_if_noexcept(A[I])",
            "(__builtin_expect(A[I] > 3, 1) ? 4 : 5)", "__builtin_constant_p(A[I])", "(int)std::addressof(A[I])[0]", "std::forward<const int&>(A[I])"]


class Asked:
    """The part of the generator that has them."""

    def asked_nest(self, scope):
        if scope.times > 40:
            return self.plain_nest(scope)
        text = self.random.choices([self.asked_of_numbers, self.asked_of_left, self.asked_with_flag, self.asked_of_builtins], [4, 4, 3, 2])[0]()
        return self.whole_template(text, scope, self.pick("int", "long", "short", "unsigned"))

    def asked_of_numbers(self):
        if self.chance(20):
            return self.random.choice(WHOLE_NUMBERS)
        head, body = self.random.choice(OVER_NUMBERS), self.random.choice(WITH_NUMBERS)
        if "double I" in head:
            body = "Z += (long long)I;"
        if "const" in head or "&" in head:
            body = body.replace("I += 2;\n", "")
        if "J++" in head:
            body = ";"
        if "auto" in head or "long" in head:
            body = body.replace("const int& L = I;\nS[L]", "const auto& L = I;\nS[L]")
        return f"{head.replace('R', self.random.choice(NUMBERS))}\n{body}\n}}"

    def asked_of_left(self):
        declared, body = self.random.choice(LEFT_WITH), self.random.choice(LEFT)
        if self.chance(10):
            declared, body = "double O = C;", self.random.choice(LEFT_REAL)
        return f"{declared}\n{self.random.choice(HEADS)}\n{body}\n}}\nZ += (long long)O;"

    def asked_with_flag(self):
        asked = self.random.choice(FIRST_ABOVE)
        start = "2000" if asked in ("A[I] < O", "O > A[I]") else "-2000"
        body = self.random.choice(TAKEN_UP).replace("E", asked)
        if "%" in asked:
            body = body.replace("O = A[I]", "O = A[I] % 100").replace("? A[I]", "? A[I] % 100")
        return f"int O = {start}, J = -1;\n{self.random.choice(HEADS[:4])}\n{body}\n}}\nZ += O * 3 + J;"

    def asked_of_builtins(self):
        one, other = self.random.sample(BUILTINS, 2)
        return f"{self.random.choice(HEADS)}\nS[I] = ({one} + {other}) % 900;\n}}"
