"""Random loops whose head is spread over the body: endless ones with an exit, steps at its end, at its begin and in its
midst; heads with several variables, and ends of all kinds. Beside each stands what cannot be said in the head."""

ENDLESS = [
    "Y I = 0;\nfor (;;) {\nif (I >= N) break;\nS[I + C] = V;\n++I;\n}", "Y I = 0;\nwhile (true) {\nif (!(I < N)) { break; }\nS[I] = V;\nI += C;\n}",
    "Y I = 0;\nwhile (1) {\nif (I == N) break; else ++I;\nS[I] = V;\n}", "for (Y I = 0;; ++I) {\nif (I >= N) break;\nS[I + C] = V;\n}",
    "for (Y I = 0;; ++I) {\nconst int O = A[I] % 50;\nif (I >= N) break;\nS[I] = (V + O) % 1024;\n}", "for (Y I = N;; --I) {\nif (I <= 0) break;\nS[I] = V;\n}",
    "int I = 0;\nfor (;;) {\nconst int O = A[I];\nif (O > 900 || I >= N) break;\nS[I] = V;\n++I;\n}", "int I = 0;\nfor (;;) {\nconst double O = X[I];\nif (I++ >= N) break;\nZ += (int)O;\n}",
    "for (Y I = 0;; ++I) {\nstatic const int O = 3;\nif (I >= N) break;\nS[I] = O;\n}", "for (Y I = 0;; ++I) {\nvolatile int O = 4;\nif (I >= N) break;\nS[I] = O;\n}",
    "for (Y I = 0;; ++I) {\nPair O{A[I], 2};\nif (I >= N) break;\nZ += O.first;\n}", "for (Y I = 0;; ++I) {\nint O = D++;\nif (I >= N) break;\nS[I] = O & 63;\n}",
    "for (Y I = 0;; ++I) {\nint O;\nif (I >= N) break;\nO = V;\nS[I] = O;\n}", "for (Y I = 0;; ++I) {\nint* O = S + I;\nif (I >= N) break;\n*O = V;\n}",
    "for (Y I = 0;; ++I) {\nusing O = int;\nif (I >= N) break;\nS[I] = O(V);\n}", "for (Y I = 0;; ++I) {\nconst auto [O, L] = Pair{A[I], 3};\nif (I >= N) break;\nS[I] = O;\n}",
    "for (int I = 0;; ++I) {\nif (int O = A[I]; O > K || I >= N) break;\nS[I] = V;\n}", "for (Y I = 0;; ++I) {\nif (bool O = I >= N) break;\nS[I] = V;\n}",
    "for (Y I = 0;; ++I) {\nif constexpr (sizeof(int) == 8) break;\nif (I >= N) break;\nS[I] = V;\n}", "for (Y I = 0;; ++I) {\nif (I < N) {} else break;\nS[I] = V;\n}",
    "for (Y I = 0;; ++I) {\nif (I < N) Z += 1; else break;\nS[I] = V;\n}", "for (Y I = 0;; ++I) {\nif (I >= N) { Z += 1; break; }\nS[I] = V;\n}", "for (Y I = N;; --I) {\nif (!I) break;\nS[I] = V;\n}",
    "for (Y I = 0;; ++I) {\nif (std::is_constant_evaluated()) break;\nif (I >= N) break;\nS[I] = V;\n}", "for (Y I = 0;; ++I) {\nif (I >= N) {}\nif (I >= N) break;\nS[I] = V;\n}",
    "for (Y I = 0;; ++I) {\nfloat O = 3, L;\nif (I >= N) break;\nL = O * A[I];\nZ += (int)L;\n}", "Y I = 0;\nfor (;;) {\nS[I] = V;\nif (I >= N) break;\n++I;\n}",
    "Y I = 0;\nfor (;;) {\nS[I] = V;\n++I;\nif (I >= N) break;\n}", "Y I = 0;\nwhile (true) {\nS[I] = V;\nif (++I >= N) break;\n}", "for (Y I = 0;;) {\nS[I] = V;\nif (++I >= N) break;\n}",
    "for (Y I = 0;; ++I) {\nS[I] = V;\nif (I >= N) break;\n}", "Y I = 0;\nfor (;;) {\nif (I++ < 3) continue;\nS[I] = V;\nif (I >= N) break;\n}",
    "Y I = 0;\nwhile (true) {\nconst int O = A[I] & 63;\nS[I] = O;\n++I;\nif (I >= N || O == 77) break;\n}", "Y I = 0;\nwhile (true) {\nS[I] = V;\n++I;\nif (I >= N) { break; }\n}",
    "Y I = 0;\nfor (;;) {\nif (T) break;\nS[I] = V;\n++I;\nif (I >= N) break;\n}", "Y I = 0;\nfor (; true; ++I) {\nif (I >= N) break;\nS[I] = V;\n}",
    "Y I = 0;\nfor (;;) {\nZ += A[I];\nconst bool O = ++I >= N;\nif (O) break;\n}", "Y I = 0;\ndo {\nS[I] = V;\n} while (++I < N);", "Y I = 0;\ndo {\nS[I] = V;\n} while (I++ < N);",
    "Y I = 0;\nwhile (const bool O = I < N) {\nS[I] = V;\n++I;\n}", "Y I = 0;\nwhile (0) {\nS[I] = V;\n}", "Y I = 0;\nwhile (false) S[I] = V;", "Y I = 0;\nfor (;;) {\n++I;\nif (I < N) continue; else break;\n}\nZ += I;",
    "Y I = 0;\ndo {\nif (I >= N) break;\nS[I] = V;\n++I;\n} while (true);", "Y I = 0;\nfor (;;) {\nif (I >= N || T) break;\nS[I] = V;\n++I;\n}", "Y I = 0;\nfor (;;) if (I >= N) break; else S[I++] = C;",
    "Y I = 0;\nfor (;;) {\nconst int O = A[I];\nif (I >= N) break;\nS[I] = O / 2;\n++I;\n}", "Y I = 0;\nwhile (true) {\nconst int O = A[I], L = B[I + 1];\nif (I >= N) { break; }\nS[I] = O / 2 + L / 2;\nI++;\n}",
    "for (Y I = 0;; ++I) {\nconst int O = A[I];\nif (I >= N) break;\nZ += O;\n}", "for (Y I = 0;; ++I) {\nint O = 3;\nif (O++ > 7 || I >= N) break;\nZ += O;\n}", "Y I = N;\nfor (;;) {\nconst int O = C;\nif (I < 1) break;\n--I;\nS[I] = O;\n}"]
