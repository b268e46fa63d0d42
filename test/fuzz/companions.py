"""Random annotated functions beside the one at hand, which calls them: templates over numbers and types with several
instantiations, functions that are given lambdas, and members of classes, inside and outside of them."""
from tree import block, line

# C is a small number, A and B arrays' elements stay below 1024. H is the helper's name.
BY_NUMBER = [
    "for (int i = 0; i < N; ++i) x[i] = (x[i] + i * N) % 1024;", "for (int i = N; i < n; ++i) x[i] = (x[i - N] / 2 + C) % 1024;",
    "for (int i = 0; i < n; ++i)\n    for (unsigned k = 0; k < N; ++k) x[i * N + k] = (x[i * N + k] + int(k) * C) % 1000;",
    "constexpr int last = N - 1;\n  for (int i = 0; i < n; ++i) x[i] = (x[i] + last * C) % 1024;",
    "int room[N] = {};\n  for (int i = 0; i < n; ++i) room[i % N] += x[i] % C;\n  for (int i = 0; i < N; ++i) x[i] = room[i];",
    "std::array<int, N> all{};\n  for (int i = 0; i < n; ++i) all[i % N] ^= x[i] & 63;\n  for (int i = 0; i < int(N); ++i) x[i] = all[i];",
    "const H_buffer<N> own{};\n  for (int i = 0; i < n; ++i) x[i] = (own.at(i) + own[i] + C) % 1024;",
    "const H_buffer<N + 1> own{};\n  const H_alias<N> two{};\n  for (int i = 0; i < n; ++i) x[i] = (own.pair(i) + two.at(i) + two.half(i)) % 1024;",
    "H_buffer<N> own{};\n  for (int i = 0; i < N; ++i) own.d[i] = i * C;\n  for (int i = 0; i < n; ++i) x[i] = own(i) % 1024;",
    "for (int i = 0; i < n; ++i) {\n    if constexpr (N > 4) x[i] = -x[i]; else x[i] = (x[i] + C) % 1024;\n  }",
    "static_assert(N > 0);\n  const int end = N > C ? n : N;\n  for (int i = 0; i < end; ++i) x[i] = (int(sizeof(int[N])) + x[i]) % 1024;",
    "for (int i = 0; i < n; ++i) x[i] = [](int e) { return (e + int(N)) % 1000; }(x[i]);",
    "for (int i = 0; i < n; ++i) x[i] = (H_scale<N>(x[i]) + H_double<N>) % 1024;",
    "for (int i = n - 1; i >= int(N); i -= int(N)) x[i] = x[i - 1] % C;", "int sum = C;\n  for (int i = 0; i < n; i += N) sum += x[i];\n  x[N] = sum % 1024;",
    "for (int i = 0; i < n && i < N * C; ++i) {\n    const int N_ = i % N;\n    x[i] = (x[i] + N_) % 1024;\n  }"]
WITH_NUMBER = ["template <int N>", "template <unsigned N>", "template <int N, class T>", "template <int N, bool Up>", "template <auto N>",
               "template <short N>", "template <int N, int M>", "template <int N = 3>", "template <long N>", "template <int N, class... P>"]
BUFFER = ("template <int N> struct H_buffer {\n  int d[N] = {C};\n  int at(int i) const { return d[i % N] + N; }\n"
          "  int operator[](int K) const { return d[K % N] * K % 900; }\n  int& operator()(int i) { return d[i % N]; }\n"
          "  int pair(int i) const { return at(i) + (*this)[i + 1]; }\n  static int half(int i) { return i / 2 + N; }\n};\n"
          "template <int N> using H_alias = H_buffer<N>;\ntemplate <int N> int H_scale(int x) { return x * N % 900; }\n"
          "template <int N> constexpr int H_double = 2 * N;\n")
