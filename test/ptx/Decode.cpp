#include "Decode.h"

#include <cfenv>

#include "Context.h"

namespace ptx {
namespace {

const Decoders& allDecoders() {
  static const Decoders decoders = [] {
    Decoders merged;
    for (const auto& family : {arithmeticDecoders(), bitDecoders(), compareDecoders(), convertDecoders(),
                               moveDecoders(), memoryDecoders(), atomicDecoders(), laneDecoders(), controlDecoders()})
      merged.insert(family.begin(), family.end());
    return merged;
  }();
  return decoders;
}

/// What holds where a decoder says nothing else.
void setUsualCost(Instruction& in) {
  if (in.type == Type::f64) {
    setCost(in, Pipe::fp64, 1, 8);
  } else if (in.type == Type::f32) {
    setCost(in, Pipe::fp32, 1, 4);
  } else {
    setCost(in, Pipe::integer, isWide(in) ? 2 : 1, isWide(in) ? 6 : 4);
  }
}

void executeRounded(Context& at, const Instruction& in) {
  std::fesetround(in.rounding);
  in.exact(at, in);
  std::fesetround(FE_TONEAREST);
}

/// Sums, products and conversions to floating types that do not round to nearest.
void setRounding(Instruction& in) {
  const bool directed = in.has("rz") || in.has("rm") || in.has("rp");
  if (!directed || !isFloat(in.type)) return;
  in.rounding = in.has("rz") ? FE_TOWARDZERO : in.has("rm") ? FE_DOWNWARD : FE_UPWARD;
  in.exact = in.execute;
  in.execute = &executeRounded;
}

bool writesFirstOperand(const Instruction& in) {
  return in.kind != Kind::store && in.words[0] != "red" && in.kind != Kind::branch && in.kind != Kind::barrier;
}

/// Rows and predicates for the scoreboard; special registers and constants are always there.
class Uses {
 public:
  explicit Uses(Instruction& in) : in_(in) {}

  void add(const Operand& operand, bool written) {
    if (operand.second >= 0) writePredicate(operand.second);
    switch (operand.kind) {
      case Operand::Kind::row:
        addRow(operand.index, written);
        break;
      case Operand::Kind::vector:
        for (const int row : operand.rows) addRow(row, written);
        break;
      case Operand::Kind::memory:
        if (operand.index != Operand::noBase) addRow(operand.index, false);
        break;
      case Operand::Kind::predicate:
        if (written) {
          writePredicate(operand.index);
        } else {
          readPredicate(operand.index);
        }
        break;
      default:
        break;
    }
  }

  void readPredicate(int predicate) {
    if (predicatesRead_ < 3) in_.readPredicates[predicatesRead_++] = predicate;
  }

 private:
  void addRow(int row, bool written) {
    if (row < specialRows) return;
    if (written && in_.writeCount < std::size(in_.writes)) in_.writes[in_.writeCount++] = row;
    if (!written && in_.readCount < std::size(in_.reads)) in_.reads[in_.readCount++] = row;
  }
  void writePredicate(int predicate) {
    if (predicatesWritten_ < 2) in_.writtenPredicates[predicatesWritten_++] = predicate;
  }

  Instruction& in_;
  int predicatesRead_ = 0;
  int predicatesWritten_ = 0;
};

void findUses(Instruction& in) {
  Uses uses(in);
  if (in.guard >= 0) uses.readPredicate(in.guard);
  for (std::size_t number = 0; number < in.operands.size(); ++number)
    uses.add(in.operands[number], number == 0 && writesFirstOperand(in));
}

}  // namespace

void decode(Function& function) {
  for (Instruction& in : function.code) {
    for (std::size_t number = 0; number < in.operands.size() && number < std::size(in.row); ++number)
      in.row[number] = in.operands[number].index;
    setUsualCost(in);
    const auto found = allDecoders().find(in.words[0]);
    if (found == allDecoders().end()) fail("instruction not supported: " + in.text);
    found->second(in);
    if (in.kind == Kind::simple && in.execute == nullptr) fail("type not supported: " + in.text);
    setRounding(in);
    findUses(in);
  }
}

}  // namespace ptx
