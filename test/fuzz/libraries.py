"""Random loops that call functions of another file, of which a model says what they read and write; OpenMP pragmas, which
the originals ignore; and loops in front of reads of what mathematical functions leave behind."""
from texts import Texts

# G and H in them: &a[...] with eight elements behind it, of any array.
CALLS = ["@A[@i] = foreign::wave(@v);", "@A[@i] = foreign::sum(4, @r);", "@A[@i] = foreign::sum(m, @r);", "@S += foreign::sum(@i % 9, @r);", "@A[@i] = foreign::sum(@r);", "foreign::add(8, @N, @r, @r);",
         "foreign::add(m, 3, @A + @i * m, @B + @i * m);", "foreign::add(m, @i, @A + @i * m, @B + @i);", "foreign::add(4, k, &@A[@i * 4], &@B[@i * 4]);", "foreign::smooth(@A, 3 * @i, 3 * @i + 3, @B);", "foreign::smooth(@A + 400, @i * @i % 99, @i * @i % 99 + 2, @B);",
         "foreign::ramp(@A + @i * m, m);", "foreign::ramp(@r, @N);", "foreign::ramp(@A, 4);\n@B[@i] = @v;", "int @X[4] = {1, 2, 3, 4};\nforeign::ramp(@X, 3);\n@A[@i] = @X[2] + @X[3];", "int @X = @v;\nforeign::raise(@X, @i);\n@A[@i] = @X;", "foreign::raise(@A[@i], @v);",
         "foreign::raise(@A[@i], @B[@i]);", "foreign::raise(@A[0], @v);", "foreign::raise(@Z, @v);", "foreign::raise(@A[@i], @Z);", "foreign::turn(cells[@i]);", "@A[@i] = foreign::weigh(cells[@i]);", "Cell @X = cells[@i];\nforeign::turn(@X);\n@A[@i] = @X.left;",
         "@A[@i] = foreign::ticket();", "@A[@i] = foreign::beyond(@v, @B);", "@A[@i] = foreign::by_value(@v, @B + @i);", "@A[@i] = foreign::unwritten(@B + @i);", "foreign::copy(@A + @i * 3, @r, 3);", "foreign::copy(@A + @i, x + @i, 1);\n@A[@i] %= 1024;",
         "int @X[3] = {};\nforeign::copy(@X, @r, 3);\n@A[@i] = @X[1];", "@A[@i] = foreign::of_any(@v, @i, @r);", "@A[@i] = foreign::of_any(@v, vec.data());", "@A[@i] = foreign::of_all(vec, @i);", "@A[@i] = foreign::shifted(m, @B, @i);", "@A[@i] = foreign::shifted(m, @B, @i * m);",
         "@A[@i] = foreign::product(m, p, @r, @B + @i * m * p);", "@A[@i] = foreign::product(m, @i % 3, @r, @B);", "@A[@i] = foreign::product(1, @i, @B, @r);|9", "@A[@i] = foreign::first_byte(@r);", "@A[@i] = foreign::first_byte(x + @i);", "@A[@i] = foreign::Counter{@v}.get();",
         "foreign::put(@i, @A);", "foreign::put(@i * @i % 50, @A);", "foreign::put(@i + m, @A + @i);", "foreign::put(@i, vec.data());", "foreign::ramp(&vec[@i], 2);", "foreign::ramp(&cells[@i].tags[0], 4);", "foreign::raise(cells[@i].left, @v);", "foreign::ramp(@i % 2 ? @A : @B, 3);",
         "if (foreign::sum(3, @r) > 400) break;", "if (@c) break;\n@A[@i] = foreign::wave(@v);", "if (foreign::wave(@v) > 270) break;\nforeign::put(@i, @A);", "foreign::raise(n > 3 ? @A[@i] : @A[@i + 1], @v);", "int* @X = @A + @i;\nforeign::ramp(@X, 2);", "int* @X = nullptr;\n@X = @A + @i;\nforeign::ramp(@X, 2);",
         "auto @X = [&](int e) { return foreign::wave(e); };\n@A[@i] = @X(@v);", "@A[@i] = @Hthrough(@v, @B + @i);", "foreign::ramp((@A + @i), 1);", "foreign::ramp(rows[@i].data(), 3);", "foreign::ramp(grid[@i], 4);", "foreign::raise(grid[@i][2], @v);", "extern int @Hlocal(int);\n@A[@i] = foreign::visible(@v);",
         "@A[@i] = foreign::visible(@v) + foreign::wave(@i);|9", "int (*@X)(int) = foreign::wave;\n@A[@i] = @X(@v);", "using foreign::wave;\n@A[@i] = wave(@v);", "using namespace foreign;\nraise(@A[@i], 3);", "@A[@i] = foreign::wave(foreign::wave(@v));", "foreign::raise(@A[@i], foreign::wave(@v));",
         "foreign::add(m + 1, 3, @A + @i * (m + 1), @A + @i * (m + 1));", "foreign::add(@N, 3, @A + 300, @B + @i);", "foreign::smooth(@A, @i * m, @i * m + m, @B);", "const int @X = @B[@i] & 7;\nforeign::ramp(@A, @X);", "const int @X = @B[@i] & 7;\n@A[@i] = foreign::sum(@X, @B);"]
