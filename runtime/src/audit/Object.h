// Object: some of the program's memory that has a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace clustrix::audit {

/// [begin, begin + bytes).
struct Object {
  std::string name;
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::size_t element = 0;  // bytes of each of its elements; 0: it is one

  bool holds(std::uintptr_t address) const { return address - begin < bytes; }
};

/// Null where none holds the address.
inline const Object* holding(const std::vector<Object>& objects, std::uintptr_t address) {
  for (const Object& one : objects)
    if (one.holds(address)) return &one;
  return nullptr;
}
/// `a[17]`; empty where none does.
inline std::string nameIn(const std::vector<Object>& objects, std::uintptr_t address) {
  const Object* const object = holding(objects, address);
  if (!object) return "";
  if (object->element == 0) return object->name;
  return object->name + "[" + std::to_string((address - object->begin) / object->element) + "]";
}

}  // namespace clustrix::audit