AT_END = [
    "Y I = 0, J = 0;\nwhile (I < N && J < m) {\nS[I] = V;\n++I;\n++J;\n}", "int I = 0, J = N - 1;\nwhile (I < J) {\nstd::swap(S[I], S[J]);\n++I;\n--J;\n}",
    "Y I = 0, J = 5;\nwhile (I < N) {\nS[I] = V;\nJ += 2;\n++I;\n}\nZ += J;", "Y I = 0, J = 5;\nwhile (I < N) {\nS[I] = V;\n++I;\nJ += I;\n}\nZ += J;", "int I = 0, J = 5;\nwhile (I < N) {\nS[I] = V;\n++I;\nJ += 2;\n}\nZ += J;",
    "Y I = 0;\nwhile (I < N) {\nS[I] = V;\n++I;\n++I;\n}", "Y I = 0;\nwhile (I < N) {\nconst int O = A[I] & 3;\nS[I] = V;\nI += O + 1;\n}",
    "int I = 0, J = 0;\nwhile (I < N && J < N) {\nconst int O = A[I] & 1;\nS[J] = V;\n++J;\nI += O + 1;\n}", "for (int I = 0, J = 0; I < N && J < 40; ++J) {\nS[I] = V;\n++I;\n}",
    "for (Y I = 0; I < N; ++I) {\nS[I] = V;\n++I;\n}", "int I = 0, J = 40;\nwhile (J - I > 0) {\nS[I] = V;\nI++;\nJ--;\n}", "Y I = 0;\nwhile (I < N) {\n++I;\n}\nZ += I;",
    "const int* O = A;\nint* L = S + 200;\nwhile (O != A + N && L < S + 260) {\n*L = *O;\n++O;\n++L;\n}", "auto O = vec.begin();\nauto L = arr.begin();\nwhile (O != vec.end() && L != arr.end()) {\n*L = *O / 2;\n++O;\n++L;\n}",
    "auto O = vec.end();\nauto L = span.end();\nwhile (O != vec.begin() && L != span.begin()) {\n--O;\n--L;\n*L = *O / 2;\n}", "auto O = vec.begin() + 3;\nint J = 60;\nwhile (O < vec.end() && J > 0) {\n*O = J;\nO++;\nJ -= 2;\n}",
    "volatile int I = 0;\nwhile (I < N) {\nS[3] = C;\n++I;\n}", "Y I = 0;\nwhile (I < N) {\nS[I] = V;\n(void)0;\n++I;\n}", "Y I = 0;\nwhile (I < N) S[I++] = C;", "long I = 1;\nwhile (I < N) {\nS[I] = V;\nI *= 2;\n}",
    "Y I = 0;\nwhile (I < N) {\nS[I] = V;\nI += 1 + (D++ & 1);\n}", "Y I = 0;\nwhile (I < N) {\nif (T) { ++I; continue; }\nS[I] = V;\n++I;\n}", "Y I = 0;\nwhile (I < N) {\nS[I] = V;\n++I;\n;\n}",
    "int I = 0, J = 0;\nfor (; I < N && J < N;) {\nS[I] = V;\nI += 1;\nJ += s;\n}\nZ += J;", "int I = 0, J = 90;\nwhile (I < N && J > 3) {\nS[I] = V;\n++I;\nJ -= I & 1;\n}", "int I = 0, J = 9;\nwhile (I < J) {\nS[I] = V;\nJ -= C;\n++I;\n}",
    "int I = 0;\nint& J = D;\nwhile (I < N && J < 500) {\nS[I] = V;\n++I;\n++J;\n}", "Y I = 0;\nwhile (I < N) {\nS[I] = V;\n[&] { ++I; }();\n}", "Y I = 0;\nwhile (I < N) {\nS[I] = V;\nZ += I;\n(++I);\n}",
    "double O = 0;\nwhile (O < N) {\nS[(int)O] = C;\n++O;\n}", "int I = 0;\ndouble O = 2;\nwhile (I < N && O < 60) {\nS[I] = V;\n++I;\nO += 0.5;\n}"]