SURROUNDED = ["for (int @i = 0; @i < @e; ++@i) {\n@call\n}", "for (int @i = 0; @i < @e; ++@i) {\n@a\n@call\n}", "for (int @i = 0; @i < @e; ++@i) {\nif (@c) {\n@call\n}\n}", "for (int @i = 0; @i < @e; ++@i) {\nfor (int @Y = 0; @Y < 3; ++@Y) {\n@call\n}\n}", "for (int @i = @e - 1; @i >= 0; --@i) {\n@call\n@a\n}"]

CLAUSES = ["", "", " schedule(static, 3)", " schedule(dynamic)", " num_threads(4)", " shared(@A)", " default(shared)", " collapse(1)", " if(n > 3)", " if (n > (m + 2))", " proc_bind(close)", " num_threads(n++)", " num_threads(--n)", " ordered", " nontemporal(@A)",
           ", schedule(static)", " schedule(monotonic:dynamic, 2) default(none)", " order(concurrent)", " linear(@W:1)", " aligned(@A:4)"]
OF_LOOP = ["parallel for", "parallel for", "parallel for", "parallel for simd", "simd", "for", "for simd", "parallel", "simd safelen(8) simdlen(4)", "taskloop", "distribute", "target teams distribute parallel for", "critical", "single", "ordered", "parallel loop", "sections", "unroll", "atomic"]
PRIVATES = ["private(@X)", "firstprivate(@X)", "private(@X) private(@Y)", "private( @X , @Y )", "firstprivate(@X,@Y)", "private (@X)", "private()", "private(@X) firstprivate(@Y)", "private(@X) lastprivate(@Y)", "private(::@X)"]
DIVIDED = ["@pragma\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;", "@pragma\nfor (int @i = 0; @i < @e; ++@i) {\n@a\n}", "int @X = 3, @Y = 4;\n@pragma @private\nfor (int @i = 0; @i < @e; ++@i) {\n@X = @v;\n@Y = @X / 2;\n@A[@i] = @X - @Y;\n}", "int @X = 3;\n@pragma firstprivate(@X)\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v / 2 + @X;",
           "@pragma reduction(+ : @S)\nfor (int @i = 0; @i < @e; ++@i) @S += @v;", "@pragma reduction(+:@S)\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @S += @i;\n}", "int @X = 0;\n@pragma lastprivate(@X)\nfor (int @i = 0; @i < @e; ++@i) @X = @v;\n@S += @X;", "#pragma omp parallel\n@pragma\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;",
           "#pragma omp parallel\n{\n@pragma\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;\n}", "#pragma omp parallel\n{\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;\n}", "#pragma omp single\n{\n@A[2] = 3;\n}\nfor (int @i = 0; @i < @e; ++@i) {\n#pragma omp atomic\n@S += @i;\n}", "for (int @i = 0; @i < @e; ++@i) {\n#pragma omp critical\n@S += @v;\n}",
           "_Pragma(\"omp parallel for\")\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;", "_Pragma(\"omp simd\") for (int @i = 0; @i < @e; ++@i) @A[@i] = @v;", "_Pragma(\"omp parallel for private(@X)\")\nfor (int @i = 0, @X = 0; @i < @e; ++@i) @A[@i] = @v + @X - @X;", "_Pragma(\"GCC ivdep\") for (int @i = 0; @i < @e; ++@i) @A[@i] = @v;",
           "#pragma omp barrier\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;", "#pragma GCC ivdep\n@pragma\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;", "auto @X = [&] {\n@pragma\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;\n};\n@X();", "@pragma\nfor (int @Z = 0; @Z < 4; ++@Z) {\n@pragma\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;\n}",
           "#pragma omp parallel sections\n{\n#pragma omp section\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;\n}", "@pragma\nfor (int& @X : vec) @X /= 2;", "int @X = 5;\n@pragma\nwhile (@X-- > 0) @A[@X] = 3;", "int @X = 5;\n#pragma omp task\ndo {\n@A[@X] = @u;\n} while (--@X > 0);", "#pragma omp parallel for private(@X) \\\n    schedule(static)\nfor (int @i = 0, @X; @i < @e; ++@i) {\n@X = @v;\n@A[@i] = @X;\n}",
           "#pragma omp parallel if(n)\nint @X = 3, @Y = @X;\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @Y;", "#pragma acc parallel loop\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;", "#pragma omp parallel\nif (n > 3)\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @v;"]

