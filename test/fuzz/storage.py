"""Random loops over what is known of memory by its history: pointers into containers that something may move meanwhile,
containers that grow, numbers that may be missing."""
from texts import Texts

HELD = ["std::vector<int> @V(n + 40);", "std::vector<int> @V(a, a + 140); @V.resize(200);", "std::vector<int> @V(140, 3); std::vector<int>* @W = &@V; (*@W)[1] = 2;",
        "std::vector<int>& @V = vec;", "auto& @V = vec;", "std::array<int, 160> @V{}; @V[3] = k;", "int @V[160] = {1, 2};", "std::span<int> @V(&@A[0], 100);",
        "std::span<int> @V(&@A[0], 150);", "static std::vector<int> @V(150); @V[0] = 1;", "std::vector<int> @V(150); auto @W = [&] { return &@V; }; (*@W())[2] = 4;",
        "std::vector<int> @V; @V.reserve(900); @V.push_back(k); @V.resize(150);", "struct @Wpair { std::vector<int> values; } @U{std::vector<int>(150)}; auto& @V = @U.values;",
        "std::vector<int> @V(150); int* @W = &@V.front() + 1; *@W = 3;", "std::vector<int> @V(150); ((@V))[3] = int((@V).size());"]
POINTERS = ["int* @P = @V.data();", "int* const @P = &@V[0];", "auto @P = std::begin(@V);", "auto* @P = std::data(@V);", "int* @P = &@V[k + 2];", "int* @P = std::data(@V) + (n & 7);",
            "int* @P = &@V.front();", "const auto @P = @V.begin() + 3;", "std::span<int> @P(@V);", "std::span<int> @P = {@V.data(), 140};", "auto @P = @V.begin() + -(-2);", "int* @P = &@V[0] + idx[3] % 9;",
            "enum { @Tfew = 3 }; int* @P = @V.data() + @Tfew;", "int* @P = @V.data() + (int)(1 + 2L);", "volatile int @T = 3; int* @P = @V.data() + @T;", "int @T = 2; int* @P = @V.data() + @T; @T = 5;",
            "int @T = 2; int* @P = @V.data() + ++@T;", "const int& @T = n; int* @P = @V.data() + @T % 9;", "auto @P = @V.begin(), @Q = @V.end();", "static int* @P; @P = @V.data();",
            "auto @P = @V.begin(); auto @Q = @P + 100; @S += @Q - @P;", "std::span<int> @P = std::span<int>(@V).subspan(2, 120);", "decltype(@V.begin()) @P = @V.begin();",
            "int *@P = @V.data(), *@Q = @P + 4; *@Q = 3;", "int* @P = @V.data() + (n > 5 ? 3 : 4);", "int* @P = @V.data() + sizeof(int);", "int* @P = @V.data() + true;", "int* @P = @V.data() + *&idx[2] % 5;"]
MEANWHILE = ["", "", "", "@V.front() = 3;", "@A[3] = int(@V.size());", "@S += @V.back() + int(std::size(@V));", "for (int @X : @V) @S += @X;", "stir(@A, 9);",
             "int @X = 3, @Y = 4; std::swap(@X, @Y); @S += @X;", "const double @X = std::sqrt(n + 2.0); @S += int(@X);", "@S += std::max(n, m) + std::abs(k);", "std::vector<int> @X(9, 2); @X.push_back(3); @S += @X[9];",
             "std::string @X = \"four\"; @X += 'c'; @S += @X.size();", "int* @X = new int(4); @S += *@X; delete @X;", "{ @Hguard @X{4}; @S += @X.v; }", "{ const @Hguard @X[2] = {{1}, {2}}; @S += @X[1].v; }", "@S += @Hhelp(n);",
             "int (*@X)(int) = @Hhelp; @S += @X(3);", "auto @X = [](int e) { return e + 1; }; @S += @X(2);", "const auto @X = std::move(n) + std::as_const(vec[1]); @S += @X;", "vec[3] = 4; @S += vec.at(2);", "vec = vec; @S += vec[0];",
             "std::span<int> @X(&@A[0], 64); @S += @X[3] + @X.front();", "const Pair @X = {n, m}; Pair @Y(@X); @Y = @X; @S += @Y.first;", "auto @X = vec.begin(), @Y = @X; @Y = @X + 1; @S += *@Y;", "if (n > 9000) goto @Xout; @S += 1; @Xout: @S += 2;",
             "std::vector<int> @X(vec); std::vector<int> @Y; @Y = std::move(@X); @Y.swap(@X); @S += @X[0];", "std::optional<int> @X = n; @S += *@X;", "std::unique_ptr<int> @X(new int(3)); @S += *@X;", "@S += std::ssize(@V) + !std::empty(@V);",
             "const auto* @X = &@V; @S += int(@X->size());", "std::pair<int, int> @X(+n, +m); @S += @X.first; @X = {1, 2};", "std::complex<double> @X(1, 2); @X = 2.0; @S += int(@X.real());", "@V[1] = std::min<int>(@V[2], 3);",
             "@S += std::accumulate(@V.begin(), @V.end(), 0ll);", "try { @S += @Hhelp(2); } catch (int) {}", "int @X = 3; @Yagain: if (@X > 5) { @X = 2; goto @Yagain; }", "std::sort(@V.begin(), @V.begin() + 5);"]