AT_BEGIN = [
    "Y I = N;\nwhile (I > 0) {\n--I;\nS[I] = V;\n}", "Y I = N;\nwhile (I != 0) {\nI--;\nS[I] = V;\nif (T) Z += I;\n}", "int I = -1;\nwhile (I + 1 < N) {\n++I;\nS[I] = V;\n}", "Y I = N + 1;\ndo {\n--I;\nS[I] = V;\n} while (I > 0);",
    "for (Y I = N; I > 0;) {\n--I;\nS[I] = V;\n}", "Y I = N;\nwhile (I > 0) {\n--I;\nif (T) break;\nS[I] = V;\n}", "Y I = N;\nwhile (true) {\nif (I <= 0) break;\n--I;\nS[I] = V;\n}",
    "int I = N;\nint* O = &I;\nwhile (I > 0) {\n--I;\nS[I] = V;\n}\nZ += *O;", "Y I = N;\nwhile (I > 0) {\n--I;\nauto& O = I;\nS[O] = V;\n}", "Y I = N;\nwhile (I > 0) {\n--I;\nZ += 1;\n}",
    "bool O = n > 3;\nint I = 0;\nwhile (O || I > 90) {\nO = false;\nS[I] = V;\n}", "Y I = N;\nwhile (I > 0 && D++ < 50) {\n--I;\nS[I] = V;\n}", "Y I = N;\nwhile (I > 0) {\n--I;\nS[I] = V;\nif (I > 90) I = 90;\n}",
    "Y I = N;\nwhile (I > 0) {\n--I;\nS[I] = V;\n[&] { Z += I; }();\n}", "Y I = N;\nwhile (I > 0) {\n--I;\nI & 1 ? Z += I : Z -= 1;\n}", "Y I = N;\nwhile (I > 0) {\n--I;\nZ += sizeof(I);\n}",
    "Y I = N;\nwhile (I > 0) {\nI -= 1;\nS[I] = V;\n}", "Y I = N;\nwhile (I > 1) {\n--I;\n--I;\nS[I] = V;\n}", "Y I = N + 3;\nwhile (m > 2) {\n--I;\nS[I & 63] = V;\nif (I < 3) break;\n}", "Y I = N + 2;\ndo {\nI--;\nS[I] = V;\nZ += A[I];\n} while (I > 1);",
    "Y I = N + 1;\ndo {\n--I;\nif (A[I] > 600) break;\nS[I] = V;\n} while (I > 0);", "Y I = N;\nfor (;;) {\nif (!(I > 0)) break;\n--I;\nS[I] = V;\nif (T) break;\n}", "Y I = N;\nwhile (I > 0) {\n--I;\nfor (int J = 0; J < 3; ++J) S[I + J] = V;\n}",
    "int* O = S + N;\nwhile (O != S) {\n--O;\n*O = C;\n}", "auto O = vec.end();\nwhile (O != vec.begin()) {\n--O;\n*O = C;\n}", "static int I;\nI = N;\nwhile (I > 0) {\n--I;\nS[I] = V;\n}", "Y I = 0;\nwhile (I < N) {\nI++;\nS[I] = V;\nB[I + 1] & 1 ? Z += A[I] : Z -= 2;\n}",
    "Y I = N;\nwhile (I > 0) {\n--I;\n}\nZ += I;", "unsigned char I = N;\nwhile (I > 0) {\n--I;\nS[I] = V;\n}", "Y I = 0;\nwhile (I < N && I < 60) {\n++I;\nS[I] = (V + A[I - 1]) % 1024;\n}"]
