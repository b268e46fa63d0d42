// Across the lanes of a warp: shfl, vote, match, redux, activemask; and where an address points to.
//
// Lanes that an instruction's mask names have to be there: a warp that is divided when it shuffles is a mistake, which
// a GPU may answer with any value or never.
#include "Combine.h"
#include "Decode.h"
#include "Launch.h"

namespace ptx {
namespace {

/// body(members) for each set of lanes that the last operand names together: the warp, or tiles of it, each lane in
/// one. Ends the program where living lanes are named that are elsewhere.
template <class Body>
void forEachGroup(Context& at, const Instruction& in, Body body) {
  const u64* named = at.row(in.operands.back().index);
  for (u32 left = at.mask; left != 0;) {
    const u32 mask = static_cast<u32>(named[__builtin_ctz(left)]);
    if ((mask & at.warp->alive & ~at.mask) != 0 || (mask & left & (~left + 1)) == 0)
      fail("lanes are missing that its mask names: " + in.text + " in " + at.launch->kernel.name);
    body(mask & at.mask);
    left &= ~mask;
  }
}

enum Shuffle { up, down, butterfly, index };

/// The lane that lane `l` takes its value from; -1: its own.
int sourceLane(int shuffle, int l, int b, int clamp, int segment) {
  const int least = l & segment;
  const int most = least | (clamp & ~segment);
  switch (shuffle) {
    case up:
      return l - b >= most ? l - b : -1;
    case down:
      return l + b <= most ? l + b : -1;
    case butterfly:
      return (l ^ b) <= most ? l ^ b : -1;
    default:
      return (least | (b & ~segment)) <= most ? least | (b & ~segment) : -1;
  }
}

void shuffle(Context& at, const Instruction& in) {
  forEachGroup(at, in, [](u32) {});
  u64 values[lanes];
  std::memcpy(values, at.row(in.row[1]), sizeof values);
  u64* d = at.row(in.row[0]);
  const u64* b = at.row(in.row[2]);
  const u64* c = at.row(in.row[3]);
  u32 inside = 0;
  forEachLane(at.mask, [&](int l) {
    const int source = sourceLane(in.mode, l, static_cast<int>(b[l] & 31), static_cast<int>(c[l] & 31),
                                  static_cast<int>(c[l] >> 8 & 31));
    inside |= u32(source >= 0) << l;
    d[l] = values[source >= 0 ? source : l];
  });
  if (in.operands[0].second >= 0) at.setPredicate(in.operands[0].second, inside);
}
void decodeShuffle(Instruction& in) {
  if (!in.has("sync")) fail("instruction not supported: " + in.text);
  in.mode = in.has("up") ? up : in.has("down") ? down : in.has("bfly") ? butterfly : index;
  in.execute = &shuffle;
  setCost(in, Pipe::shared, 1, 24);
}

enum Vote { everybody, anybody, uniform, ballot };

bool outcome(int vote, u32 value, u32 members) {
  const bool all = value == members;
  return vote == everybody ? all : vote == anybody ? value != 0 : all || value == 0;
}

void vote(Context& at, const Instruction& in) {
  const u32 value = at.maskOf(in.operands[1]);
  u32 yes = 0;
  forEachGroup(at, in, [&](u32 members) {
    if (in.mode == ballot) {
      u64* d = at.row(in.row[0]);
      forEachLane(members, [&](int l) { d[l] = value & members; });
    } else if (outcome(in.mode, value & members, members)) {
      yes |= members;
    }
  });
  if (in.mode != ballot) at.setPredicate(in.row[0], yes);
}
void decodeVote(Instruction& in) {
  if (!in.has("sync")) fail("instruction not supported: " + in.text);
  in.mode = in.has("all") ? everybody : in.has("any") ? anybody : in.has("uni") ? uniform : ballot;
  in.execute = &vote;
  setCost(in, Pipe::integer, 1, 8);
}

void activeMask(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  forEachLane(at.mask, [&](int l) { d[l] = at.mask; });
}
void decodeActiveMask(Instruction& in) { in.execute = &activeMask; }

template <class T>
void reduce(Context& at, const Instruction& in) {
  const u64* a = at.row(in.row[1]);
  u64* d = at.row(in.row[0]);
  forEachGroup(at, in, [&](u32 members) {
    T value = fromBits<T>(a[__builtin_ctz(members)]);
    forEachLane(members & (members - 1),
                [&](int l) { value = combined<T>(static_cast<Combine>(in.mode), value, fromBits<T>(a[l]), T(0)); });
    forEachLane(members, [&](int l) { d[l] = toBits<T>(value); });
  });
}
void decodeReduce(Instruction& in) {
  for (const std::string& word : in.words)
    if (const auto operation = combineNamed(word)) in.mode = static_cast<int>(*operation);
  if (in.type == Type::f32) fail("instruction not supported: " + in.text);
  in.execute = in.type == Type::s32 && static_cast<Combine>(in.mode) != Combine::add ? &reduce<s32> : &reduce<u32>;
  setCost(in, Pipe::convert, 1, 20);
}

u32 lanesWith(u64 value, u32 mask, const u64* values) {
  u32 same = 0;
  forEachLane(mask, [&](int l) { same |= u32(values[l] == value) << l; });
  return same;
}

void match(Context& at, const Instruction& in) {
  const u64 ones = isWide(in) ? ~u64{0} : 0xffffffffu;
  const u64* a = at.row(in.row[1]);
  u64 values[lanes];
  for (int l = 0; l < lanes; ++l) values[l] = a[l] & ones;
  u64* d = at.row(in.row[0]);
  u32 agree = 0;
  forEachGroup(at, in, [&](u32 members) {
    forEachLane(members, [&](int l) {
      const u32 same = lanesWith(values[l], members, values);
      if (same == members) agree |= 1u << l;
      d[l] = in.mode != everybody || same == members ? same : 0;
    });
  });
  if (in.mode == everybody && in.operands[0].second >= 0) at.setPredicate(in.operands[0].second, agree);
}
void decodeMatch(Instruction& in) {
  in.mode = in.has("all") ? everybody : anybody;
  in.execute = &match;
  setCost(in, Pipe::convert, 2, 30);
}

/// The leader is the lowest lane of the mask.
void elect(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  u32 leaders = 0;
  forEachGroup(at, in, [&](u32 members) {
    leaders |= members & (~members + 1);
    forEachLane(members, [&](int l) { d[l] = static_cast<u64>(__builtin_ctz(members)); });
  });
  if (in.operands[0].second >= 0) at.setPredicate(in.operands[0].second, leaders);
}
void decodeElect(Instruction& in) { in.execute = &elect; }

bool liesIn(u64 address, const std::vector<u8>& memory) {
  const u64 begin = reinterpret_cast<u64>(memory.data());
  return address >= begin && address < begin + memory.size();
}

bool pointsTo(Context& at, Space space, u64 address) {
  if (space == Space::shared) return liesIn(address, at.block->shared);
  if (space == Space::global) return at.launch->memory.find(address) != nullptr;
  if (space == Space::param) return liesIn(address, at.launch->parameters);
  if (space != Space::local) return false;
  for (const auto& frame : at.warp->frames)
    if (liesIn(address, frame->local)) return true;
  return false;
}

void testSpace(Context& at, const Instruction& in) {
  const u64* a = at.row(in.row[1]);
  u32 value = 0;
  forEachLane(at.mask, [&](int l) { value |= u32(pointsTo(at, in.space, a[l])) << l; });
  at.setPredicate(in.row[0], value);
}
void decodeSpaceTest(Instruction& in) {
  in.space = in.has("shared")   ? Space::shared
             : in.has("global") ? Space::global
             : in.has("local")  ? Space::local
             : in.has("param")  ? Space::param
                                : Space::constant;
  in.execute = &testSpace;
}

}  // namespace

Decoders laneDecoders() {
  return {{"shfl", &decodeShuffle},      {"vote", &decodeVote},   {"activemask", &decodeActiveMask},
          {"redux", &decodeReduce},      {"match", &decodeMatch}, {"elect", &decodeElect},
          {"isspacep", &decodeSpaceTest}};
}

}  // namespace ptx
