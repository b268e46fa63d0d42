// std::bitset: of the iteration's own, as elements of arrays, and from outside the loop; positions that throw.
#include "show.h"

#include <bitset>
#include <stdexcept>

using Words = std::vector<std::uint64_t>;

[[clustrix::cluster]]
void asked(std::vector<int>& y, const Words& x) {
  for (std::size_t i = 0; i < y.size(); ++i) {  // want: parallel
    const std::bitset<64> fixed(x[i]);
    std::bitset<64> b(x[i]);
    y[i] = fixed[3] + b.test(63) * 2 + (b[17] ? 4 : 0) + ~b[18] * 8 + b.test(x[i] & 63) * 16 + b[x[i] >> 58] * 32;
  }
}

[[clustrix::cluster]]
void changed(Words& y, const Words& x) {
  for (std::size_t i = 0; i < y.size(); ++i) {  // want: parallel
    std::bitset<64> b(x[i]);
    b.set(5).reset(6).flip(7);
    b.set(x[i] % 64, (x[i] & 256) != 0);
    b[9] = b[10];
    b[11].flip();
    b[x[i] >> 58] = (x[i] & 1) == 0;
    b ^= std::bitset<64>(255);
    y[i] = b.to_ullong();
  }
}

[[clustrix::cluster]]
void gathered(std::vector<int>& y, const Words& x) {
  for (std::size_t i = 0; i < y.size(); ++i) {  // want: parallel
    std::bitset<64> b;
    for (int k = 0; k < 64; ++k)
      if ((x[i] >> k) & 1) b.set(63 - k);
    std::bitset<64> odd;
    for (int k = 0; k < 32; ++k) odd[2 * k + 1] = b.test(2 * k);
    y[i] = static_cast<int>(b.count() * 100 + odd.count());
  }
}

[[clustrix::cluster]]
void distinct(std::vector<int>& y, const Words& x) {
  for (std::size_t i = 0; i < y.size(); ++i) {  // want: parallel
    std::bitset<16> seen;
    int count = 0;
    for (int k = 0; k < 16; ++k) {
      const int v = static_cast<int>((x[i] >> (4 * k)) & 15);
      if (!seen[v]) {
        seen[v] = true;
        ++count;
      }
    }
    y[i] = count * 4 + seen.any() + 2 * seen.all() + seen.none();
  }
}

[[clustrix::cluster]]
void shifted(Words& y, const Words& x) {
  for (std::size_t i = 0; i < y.size(); ++i) {  // want: parallel
    auto b = std::bitset<200>(x[i]) << (x[i] & 255);
    b |= std::bitset<200>(x[i] >> 3) << 120;
    b >>= x[i] % 70;
    const auto c = ~b & (b >> 7 | b << 65);
    std::bitset<64> low(x[i]);
    low <<= 3;
    y[i] = b.count() * 1000 + c.count() + (b == c ? 7 : 0) + low.to_ulong() % 1000 +
           (b != (c ^ b) ? b._Find_first() : b._Find_next(60));
    y[i] += c.size();
  }
}

static void mark(std::bitset<96>& marks, int k) {
  if (k >= 0 && k < 96) marks.set(static_cast<std::size_t>(k));
}
template <std::size_t n>
static int weight(const std::bitset<n>& bits) {
  int sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += bits.test(k) ? static_cast<int>(k) : 0;
  return sum;
}

[[clustrix::cluster]]
void elements(std::vector<std::bitset<96>>& marks, const Words& x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    marks[i].set(80).flip(3);
    marks[i][x[i] & 31] = true;
    mark(marks[i], static_cast<int>(x[i] >> 40) - 1000);
  }
}

[[clustrix::cluster]]
void weighed(std::vector<int>& y, const std::vector<std::bitset<96>>& marks) {
  for (std::size_t i = 0; i < y.size(); ++i)  // want: parallel
    y[i] = weight(marks[i]) + weight(marks[i] & marks[0]);
}

struct Cell {
  int id;
  std::bitset<32> marks;
};

[[clustrix::cluster]]
void members(Cell* cells, const Words& x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    cells[i].marks.set(x[i] % 32);
    cells[i].id += cells[i].marks.test(4) ? 1 : 0;
  }
}

[[clustrix::cluster]]
void outside(std::vector<int>& y, const Words& x, const std::bitset<256>& primes) {
  for (std::size_t i = 0; i < y.size(); ++i)  // want: parallel
    y[i] = primes[x[i] & 255] + 2 * primes.test(static_cast<unsigned char>(x[i] >> 8));
}

[[clustrix::cluster]]
void sized(std::vector<int>& y, const Words& x, const std::bitset<37>& some) {
  for (std::size_t i = 0; i < y.size(); ++i)  // want: parallel
    y[i] = static_cast<int>(x[i] % some.size());
}

[[clustrix::cluster]]
std::size_t fresh(std::vector<int>& y, const Words& x) {
  std::bitset<64> b;
  for (std::size_t i = 0; i < y.size(); ++i) {  // want: parallel
    b.reset();
    b.set(x[i] & 63);
    b |= std::bitset<64>(x[i] >> 32);
    y[i] = static_cast<int>(b.count());
  }
  return b.count();
}

