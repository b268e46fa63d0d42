// NoClaims: a plan that says nothing of a loop's iterations but how many there are.
#pragma once

#include "audit/Claims.h"

namespace clustrix::audit {

struct NoClaims : Claims {
  explicit NoClaims(std::uint64_t count) : count_(count) {}
  bool reads(std::uint64_t, std::uintptr_t, std::size_t, bool) override { return false; }
  bool writes(std::uint64_t, std::uintptr_t, std::size_t) override { return false; }
  std::uint64_t iterations() const override { return count_; }
  std::vector<Piece> written() const override { return {}; }

 private:
  std::uint64_t count_;
};

}  // namespace clustrix::audit
