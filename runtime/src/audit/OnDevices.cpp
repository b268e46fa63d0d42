#include "audit/OnDevices.h"

#include <algorithm>
#include <utility>

namespace clustrix::audit {

using runtime::Bounds;
using runtime::IntervalSet;

namespace {

Bounds boundsOf(std::uintptr_t begin, std::size_t bytes) {
  return {static_cast<Index>(begin), static_cast<Index>(begin + bytes)};
}

}  // namespace

void OnDevices::add(Left left) {
  for (Left& other : left_) {
    other.newer -= left.newer;
    other.copies -= left.newer;
  }
  left.copies -= left.newer;
  for (const Left& other : left_) left.copies -= other.newer;
  left_.push_back(std::move(left));
  drop();
}

void OnDevices::allComesHome(const IntervalSet& but) {
  for (Left& one : left_) {
    one.newer = one.newer & but;
    one.copies = one.copies & but;
  }
  drop();
}

void OnDevices::hostReads(const IntervalSet& bytes) {
  for (Left& one : left_) {
    one.copies += one.newer & bytes;
    one.newer -= bytes;
  }
}

void OnDevices::hostWrites(const IntervalSet& bytes) {
  for (Left& one : left_) {
    one.newer -= bytes;
    one.copies -= bytes;
  }
  drop();
}

void OnDevices::drop() {
  left_.erase(std::remove_if(left_.begin(), left_.end(),
                             [](const Left& one) { return one.newer.empty() && one.copies.empty(); }),
              left_.end());
}

std::optional<Finding> OnDevices::read(std::uintptr_t begin, std::size_t bytes, Code code) const {
  return found(Fault::HostReadsNewer, begin, bytes, false, code);
}
std::optional<Finding> OnDevices::written(std::uintptr_t begin, std::size_t bytes, Code code) const {
  return found(Fault::HostWritesCopied, begin, bytes, true, code);
}
std::optional<Finding> OnDevices::freed(std::uintptr_t begin, std::size_t bytes) const {
  return found(Fault::FreedNewer, begin, bytes, false, 0);
}

std::optional<Finding> OnDevices::found(Fault fault, std::uintptr_t begin, std::size_t bytes, bool alsoCopies,
                                        Code code) const {
  const Bounds touched = boundsOf(begin, bytes);
  for (const Left& one : left_) {
    if (!one.newer.overlaps(touched) && !(alsoCopies && one.copies.overlaps(touched))) continue;
    Finding finding;
    finding.fault = fault;
    finding.loop = one.loop;
    finding.place = nameIn(one.objects, begin);
    finding.code = code;
    return finding;
  }
  return std::nullopt;
}

}  // namespace clustrix::audit
