#include "observation/Verification.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <limits>

#include "memory/DisjointRows.h"
#include "memory/ReadableMemory.h"

namespace clustrix::runtime {
namespace {

bool save(int array, const Rows& rows, std::vector<SavedRows>& saved) {
  SavedRows copy{array, rows, std::vector<unsigned char>(static_cast<std::size_t>(rows.size())), {}};
  for (Index r = 0; r < rows.count; ++r)
    if (!copyReadable(static_cast<std::uintptr_t>(rows.begin + r * rows.pitch), static_cast<std::size_t>(rows.length),
                      copy.bytes.data() + r * rows.length, copy.missing))
      return false;
  saved.push_back(std::move(copy));
  return true;
}

bool readable(const std::vector<Bounds>& missing, Index address) {
  return std::none_of(missing.begin(), missing.end(),
                      [address](Bounds gap) { return gap.begin <= address && address < gap.end; });
}

/// A GPU's functions round otherwise in the last digits. What iterations combine into is summed up in another order as
/// well, where half of the digits may be gone.
template <class T>
T allowed(bool combined) {
  const T usual = static_cast<T>(1e-6);
  return combined ? std::max(usual, std::sqrt(std::numeric_limits<T>::epsilon())) : usual;
}

template <class T>
bool closeNumbers(const unsigned char* a, const unsigned char* b, bool combined) {
  T x = 0, y = 0;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  if (x == y) return true;
  return std::fabs(x - y) <= allowed<T>(combined) * std::max(std::fabs(x), std::fabs(y));
}

std::size_t unitOf(const ArrayFacts& array) {
  if (array.copyValue != nullptr) return array.elementSize;
  if (array.kind == ElementKind::Double) return sizeof(double);
  return array.kind == ElementKind::Float ? sizeof(float) : 1;
}

/// An element's value without its padding, from and in memory that is aligned as any type wants it.
std::vector<std::max_align_t> valueOf(const ArrayFacts& array, const unsigned char* bytes) {
  const std::size_t words = (array.elementSize + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
  std::vector<std::max_align_t> element(words), value(words);
  std::memcpy(element.data(), bytes, array.elementSize);
  array.copyValue(value.data(), element.data());
  return value;
}

bool same(const ArrayFacts& array, const unsigned char* a, const unsigned char* b) {
  if (array.copyValue != nullptr)
    return std::memcmp(valueOf(array, a).data(), valueOf(array, b).data(), array.elementSize) == 0;
  if (array.kind == ElementKind::Double) return closeNumbers<double>(a, b, array.combined);
  return array.kind == ElementKind::Float ? closeNumbers<float>(a, b, array.combined) : *a == *b;
}

std::string shown(const ArrayFacts& array, const unsigned char* bytes) {
  char text[48];
  if (array.kind == ElementKind::Double) {
    double value = 0;
    std::memcpy(&value, bytes, sizeof value);
    std::snprintf(text, sizeof text, "%.17g", value);
  } else if (array.kind == ElementKind::Float) {
    float value = 0;
    std::memcpy(&value, bytes, sizeof value);
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
  } else {
    std::snprintf(text, sizeof text, "byte %u", static_cast<unsigned>(*bytes));
  }
  return text;
}

Index offsetOf(const ArrayFacts& array, Index address) {
  return address - static_cast<Index>(reinterpret_cast<std::uintptr_t>(array.base));
}

/// Where the original loop has left what the parallel one has left at an address: the same, but for containers that
/// have grown, each in memory of its own.
class Original {
 public:
  explicit Original(const ArrayFacts& array) : array_(array) {
    if (array.inContainer != nullptr) container_ = array.inContainer(array.room);
  }
  /// Null where the original has no such element.
  const unsigned char* at(Index address, Index size) const {
    if (array_.inContainer == nullptr) return reinterpret_cast<const unsigned char*>(address);
    const Index offset = offsetOf(array_, address);
    if (offset < 0 || offset + size > static_cast<Index>(container_.size)) return nullptr;
    return static_cast<const unsigned char*>(container_.begin) + offset;
  }

 private:
  const ArrayFacts& array_;
  ObjectBytes container_;
};

std::string elementAt(const ArrayFacts& array, Index address) {
  if (hasRows(array)) {
    Index index = 0, column = 0;
    static_cast<void>(forEachRow(array, [&](Bounds row) {
      const bool found = row.begin <= address && address < row.end;
      column = (address - row.begin) / static_cast<Index>(array.elementSize);
      index += found ? 0 : 1;
      return !found;
    }));
    return std::string(array.name) + "[" + std::to_string(index) + "][" + std::to_string(column) + "]";
  }
  return std::string(array.name) + "[" +
         std::to_string(offsetOf(array, address) / static_cast<Index>(array.elementSize)) + "]";
}

std::string missing(const ArrayFacts& array, Index address) {
  return elementAt(array, address) + " is added in parallel and not by the original loop";
}

std::string describe(const ArrayFacts& array, Index address, const unsigned char* parallel,
                     const unsigned char* original) {
  if (array.copyValue != nullptr) return elementAt(array, address) + " is another one than in the original loop";
  return elementAt(array, address) + " is " + shown(array, parallel) + " in parallel and " + shown(array, original) +
         " in the original loop";
}

}  // namespace

std::optional<std::vector<SavedRows>> saveWritten(const LaunchFacts& facts) {
  std::vector<SavedRows> saved;
  for (const TouchedBytes& touched : facts.whole) {
    if (isRead(touched.access)) continue;
    if ((*facts.arrays)[static_cast<std::size_t>(touched.array)].scratch) continue;
    for (const Rows& rows : touched.rows)
      if (!save(touched.array, rows, saved)) return std::nullopt;
  }
  for (const UnknownTouch& touch : facts.unknown) {
    const ArrayFacts& array = (*facts.arrays)[static_cast<std::size_t>(touch.array)];
    if (isRead(touch.access)) continue;
    const auto saveRow = [&](Bounds row) { return row.empty() || save(touch.array, run(row), saved); };
    if (!hasRows(array) || !forEachRow(array, saveRow)) return std::nullopt;
  }
  return saved;
}

void restore(const std::vector<SavedRows>& saved) {
  for (const SavedRows& copy : saved)
    for (Index r = 0; r < copy.rows.count; ++r)
      for (Index b = 0; b < copy.rows.length; ++b) {
        const Index address = copy.rows.begin + r * copy.rows.pitch + b;
        unsigned char* const byte = reinterpret_cast<unsigned char*>(address);
        const unsigned char before = copy.bytes[static_cast<std::size_t>(r * copy.rows.length + b)];
        // Only what changed is written: the rest may be on pages that cannot be.
        if (readable(copy.missing, address) && *byte != before) *byte = before;
      }
}

std::string firstDifference(const std::vector<SavedRows>& parallel, const std::vector<ArrayFacts>& arrays) {
  for (const SavedRows& copy : parallel) {
    const ArrayFacts& array = arrays[static_cast<std::size_t>(copy.array)];
    const Index unit = static_cast<Index>(unitOf(array));
    const Original original(array);
    for (Index r = 0; r < copy.rows.count; ++r)
      for (Index b = 0; b + unit <= copy.rows.length; b += unit) {
        const Index address = copy.rows.begin + r * copy.rows.pitch + b;
        if (!readable(copy.missing, address) || !readable(copy.missing, address + unit - 1)) continue;
        const unsigned char* const ours = copy.bytes.data() + r * copy.rows.length + b;
        const unsigned char* const theirs = original.at(address, unit);
        if (theirs == nullptr) return missing(array, address);
        if (!same(array, ours, theirs)) return describe(array, address, ours, theirs);
      }
  }
  return "";
}

}  // namespace clustrix::runtime
