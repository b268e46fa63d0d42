// Traps: neighbours that share memory: bit-fields, unions, vector<bool>, bitset, one byte behind several types.
#include "show.h"

#include <bitset>
#include <cstring>

struct Flags {
  unsigned a : 3, b : 5, c : 8;
};

union Word {
  std::uint32_t whole;
  std::uint8_t bytes[4];
};

[[clustrix::cluster]]
void fields_of_one(Flags* f, const int* v, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (i % 2)
      f[i / 2].a = static_cast<unsigned>(v[i]) & 7u;
    else
      f[i / 2].b = static_cast<unsigned>(v[i]) & 31u;
  }
}

[[clustrix::cluster]]
void fields_of_each(Flags* f, const int* v, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    f[i].c = static_cast<unsigned>(v[i] + f[i].a) & 255u;
}

[[clustrix::cluster]]
void union_members(Word* w, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    w[i].whole = w[i].whole * 3u + w[i - 1].bytes[1];
}

[[clustrix::cluster]]
void packed_bools(std::vector<bool>& bits, const int* v, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    bits[i] = v[i] % 3 == 0;
}

[[clustrix::cluster]]
void flipped(std::bitset<500>& bits, const int* v) {
  for (int i = 0; i < 500; ++i)  // want: serial
    if (v[i] % 2) bits.flip(i);
}

[[clustrix::cluster]]
void bits_of_words(unsigned* words, const int* v, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    if (v[i] % 5 == 0) words[i / 32] |= 1u << (i % 32);
}

// idle: as_bytes
[[clustrix::cluster]]
void as_bytes(std::uint32_t* words, int n) {
  auto* bytes = reinterpret_cast<unsigned char*>(words);
  for (int i = 0; i < n; ++i)  // want: serial
    words[i] += bytes[4 * (n - 1 - i)];
}

[[clustrix::cluster]]
void copied_bytes(float* f, const std::uint32_t* u, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    std::memcpy(&f[i], &u[i], sizeof(float));
}

int main() {
  Random random(66);
  const int n = 3000;
  std::vector<int> v(n);
  random.fillBelow(v, 1000);
  std::vector<Flags> flags(n, Flags{1, 2, 3});
  fields_of_one(flags.data(), v.data(), n);
  fields_of_each(flags.data(), v.data(), n);
  std::vector<int> shown;
  for (const Flags& f : flags) shown.push_back(static_cast<int>(f.a + 10 * f.b + 1000 * f.c));
  show("flags", shown);
  std::vector<Word> words(n);
  for (Word& w : words) w.whole = random.bits();
  union_members(words.data(), n);
  shown.clear();
  for (const Word& w : words) shown.push_back(static_cast<int>(w.whole >> 8));
  show("union", shown);
  std::vector<bool> bits(n);
  packed_bools(bits, v.data(), n);
  shown.clear();
  for (bool b : bits) shown.push_back(b);
  show("bools", shown);
  std::bitset<500> set(12345);
  flipped(set, v.data());
  put("set", set.count());
  std::vector<unsigned> mask(n / 32 + 1);
  bits_of_words(mask.data(), v.data(), n);
  show("mask", mask);
  std::vector<std::uint32_t> raw(n);
  for (auto& x : raw) x = 0x3f800000u + (random.bits() >> 10);
  as_bytes(raw.data(), n);
  show("raw", raw);
  std::vector<float> f(n);
  copied_bytes(f.data(), raw.data(), n);
  show("floats", f);
}
