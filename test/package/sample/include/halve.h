// An annotated function that two sources share: for the type that each of them uses it with.
#pragma once

#include <vector>

template <class T>
[[clustrix::cluster]] void halve(std::vector<T>& a) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] / 2;
}