IN_MIDST = [
    "int I = 0, J = 0;\nwhile (I < N && J < m + 40) {\nS[I++] = A[J++];\n}", "int I = 0, J = N;\nwhile (I < J) {\nS[I++] = A[--J];\n}", "auto O = vec.begin();\nwhile (O != vec.end()) {\nZ += *O++;\n}",
    "auto O = vec.begin();\nauto L = arr.begin();\nwhile (L != arr.end()) {\n*L++ = *O++;\n}", "auto O = arr.begin();\nauto L = vec.begin();\nwhile (O != arr.end()) *L++ = *O++;", "auto O = vec.begin();\nwhile (O != vec.end()) *O++ = C;",
    "auto O = vec.begin();\nint I = 0;\nwhile (O != vec.begin() + N) {\n*O++ = C;\n++I;\n}\nZ += I;", "auto O = vec.begin();\nauto* L = &O;\nwhile (O != vec.end()) {\nZ += *O++;\n}\nZ += *L - vec.begin();",
    "auto O = vec.begin();\nauto L = span.begin();\nwhile (O != vec.end() && L != span.end()) {\n*L++ = *O++ / 2;\n}", "auto O = vec.begin();\nwhile (O != vec.end()) {\nconst int J = *O++;\nif (J > K) Z += J;\n}",
    "int I = 0, J = 0;\nwhile (I < N && J < N) {\nif (A[I] < B[J]) ++I; else ++J;\nZ += I - J;\n}", "auto O = vec.begin();\nwhile (O != vec.end()) {\n[&] { Z += *O; }();\nO++;\n}", "auto O = vec.begin();\nwhile (O != vec.end()) {\nif (*O > K) break;\n*O++ = C;\n}",
    "auto O = vec.begin();\nauto L = arr.begin();\nwhile (L != arr.end()) {\nif (*L > K) O++;\n*L++ = *O;\n}", "auto O = vec.begin();\nauto L = arr.begin();\nfor (; L != arr.end();) {\nZ += *O++ * 2;\nZ -= *L++;\n}",
    "int I = 0, J = 50;\nwhile (I < N && J > 0) {\nconst int O = A[I++] % 500 + B[J--] % 500;\nS[3] = O;\n}", "int I = 0, J = 0;\nwhile (I + J < N) {\nZ += A[I++] - B[J++];\n}", "auto O = wide.begin();\nauto L = vec.begin();\nwhile (O != wide.end() && L != vec.end()) {\nZ += (int)*O++ + *L++;\n}",
    "const int *O = A, *L = B;\nwhile (O != A + N && L != B + 50) {\nZ += *O++ * *L++;\n}", "static auto O = vec.begin();\nO = vec.begin();\nwhile (O != vec.end()) {\nZ += *O++;\n}", "auto O = vec.cbegin();\nwhile (O < vec.cend()) {\nZ += *O++ & 3;\n}",
    "auto O = vec.begin();\nauto L = arr.begin();\nwhile (L != arr.end()) {\n*L = *O;\nO++, L++;\n}", "int I = 0, J = 0;\nwhile (I < N && J < N) {\nS[I++ + 300] = A[J++];\n(void)I;\n}", "auto O = vec.begin();\nint I = N;\nwhile (I-- > 0) {\n*O++ = C;\n}"]
