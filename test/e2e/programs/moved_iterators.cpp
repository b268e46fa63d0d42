// Iterators that move inside of a called function, in loops that nobody counts and beside the one that counts: what is
// read is no longer the element that they began at.
#include "show.h"

#include <iterator>
#include <numeric>
#include <span>
#include <vector>

template <class Iterator>
long long until(Iterator at, int most) {
  long long sum = 0;
  while (sum < most) {
    sum += *at;
    ++at;
  }
  return sum;
}

template <class Iterator>
long long sometimes(Iterator at, Iterator end) {
  long long sum = 0;
  for (int k = 0; at != end && k < 40; ++k) {
    sum += *at;
    if (sum % 3 == 0) at++;
    if (sum % 7 == 0 && end - at > 2) at += 2;
  }
  return sum;
}

template <class Iterator>
long long backwards(Iterator at, int most) {
  long long sum = 0;
  do {
    --at;
    sum += *at;
  } while (sum < most);
  return sum;
}

template <class First, class Second>
long long product(First at, First end, Second other, long long sum) {
  for (; at != end; ++at, (void)++other) sum += *at * *other;
  return sum;
}

template <class First, class Second>
long long besides(First at, First end, Second other) {
  long long sum = 0;
  while (at != end) {
    sum += *at++ * *other;
    static_cast<void>(++other);
  }
  return sum;
}

template <class Iterator>
void forward(Iterator& at, int by) {
  for (int k = 0; k < by; ++k) ++at;
}

struct Reader {
  const int* at;
  int next() { return *at++; }
};

class Place {
  int k_ = 0;

 public:
  Place& operator++() {
    ++k_;
    return *this;
  }
  int at() const { return k_; }
};

[[clustrix::cluster]]
void uncounted(std::span<const int> values, std::vector<long long>& sums, int n) {
  for (int j = 0; j < n; ++j) sums[j] = until(values.begin() + j, 20 + j);
  for (int j = 0; j < n; ++j) sums[j] += sometimes(values.begin() + j, values.end() - 3);
  for (int j = 0; j < n; ++j) sums[j] += backwards(values.end() - j, 30);
}

[[clustrix::cluster]]
void products(std::span<const int> values, std::vector<long long>& sums, int n, int m) {
  for (int j = 0; j < n; ++j)  // want: parallel
    sums[j] = std::inner_product(values.begin(), values.begin() + m, values.end() - m, 0ll);
  for (int j = 0; j < n; ++j)  // want: parallel
    sums[j] += std::inner_product(values.end() - (n + m), values.end() - n, values.end() - m - j, 0ll);
  for (int j = 0; j < n; ++j)  // want: parallel
    sums[j] += product(values.begin(), values.begin() + m, values.begin() + j, 1);
  for (int j = 0; j < n; ++j)  // want: parallel
    sums[j] += besides(values.begin() + j, values.begin() + j + m, values.begin());
}

[[clustrix::cluster]]
void productsOfPointers(const int* values, long long* sums, int n, int m) {
  for (int j = 0; j < n; ++j) sums[j] = product(values, values + m, values + j, 1);    // want: parallel
  for (int j = 0; j < n; ++j) sums[j] += besides(values + j, values + j + m, values);  // want: parallel
  for (int j = 0; j < n; ++j, (void)++values) sums[j] += *values;                      // want: parallel
}

template <class Iterator>
long long byName(Iterator at, Iterator end) {
  long long sum = 0;
  while (at < end) {
    sum += *at;
    at.operator++();
  }
  return sum;
}

[[clustrix::cluster]]
void ofVectors(std::vector<int>& values, std::vector<long long>& sums, int n, int m) {
  for (int j = 0; j < n; ++j)  // want: parallel
    sums[j] = product(values.cbegin() + j, values.cbegin() + j + m, values.cend() - m, 1);
  for (int j = 0; j < n; ++j) sums[j] += byName(values.begin() + j, values.begin() + j + m);
}

[[clustrix::cluster]]
void references(std::span<const int> values, std::vector<long long>& sums, int n, int m) {
  for (int j = 0; j < n; ++j) {
    auto at = values.begin();
    forward(at, j + 1);
    sums[j] = *at;
    auto& same = ++at;
    same.operator++();
    sums[j] += *at + *++same;
    std::advance(at, m);
    sums[j] += *at - at[1];
  }
}

[[clustrix::cluster]]
void objects(const int* values, std::vector<long long>& sums, int n) {
  for (int j = 0; j < n; ++j) {
    Reader reader{values + j};
    long long sum = reader.next();
    while (sum < 40) sum += reader.next();
    sums[j] = sum;
  }
  for (int j = 0; j < n; ++j) {
    Place place;
    long long sum = 0;
    while (sum < 40) {
      sum += values[place.at() + j];
      ++place;
    }
    sums[j] += sum;
  }
  for (int j = 0; j < n; ++j) {
    auto next = [k = j]() mutable { return k++; };
    long long sum = 0;
    while (sum < 40) sum += values[next()];
    sums[j] += sum + next();
  }
}

int main() {
  constexpr int n = 300, m = 17;
  std::vector<int> values(1000);
  for (int i = 0; i < 1000; ++i) values[i] = 1 + i * i % 11;
  std::vector<long long> sums(n);
  uncounted(values, sums, n);
  show("uncounted", sums);
  products(values, sums, n, m);
  show("products", sums);
  productsOfPointers(values.data(), sums.data(), n, m);
  show("productsOfPointers", sums);
  ofVectors(values, sums, n, m);
  show("ofVectors", sums);
  references(values, sums, n, m);
  show("references", sums);
  objects(values.data(), sums, n);
  show("objects", sums);
}
