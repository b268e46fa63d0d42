// How often each of the 256 values of a byte occurs.
#include "natural.h"

#include <array>
#include <vector>

[[clustrix::cluster]]
void histogram(const unsigned char* bytes, long n, std::array<unsigned, 256>& counts) {
  for (int b = 0; b < 256; ++b) counts[b] = 0;
  for (long i = 0; i < n; ++i) counts[bytes[i]] += 1;
}

int main(int argc, char** argv) {
  const long n = argument(argc, argv, 1, 200000);
  const long repeats = argument(argc, argv, 2, 1);
  std::vector<unsigned char> bytes(n);
  // the square makes small values frequent, as in most data
  for (long i = 0; i < n; ++i) bytes[i] = static_cast<unsigned char>(256 * noise(i) * noise(i));
  std::array<unsigned, 256> counts;
  for ([[maybe_unused]] long r : Repeats(repeats)) histogram(bytes.data(), n, counts);
  show("counts", counts.data(), 256);
}
