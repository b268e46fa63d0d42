#include "coherence/HomeNow.h"

#include <algorithm>

#include "support/BestEffort.h"

namespace clustrix::runtime {

void HomeNow::bring(const Directory& directory, Bounds bytes, const ImageId* except) noexcept {
  while (!bytes.empty()) {
    Index end = bytes.begin;
    for (const Image& image : directory.images())
      if (end == bytes.begin && (except == nullptr || image.id != *except)) end = bringFrom(image, directory, bytes);
    if (end == bytes.begin) {
      failed_ = true;
      return;
    }
    bytes.begin = end;
  }
}

// Where what the image has of `bytes` from the first one on ends; `bytes.begin` where that is nothing.
Index HomeNow::bringFrom(const Image& image, const Directory& directory, Bounds bytes) {
  const Index end = std::min(bytes.end, image.valid.endFrom(bytes.begin));
  bool arrived = true;
  directory.baselines().kept().forEachPart({bytes.begin, end}, [&](Bounds part, bool mayBe) {
    if (mayBe)
      arrived = arrived && compare(image, directory.baselines(), part);
    else
      arrived = arrived && copy(image, part, reinterpret_cast<void*>(part.begin));
  });
  return arrived ? end : bytes.begin;
}

bool HomeNow::copy(const Image& image, Bounds bytes, void* to) {
  Copy home;
  home.kind = CopyKind::DeviceToHost;
  home.from = static_cast<std::uintptr_t>(image.at(bytes.begin));
  home.to = reinterpret_cast<std::uintptr_t>(to);
  home.width = static_cast<std::size_t>(bytes.end - bytes.begin);
  bool copied = false;
  bestEffort([&] { copied = backend_.copyNow(image.device, home).ok(); });
  return copied;
}

bool HomeNow::compare(const Image& image, const Baselines& baselines, Bounds bytes) {
  constexpr Index most = 4096;
  unsigned char latest[most];
  for (Index begin = bytes.begin; begin < bytes.end; begin += most) {
    const Bounds piece{begin, std::min(begin + most, bytes.end)};
    if (!copy(image, piece, latest)) return false;
    baselines.writeChanged(piece, latest);
  }
  return true;
}

}  // namespace clustrix::runtime
