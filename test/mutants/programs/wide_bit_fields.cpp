// A bit-field of several bytes, the last of which a loop writes through a pointer to characters.
#include "show.h"

struct Counter {
  unsigned steps : 20;
};

[[clustrix::cluster]]
void spread(unsigned char* bytes, const Counter& counter, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel, idle
    bytes[i] = static_cast<unsigned char>((counter.steps >> 8) + 3 * i + 1);
}

int main() {
  Counter counter{70000};
  auto* const bytes = reinterpret_cast<unsigned char*>(&counter);
  spread(bytes + 1, counter, 2);
  for (int i = 0; i < 4; ++i) put("byte", static_cast<int>(bytes[i]));
}
