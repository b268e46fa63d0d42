#include "support/LibraryThreads.h"

#include <dlfcn.h>

#include <mutex>

namespace clustrix::runtime {
namespace {

// Two functions of a library that the program may have loaded.
struct Threads {
  int (*most)() = nullptr;
  void (*set)(int) = nullptr;

  Threads(const char* nameOfMost, const char* nameOfSet)
      : most(reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, nameOfMost))),
        set(reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, nameOfSet))) {}

  /// How many there were; 0 where that was no more than `number`, or no one can say.
  int lowerTo(int number) const {
    if (number <= 0 || most == nullptr || set == nullptr) return 0;
    const int before = most();
    if (before <= number) return 0;
    set(number);
    return before;
  }
};

const Threads& openMp() {
  static const Threads loaded("omp_get_max_threads", "omp_set_num_threads");
  return loaded;
}
const Threads& openBlas() {
  static const Threads loaded("openblas_get_num_threads", "openblas_set_num_threads");
  return loaded;
}

std::mutex blasMutex;
int blasUsers = 0, blasBefore = 0;

}  // namespace

LibraryThreads::LibraryThreads(int most) : before_(openMp().lowerTo(most)) {}

LibraryThreads::~LibraryThreads() {
  if (before_ > 0) openMp().set(before_);
}

BlasThreads::BlasThreads(int most) : counts_(most > 0) {
  if (!counts_) return;
  const std::lock_guard<std::mutex> lock(blasMutex);
  if (blasUsers++ == 0) blasBefore = openBlas().lowerTo(most);
}

BlasThreads::~BlasThreads() {
  if (!counts_) return;
  const std::lock_guard<std::mutex> lock(blasMutex);
  if (--blasUsers == 0 && blasBefore > 0) openBlas().set(blasBefore);
}

}  // namespace clustrix::runtime
