#include "audit/Room.h"

#include <algorithm>

#include "audit/Shadow.h"

namespace clustrix::audit {

void Room::remove(const Shadow& shadow) { shadows_.erase(std::find(shadows_.begin(), shadows_.end(), &shadow)); }

bool Room::clear() {
  if (left_ > all_ / 2) return false;
  for (Shadow* const shadow : shadows_) shadow->forgetAll();
  ++cleared_;
  return true;
}

}  // namespace clustrix::audit
