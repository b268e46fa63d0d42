// For each instruction the function that executes it on the lanes of a warp, its pipe and its cost.
//
// Each family of opcodes has a file: DecodeArithmetic, DecodeBits, DecodeCompare, DecodeConvert, DecodeMove,
// DecodeMemory, DecodeLanes, DecodeControl. A family is a table from opcodes to functions that complete an instruction;
// what none of them knows ends the program.
#pragma once

#include <map>
#include <string>

#include "Module.h"

namespace ptx {

using Decoder = void (*)(Instruction&);
using Decoders = std::map<std::string, Decoder>;

Decoders arithmeticDecoders();
Decoders bitDecoders();
Decoders compareDecoders();
Decoders convertDecoders();
Decoders moveDecoders();
Decoders memoryDecoders();
Decoders atomicDecoders();
Decoders laneDecoders();
Decoders controlDecoders();

/// Completes all instructions of a function.
void decode(Function& function);

inline void setCost(Instruction& in, Pipe pipe, int slots, int latency) {
  in.pipe = pipe;
  in.slots = static_cast<u8>(slots);
  in.latency = static_cast<u16>(latency);
}

/// Whether an opcode's first type takes 64 bits; what has no type counts as such.
inline bool isWide(const Instruction& in) { return sizeOf(in.type) == 8; }

}  // namespace ptx
