// AlignedMemory: memory for values of a type known by size and alignment only.
#pragma once

#include <cstddef>
#include <new>

namespace clustrix::runtime {

class AlignedMemory {
 public:
  AlignedMemory(std::size_t bytes, std::size_t alignment)
      : alignment_{alignment}, data_(bytes == 0 ? nullptr : ::operator new(bytes, alignment_)) {}
  ~AlignedMemory() {
    if (data_ != nullptr) ::operator delete(data_, alignment_);
  }
  AlignedMemory(const AlignedMemory&) = delete;
  AlignedMemory& operator=(const AlignedMemory&) = delete;
  void* get() const { return data_; }

 private:
  std::align_val_t alignment_;
  void* data_;
};

}  // namespace clustrix::runtime
