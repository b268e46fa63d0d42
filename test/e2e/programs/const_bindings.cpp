// Structured bindings of members that are references to constant objects.
#include "show.h"

struct Grid {
  std::vector<int> values;
  int columns = 4;
  int operator()(int i, int j) const { return values[static_cast<std::size_t>(i * columns + j)]; }
};

struct Given {
  int* out;
  const Grid& grid;
  const std::vector<int>& weights;
  int n;
};

struct Table {
  static const std::vector<int> scale;
};
const std::vector<int> Table::scale = {2, 3, 5};

[[clustrix::cluster]]
void by_name(Given& given) {
  auto& [out, grid, weights, n] = given;
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = grid(i % 3, 1) + weights[i] + static_cast<int>(grid.values[i % 4]);
}

[[clustrix::cluster]]
int least(const Given& given) {
  const auto& [out, grid, weights, n] = given;
  int best = 1 << 20, at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (weights[i] - grid(0, 2) < best) {
      best = weights[i] - grid(0, 2);
      at = i;
    }
  }
  return best * 1000 + at;
}

[[clustrix::cluster]]
void scaled(int* out, int n, const Table& table) {
  for (int i = 0; i < n; ++i) out[i] *= table.scale[static_cast<std::size_t>(i % 3)];  // want: parallel
}

int main() {
  const Grid grid{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
  std::vector<int> weights(6000), out(6000);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<int>(i * 7919 % 1013);
  Given given{out.data(), grid, weights, 6000};
  by_name(given);
  show("out", out);
  std::printf("%d\n", least(given));
  scaled(out.data(), 6000, Table());
  show("scaled", out);
}
