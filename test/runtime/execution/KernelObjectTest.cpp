#include "execution/KernelObject.h"

#include <catch2/catch.hpp>

#include "clustrix/runtime.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// a[k] = b[k]
struct alignas(64) Copying {
  int* a;
  const int* b;
  void operator()(Index k) const { a[k] = b[k]; }
};

template <class Build>
LoopBody bodyOf(const Build& build) {
  LoopBody body;
  body.kernel = &kernelOf<Copying>;
  body.build = &build;
  body.callBuild = [](const void* b, const Memory& at, void* kernel) {
    new (kernel) Copying((*static_cast<const Build*>(b))(at));
  };
  return body;
}

std::vector<ArrayFacts> factsOf(const int* a, const int* b) {
  return {{"a", a, sizeof(int), -1, ElementKind::Bytes}, {"b", b, sizeof(int), -1, ElementKind::Bytes}};
}

}  // namespace

TEST_CASE("a kernel has the host's addresses, or those at which a device's memory has element 0") {
  int a[10] = {}, b[10] = {};
  const auto build = [&](const Memory& at) { return Copying{at(Array<int>{0, a}), at(Array<const int>{1, b})}; };
  const LoopBody body = bodyOf(build);
  const std::vector<ArrayFacts> arrays = factsOf(a, b);

  const KernelObject onHost(body, arrays);
  CHECK(reinterpret_cast<std::uintptr_t>(onHost.get()) % alignof(Copying) == 0);
  CHECK(static_cast<const Copying*>(onHost.get())->a == a);
  CHECK(static_cast<const Copying*>(onHost.get())->b == b);

  // The mirror begins 12 bytes behind a[0]: element 0 lies before it.
  const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(a)) + 12;
  const KernelObject there(body, arrays, {0, -1}, {{DeviceAddress{0x10000}, begin}});
  CHECK(reinterpret_cast<std::uintptr_t>(static_cast<const Copying*>(there.get())->a) == 0x10000 - 12);
  CHECK(static_cast<const Copying*>(there.get())->b == nullptr);
}