HEADED = [
    "for (int I = 0, J = N; I < N; ++I, --J) {\nS[I] = V;\nZ += J;\n}", "for (int I = 0, J = 3; I < N; ++I, J += s) {\nS[J] = V;\n}", "for (long J = 2 * n, I = 0; I < N; ++I, J -= 2) {\nS[I] = V;\nZ += J;\n}",
    "double J;\nint I;\nfor (I = 0, J = 2.5; I < N; ++I) {\nS[I] = V;\nZ += (int)(J * 2);\n}", "unsigned char J;\nint I;\nfor (I = 0, J = 250; I < N; ++I, ++J) {\nS[I] = J;\n}", "unsigned short J;\nint I;\nfor (I = 0, J = 2; I < N; ++I, --J) {\nS[I] = J & 63;\n}",
    "for (unsigned I = 0, J = 5; I < (unsigned)N; ++I, --J) {\nZ += J;\n}", "for (unsigned char I = 0, J = 5; I < N; ++I, J += 9) {\nZ += J;\n}", "for (static int I = 0; I < N; ++I) {\nS[I] = V;\n}", "int I = 0;\nfor (Z += 1; I < N; ++I) {\nS[I] = V;\n}",
    "int I;\nfor (Z = 0, I = 0; I < N; ++I) {\nS[I] = V;\n}", "int I;\nfor (S[2] = C, I = 0; I < N; ++I) {\nS[I] = V;\n}", "for (int &J = D, I = 0; I < N; ++I) {\nS[I] = (V + J) % 1024;\n}", "for (int J[2] = {1, 2}, I = 0; I < N; ++I) {\nZ += J[I & 1];\n}",
    "for (Pair J{1, 2}; J.first < N; ++J.first) {\nZ += J.first;\n}", "for (int I = 0, J; I < N; ++I) {\nJ = V;\nS[I] = J;\n}", "for (int I = 0, *J = S; I < N; ++I, ++J) {\n*J = V;\n}", "for (int I = 0, *J = S + 1; I < N; ++I, J += s) {\n*J = V;\n}",
    "for (int I = 0, *J = S + 250; I < N; ++I, --J) {\nJ[1] = V;\n}", "for (const int *J = A, *O = A + N; J != O; ++J) {\nZ += *J;\n}", "for (const int *J = A + N, *O = A; O < J; ++O, --J) {\nZ += *O - J[-1];\n}", "for (volatile int J = 3, I = 0; I < N; ++I) {\nZ += J;\n}",
    "for (int I = 0; I < N; ++I, ++I) {\nS[I] = V;\n}", "for (int I = 0, J = 0; I < N; ++I, ++J, ++J) {\nS[J] = V;\n}", "for (int I = 0; I < N; ++I, Z += I) {\nS[I] = V;\n}", "for (int I = 0; I < N; stir(S, 3), ++I) {\nS[I] = V;\n}", "for (auto [I, J] = Pair{0, 3}; I < N; ++I) {\nZ += J + I;\n}",
    "int I = 0;\nint J = A[3];\nfor (; I < N; ++I, J += 2) {\nZ += J;\n}", "int J;\nfor (int I = (J = 3, 0); I < N; ++I) {\nZ += J;\n}", "const int* J = n > 9 ? A : B;\nfor (int I = 0; I < N; ++I, ++J) {\nZ += *J;\n}", "for (int I = 0, *J = nullptr; I < N; ++I) {\nJ = S + I;\n*J = V;\n}",
    "const unsigned char* J = (const unsigned char*)A;\nfor (int I = 0; I < N; ++I, ++J) {\nZ += *J;\n}", "const unsigned char* J;\nint I;\nfor (I = 0, J = (const unsigned char*)A; I < N; ++I, J += 4) {\nZ += *J;\n}", "int I = 3;\nfor (; I < N; ++I) {\nS[I] = V;\n}\nZ += I;",
    "int I = 0, J = 3;\nfor (; I < N; ++I, J += 2) {\nS[I] = V;\n}\nZ += J;", "int I, J;\nfor (I = 0, J = n; I < N; ++I, --J) {\nS[I] = V;\nif (J == C) J = 2;\n}", "int I, J;\nfor (J = n, I = 0; I < N; ++I, --J) {\nint* O = &J;\nZ += *O;\n}", "int I = 0;\nint J = 4;\nfor (I = J; I < N; ++I, J++) {\nZ += J;\n}",
    "for (int J = 2, I = J; I < N; ++I, ++J) {\nZ += J;\n}", "bool J;\nint I;\nfor (I = 0, J = n > 4; I < N; ++I) {\nZ += J;\n}", "double J;\nint I;\nfor (I = 0, J = X[3]; I < N; ++I) {\nZ += (int)J;\n}", "double J;\nint I;\nfor (I = 0, J = 0; I < N; ++I, J += 0.5) {\nZ += (int)J;\n}",
    "float J;\nint I;\nfor (I = 0, J = D++; I < N; ++I) {\nZ += (int)J;\n}", "double J = n * 0.5;\nfor (int I = 0; I < N; ++I, ++J) {\nZ += (int)J;\n}", "auto J = vec.begin();\nfor (int I = 0; I < N; ++I, ++J) {\n*J = V;\n}", "std::vector<int>::iterator J;\nint I;\nfor (I = 0, J = vec.begin(); I < N; ++I, ++J) {\n*J = V;\n}",
    "for (auto J = vec.begin(), O = vec.end(); J != O; ++J) {\n*J = C;\n}", "auto O = arr.begin();\nfor (auto J = vec.begin(); O != arr.end(); ++J, ++O) {\n*O = *J / 2;\n}", "auto J = vec.begin();\nauto O = arr.begin();\nfor (int I = 0; I < N; ++I, ++J, ++O) {\n*O = *J;\n}",
    "for (auto O = vec.begin(); O < vec.end(); ++O) {\n*O = C;\n}", "for (auto O = vec.begin(); vec.end() > O; O += 2) {\n*O = C;\n}", "for (auto O = vec.begin(); O <= vec.end() - 1; ++O) {\n*O = C;\n}", "for (auto O = vec.begin(); !(O == vec.end()); ++O) {\n*O = C;\n}",
    "for (auto O = vec.end() - 1; O > vec.begin(); --O) {\n*O = C;\n}", "for (auto O = vec.begin(); O != vec.end() && n > 3; ++O) {\n*O = C;\n}", "for (auto O = span.begin(); O - span.begin() < N; ++O) {\n*O = C;\n}", "for (auto O = wide.rbegin(); O < wide.rend(); ++O) {\n*O = C;\n}",
    "for (auto O = vec.end(); O != vec.begin(); --O) {\nO[-1] = C;\n}", "for (auto O = std::begin(arr); O != std::end(arr); std::advance(O, 1)) {\n*O = C;\n}", "for (auto O = std::next(vec.begin(), 2); O != vec.end(); O = std::next(O)) {\n*O = C;\n}",
    "for (U I = 0, J = N; I < J; ++I, --J) {\nstd::swap(S[I], S[J]);\n}", "for (U I = 0, J = N; I < J; I++, J--) {\nS[I] = A[J] / 2 + C;\n}", "for (int I = 0, J = N; J > I; ++I, --J) {\nstd::swap(S[I], S[J]);\n}", "for (U J = N, I = 0; I != J && I < J; ++I, --J) {\nS[I] = A[J];\n}",
    "for (U I = 0, J = N; I + 1 < J; ++I, --J) {\nS[I] = A[J - 1];\n}", "for (U I = 0, J = N; I * 2 < J; ++I, --J) {\nS[I] = A[J];\n}", "for (int I = 0, J = 0; I + J < N; ++I, ++J) {\nS[I] = A[J + 1] / 2;\n}", "for (int I = 0, J = N; I < J; ++I, J -= 2) {\nS[I] = V;\n}",
    "bool J = n > 3;\nfor (int I = 0; I < N && J; ++I) {\nS[I] = V;\n}", "for (int I = 0; N > I && I < 60 && m > 0; ++I) {\nS[I] = V;\n}", "for (int I = 0; I < N - I; ++I) {\nS[I] = V;\n}", "for (int I = 0; I < N; I += m + 1) {\nS[I] = V;\n}", "for (int I = 0; I != 2 * m; I += 2) {\nS[I] = V;\n}",
    "for (int I = 0; 2 * I < N; ++I) {\nS[I] = V;\n}", "for (int I = N; !!I; --I) {\nS[I] = V;\n}", "for (const int* O = A; O < A + 2 * N; O += 2) {\nZ += *O;\n}", "for (const int* O = A + N; O > A; --O) {\nZ += O[-1];\n}", "for (const int* O = A + N; O-- > A;) {\nZ += *O;\n}",
    "const int *O = A, *L = A;\nL += N;\nfor (; O != L; ++O) {\nZ += *O;\n}", "for (const double* O = X; O != X + N; ++O) {\nZ += (int)*O;\n}", "for (int I = 0; (I < N) != false; ++I) {\nS[I] = V;\n}", "for (int I = 0; I < N, I < m; ++I) {\nS[I] = V;\n}", "for (int I = 0; I < (int)arr.size() && arr.size() > 3; ++I) {\nS[I] = V;\n}",
    "for (int I = 0; I < std::min<int>(N, (int)vec.size()); ++I) {\nfor (int J = 0; J < (int)(vec.size() >> 5); ++J) S[I + J] = V;\n}", "for (int I = 0; I < N; ++I) {\nfor (int J = 0; J < std::max((int)arr.size() / 32, 2); ++J) S[I + J] = V;\n}", "for (int I = 0; I < N; ++I) {\nfor (int J = 0; J < (int)span.size() / 64; ++J) Z += A[I + J];\n}",
    "for (int I = 0; I < N; ++I) {\nenum { O = 3 };\nfor (int J = 0; J < (O ^ 1); ++J) Z += A[I + J];\n}", "for (int I = 0; I < N; ++I) {\nfor (int J = 0; J < (sizeof(A[0]) ^ 1); ++J) Z += A[I + J];\n}", "for (int I = 0; I < N; ++I) {\nfor (long long J = 0; J < (1ll << s); ++J) Z += A[I + J];\n}",
    "for (int I = 0; I < N; ++I) {\nconst int O = I & 3;\nfor (int J = 0; J < (O ^ 5); ++J) Z += A[I + J];\n}", "int O = n;\nfor (int I = 0; I < N; ++I) {\nfor (int J = 0; J < (O ^ 1) % 7; ++J) Z += A[I + J];\nO += 1;\n}"]