MATH = ["std::sqrt(x[@i] - 3)", "std::log(x[@i])", "std::pow(x[@i], 0.5)", "std::fabs(x[@i])", "std::floor(x[@i] / 2)", "std::lgamma(x[@i])", "std::exp(x[@i] * 20)", "std::cbrt(x[@i])", "std::tgamma(x[@i])", "sqrtf(f[@i])", "std::acos(x[@i])", "fabsf(f[@i])", "std::trunc(x[@i] / 3)", "lgammaf(f[@i])", "__builtin_sqrt(x[@i])",
        "std::abs(x[@i])", "std::fmod(x[@i], 0)", "std::round(x[@i] / 2)", "1 / x[@i]"]
LEFT = ["errno = 0;\nfor (int @i = 0; @i < @e; ++@i) {\nconst double @X = @math;\nif (@X > 3.3) @A[@i] = @i;\n}\n@after"]
# Nothing of it runs but what is called at once.
READERS = ["static int @H() { return errno; }", "static int @H(const char* t) {\n  if (!fopen(t, t)) return errno;\n  return 0;\n}", "static long @H(const char* t) {\n  errno = 0;\n  long v = strtol(t, nullptr, 10);\n  if (errno) return v;\n  return 0;\n}", "static int @H(const char* t) {\n  std::ifstream in(t);\n  if (!in) return errno;\n  return 1;\n}",
           "static void @H() { errno = 0; }", "static int @H(double* a) {\n  errno = 0;\n  a[0] = std::sqrt(a[1]);\n  return errno;\n}", "static int @H(int* a) {\n  errno = 0;\n  while (errno == 0) a[0] = 1;\n  return a[0];\n}", "static void @H(const char* t) { perror(t); }", "static void @H(const char* t) {\n  if (!fopen(t, t)) perror(t);\n}",
           "static int @H(const char* t) {\n  puts(t);\n  return errno;\n}", "static int @H() {\n  auto failed = [] { return errno != 0; };\n  errno = 0;\n  return failed();\n}", "static int @H() {\n  struct Local {\n    int f() { return errno; }\n  };\n  return Local().f();\n}", "static int @H() {\n  int (*g)() = nullptr;\n  errno = 0;\n  g();\n  return errno;\n}",
           "static int @H() {\n  std::ofstream out(\"\");\n  out.close();\n  std::string s(\"x\");\n  return errno + int(s.size());\n}", "static int @H(int x) {\n  int* e = &errno;\n  *e = 0;\n  if (x) return *e;\n  for (;;) return malloc(3) ? 1 : errno;\n}", "#define @H errno", "static int& @H() { return errno; }"]
