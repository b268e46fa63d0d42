// Elements that are std::arrays, by references and parameters: what is touched is a part of the element.
#include "show.h"

#include <array>
#include <vector>

using Pair = std::array<int, 2>;

static bool rises(const Pair& p) { return p[0] < p[1]; }
static void shift(Pair& p, int by) {
  for (std::size_t k = 0; k < p.size(); ++k) p[k] += by;
}

[[clustrix::cluster]]
int counted(const std::vector<Pair>& pairs) {
  int count = 0;
  for (const auto& pair : pairs) count += rises(pair);  // want: parallel
  return count;
}

[[clustrix::cluster]]
int summed(const std::vector<Pair>& pairs) {
  int sum = 0;
  for (auto& pair : pairs) sum += pair[0] * 3 + pair.back();  // want: parallel
  return sum;
}

[[clustrix::cluster]]
void set(std::vector<Pair>& pairs) {
  for (auto& pair : pairs) {  // want: parallel
    auto& same = pair;
    same[0] = pair[1] + 1;
    shift(same, 2);
  }
}

[[clustrix::cluster]]
void set_fixed(std::array<Pair, 30>& pairs) {
  for (auto& pair : pairs) pair[0] = pair[1] * 2;  // want: parallel
}

[[clustrix::cluster]]
void through_data(std::vector<Pair>& pairs) {
  for (auto& pair : pairs) {  // may: parallel
    int* first = pair.data();
    first[1] = *first + 1;
  }
}

// The next iteration reads what this one writes.
[[clustrix::cluster]]
void carried(std::vector<Pair>& pairs) {
  for (std::size_t i = 1; i < pairs.size(); ++i) {  // want: serial
    auto& here = pairs[i];
    const auto& before = pairs[i - 1];
    here[0] = before[0] + here[1];
  }
}

[[clustrix::cluster]]
void all_into_one(std::vector<Pair>& pairs) {
  auto& last = pairs[0];
  for (auto& pair : pairs) last[1] = last[1] * 2 + pair[0];  // want: serial
}

[[clustrix::cluster]]
void own_copies(std::vector<Pair>& pairs) {
  for (auto& pair : pairs) {  // want: parallel
    Pair own = {pair[1], pair[0]};
    auto& same = own;
    shift(same, 1);
    pair[0] = own[0] * own[1];
  }
}

int main() {
  std::vector<Pair> pairs(30);
  std::array<Pair, 30> fixed{};
  for (int i = 0; i < 30; ++i) pairs[i] = {i * 7 % 11, i * 5 % 13}, fixed[i] = {i, i * i % 17};
  const auto print = [](const char* name, const auto& all) {
    std::vector<int> flat;
    for (const Pair& pair : all) flat.insert(flat.end(), pair.begin(), pair.end());
    show(name, flat);
  };
  put("counted", counted(pairs)), put("summed", summed(pairs));
  set(pairs), print("set", pairs);
  set_fixed(fixed), print("fixed", fixed);
  through_data(pairs), print("data", pairs);
  carried(pairs), print("carried", pairs);
  own_copies(pairs), print("own", pairs);
  all_into_one(pairs), print("one", pairs);
}
