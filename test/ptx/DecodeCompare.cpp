// setp set selp testp: comparisons, and what is chosen by them.
#include <cmath>
#include <map>

#include "Decode.h"
#include "Lanewise.h"

namespace ptx {
namespace {

/// Ordered ones are false for NaN, the ...u ones true.
enum Comparison { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, isNumber, isNotNumber };
enum Combination { none, conjunction, disjunction, exclusion };

const std::map<std::string, Comparison>& comparisons() {
  static const std::map<std::string, Comparison> names = {
      {"eq", eq},   {"ne", ne},   {"lt", lt},   {"le", le},   {"gt", gt},        {"ge", ge},
      {"lo", lt},   {"ls", le},   {"hi", gt},   {"hs", ge},   {"equ", equ},      {"neu", neu},
      {"ltu", ltu}, {"leu", leu}, {"gtu", gtu}, {"geu", geu}, {"num", isNumber}, {"nan", isNotNumber}};
  return names;
}

template <class T>
bool holds(int comparison, T a, T b) {
  const bool unordered = a != a || b != b;
  switch (comparison) {
    case eq:
      return a == b;
    case ne:
      return !unordered && a != b;
    case lt:
      return a < b;
    case le:
      return a <= b;
    case gt:
      return a > b;
    case ge:
      return a >= b;
    case isNumber:
      return !unordered;
    case isNotNumber:
      return unordered;
    default:
      return unordered || holds(comparison - equ + eq, a, b);
  }
}

/// All lanes, active or not; the commonest comparisons have loops of their own, which compilers vectorise.
template <class T>
u32 compareLanes(int comparison, const u64* a, const u64* b) {
  u32 value = 0;
  const auto collect = [&](auto compare) {
    for (int l = 0; l < lanes; ++l) value |= u32(compare(fromBits<T>(a[l]), fromBits<T>(b[l]))) << l;
    return value;
  };
  switch (comparison) {
    case eq:
      return collect([](T x, T y) { return x == y; });
    case lt:
      return collect([](T x, T y) { return x < y; });
    case ge:
      return collect([](T x, T y) { return x >= y; });
    default:
      return collect([&](T x, T y) { return holds(comparison, x, y); });
  }
}

u32 combined(int combination, u32 value, u32 other) {
  switch (combination) {
    case conjunction:
      return value & other;
    case disjunction:
      return value | other;
    case exclusion:
      return value ^ other;
    default:
      return value;
  }
}

template <class T>
void setPredicates(Context& at, const Instruction& in) {
  const u32 value = compareLanes<T>(in.mode, at.row(in.row[1]), at.row(in.row[2]));
  const u32 other = in.mode2 != none ? at.maskOf(in.operands[3]) : 0;
  at.setPredicate(in.row[0], combined(in.mode2, value, other));
  if (in.operands[0].second >= 0) at.setPredicate(in.operands[0].second, combined(in.mode2, ~value, other));
}

template <class T>
void setNumber(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u64 yes = in.type == Type::f32 ? toBits<float>(1) : 0xffffffffu;
  forEachLane(at.mask, [&](int l) { d[l] = holds(in.mode, fromBits<T>(a[l]), fromBits<T>(b[l])) ? yes : 0; });
}

template <class T>
Execute comparing(bool toPredicate) {
  return toPredicate ? &setPredicates<T> : &setNumber<T>;
}

Execute comparing(Type type, bool toPredicate) {
  switch (type) {
    case Type::f64:
      return comparing<double>(toPredicate);
    case Type::f32:
      return comparing<float>(toPredicate);
    case Type::s16:
      return comparing<s16>(toPredicate);
    case Type::u16:
    case Type::b16:
      return comparing<u16>(toPredicate);
    case Type::s32:
      return comparing<s32>(toPredicate);
    case Type::u32:
    case Type::b32:
      return comparing<u32>(toPredicate);
    case Type::s64:
      return comparing<s64>(toPredicate);
    default:
      return comparing<u64>(toPredicate);
  }
}

void decodeComparison(Instruction& in) {
  const bool toPredicate = in.words[0] == "setp";
  const auto found = comparisons().find(in.words[1]);
  if (found == comparisons().end()) fail("comparison not supported: " + in.text);
  in.mode = found->second;
  in.mode2 = in.has("and") ? conjunction : in.has("or") ? disjunction : in.has("xor") ? exclusion : none;
  if (in.mode2 != none && !toPredicate) fail("instruction not supported: " + in.text);
  in.execute = comparing(toPredicate ? in.type : in.source, toPredicate);
  if (!isFloat(in.type) && isWide(in)) setCost(in, Pipe::integer, 2, 8);
}

void choose(Context& at, const Instruction& in) {
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u32 first = at.maskOf(in.operands[3]);
  forEachLane(at.mask, [&](int l) { d[l] = first >> l & 1 ? a[l] : b[l]; });
}
void decodeChoice(Instruction& in) {
  in.execute = &choose;
  setCost(in, Pipe::integer, isWide(in) ? 2 : 1, 4);
}

const char* const tests[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};

template <class T>
bool passes(int test, T x) {
  switch (test) {
    case 0:
      return std::isfinite(x);
    case 1:
      return std::isinf(x);
    case 2:
      return !std::isnan(x);
    case 3:
      return std::isnan(x);
    case 4:
      return std::isnormal(x);
    default:
      return std::fpclassify(x) == FP_SUBNORMAL;
  }
}

template <class T>
void testNumbers(Context& at, const Instruction& in) {
  const u64* a = at.row(in.row[1]);
  u32 value = 0;
  for (int l = 0; l < lanes; ++l) value |= u32(passes(in.mode, fromBits<T>(a[l]))) << l;
  at.setPredicate(in.row[0], value);
}
void decodeTest(Instruction& in) {
  for (int number = 0; number < static_cast<int>(std::size(tests)); ++number)
    if (in.has(tests[number])) in.mode = number;
  in.execute = in.type == Type::f64 ? &testNumbers<double> : &testNumbers<float>;
}

}  // namespace

Decoders compareDecoders() {
  return {{"setp", &decodeComparison}, {"set", &decodeComparison}, {"selp", &decodeChoice}, {"testp", &decodeTest}};
}

}  // namespace ptx
