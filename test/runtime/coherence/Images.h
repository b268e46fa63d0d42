// Images: bytes of the host that devices have copies of, made by hand.
#pragma once

#include <catch2/catch.hpp>
#include <vector>

#include "coherence/Directory.h"

namespace clustrix::test {

/// Bytes [begin, end) of an object.
inline runtime::Bounds within(const void* object, Index begin, Index end) {
  const Index at = static_cast<Index>(reinterpret_cast<std::uintptr_t>(object));
  return {at + begin, at + end};
}

/// An image of `host` on the device, where nothing is valid yet and all bytes are `value`.
inline runtime::ImageId addImage(runtime::Backend& backend, runtime::Directory& directory, int device,
                                 runtime::Bounds host, unsigned char value) {
  const auto id = static_cast<runtime::DeviceId>(device);
  runtime::DeviceAddress memory{};
  REQUIRE(backend.allocate(id, runtime::Image::bytesFor(host), memory).ok());
  const runtime::ImageId image = directory.add(id, host, memory);
  const std::vector<unsigned char> bytes(static_cast<std::size_t>(host.end - host.begin), value);
  runtime::Copy copy;
  copy.from = reinterpret_cast<std::uintptr_t>(bytes.data());
  copy.to = static_cast<std::uintptr_t>(directory.at(image).at(host.begin));
  copy.width = bytes.size();
  REQUIRE(backend.copyNow(id, copy).ok());
  return image;
}

/// Gives back the memory of all.
inline void releaseImages(runtime::Backend& backend, runtime::Directory& directory) {
  for (const runtime::Image& image : directory.images()) CHECK(backend.release(image.device, image.memory).ok());
  directory.clear();
}

}  // namespace clustrix::test
