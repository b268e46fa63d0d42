// InsideKernel: whether this thread is running a kernel's iterations, so that a loop inside one stays as written.
#pragma once

namespace clustrix::runtime {

bool insideKernel();

/// True for this thread while it lives.
class KernelScope {
 public:
  KernelScope();
  ~KernelScope();
  KernelScope(const KernelScope&) = delete;
  KernelScope& operator=(const KernelScope&) = delete;

 private:
  bool before_;
};

}  // namespace clustrix::runtime
