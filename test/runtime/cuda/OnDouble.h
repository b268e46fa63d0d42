// What tests ask of the CUDA double beside CUDA's own calls: failures for a while, and how often a call was made.
// On a GPU there is none of it.
#pragma once

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <string>

namespace clustrix::test {

template <class Function>
Function* ofDouble(const char* name) {
  void* const found = dlsym(RTLD_DEFAULT, name);
  if (found == nullptr) FAIL("LD_LIBRARY_PATH must name the CUDA double's folder first");
  return reinterpret_cast<Function*>(found);
}

/// While it lives calls fail as `plan` says, counted from its beginning: see CLUSTRIX_DOUBLE_FAIL.
class Failing {
 public:
  explicit Failing(const std::string& plan) { set(plan.c_str()); }
  ~Failing() { set(""); }
  Failing(const Failing&) = delete;
  Failing& operator=(const Failing&) = delete;

 private:
  static void set(const char* plan) { ofDouble<void(const char*)>("clustrixDoubleFail")(plan); }
};

/// How often a call has been made since this was.
class Calls {
 public:
  explicit Calls(std::string name) : name_(std::move(name)), before_(all()) {}
  long made() const { return all() - before_; }

 private:
  long all() const { return ofDouble<long(const char*)>("clustrixDoubleCalls")(name_.c_str()); }

  const std::string name_;
  const long before_;
};

/// A GPU fails for as long as the process lives, so that no two cases may lose the same one.
inline void lose(int physical) {
  int before = 0;
  REQUIRE(cudaGetDevice(&before) == cudaSuccess);
  REQUIRE(cudaSetDevice(physical) == cudaSuccess);
  {
    const Failing wait("1:illegal@cudaStreamSynchronize");
    REQUIRE(cudaStreamSynchronize(nullptr) == cudaErrorIllegalAddress);
  }
  (void)cudaGetLastError();
  REQUIRE(cudaSetDevice(before) == cudaSuccess);
}

}  // namespace clustrix::test
