// Array: what a loop knows of an array, an id and the host address of element 0; and the bytes of an object.
#pragma once

#include <cstddef>
#include <type_traits>

#include "clustrix/Index.h"

namespace clustrix {

/// Made by `Loop::array`; meaningful to that loop alone.
template <class T>
struct Array {
  int id = -1;
  T* base = nullptr;
};

/// An array of any type, among others.
struct AnyArray {
  template <class T>
  AnyArray(Array<T> array) : id(array.id) {}
  int id;
};

/// Bytes of the host [begin, begin + size), by their name in the source where reports may tell of them.
struct ObjectBytes {
  const void* begin = nullptr;
  std::size_t size = 0;
  const char* name = "";
};

/// The elements of an object of a library.
struct ObjectElements {
  const void* begin = nullptr;
  std::size_t size = 0;  // in bytes
};
inline ObjectElements elementsAt(const void* begin, std::size_t bytes) { return {begin, bytes}; }
inline ObjectBytes object(const char* name, const ObjectElements& elements) {
  return {elements.begin, elements.size, name};
}

/// The bytes of a variable, for `Loop::disjoint`. No static_cast: that refuses the address of a restricted pointer.
template <class T>
ObjectBytes object(const T& variable) {
  using Address = const void*;
  return {Address(__builtin_addressof(variable)), sizeof(T)};
}
template <class T>
ObjectBytes object(const char* name, const T& variable) {
  ObjectBytes bytes = object(variable);
  bytes.name = name;
  return bytes;
}

/// What a device computes with, so that two results may be compared as the type wants.
enum class ElementKind : unsigned char { Bytes, Float, Double };

template <class T>
constexpr ElementKind elementKind() {
  using Element = std::remove_cv_t<std::remove_all_extents_t<T>>;
  if (std::is_same_v<Element, double>) return ElementKind::Double;
  return std::is_same_v<Element, float> ? ElementKind::Float : ElementKind::Bytes;
}

}  // namespace clustrix