OWN_MEANWHILE = ["std::vector<int> @X(150); @V.swap(@X); @X.swap(@V);", "std::vector<int> @X(150, 1), @Y(150); std::swap(@X, @Y);", "@V.pop_back();", "@V.reserve(1);", "@V.resize(145);", "std::vector<int> @X(150); std::swap(@V, @X); std::swap(@X, @V);"]
MOVED = ["for (int @i = 0; @i < @e; ++@i) @P[@i] = (@V[@i] + @v) % 1024;", "for (int @i = 0; @i < @e; ++@i) @V[@i] = (@P[@i + 1] + @v) % 1024;", "for (int @i = 0; @i < @e; ++@i) {\n@P[@i] = @v;\n@A[@i] = @V[@i] % 1024;\n}",
         "for (int @i = 0; @i < @e; ++@i) @A[@i] = (@P[@i] + @V[@i]) % 1024;", "for (int @i = 0; @i < @e; ++@i) *(@P.begin() + @i) = @v;|span", "for (int @i = 0; @i < @e; ++@i) *(@P + @i) = @v;|pointer", "for (auto @R = @P; @R != @P + @e; ++@R) *@R = 4;|pointer",
         "for (auto @R = @P; @R < @P + @e; ++@R) *@R += 1;|pointer", "for (int @i = 0; @P + @i != @P + @e; ++@i) @V[@i] = @i;|pointer", "for (int @i = 0; @i < @e; ++@i) if (@P + @i == @P + 3) @V[@i] = @v;|pointer"]
HELPERS = ("struct @Hguard {\n  int v;\n  ~@Hguard() { v = 0; }\n};\nstatic int @Hhelp(int x) { return x / @N; }")

# Behind the |: types that are declared in front of the function, of the name @H.
GROWN = ["std::vector<@H> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(@H{@v});\nfor (const auto& @R : @V) @S += @R.v;",
         "std::vector<@H> @V;\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @V.push_back(@H{@v});\n}\nfor (const auto& @R : @V) @S += @R.v;",
         "std::vector<@H> @V;\nfor (int @i = 0; @i < @e; ++@i) {\n@H @X{@v};\n@V.push_back(@X);\n@V.push_back(std::move(@X));\n}\nfor (const auto& @R : @V) @S += @R.v;",
         "std::vector<@H> @V;\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @V.emplace_back(@H{@v});\n}\nfor (const auto& @R : @V) @S += @R.v;"]
ELEMENTS = ["struct @H { int v; };", "struct @H { int v = 3; int w[3] = {1, 2, 3}; };", "struct @H { int v; @H(int x) : v(x) {} };", "struct @H { int v; @H(int x = 4) : v(x) {} };",
            "struct @H { int v; @H() = default; @H(int x) : v(x) {} };", "struct @H { int v; @H() = delete; explicit @H(int x) : v(x) {} };", "class @H {\n  @H() = default;\n public:\n  int v = 0;\n  @H(int x) : v(x) {}\n};",
            "struct @H { const int v; };", "struct @H { int v; @H(const @H&) = default; @H& operator=(const @H&) = delete; @H(int x) : v(x) {} @H() = default; };",
            "class @H {\n  @H& operator=(const @H&) = default;\n public:\n  int v;\n  @H(const @H&) = default;\n  @H(int x = 2) : v(x) {}\n};", "struct @H { int v; @H& operator=(const @H& o) { v = o.v + 1; return *this; } };",
            "struct @Hbase { int v; };\nstruct @H : @Hbase {};", "struct @Hbase { int v; @Hbase(int x) : v(x) {} };\nstruct @H : @Hbase { using @Hbase::@Hbase; };", "struct @Hpart { int x; @Hpart(int y) : x(y) {} };\nstruct @H { int v; @Hpart part = 3; };",
            "struct @Hpart { int x = 1; };\nstruct @H { int v; @Hpart parts[2]; };", "struct @H { int v; std::array<int, 2> more; };", "struct @H { int v; std::pair<int, int> two; };", "struct @H { int v; @H(int x) : v(x) {} ~@H() { v = 0; } };",
            "template <class T> struct @Hof { T v; };\nusing @H = @Hof<int>;", "static int @Hfixed = 3;\nstruct @H { int v; int& w = @Hfixed; };", "struct @H { int v; std::string name; };", "union @H { int v; unsigned w; };",
            "struct @H { int v; virtual int of() const { return v; } @H(int x) : v(x) {} };", "struct @Hpart { int x; @Hpart(int y) : x(y) {} };\nstruct @H { int v; @Hpart part; @H(int x) : v(x), part(x) {} };",
            "struct @Hpart { int x; int& y; };\nstatic int @Hfixed = 3;\nstruct @H { int v; @Hpart part{1, @Hfixed}; };"]
