// A library with an annotated function, as KeepLoadedTest.cpp opens and closes it. The runtime is a part of it.
#include "ThreadedLoops.h"

extern "C" int sumOf(const int* first, int count) {
  const std::vector<int> a(first, first + count);
  int sum = 0;
  return clustrix::test::total(a, sum) ? sum : -1;
}
