// Pictures for the examples: a PNG without compression, so that no library is needed.
//
//     PNG = signature, IHDR, IDAT (a zlib stream of stored blocks), IEND; each chunk with its CRC-32
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace picture {

/// Eight bits each of red, green and blue.
using Pixel = std::array<std::uint8_t, 3>;

/// A colour for a value from 0 to 1: black, blue, red, yellow, white.
inline Pixel heatColour(double value) {
  constexpr double stops[5][3] = {{0, 0, 8}, {28, 32, 150}, {205, 40, 60}, {255, 200, 60}, {255, 255, 245}};
  const double at = value <= 0 ? 0 : value >= 1 ? 4 : value * 4;
  const int below = at >= 4 ? 3 : static_cast<int>(at);
  Pixel pixel{};
  for (std::size_t c = 0; c < 3; ++c)
    pixel[c] = static_cast<std::uint8_t>(stops[below][c] + (at - below) * (stops[below + 1][c] - stops[below][c]));
  return pixel;
}

namespace detail {

inline void append32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

inline std::uint32_t crc32(const std::string& bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const char byte : bytes) {
    crc ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

inline std::string chunk(const std::string& type, const std::string& data) {
  std::string out;
  append32(out, static_cast<std::uint32_t>(data.size()));
  out += type + data;
  append32(out, crc32(type + data));
  return out;
}

inline std::string zlibStored(const std::string& data) {
  std::string out = "\x78\x01";
  std::uint32_t a = 1, b = 0;
  for (const char byte : data) {
    a = (a + static_cast<std::uint8_t>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  constexpr std::size_t most = 65535;  // a stored block's length has 16 bits
  for (std::size_t begin = 0; begin < data.size(); begin += most) {
    const std::size_t size = data.size() - begin < most ? data.size() - begin : most;
    const auto low = static_cast<std::uint16_t>(size), high = static_cast<std::uint16_t>(~low);
    out += static_cast<char>(begin + size == data.size());
    for (const std::uint16_t half : {low, high}) {
      out += static_cast<char>(half & 255);
      out += static_cast<char>(half >> 8);
    }
    out.append(data, begin, size);
  }
  append32(out, (b << 16) | a);
  return out;
}

}  // namespace detail

/// Writes `pixels`, row by row from the top, to `path`. False, with a message, when that is not possible.
inline bool write(const std::string& path, const std::vector<Pixel>& pixels, int width, int height) {
  std::string header;
  detail::append32(header, static_cast<std::uint32_t>(width));
  detail::append32(header, static_cast<std::uint32_t>(height));
  header += std::string{8, 2, 0, 0, 0};  // 8 bits a channel, RGB
  std::string rows;
  for (int y = 0; y < height; ++y) {
    rows += '\0';  // no filter
    const std::size_t first = static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
    for (std::size_t i = first; i < first + static_cast<std::size_t>(width); ++i)
      rows.append(pixels[i].begin(), pixels[i].end());
  }
  const std::string file = std::string("\x89PNG\r\n\x1a\n") + detail::chunk("IHDR", header) +
                           detail::chunk("IDAT", detail::zlibStored(rows)) + detail::chunk("IEND", "");
  std::FILE* out = std::fopen(path.c_str(), "wb");
  const bool written = out != nullptr && std::fwrite(file.data(), 1, file.size(), out) == file.size();
  const bool closed = out != nullptr && std::fclose(out) == 0;
  if (!written || !closed) std::fprintf(stderr, "error: cannot write %s\n", path.c_str());
  return written && closed;
}

}  // namespace picture
