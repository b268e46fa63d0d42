// Branches, calls, barriers, fences and ends: what Execution.cpp carries out by kind.
#include "Decode.h"

namespace ptx {
namespace {

void nothing(Context&, const Instruction&) {}

void decodeBranch(Instruction& in) { setCost(in, Pipe::control, 1, 4); }
void decodeBranchTable(Instruction& in) { setCost(in, Pipe::control, 4, 4); }
void decodeCall(Instruction& in) { setCost(in, Pipe::control, 4, 20); }

template <Kind kind>
void decodeEnd(Instruction& in) {
  in.kind = kind;
  setCost(in, Pipe::control, 1, 4);
}

/// Lanes of a warp run in step, so a barrier of a warp has nothing to do.
void decodeBarrier(Instruction& in) {
  if (in.has("warp")) {
    in.execute = &nothing;
    setCost(in, Pipe::control, 1, 4);
    return;
  }
  if (in.has("arrive")) fail("instruction not supported: " + in.text);
  in.kind = Kind::barrier;
  setCost(in, Pipe::control, 1, 20);
}

/// Fences order nothing here: all that a warp writes is seen at once.
void decodeFence(Instruction& in) {
  in.execute = &nothing;
  setCost(in, Pipe::control, 1, 4);
}

}  // namespace

Decoders controlDecoders() {
  return {{"bra", &decodeBranch},
          {"brx", &decodeBranchTable},
          {"call", &decodeCall},
          {"ret", &decodeEnd<Kind::ret>},
          {"exit", &decodeEnd<Kind::exit>},
          {"trap", &decodeEnd<Kind::trap>},
          {"brkpt", &decodeEnd<Kind::trap>},
          {"bar", &decodeBarrier},
          {"barrier", &decodeBarrier},
          {"membar", &decodeFence},
          {"fence", &decodeFence},
          {"nanosleep", &decodeFence}};
}

}  // namespace ptx
