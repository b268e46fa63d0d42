#include "Gpu.h"

#include <cstdlib>
#include <string>

namespace ptx {
namespace {

template <class T>
void read(const char* name, T& value) {
  const char* text = std::getenv((std::string("CLUSTRIX_PTX_") + name).c_str());
  if (text != nullptr) value = static_cast<T>(std::atof(text));
}

Gpu fromEnvironment() {
  Gpu made;
  read("SMS", made.processors);
  read("HERTZ", made.hertz);
  read("DRAM", made.dramBytes);
  read("L2", made.l2Bytes);
  read("FP64", made.fp64);
  read("FP32", made.fp32);
  read("L1KB", made.l1KB);
  read("L2MB", made.l2MB);
  read("DRAMLATENCY", made.dramLatency);
  read("L2LATENCY", made.l2Latency);
  read("L1LATENCY", made.l1Latency);
  return made;
}

}  // namespace

const Gpu& gpu() {
  static const Gpu made = fromEnvironment();
  return made;
}

}  // namespace ptx