APPLYING = [
    "for (int i = 0; i < n; ++i) x[i] = f(x[i]) % 1024;", "for (int i = 0; i < n; ++i) x[i] = f(i) % 1024;",
    "for (int i = 0; i < n; ++i)\n    if (f(i) > C) x[i] = C;", "int sum = 0;\n  for (int i = 0; i < n; ++i) sum += f(x[i]) % 99;\n  x[0] = sum % 1024;",
    "for (int* e = x; e != x + n; ++e) *e = f(*e) % 1024;", "for (int& e : std::span<int>(x, n)) e = f(e) % 1000;",
    "const auto g = f;\n  for (int i = 0; i < n; ++i) x[i] = (f(i) + g(C)) % 1024;", "std::transform(x, x + n, x, f);",
    "for (int i = 0; i < n; ++i) x[i] = H_call(f, x[i]) % 1024;", "const auto g = [&](int e) { return f(e) % 500; };\n  for (int i = 0; i < n; ++i) x[i] = g(i);"]
WITH_CALL = [("template <class F>", "F f"), ("template <class F>", "const F& f"), ("template <class F>", "F&& f"), ("", "auto f"),
             ("template <class T = int, class F>", "F f, T = 3"), ("", "const std::function<int(int)>& f"), ("", "int (*f)(int)"), ("template <class F>", "F& f"),
             ("template <class... F>", "F... f")]
CLOSURES = ["[](int e) { return e / C; }", "[by](int e) { return (e + by) % 900; }", "[=](int e) { return e % 300 - by; }", "[&](int e) { return e % 300 + by; }",
            "[k = C](int e) { return e % (k + 1); }", "[k = 0](int e) mutable { return (e + k++) % 900; }", "[](auto e) { return int(e) % C; }",
            "[mode](int e) { return e + (mode == Level::Some ? 1 : 2); }", "[real](int e) { return int(real) + e % 300; }", "[two](int e) { return two.first + e % 100; }",
            "[v = std::vector<int>{1, C}](int e) { return v[e & 1] + e % 200; }", "[at](int e) { return at[e & 3] % 300; }", "[&held](int e) { return held = (held + e) % 300; }",
            "[by, real](int e) { return e % 200 + by * int(real); }", "+[](int e) { return e % 99; }", "[](int e) -> int { static int calls = 0; return e % 300 + ++calls % 7; }",
            "[r = by * 2](auto e) { return (e % 99) * r; }", "std::negate<int>{}", "H_object{C}", "&H_plain", "[room](int e) { return room[e & 1] + e % 100; }"]