GROWN_PLAINLY = [
    "std::vector<std::pair<int, int>> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back({@v, @i});\nfor (const auto& @R : @V) @S += @R.first - @R.second;",
    "std::vector<std::pair<int, int>> @V;\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @V.emplace_back(@v, @i);\n}\n@S += @V.size();", "std::vector<std::tuple<int, int>> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(std::tuple<int, int>(@v, @i));\n@S += @V.size();",
    "for (int @i = 0; @i < @e; ++@i) out.emplace_back(2.5 * (@i % 9));", "for (int @i = 0; @i < @e; ++@i) {\nif (@c) out.emplace_back('a');\n}", "std::vector<double> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.emplace_back(int(@v));\n@S += int(std::accumulate(@V.begin(), @V.end(), 0.0));",
    "std::vector<bool> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(@c);\n@S += @V.size();", "std::string @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back('a' + @i % 7);\n@S += @V.size();", "for (int @i = 0; @i < @e; ++@i) {\nint& @X = out.emplace_back(int(@v));\n@S += @X;\n}",
    "auto* @V = &out;\nfor (int @i = 0; @i < @e; ++@i) @V->push_back(@v);", "auto& @V = out;\nfor (int @i = 0; @i < @e; ++@i) (@V).push_back(@v);", "std::vector<int> @V[2];\nfor (int @i = 0; @i < @e; ++@i) @V[@i % 2].push_back(@v);\n@S += @V[1].size();",
    "std::vector<std::vector<int>> @V(3);\nfor (int @i = 0; @i < @e; ++@i) @V[1].push_back(@v);\n@S += @V[1].size();", "for (int @i = 0; @i < @e; ++@i) {\nout.push_back(@v);\nif (@c) out.push_back(@i);\n}", "for (int @i = 0; @i < @e; ++@i) {\nfor (int @X = 0; @X < @i % 3; ++@X) out.push_back(@X);\n}",
    "for (int @i = 0; @i < @e; ++@i) {\nfor (int @X = 0; @X < 6; @X += 2) out.push_back(@X + @i);\n}", "for (int @i = 0; @i < @e; ++@i) {\nfor (int @X = 0; @X < p; ++@X) out.push_back(@v);\n}", "for (int @i = 0; @i < @e; ++@i) {\nfor (int @X = 0; @X < 3; ++@X) if (@X > 1) out.push_back(@v);\n}",
    "for (int @i = 0; @i < @e; ++@i) {\nif (@v > (int)out.size()) out.push_back(@i);\n}", "for (int @i = 0; @i < @e; ++@i) {\nif (out.empty() || out.back() < @v) out.push_back(@i);\n}", "for (int @i = 0; @i < @e; ++@i) {\nout.push_back(@v);\nif (@c) break;\n}",
    "for (int @i = 0; @i < @e; ++@i) {\nif (@c) continue;\nout.push_back(@v);\n}", "for (int @i = 0; @i < @e; ++@i) {\nif (@c) out.push_back(@v); else out.push_back(-1);\n}", "for (int @i = 0; @i < @e; ++@i) @c ? out.push_back(@v) : (void)0;", "for (int @i = 0; @i < @e; ++@i) out.push_back(@v), @a",
    "for (int @i = 0; @i < @e; ++@i) {\n@A[@i] = @v;\nout.push_back(@A[@i]);\n}", "for (int @i = 0; @i < @e; ++@i) {\n@A[@i] = @v;\nif (@A[@i] > 3) out.push_back(@A[@i]);\n}", "auto @X = [&](int e) { out.push_back(e); };\nfor (int @i = 0; @i < @e; ++@i) @X(int(@v));",
    "std::vector<Level> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(@c ? Level::Some : Level::None);\n@S += @V.size();", "std::vector<int*> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(static_cast<int*>(&@A[@i]));\n@S += @V.size();", "std::vector<std::complex<double>> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back({double(@i), 1});\n@S += @V.size();",
    "std::vector<std::complex<double>> @V;\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @V.emplace_back(@i);\n}\n@S += @V.size();", "std::vector<std::string> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(\"word\");\n@S += @V.size();", "std::vector<Cell> @V;\nfor (int @i = 0; @i < @e; ++@i) {\n@V.push_back(cells[@i]);\n@V.emplace_back();\n}\n@S += @V.size();",
    "std::vector<unsigned char> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(@v);\nfor (int @R : @V) @S += @R;", "std::vector<std::array<int, 2>> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back({@v, 2});\n@S += @V.size();", "std::vector<std::optional<int>> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(@v);\n@S += @V.size();",
    "for (int @i = 0; @i < @e; ++@i) {\nint @X = int(@v);\nwhile (@X > 90) {\nout.push_back(@X);\n@X /= 2;\n}\n}", "for (int @i = 0; @i < @e; ++@i) {\nconst int& @X = int(@v);\nif (@c) out.push_back(@X);\n}", "std::vector<int> @V;\n@V.reserve(400);\nfor (int @i = 0; @i < @e; ++@i) @V.insert(@V.end(), @v);\n@S += @V.size();",
    "std::vector<int> @V(5, 2);\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @V.push_back(@v);\nif (@V.size() > 9) @V.pop_back();\n}\n@S += @V.back();", "std::vector<long> @V;\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @V.emplace_back(int(@v));\n}\n@S += @V.size();"]
