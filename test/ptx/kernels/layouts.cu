// What host and device lay out in two ways is seen before a kernel object or an element goes over: clustrix/Layout.h.
#include <clustrix/runtime.h>

#include "check.h"

namespace {

// A device places such a member where a double would be.
using Loose = double __attribute__((aligned(4)));

struct Point {
  double x, y;
};
struct Holder {
  int number;
  Loose value;
};

// Alike: numbers, and elements that are classes of such.
struct Numbers {
  double* a;
  int n;
  CLUSTRIX_HD void operator()(clustrix::Index k) const { a[k] += n; }
};
struct Points {
  Point* points;
  using PointedTo = clustrix::PointedTo<decltype(points)>;
  CLUSTRIX_HD void operator()(clustrix::Index k) const { points[k].x += points[k].y; }
};

// Different: a member, and the elements that a pointer or a Span leads to.
struct Member {
  int* numbers;
  int tag;
  Loose value;
  CLUSTRIX_HD void operator()(clustrix::Index k) const { numbers[k] = tag; }
};
struct Pointed {
  Holder* held;
  using PointedTo = clustrix::PointedTo<decltype(held)>;
  CLUSTRIX_HD void operator()(clustrix::Index k) const { held[k].number = 1; }
};
struct Spanned {
  Point* points;
  clustrix::Span<const Holder> held;
  using PointedTo = clustrix::PointedTo<decltype(points), decltype(held)>;
  CLUSTRIX_HD void operator()(clustrix::Index k) const { points[k].x = held[k].number; }
};
struct Summed {
  const double* a;
  struct Partial {
    int any;
    Loose sum;
  };
  static constexpr clustrix::Order order = clustrix::Order::Sequential;
  CLUSTRIX_HD static Partial identity() { return {}; }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) { left.any |= right.any; }
  CLUSTRIX_HD void operator()(clustrix::Index k, Partial& partial) const { partial.any |= a[k] > 0; }
};

template <class K>
bool alike() {
  return clustrix::runtime::kernelOf<K>.seenAlike();
}

}  // namespace

int main() {
  Tally tally;
  for (int round = 0; round < 2; ++round) {
    tally.check(alike<Numbers>(), "numbers are alike", round);
    tally.check(alike<Points>(), "classes of numbers are alike", round);
    tally.check(!alike<Member>(), "a loose member in a kernel", round);
    tally.check(!alike<Pointed>(), "a loose member in elements behind a pointer", round);
    tally.check(!alike<Spanned>(), "a loose member in elements of a Span", round);
    tally.check(!alike<Summed>(), "a loose member in a partial result", round);
  }
  return tally.status();
}
