#include <halve.h>
#include <heat.h>

int plainSum(int n) {
  std::vector<int> numbers;
  for (int i = 0; i < n; ++i) numbers.push_back(2 * i);
  halve(numbers);
  int sum = 0;
  for (const int number : numbers) sum += number;
  return sum;
}