GROWN_WITH = [("#include <deque>\ntemplate <class T> struct @H : std::allocator<T> {\n  using value_type = T;\n  @H() = default;\n  template <class U> @H(const @H<U>&) {}\n  template <class U> struct rebind { using other = @H<U>; };\n};",
               "std::vector<int, @H<int>> @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(@v);\nfor (int @R : @V) @S += @R;"),
              ("#include <deque>\nusing @H = std::deque<int>;", "@H @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(@v);\n@S += @V.size();"),
              ("struct @H {\n  std::vector<int> all;\n  void push_back(int x) { all.push_back(x); }\n};", "@H @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(@v);\n@S += @V.all.size();"),
              ("struct @H : std::vector<int> {};", "@H @V;\nfor (int @i = 0; @i < @e; ++@i) @V.push_back(@v);\nfor (int @R : @V) @S += @R;"),
              ("struct @H {\n  std::vector<int> all;\n  int& add(int x) { return all.emplace_back(x); }\n  void put(int x) { all.push_back(x); }\n};", "@H @V;\nfor (int @i = 0; @i < @e; ++@i) {\n@V.put(@v);\n@V.all.push_back(@i);\n}\n@S += @V.all.size();"),
              ("struct @H {\n  std::vector<int> all;\n  int& add(int x) { return all.emplace_back(x); }\n};", "@H @V;\nfor (int @i = 0; @i < @e; ++@i) @V.add(@v) = @i;\nfor (int @R : @V.all) @S += @R;"),
              ("struct @H { std::vector<int> all[3]; };", "@H @V;\nfor (int @i = 0; @i < @e; ++@i) @V.all[1].push_back(@v);\n@S += @V.all[1].size();"),
              ("static std::vector<int> @H;", "@H.clear();\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @H.push_back(@v);\n}\nfor (int @R : @H) @S += @R;")]

