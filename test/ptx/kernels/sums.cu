// Sums inside an iteration: in the source's order, and with `math = "fast"` in any, unless the program is told not to.
#include <clustrix/runtime.h>

#include "check.h"

#include <cmath>
#include <cstring>

namespace {

/// A sum and a product of each row.
template <clustrix::Math math>
struct Rows {
  const float* a;
  float* sum;
  double* product;
  int columns;

  using Lanes = clustrix::SharedBy<clustrix::Neighbours::Lanes, 2, math>;
  clustrix::Index mostTrips(clustrix::Chunk) const { return columns; }

  template <class Lane>
  CLUSTRIX_HD void operator()(clustrix::Index k, Lane lane) const {
    const float* row = a + k * columns;
    float all = 1000;
    double times = 0.5;
    clustrix::inOrder<int, clustrix::Body::Reads>(
        lane, 0, columns, 1,
        [&](int j, auto& all, auto& times) {
          all += row[j];
          times *= 1 + row[j] / 1000.0;
        },
        clustrix::added(all), clustrix::multiplied(times));
    if (lane.one()) {
      sum[k] = all;
      product[k] = times;
    }
    lane.meet();
  }
};

/// A sum of each row in an element, which lies beside those of other rows.
template <clustrix::Math math>
struct Elements {
  const float* a;
  float* element;
  int columns;

  using Lanes = clustrix::SharedBy<clustrix::Neighbours::Iterations, 1, math>;
  clustrix::Index mostTrips(clustrix::Chunk) const { return columns; }

  template <class Lane>
  CLUSTRIX_HD void operator()(clustrix::Index k, Lane lane) const {
    clustrix::inOrder<int, clustrix::Body::Reads>(
        lane, 0, columns, 1, [&](int j, auto& element) { element[k] -= a[k * columns + j]; },
        clustrix::addedInto(element));
  }
};

template <class K>
void run(const K& kernel, int rows) {
  clustrix::runtime::DeviceLaunch launch;
  launch.kernel = &kernel;
  launch.chunk = {0, rows};
  must(static_cast<cudaError_t>(clustrix::runtime::launchOnDevice<K>(launch)), "launch");
  must(cudaDeviceSynchronize(), "run");
}

struct Results {
  std::vector<float> sum, element;
  std::vector<double> product;
};

template <clustrix::Math math>
Results onDevice(const std::vector<float>& a, int rows, int columns) {
  const OnDevice<float> from(a), sum(std::vector<float>(rows, 0.0f)), element(std::vector<float>(rows, 3.0f));
  const OnDevice<double> product(std::vector<double>(rows, 0.0));
  run(Rows<math>{from.data(), sum.data(), product.data(), columns}, rows);
  run(Elements<math>{from.data(), element.data(), columns}, rows);
  return {sum.get(), element.get(), product.get()};
}

Results inSource(const std::vector<float>& a, int rows, int columns) {
  Results results;
  for (int k = 0; k < rows; ++k) {
    float all = 1000, element = 3;
    double times = 0.5;
    for (int j = 0; j < columns; ++j) {
      all += a[k * columns + j];
      times *= 1 + a[k * columns + j] / 1000.0;
      element -= a[k * columns + j];
    }
    results.sum.push_back(all);
    results.product.push_back(times);
    results.element.push_back(element);
  }
  return results;
}

bool areSame(const Results& one, const Results& other) {
  return one.sum == other.sum && one.product == other.product && one.element == other.element;
}
template <class T>
bool areNear(const std::vector<T>& one, const std::vector<T>& other) {
  for (std::size_t i = 0; i < one.size(); ++i)
    if (!(std::fabs(one[i] - other[i]) <= 1e-4 * std::fabs(other[i]))) return false;
  return true;
}
bool areNear(const Results& one, const Results& other) {
  return areNear(one.sum, other.sum) && areNear(one.product, other.product) && areNear(one.element, other.element);
}

}  // namespace

int main() {
  using clustrix::runtime::wantsExactMath;
  Tally tally;
  // As many lanes as there can be of an iteration: a block, a warp, some of a warp; and lengths that leave a rest.
  for (const int rows : {3, 500, 6000})
    for (const int columns : {700, 33}) {
      std::vector<float> a(static_cast<std::size_t>(rows) * columns);
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(mixed(i + 1) % 10007) / 10007;
      const Results source = inSource(a, rows, columns);
      tally.check(areSame(onDevice<clustrix::Math::Exact>(a, rows, columns), source), "exact", rows);
      wantsExactMath = true;
      tally.check(areSame(onDevice<clustrix::Math::Fast>(a, rows, columns), source), "fast, told to be exact", rows);
      wantsExactMath = false;
      const Results fast = onDevice<clustrix::Math::Fast>(a, rows, columns);
      tally.check(areNear(fast, source), "fast", rows);
      // Else nothing has been tried here.
      tally.check(rows > 500 || !areSame(fast, source), "fast and yet in order", rows);
    }
  return tally.status();
}
