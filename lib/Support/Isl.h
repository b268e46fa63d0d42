// Owners for the objects of isl's C API, with errors as values.
//
//     isl_set* (C, one reference)  ──►  isl::Set (C++, frees it)
//
// Every isl function takes null for "there was an error before" and returns null after one, so a null handle is the
// one error value, and it travels by itself: `Set(isl_set_union(a.take(), b.copy()))` is null when a or b was.
// Questions answer `Answer::Unknown` then. Who asks must treat Unknown as the answer that changes nothing: a loop stays
// serial.
//
// A Context bounds the work: after `operations` basic steps isl refuses, and all that follows is null or Unknown. A
// step goes over a whole matrix, so that larger ones are allowed fewer: see `expect`.
#pragma once

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace clustrix::compiler::isl {

enum class Answer { No, Yes, Unknown };

/// Owns an isl_ctx: silent on errors, never aborts. Must outlive every handle made in it.
class Context {
 public:
  explicit Context(unsigned long operations);
  isl_ctx* get() const { return context_.get(); }
  /// An operation failed or the quota is used up since the context was made.
  bool exhausted() const;
  /// A system of so many rows and columns is to come: the quota is what takes as long as `operations` steps over one of
  /// some hundred numbers.
  void expect(std::size_t rows, std::size_t columns) const;

 private:
  struct Free {
    void operator()(isl_ctx* context) const { isl_ctx_free(context); }
  };
  std::unique_ptr<isl_ctx, Free> context_;
  unsigned long operations_;
};

/// One reference to an isl object. `copy()` and `take()` are the two ways to hand it to an `__isl_take` parameter,
/// `get()` the way for `__isl_keep`.
template <class T, T* (*Copy)(T*), class Freed, Freed (*Free)(T*)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T* object) : object_(object) {}
  Handle(const Handle& other) : object_(other.copy()) {}
  Handle(Handle&& other) noexcept : object_(other.take()) {}
  Handle& operator=(Handle other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() {
    if (object_) Free(object_);
  }

  explicit operator bool() const { return object_ != nullptr; }
  T* get() const { return object_; }
  T* copy() const { return object_ ? Copy(object_) : nullptr; }
  T* take() { return std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

using Set = Handle<isl_set, isl_set_copy, isl_set*, isl_set_free>;
using BasicSet = Handle<isl_basic_set, isl_basic_set_copy, isl_basic_set*, isl_basic_set_free>;
using Space = Handle<isl_space, isl_space_copy, isl_space*, isl_space_free>;
using LocalSpace = Handle<isl_local_space, isl_local_space_copy, isl_local_space*, isl_local_space_free>;
using Constraint = Handle<isl_constraint, isl_constraint_copy, isl_constraint*, isl_constraint_free>;
using Val = Handle<isl_val, isl_val_copy, isl_val*, isl_val_free>;

Answer isEmpty(const BasicSet& set);
Answer isEmpty(const Set& set);
Answer isSubset(const Set& inner, const Set& outer);

/// The value as a 64-bit integer; nothing when null, no integer or too large.
std::optional<std::int64_t> toInteger(const Val& value);

/// isl's notation, `{ [i] : 0 <= i < 4 }`; "" for null.
std::string toString(const Set& set);
std::string toString(const BasicSet& set);

}  // namespace clustrix::compiler::isl