# X is an optional; numbers in it and beside it are in range.
MADE = ["std::optional<int> @X;\nif (@c) @X = int(@v);", "std::optional<int> @X = int(@v);", "std::optional<int> @X((int(@v)));", "std::optional<int> @X{std::nullopt};", "std::optional<int> @X(std::in_place, @v);", "auto @X = std::make_optional(@v);",
        "std::optional<int> @X = @c ? std::optional<int>(int(@v)) : std::nullopt;", "std::optional<int> @X;\nif (@c) @X.emplace(int(@v));", "std::optional<int> @X = int(@v);\nif (@c) @X.reset();", "std::optional<int> @X = int(@v);\nif (@c) @X = std::nullopt;",
        "std::optional<int> @X, @Y = @v;\n@X = @Y;", "std::optional<int> @X;\nstd::optional<int> @Y = @v;\nif (@c) @X = std::move(@Y);", "const std::optional<int> @X = @c ? std::nullopt : std::optional<int>{@v};", "std::optional<int> @X = std::optional<int>(int(@v));",
        "std::optional<int> @X = @Hof(@v);", "const auto @X = @Hof(@v);", "std::optional<int> @Y;\nstd::optional<int>& @X = @Y;\nif (@c) @Y = @v;", "std::optional<int> @X = 3;\n@X.swap(@X);", "std::optional<int> @X = short(@i);", "std::optional<int> @X = int(@v);\nif (@c) @X = {};",
        "std::optional<int> @X;\n@X = @c ? std::optional<int>(int(@v)) : std::optional<int>();", "std::optional<int> @X = std::optional<short>(short(@i));", "std::optional<int> @X;\nif (@c) (@X) = (@v);", "std::optional<int> @Y[2] = {@v, std::nullopt};\nstd::optional<int> @X = @Y[@i % 2];",
        "struct @Ylike { std::optional<int> o; } @Z{@v};\nstd::optional<int> @X = @Z.o;", "std::optional<int> @X = int(@v);\nfor (int @Y = 0; @Y < 2; ++@Y) if (@c) @X = @Y;", "std::optional<int> @X = int(@v);\nif (@c) *@X = @i;", "std::optional<int> @X;\n@X = int(@v);", "std::optional<int> @X = int{@i};"]
ASKED = ["if (@X) @A[@i] = *@X;", "if (@X.has_value()) @A[@i] = @X.value();", "@A[@i] = @X.value_or(int(@v));", "@A[@i] = @X ? *@X : -1;", "@A[@i] = !@X ? @v : @X.value();", "if (@X && *@X > 3) @A[@i] = @X.value();", "if (@X != std::nullopt) @A[@i] = @X.value();",
         "if (@X == std::nullopt) @A[@i] = 4;\nelse @A[@i] = @X.value();", "if (!(!@X)) @A[@i] = *@X;", "if (!@X || @X.value() < 4) @A[@i] = 2;", "if (@X == 3) @A[@i] = 1;", "if (@X < @v) @A[@i] = 1;", "if (@X > std::optional<int>(4)) @A[@i] = *@X;",
         "if (std::nullopt != @X) @A[@i] = @X.value();", "if (!@X) continue;\n@A[@i] = @X.value();", "if (const bool has = @X.has_value()) @A[@i] = *@X;", "const bool @T = bool(@X);\nif (@T) @A[@i] = @X.value();", "try {\n@A[@i] = @X.value();\n}\ncatch (const std::bad_optional_access&) {\n@A[@i] = -3;\n}",
         "@A[@i] = @X.value_or(@X.has_value());", "@A[@i] = @Hor(@X);", "@A[@i] = @Hin(@X);", "if (@X) {\nconst int& @T = *@X;\n@A[@i] = @T;\n}", "if (@X) @A[@i] = *&*@X;", "if (@X) @A[@i] = @X.operator*();", "@A[@i] = (@X ? @X.value() : 1) + @X.has_value() - @X.has_value();",
         "@A[@i] = std::optional<int>(int(@v)).value();", "@A[@i] = *std::optional<int>(int(@v));", "@A[@i] = std::optional<int>(int(@v)).value_or(2);", "@A[@i] = @Hof(@v).value_or(1);", "@A[@i] = @X.transform([](int e) { return e / 2; }).value_or(2);|23", "if (@X.has_value() == true) @A[@i] = *@X;",
         "while (@X && *@X > 3) @X = *@X / 2;\n@A[@i] = @X.value_or(0);|mutable", "if (@X) (*@X)++, --*@X;\n@A[@i] = @X.value_or(1);|mutable", "@X = @X;\n@A[@i] = @X.value_or(4);|mutable", "if (@X) *@X = int(@v);\n@A[@i] = @X.value_or(6);|mutable", "@X.emplace(int(@v)) += 0;\n@A[@i] = @X.value();|mutable",
         "if (@c) @X = 7; else @X.reset();\n@A[@i] = @X.value_or(4);|mutable", "@X = 9;\n@A[@i] = @X.value();|mutable"]