MEMBERS = [
    "  [[clustrix::cluster]] static void move(H* all, int* x, int n) {\n    for (int i = 0; i < n; ++i) all[i & 7].px = (all[i & 7].px + x[i]) % 1024;\n  }\n|H::move(all, ARRAY, n);",
    "  [[clustrix::cluster]] void push(int* x, const H& o, int n) const {\n    for (int i = 0; i < n; ++i) x[i] = (x[i] + o.px * qx + C) % 1024;\n  }\n|all[0].push(ARRAY, all[1], n);",
    "  [[clustrix::cluster]] static void fresh(int* x, int n) {\n    for (int i = 0; i < n; ++i) {\n      H one;\n      one.px = i % C;\n      x[i] = one.px + one.qx + int(sizeof(H) % 8);\n    }\n  }\n|H::fresh(ARRAY, n);",
    "  [[clustrix::cluster]] static int sum(const H* all, int n) {\n    int total = 0;\n    for (int i = 0; i < n; ++i) total += all[i & 7].px % 300 * C;\n    return total % 1024;\n  }\n|ARRAY[0] = H::sum(all, n);",
    "  [[clustrix::cluster]] void outside(int* x, int n);\n|all[2].outside(ARRAY, n);",
    "  struct box {\n    int low = -C, high = 99;\n    [[clustrix::cluster]] static void clip(H* all, const box& b, int n) {\n      for (int i = 0; i < n && i < 8; ++i) all[i].px = all[i].px < b.low ? b.low : all[i].px > b.high ? b.high : all[i].px;\n    }\n  };\n|H::box::clip(all, {}, n);",
    "  [[clustrix::cluster]] void own(int n) {\n    for (int i = 0; i < n; ++i) room[i & 15] = (room[i & 15] + qx + i) % 1024;\n    for (int i = 0; i < 16; ++i) px = std::max(px, room[i]);\n  }\n|all[3].own(n);",
    "  int get(int i) const { return room[i & 15] + px % 300; }\n  [[clustrix::cluster]] void by_member(int* x, int n) const {\n    for (int i = 0; i < n; ++i) x[i] = (get(i) + this->get(C) + limit) % 1024;\n  }\n|all[4].by_member(ARRAY, n);",
    "  int with(int i, int by = limit) const { return (i + by) % 700; }\n  [[clustrix::cluster]] void defaulted(int* x, int n) const {\n    for (int i = 0; i < n; ++i) x[i] = with(i) + with(x[i], 3);\n  }\n|all[5].defaulted(ARRAY, n);",
    "  friend int hidden(const H& one, int x) { return (one.px + x) % 700; }\n  [[clustrix::cluster]] void befriended(int* x, int n) const {\n    for (int i = 0; i < n; ++i) x[i] = hidden(*this, i);\n  }\n|all[6].befriended(ARRAY, n);",
    "  enum class kind { one, two };\n  [[clustrix::cluster]] static void kinds(int* x, int n) {\n    for (int i = 0; i < n; ++i) x[i] = i % C ? int(kind::two) : int(sizeof(kind));\n  }\n|H::kinds(ARRAY, n);",
    "  template <class T> [[clustrix::cluster]] void generic(T* x, int n) {\n    for (int i = 0; i < n; ++i) x[i] = T((x[i] + qx) % 1024);\n  }\n|all[7].generic(ARRAY, n);",
    "  [[clustrix::cluster]] void operator()(int* x, int n) const {\n    for (int i = 0; i < n; ++i) x[i] = room[i & 15] % (C + 1) + px % 2;\n  }\n|all[1](ARRAY, n);"]
# None runs before main: the harness runs each function in a process of its own, where no threads are left.
GLOBALS = [
    "const auto H_doubled = [] [[clustrix::cluster]] (int* a, int n) {\n  for (int i = 0; i < n; ++i) a[i] = a[i] * C % 1024;\n};\n|H_doubled(ARRAY, n);",
    "struct H_operation {\n  int k;\n  int (*run)(int*, int);\n} H_chosen = {C, [] [[clustrix::cluster]] (int* a, int n) -> int {\n  for (int i = 0; i < n; ++i) {\n    const H_operation one{i % 300, nullptr};\n    a[i] = one.k;\n  }\n  return n > 0 ? a[0] : 0;\n}};\n|ARRAY[2] = H_chosen.run(ARRAY, n);"]


