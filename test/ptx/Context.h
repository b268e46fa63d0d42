// What an instruction works on: the active lanes of one warp, the frame of the running function, the launch.
#pragma once

#include <cstring>

#include "Warp.h"

namespace ptx {

struct Launch;

struct Context {
  u64* registers = nullptr;
  u32* predicates = nullptr;
  u64* constants = nullptr;
  u32 mask = 0;  // lanes that take part
  Warp* warp = nullptr;
  Frame* frame = nullptr;
  Block* block = nullptr;
  Launch* launch = nullptr;
  double now = 0;      // cycle in which the instruction issues
  double latency = 0;  // of it, in cycles

  u64* row(int index) { return index >= 0 ? registers + index * lanes : constants + ~index * lanes; }

  /// Row or predicate of an operand as a mask of lanes.
  u32 maskOf(const Operand& operand) {
    const u32 value = operand.kind == Operand::Kind::predicate ? predicates[operand.index]
                      : row(operand.index)[0]                  ? allLanes
                                                               : 0;
    return operand.kind == Operand::Kind::predicate && operand.negated ? ~value : value;
  }
  void setPredicate(int index, u32 value) { predicates[index] = (predicates[index] & ~mask) | (value & mask); }
};

template <class T>
T fromBits(u64 bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}
template <class T>
u64 toBits(T value) {
  u64 bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

/// body(lane) for each lane of the mask, in order.
template <class Body>
void forEachLane(u32 mask, Body body) {
  if (mask == allLanes) {
    for (int lane = 0; lane < lanes; ++lane) body(lane);
  } else {
    for (u32 rest = mask; rest != 0; rest &= rest - 1) body(__builtin_ctz(rest));
  }
}

}  // namespace ptx
