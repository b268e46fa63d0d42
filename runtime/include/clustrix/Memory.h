// Memory: where the arrays of a launch are while a chunk runs, on the host or on a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "clustrix/Array.h"
#include "clustrix/RollBack.h"
#include "clustrix/Span.h"
#include "clustrix/Workspace.h"

namespace clustrix {

class Memory {
 public:
  /// `elementZero[id]`: the address of element 0 of each array of the loop, outlived by the values that are made.
  explicit Memory(const std::uintptr_t* elementZero, int* rollBack = nullptr, runtime::WorkspacesAt workspaces = {})
      : elementZero_(elementZero), rollBack_(rollBack), workspaces_(workspaces) {}

  /// `at(array)[i]` is element `i` for each `i` of the chunk's footprint. The address itself may lie outside of the
  /// buffer that holds the elements; on the CPU it is the host's.
  template <class T>
  T* operator()(Array<T> array) const {
    return reinterpret_cast<T*>(elementZero_[array.id]);
  }
  /// For loops that have said Loop::rollsBack().
  RollBack rollBack() const { return RollBack(rollBack_); }
  template <class T, class Size>
  Span<T> span(Array<T> array, Size size) const {
    return Span<T>((*this)(array), static_cast<std::size_t>(size));
  }
  /// Of an array that the footprint `owns`.
  template <class T>
  Workspace<T> workspace(Array<T> array) const {
    const runtime::WorkspaceAt& at = workspaces_.arrays[array.id];
    return Workspace<T>((*this)(array), reinterpret_cast<T*>(at.memory - static_cast<std::uintptr_t>(at.before)),
                        at.bytes, 1);
  }
  /// The same where iterations use single elements alone.
  template <class T>
  Workspace<T> interleaved(Array<T> array) const {
    if (workspaces_.workers == 1) return workspace(array);
    const runtime::WorkspaceAt& at = workspaces_.arrays[array.id];
    const auto before = static_cast<std::uintptr_t>(at.before) * static_cast<std::uintptr_t>(workspaces_.workers);
    return Workspace<T>((*this)(array), reinterpret_cast<T*>(at.memory - before), sizeof(T), workspaces_.workers);
  }

 private:
  const std::uintptr_t* elementZero_;
  int* rollBack_;
  runtime::WorkspacesAt workspaces_;
};

}  // namespace clustrix
