// The words of PTX that everything here uses: numbers, types, state spaces, pipes.
//
// A register is a row of 32 lanes of 64 bits each, whatever its type; a predicate is a mask of 32 lanes.
#pragma once

#include <cstdint>
#include <string>

namespace ptx {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
__extension__ using u128 = unsigned __int128;
__extension__ using s128 = __int128;

constexpr int lanes = 32;
constexpr u32 allLanes = 0xffffffffu;
constexpr int dynamicSharedAt = 64 << 10;  // offset of `extern __shared__` memory in a block's

enum class Type : u8 { none, b8, b16, b32, b64, u8, u16, u32, u64, s8, s16, s32, s64, f32, f64, pred };

inline int sizeOf(Type type) {
  switch (type) {
    case Type::b8:
    case Type::u8:
    case Type::s8:
      return 1;
    case Type::b16:
    case Type::u16:
    case Type::s16:
      return 2;
    case Type::b32:
    case Type::u32:
    case Type::s32:
    case Type::f32:
      return 4;
    default:
      return 8;
  }
}
inline bool isFloat(Type type) { return type == Type::f32 || type == Type::f64; }
inline bool isSigned(Type type) { return type >= Type::s8 && type <= Type::s64; }

enum class Space : u8 { generic, global, shared, local, param, constant };

/// What of a multiprocessor an instruction keeps busy.
enum class Pipe : u8 { fp64, fp32, sfu, integer, convert, memory, shared, local, control, free, count };
constexpr int pipes = static_cast<int>(Pipe::count);
inline const char* const pipeName[pipes] = {"fp64",   "fp32",   "sfu",   "integer", "convert",
                                            "memory", "shared", "local", "control", "free"};

/// Rows that every frame begins with: the special registers.
enum SpecialRow {
  tidX,
  tidY,
  tidZ,
  ctaX,
  ctaY,
  ctaZ,
  ntidX,
  ntidY,
  ntidZ,
  nctaX,
  nctaY,
  nctaZ,
  laneId,
  warpId,
  maskLt,
  maskLe,
  maskGt,
  maskGe,
  maskEq,
  zeroRow,
  specialRows
};

/// Ends the program: what it asks is wrong, or is not understood here.
[[noreturn]] void fail(const std::string& message);

}  // namespace ptx