class Companions:
    """The part of the generator that makes such functions and calls them."""

    def companion(self, scope):
        names = self.pointers("abc")
        if not names or scope.times > 20:
            return self.plain_nest(scope)
        name, array = self.fresh("helper"), self.random.choice(names)
        self.stored.add(array)
        make = self.random.choices([self.over_numbers, self.given_closure, self.in_class, self.at_file_scope], [40, 30, 25, 5])[0]
        text, calls = make(f"({array} + {self.random.randint(0, 3)})")
        while "C" in text:
            text = text.replace("C", str(self.random.randint(2, 9)), 1)
        self.helpers[name] = text.rstrip("\n").replace("H", name)
        return block("", [line(call.replace("CLOSURE", "C").replace("H", name)) for call in calls])

    def bodies(self, choices):
        return "\n  ".join(f"{{ {text} }}" if "\n" in text or " = " in text.split("for")[0] else text
                           for text in self.random.sample(choices, self.random.randint(1, 2)))

    def over_numbers(self, array):
        head = self.random.choice(WITH_NUMBER)
        more = {"class T>": ["short", "double", "int"], "bool Up>": ["true", "false"], "int M>": ["2", "6"],
                "... P>": ["int, short", ""]}
        extra = next((values for end, values in more.items() if head.endswith(end)), None)
        text = f"{BUFFER}{head} [[clustrix::cluster]] static void H(int* x, int n) {{\n  {self.bodies(BY_NUMBER)}\n}}\n"
        calls = []
        for number in self.random.sample([1, 2, 3, 5, 7, 9], self.random.randint(1, 3)):
            second = self.random.choice(extra) if extra else ""
            arguments = f"{number}{', ' + second if second else ''}"
            calls.append(f"H<{arguments}>{array[:-1]}, {self.pick('n', 'm', '20')});")
        return text, calls

    def given_closure(self, array):
        head, parameter = self.random.choice(WITH_CALL)
        body = self.bodies(APPLYING)
        if "..." in parameter:
            body = body.replace("= f;", "= 3;").replace("g(C)", "g").replace("f(", "(f, ...)(").replace("H_call(f", "H_call((f, ...)").replace("x, f)", "x, (f, ...))")
        text = (f"struct H_object {{ int by; int operator()(int e) const {{ return (e + by) % 700; }} }};\nstatic int H_plain(int e) {{ return e / 3; }}\n"
                f"template <class F> static int H_call(const F& f, int x) {{ return const_cast<F&>(f)(x); }}\n"
                f"{head} [[clustrix::cluster]] static void H(int* x, int n, {parameter}) {{\n  {body}\n}}\n")
        pointed = "(*f)" in parameter
        changing = [c for c in CLOSURES if "mutable" in c or "held" in c or "calls" in c]
        once = parameter in ("const F& f", "F... f") or any(word in text for word in ("transform", "H_call(f", "g = "))
        fitting = [c for c in CLOSURES if not (once and c in changing)]
        plain = [c for c in fitting if c.startswith(("[](int", "+[]", "&H_plain"))]
        calls = ["const int by = n % 50 + 1; const Level mode = Level::Some; const double real = 3; const Pair two{1, 2}; const int room[2] = {4, 6};"
                 f" int held = 5; int* const at = {array};"]
        for kept in ("kept", "other")[:self.random.randint(1, 2)]:
            closure = self.random.choice(plain if pointed else fitting).replace("C", str(self.random.randint(2, 9)))
            given = f"H{array[:-1]}, {self.pick('n', 'm')}, {closure});"
            if parameter == "F& f" or self.chance(25):
                given = f"{'const auto' if 'mutable' not in closure else 'auto'} {kept} = {closure}; H{array[:-1]}, m, {kept});"
            calls.append(given)
        return text, [" ".join(calls)]

    def in_class(self, array):
        chosen = [m.split("|") for m in self.random.sample(MEMBERS, self.random.randint(1, 4))]
        kind = self.pick("struct H {\n", "class H {\n public:\n", "struct H_under { int low = 1; };\nstruct H : H_under {\n")
        fields = ("  int px = 3, qx = 2;\n  int room[16] = {1, 2, 3};\n  static constexpr int limit = 5;\n")
        hidden = self.chance(30)
        last = ("\n private:\n" + fields) if hidden else ""
        text = kind + ("" if hidden else fields) + "".join(m for m, _ in chosen) + last + "};\n"
        if "void outside" in text:
            text += "void H::outside(int* x, int n) {\n  for (int i = 0; i < n; ++i) x[i] = (x[i] + px * qx + limit) % 1024;\n}\n"
        return text, ["H all[8] = {}; " + " ".join(call.replace("ARRAY", array) for _, call in chosen)]

    def at_file_scope(self, array):
        text, call = self.random.choice(GLOBALS).split("|")
        return text, [call.replace("ARRAY", array)]
