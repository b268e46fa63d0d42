#include "FatBinary.h"

#include <cstring>

#ifdef CLUSTRIX_HAS_ZSTD
#include <zstd.h>
#endif

#include "Types.h"

namespace ptx {
namespace {

constexpr u32 wrapperMagic = 0x466243b1;
constexpr u32 headerMagic = 0xba55ed50;
constexpr u16 ptxEntry = 1;
constexpr u64 packedByLz4 = 0x2000;
constexpr u64 packedByZstd = 0x8000;

struct Wrapper {
  u32 magic;
  u32 version;
  const u8* data;
  const void* unused;
};

struct Header {
  u32 magic;
  u16 version;
  u16 headerBytes;
  u64 bytes;
};

struct Entry {
  u16 kind;
  u16 version;
  u32 headerBytes;
  u64 bytes;
  u32 packedBytes;
  u32 unused[5];
  u64 flags;
  u64 reserved;
  u64 unpackedBytes;
};
static_assert(sizeof(Entry) == 64 && offsetof(Entry, flags) == 40 && offsetof(Entry, unpackedBytes) == 56);

template <class T>
T readAt(const u8* place) {
  T value;
  std::memcpy(&value, place, sizeof(T));
  return value;
}

std::string unpackedZstd(const std::string& packed, std::size_t size) {
#ifdef CLUSTRIX_HAS_ZSTD
  std::string text(size, '\0');
  const std::size_t got = ZSTD_decompress(text.data(), size, packed.data(), packed.size());
  if (ZSTD_isError(got) == 0) return text;
  fail(std::string("the PTX cannot be unpacked: ") + ZSTD_getErrorName(got));
#else
  (void)packed;
  (void)size;
  fail("the PTX is packed by zstd, which this was built without: use nvcc -no-compress");
#endif
}

std::string textOf(const Entry& entry, const u8* payload) {
  const bool packed = (entry.flags & (packedByLz4 | packedByZstd)) != 0;
  const std::size_t bytes = packed && entry.packedBytes != 0 ? entry.packedBytes : entry.bytes;
  const std::string stored(reinterpret_cast<const char*>(payload), bytes);
  const std::string text = !packed                             ? stored
                           : (entry.flags & packedByZstd) != 0 ? unpackedZstd(stored, entry.unpackedBytes)
                                                               : unpackedLz4(stored, entry.unpackedBytes);
  if (text.empty()) fail("the PTX cannot be unpacked: use nvcc -no-compress");
  return text.substr(0, text.find('\0'));
}

}  // namespace

std::string ptxOf(const void* given) {
  const auto* wrapper = static_cast<const Wrapper*>(given);
  if (wrapper == nullptr || wrapper->magic != wrapperMagic) return "";
  const auto header = readAt<Header>(wrapper->data);
  if (header.magic != headerMagic) return "";
  const u8* at = wrapper->data + header.headerBytes;
  const u8* end = at + header.bytes;
  while (at + sizeof(Entry) <= end) {
    const auto entry = readAt<Entry>(at);
    if (entry.kind == ptxEntry) return textOf(entry, at + entry.headerBytes);
    at += entry.headerBytes + entry.bytes;
  }
  return "";
}

std::string unpackedLz4(const std::string& packed, std::size_t size) {
  std::string text;
  text.reserve(size);
  std::size_t at = 0;
  const auto byte = [&] { return at < packed.size() ? static_cast<u8>(packed[at++]) : u8{0}; };
  const auto length = [&](std::size_t nibble) {
    for (u8 more = nibble == 15 ? 255 : 0; more == 255;) nibble += more = byte();
    return nibble;
  };
  while (at < packed.size() && text.size() < size) {
    const u8 token = byte();
    const std::size_t literals = length(token >> 4);
    if (literals > packed.size() - at) return "";
    text.append(packed, at, literals);
    at += literals;
    if (at >= packed.size()) break;  // the last sequence has literals only
    std::size_t distance = byte();
    distance |= static_cast<std::size_t>(byte()) << 8;
    const std::size_t repeated = length(token & 15) + 4;
    if (distance == 0 || distance > text.size()) return "";
    for (std::size_t k = 0; k < repeated; ++k) text += text[text.size() - distance];
  }
  return text.size() == size ? text : "";
}

}  // namespace ptx