ASKING = ("static std::optional<int> @Hof(int x) {\n  if (x < @N) return std::nullopt;\n  return x / 2;\n}\nstatic int @Hor(const std::optional<int>& x) {\n  if (!x) return 0;\n  return x.value();\n}\nstatic int @Hin(std::optional<int> x) { return x ? *x : 5; }")
OUTSIDE = ["std::optional<int> @X = @u;\nfor (int @i = 0; @i < @e; ++@i) {\nif (@X) @A[@i] = *@X;\n}", "std::optional<int> @X;\nif (n > 5) @X = 3;\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @X.value_or(int(@v));", "std::optional<int> @X;\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @X = int(@v);\n}\n@S += @X.value_or(-1);",
           "std::optional<int> @X = 4;\nfor (int @i = 0; @i < @e; ++@i) {\n@A[@i] = @X.value();\nif (@c) *@X = @i;\n}", "const std::optional<int> @X = 6;\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @X.value() + *@X;", "std::optional<int> @X;\nfor (int @i = 0; @i < @e; ++@i) {\nif (!@X || *@X < @v) @X = int(@v);\n}\n@S += @X.value_or(-1);",
           "std::optional<int> @X[4];\nfor (int @i = 0; @i < @e; ++@i) @X[@i % 4] = @v;\n@S += @X[2].value_or(-1);", "std::vector<std::optional<int>> @X(100);\nfor (int @i = 0; @i < @e; ++@i) {\n@X[@i] = @v;\nif (@c) @X[@i].reset();\n}\nfor (auto& @R : @X) @S += @R.value_or(1);",
           "auto @X = std::make_unique<std::optional<int>>(3);\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = (*@X).value_or(int(@v)) + @X->has_value();", "std::optional<int> @X = 3, *@Y = &@X;\nfor (int @i = 0; @i < @e; ++@i) @A[@i] = @Y->value_or(int(@v)) / 2;",
           "std::optional<Pair> @X = Pair{1, 2};\nfor (int @i = 0; @i < @e; ++@i) {\nif (@X) @A[@i] = @X->first;\n}", "for (int @i = 0; @i < @e; ++@i) {\nstd::optional<Pair> @X;\nif (@c) @X = Pair{@i, 2};\nif (@X) @A[@i] = (*@X).second;\n}", "std::optional<int> @X = 3;\nfor (int @i = 0; @i < @e; ++@i) {\nif (@c) @X.emplace(int(@v));\n@A[@i] = *@X;\n}"]


class Storage(Texts):
    """The part of the generator whose loops depend on what memory has been through."""

    def storage_nest(self, scope):
        return self.random.choice([self.kept_pointer, self.grown, self.grown, self.missing])(scope)

    def kept_pointer(self, scope):
        """A second name for a container's elements, and what happens before the loop uses both."""
        held, pointer = self.random.choice(HELD), self.random.choice(POINTERS)
        own = "(150)" in held or "(900)" in held
        self.stored |= {"vec"} if "= vec;" in held else set()
        between = self.random.choice(MEANWHILE + (OWN_MEANWHILE if own else []))
        if "int @V[" in held and "@V." in pointer:
            pointer = "int* @P = @V;"
        kind = "span" if "span<int> @P" in pointer else "pointer"
        loops = [text.partition("|")[0] for text in MOVED if text.partition("|")[2] in ("", kind)]
        if "int @V[" in held:
            between = between if "@V." not in between and "->size()" not in between else ""
        text = f"{held}\n{pointer}\n{between or ';'}\n{self.random.choice(loops)}\n{self.pick('@S += @V[3];', ';', '@S += @V[0] + @P[1];')}"
        return self.as_block(scope, text, HELPERS)

    def grown(self, scope):
        kind = self.random.choice(["element", "plain", "plain", "with"])
        if kind == "element":
            return self.as_block(scope, self.random.choice(GROWN), self.random.choice(ELEMENTS))
        helper, text = self.random.choice(GROWN_WITH) if kind == "with" else ("", self.random.choice(GROWN_PLAINLY))
        self.stored.add("out")
        return self.as_block(scope, text, helper)

    def missing(self, scope):
        """Numbers that may not be there."""
        if self.chance(25):
            return self.as_block(scope, self.random.choice(OUTSIDE))
        made = self.random.choice(MADE)
        asked = [text.partition("|")[0] for text in ASKED if text.partition("|")[2] in ("", "" if "const" in made else "mutable")]
        uses = "\n".join(self.random.sample(asked, self.random.randint(1, 2)))
        return self.as_block(scope, f"for (int @i = 0; @i < @e; ++@i) {{\n{made}\n{uses}\n}}", ASKING)