[[clustrix::cluster]]
std::size_t shared(const Words& x) {
  std::bitset<64> b;
  for (std::size_t i = 0; i < x.size(); ++i)  // want: serial
    b.set(x[i] & 63, (x[i] & 64) != 0);
  return b.count() * 64 + b._Find_first();
}

[[clustrix::cluster]]
void sieve(std::bitset<500>& composite) {
  for (int i = 2; i < 23; ++i)  // want: serial
    if (!composite[i])
      for (int k = i * i; k < 500; k += i) composite[k] = true;
}

[[clustrix::cluster]]
void neighbours(std::bitset<32>* all, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    all[i][3] = all[i - 1][2] != all[i - 1][3];
}

[[clustrix::cluster]]
void halves(std::bitset<32>* all, const Words& x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    all[i / 2].set(static_cast<std::size_t>(i % 2), (x[i] & 8) != 0);
}

// The exception comes from the iteration that it comes from in the original, and those before have done their work.
[[clustrix::cluster]]
int throwing(std::vector<int>& y, const std::vector<int>& at) {
  try {
    for (std::size_t i = 0; i < y.size(); ++i) {  // want: serial
      std::bitset<40> b(7);
      b.set(at[i]);
      y[i] = static_cast<int>(b.count());
    }
  } catch (const std::out_of_range&) {
    return 1;
  }
  return 0;
}

[[clustrix::cluster]]
int too_long(Words& y, const Words& x) {
  try {
    for (std::size_t i = 0; i < y.size(); ++i) {  // want: serial
      std::bitset<66> b(x[i]);
      b <<= 2;
      y[i] = b.to_ulong();
    }
  } catch (const std::overflow_error&) {
    return 1;
  }
  return 0;
}

// What lies behind the first hit may be no position.
[[clustrix::cluster]]
int unknown_bit(const std::vector<int>& at, const std::bitset<64>& b) {
  for (std::size_t i = 0; i < at.size(); ++i)  // want: serial
    if (b[at[i]]) return static_cast<int>(i);
  return -1;
}

[[clustrix::cluster]]
int known_bit(const std::vector<int>& at, const std::bitset<64>& b) {
  for (std::size_t i = 0; i < at.size(); ++i)  // want: parallel
    if (b[at[i] & 63]) return static_cast<int>(i);
  return -1;
}

int main() {
  for (const int n : {0, 1, 40, 3000}) {
    Random random(23);
    Words x(n), z(n);
    for (auto& word : x) word = std::uint64_t{random.bits()} << 32 | random.bits();
    std::vector<int> y(n);
    asked(y, x);
    show("asked", y);
    changed(z, x);
    show("changed", z);
    gathered(y, x);
    show("gathered", y);
    distinct(y, x);
    show("distinct", y);
    shifted(z, x);
    show("shifted", z);
    std::vector<std::bitset<96>> marks(n);
    elements(marks, x, n);
    weighed(y, marks);
    show("weighed", y);
    std::vector<Cell> cells(n, Cell{1, {}});
    members(cells.data(), x, n);
    for (int i = 0; i < n; ++i) y[i] = cells[i].id + static_cast<int>(cells[i].marks.to_ulong() % 1000);
    show("members", y);
    std::bitset<256> primes;
    for (int k = 2; k < 256; ++k) primes[k] = k % 2 != 0 && k % 3 != 0 && k % 5 != 0;
    outside(y, x, primes);
    show("outside", y);
    sized(y, x, std::bitset<37>());
    show("sized", y);
    put("fresh", fresh(y, x));
    show("fresh.y", y);
    put("shared", shared(x));
    std::bitset<500> composite;
    sieve(composite);
    put("sieve", composite.count());
    std::vector<std::bitset<32>> all(n);
    for (int i = 0; i < n; ++i) all[i] = std::bitset<32>(x[i]);
    neighbours(all.data(), n);
    halves(all.data(), x, n);
    for (int i = 0; i < n; ++i) y[i] = static_cast<int>(all[i].to_ulong() >> 1);
    show("all", y);
    std::vector<int> at(n);
    random.fillBelow(at, 40);
    y.assign(n, 0);
    put("throwing", throwing(y, at));
    if (n > 2) at[n * 2 / 3] = 40;
    y.assign(n, 0);
    put("throwing", throwing(y, at));
    show("throwing.y", y);
    for (auto& word : x) word &= ~std::uint64_t{0} >> 2;
    put("too_long", too_long(z, x));
    if (n > 2) x[n / 2] = ~std::uint64_t{0};
    z.assign(n, 0);
    put("too_long", too_long(z, x));
    show("too_long.z", z);
    random.fillBelow(at, 64);
    if (n > 2) at[n / 2] = 7, at[n / 2 + 1] = 1 << 30;
    put("unknown_bit", unknown_bit(at, std::bitset<64>(1 << 7)));
    put("known_bit", known_bit(at, std::bitset<64>(1 << 7)));
  }
}