RARE = [("#include <cfenv>\nstatic int @H() { return std::fetestexcept(FE_DIVBYZERO | FE_INVALID); }", "std::feclearexcept(FE_ALL_EXCEPT);\nfor (int @i = 0; @i < @e; ++@i) {\nconst double @X = @math;\nif (@X > 3.3) @A[@i] = @i;\n}\n@S += @H();"),
        ("#include <cfenv>\nstatic void @H() { std::fesetround(FE_TONEAREST); }", "@H();\nfor (int @i = 0; @i < @e; ++@i) {\nconst double @X = @math;\nif (@X > 3.3) @A[@i] = @i;\n}"),
        ("static int @H() { return signgam; }", "signgam = 0;\nfor (int @i = 0; @i < @e; ++@i) {\nconst double @X = lgamma(x[@i] - 0.5);\nif (@X > 3.3) @A[@i] = @i;\n}\n@S += @H();"),
        ("static int @H() { return signgam; }", "for (int @i = 0; @i < @e; ++@i) {\nconst double @X = @math;\nif (@X > 3.3) @A[@i] = @i;\n}")]


class Libraries(Texts):
    """The part of the generator whose loops depend on what other files and the compiler's options say."""

    def described_call(self, scope):
        call = self.random.choice([text for text in CALLS if "|" not in text])
        while "@r" in call:
            call = call.replace("@r", self.pick("@A + @i", "&@A[@i]", "@B + @i * 8", "@A + idx[@i & 63]", "&@B[@i * m]", "@A + 9", "(@B + 200)"), 1)
        if "@Z" in call:
            call = call.replace("@Z", self.pick("total", self.scalar("sharp", "int", "3")) if "raise(@Z" not in call else self.scalar("sharp", "int", "3"))
        if "break" in call and self.chance(30):
            call = "@a\n" + call
        text = self.random.choice([text for text in SURROUNDED if "@Y" not in text or "break" not in call]).replace("@call", call)
        self.stored |= {"vec", "cells", "rows", "grid"}
        return self.as_block(scope, text, "static int @Hthrough(int x, const int* y) { return foreign::sum(2, y) / 2 + foreign::wave(x) / 2; }")

    def divided(self, scope):
        """Loops under OpenMP pragmas; what may differ between threads is not looked at afterwards."""
        text = self.random.choice(DIVIDED)
        while "@pragma" in text:
            text = text.replace("@pragma", f"#pragma omp {self.random.choice(OF_LOOP)}{self.pick(*CLAUSES)}", 1)
        text = text.replace("@private", self.random.choice(PRIVATES)).replace("@W", "@i")
        helper = "#define _OPENMP 201511\nstatic int @H = 1;" if self.chance(60) else ""
        if helper:
            text = f"@S += @H;\n{text}"
        self.stored.add("vec")
        return self.as_block(scope, text, helper)

    def left_behind(self, scope):
        """Loops that leave errno, the sign of lgamma or flags behind, which somebody looks at."""
        if self.chance(25):
            helper, text = self.random.choice(RARE)
        else:
            helper = "#include <cerrno>\n#include <fstream>\n" + "\n".join(
                reader.replace("@H", f"@Hr{'abcdefgh'[at]}") for at, reader in enumerate(self.random.sample(READERS, self.random.randint(1, 3))))
            text = LEFT[0].replace("@after", self.pick("@S += errno != 0;", "@S += 1;", "if (errno == EDOM) @S += 2;")) + "\n// @H"
        return self.as_block(scope, text.replace("@math", self.random.choice(MATH)), helper)
