// KernelObject: a launch's kernel with the addresses that its arrays have on one device.
#pragma once

#include <new>

#include "clustrix/Loop.h"

namespace clustrix::runtime {

/// Made on the calling thread, where the launch's lambdas live.
class KernelObject {
 public:
  KernelObject(const LoopBody& body, const Memory& memory)
      : alignment_{body.kernel->alignment}, object_(::operator new(body.kernel->size, alignment_)) {
    body.callBuild(body.build, memory, object_);
  }
  ~KernelObject() { ::operator delete(object_, alignment_); }
  KernelObject(const KernelObject&) = delete;
  KernelObject& operator=(const KernelObject&) = delete;

  const void* get() const { return object_; }

 private:
  std::align_val_t alignment_;
  void* object_;
};

}  // namespace clustrix::runtime