CURSORS = [
    "auto O = vec.begin();\nfor (int I = 0; I < N; ++I) {\nif (T) { *O = V; ++O; }\n}\nZ += O - vec.begin();", "auto O = vec.begin();\nfor (int I = 0; I < N; ++I) {\nif (T) *O++ = V;\n}", "auto O = vec.begin();\nfor (int I = 0; I < N; ++I) {\nif (T) { O[0] = V; O += 1; }\n}\nZ += *O;",
    "auto O = vec.end();\nfor (int I = 0; I < N; ++I) {\nif (T) *--O = V;\n}", "auto O = vec.end();\nfor (int I = 0; I < N; ++I) {\nif (T) { O -= 1; *O = V; }\n}", "auto O = vec.begin() + 2;\nfor (int I = 0; I < N; ++I) {\nif (T) { O[1] = V; O++; }\nZ += O[-1];\n}",
    "Cell* O = cells;\nfor (int I = 0; I < N; ++I) {\nif (T) { O->left = V; ++O; }\n}", "Cell* O = cells;\nfor (int I = 0; I < N; ++I) {\nif (T) { (*O).right = V; O->tags[2] = C; O += 1; }\n}\nZ += O - cells;", "std::vector<Pair> L(130);\nauto O = L.begin();\nfor (int I = 0; I < N; ++I) {\nif (T) { O->first = V; O++; }\n}\nfor (const auto& one : L) Z += one.first;",
    "auto O = arr.begin();\nfor (int I = 0; I < N; ++I) {\nif (A[I] > K) { *O = V; ++O; }\nelse Z += *O;\n}", "int* O = S;\nfor (int I = 0; I < N; ++I) {\nif (T) O += 2;\n*O = V;\n}", "int* O = S;\nfor (int I = 0; I < N; ++I) {\nif (T) { O = S + I; }\n*O = V;\n}", "int* O = S;\nint* const L = S + 3;\nfor (int I = 0; I < N; ++I) {\nif (T) { *O++ = V; }\nZ += O == L;\n}",
    "int* O = S;\nfor (int I = 0; I < N; ++I) {\nT && (*O++ = C);\n}\nZ += O - S;", "int* O = S;\nfor (int I = 0; I < N; ++I) {\nfor (int J = 0; J < 3; ++J) if (T) { *O++ = V; break; }\n}", "int* O = S;\nfor (int I = 0; I < N; ++I) {\nif (T) { *O = V; O++; }\nif (O - S > 40) break;\n}\nZ += O - S;",
    "int* O = S;\nint** L = &O;\nfor (int I = 0; I < N; ++I) {\nif (T) { **L = V; ++O; }\n}", "int* O = S;\nfor (int I = 0; I < N; ++I) {\nif (T) { *O = V; O /* on */ += /* by */ 1; }\n}", "int* O = S;\nfor (int I = 0; I < N; ++I) {\nif (T) { auto L = O++; *L = V; }\n}", "int* O = S;\nfor (int I = 0; I < N; ++I) {\nif (T) { *O = V; O = O + 1; }\n}",
    "int* O = S;\nfor (int I = 0; I < N; ++I) {\nif (T) { auto L = [&] { *O = C; }; L(); ++O; }\n}", "int* O = S + 300;\nfor (int I = 0; I < N; ++I) {\nif (T) { *O = V; O -= 1; }\n}", "volatile int* O = S;\nfor (int I = 0; I < N; ++I) {\nif (T) { *O = V; ++O; }\n}", "int* volatile O = S;\nfor (int I = 0; I < N; ++I) {\nif (T) { *O = V; O = O + 1; }\n}",
    "const int* O = A;\nfor (int I = 0; I < N; ++I) {\nS[I] = *O % 500 + O[1] % 500;\nif (T) O++;\n}", "static int* O;\nO = S;\nfor (int I = 0; I < N; ++I) {\nif (T) *O++ = V;\n}", "auto O = vec.begin();\nauto L = O;\nfor (int I = 0; I < N; ++I) {\nif (T) { *O = V; ++O; }\nif (O == L) Z += 1;\n}",
    "auto O = vec.begin();\nfor (int I = 0; I < N; ++I) {\nif (T) { *(O++) = V; }\nelse Z += O - vec.begin();\n}", "double* O = X;\nfor (int I = 0; I < N; ++I) {\nif (T) *O++ = R;\n}", "auto O = span.begin(), L = span.begin() + 100;\nfor (int I = 0; I < N; ++I) {\nif (T) *O++ = V; else *L++ = C;\n}\nZ += L - O;"]


class Restated:
    """The part of the generator that has them."""

    def restated_nest(self, scope):
        if scope.times > 40:
            return self.plain_nest(scope)
        text = self.random.choice(self.random.choices([ENDLESS, AT_END, AT_BEGIN, IN_MIDST, HEADED, CURSORS], [4, 4, 4, 3, 6, 3])[0])
        kind = self.pick("int", "int", "int", "long", "short", "long long", "signed char", "std::ptrdiff_t")
        self.stored |= {name for name in ("vec", "arr", "span", "wide", "cells") if name in text} | ({"x", "y"} if "double* O" in text else set())
        return self.whole_template(text, scope, kind, U=self.pick("int", "unsigned", "std::size_t", "short", "unsigned char"))
