#include "Emit/InnerHeads.h"

#include "Emit/Apart.h"
#include "Emit/Expressions.h"
#include "Plan/Rests.h"

namespace clustrix::compiler {

std::string formulaPart(const Polynomial& value, const std::string& wish, Names& scope, KernelShape& shape) {
  if (const auto constant = value.constant()) return literal(*constant);
  shape.members.push_back({"clustrix::Index", scope.pick(wish), -1, value});
  return shape.members.back().name;
}

namespace {

/// `first + slope * counter`
std::string linear(const std::string& first, std::int64_t slope, const std::string& counter) {
  if (slope == 0) return first;
  const Int128 size = slope < 0 ? -static_cast<Int128>(slope) : static_cast<Int128>(slope);
  const std::string product = (size == 1 ? "" : literal(size) + " * ") + counter;
  if (first == "0" && slope > 0) return product;
  return first + (slope < 0 ? " - " : " + ") + product;
}

/// A value that is linear in the counter of the launched loop, as the kernel says it, with `counter` for that.
struct LinearText {
  std::string first;
  std::int64_t slope = 0;
  std::string with(const std::string& counter) const { return linear(first, slope, counter); }
};
LinearText linearText(const LoopModel& model, const Polynomial& value, const std::string& wish, Names& scope,
                      KernelShape& shape) {
  const SymbolId counter = model.loops[0].counter;
  return {formulaPart(value.without(counter), wish, scope, shape), *value.coefficientOf(counter)->constant()};
}

/// The same with rests of divisions: `1 + (j_first_dividend + k) % 2`.
class PlacedText {
 public:
  PlacedText(const LoopModel& model, const Polynomial& value, const std::string& wish, Names& scope,
             KernelShape& shape) {
    Polynomial others = value;
    for (const Rest& rest : restsIn(model, value)) {
      const std::int64_t factor = *value.coefficientOf(rest.counter)->constant();
      others = others.without(rest.counter);
      rests_.push_back(
          {factor, linearText(model, rest.dividend, wish + "_dividend", scope, shape), rest.divisor, rest.floor});
    }
    line_ = linearText(model, others, wish, scope, shape);
  }

  std::string with(const std::string& counter) const {
    std::string text = line_.with(counter);
    for (const Part& one : rests_) text = linear(text, one.factor, one.with(counter));
    return text;
  }
  /// The most that it is in any iteration of `chunk`.
  std::string bound() const {
    std::string text = line_.with(line_.slope < 0 ? "chunk.begin" : "(chunk.end - 1)");
    for (const Part& one : rests_)
      if (one.factor > 0) text = linear(text, one.factor, literal(one.divisor - 1));
    return text;
  }

 private:
  struct Part {
    std::int64_t factor;
    LinearText dividend;
    std::int64_t divisor;
    bool floor;

    std::string with(const std::string& counter) const {
      const std::string by = " % " + literal(divisor), rest = "(" + dividend.with(counter) + ")" + by;
      return floor ? "((" + rest + " + " + literal(divisor) + ")" + by + ")" : "(" + rest + ")";
    }
  };
  LinearText line_;
  std::vector<Part> rests_;
};

/// How a loop inside counts: from where, how often, and by how much.
struct LoopText {
  std::string first, trips, step, bound;
};
LoopText loopText(const LoopModel& model, int index, const std::string& variable, Names& scope, KernelShape& shape) {
  const NestedLoop& loop = model.loops[static_cast<std::size_t>(index)];
  const std::string name = sanitised(variable);
  const std::int64_t stride = *loop.trip->stride.constant();
  const PlacedText first(model, loop.value->without(loop.counter), name + "_first", scope, shape);
  const PlacedText distance(model, loop.trip->distance, name + (stride == 1 ? "_trips" : "_distance"), scope, shape);
  const auto trips = [&](const std::string& text) {
    return stride == 1 ? text : "clustrix::trips(" + text + ", " + literal(stride) + ")";
  };
  return {first.with(shape.counter), trips(distance.with(shape.counter)),
          literal(*loop.value->coefficientOf(loop.counter)->constant()), trips(distance.bound())};
}

void addBand(const LaunchSource& source, Names& scope, KernelShape& shape) {
  const LoopModel& model = source.model();
  shape.threads = scope.pick("threads");
  for (const Band::Loop& one : source.launch.band->loops) {
    const KernelVariable& variable = model.kernel.innerLoops[static_cast<std::size_t>(one.mark)].variable;
    const LoopText loop = loopText(model, one.loop, variable.name, scope, shape);
    shape.threadLoops.push_back({one.mark,
                                 "for (" + variable.cType() + " " + variable.name + " : clustrix::along<" +
                                     variable.type + ">(" + shape.threads +
                                     (shape.threadLoops.empty() ? ".second, " : ".third, ") + loop.first + ", " +
                                     loop.trips + (loop.step == "1" ? "" : ", " + loop.step) + "))",
                                 loop.bound, "", loop.trips});
  }
  shape.mayDivide = areDifferent(model, source.launch.band->apart, shape);
}

/// What a loop leaves in a variable, as inOrder is told: `clustrix::added(sum)`.
class ResultText {
 public:
  ResultText(const LoopModel& model, const KernelShape& shape) : model_(model), shape_(shape) {}

  std::string name(const LaneVariable& variable) const {
    return variable.scalar < 0 ? variable.name : nameOfScalar(model_, shape_, variable.scalar);
  }
  static bool isSum(const LaneResult& result) {
    return result.op == UpdateOperator::Add || result.op == UpdateOperator::Multiply;
  }
  std::string operator()(const LaneResult& result) const {
    std::string text =
        std::string("clustrix::") + function(result.op) + (result.takesNan ? "<true>(" : "(") + name(result.variable);
    for (const LaneVariable& place : result.places) text += ", " + name(place);
    // Whether an extreme has been met goes with its places.
    const Accumulator* accumulator = accumulatorOf(shape_, result.variable.scalar);
    if (accumulator && !accumulator->flag.empty() && !result.takesNan)
      text += ", " + shape_.partial + "." + accumulator->flag;
    return text + ")";
  }

 private:
  static const char* function(UpdateOperator op) {
    switch (op) {
      case UpdateOperator::Multiply:
        return "multiplied";
      case UpdateOperator::Min:
        return "leastOf";
      case UpdateOperator::Max:
        return "greatestOf";
      case UpdateOperator::BitAnd:
      case UpdateOperator::LogicalAnd:
        return "inAll";
      case UpdateOperator::BitOr:
      case UpdateOperator::LogicalOr:
        return "inAny";
      default:
        return "added";
    }
  }

  const LoopModel& model_;
  const KernelShape& shape_;
};

void addLanes(const LaunchSource& source, Names& scope, KernelShape& shape) {
  const LoopModel& model = source.model();
  shape.threads = scope.pick("lane");
  const ResultText resultText(model, shape);
  for (const Lanes::Loop& one : source.launch.lanes->loops) {
    const InnerLoop& inner = model.kernel.innerLoops[static_cast<std::size_t>(one.mark)];
    const KernelVariable& variable = inner.variable;
    const LoopText loop = loopText(model, one.loop, variable.name, scope, shape);
    const std::string range = "(" + shape.threads + ", " + loop.first + ", " + loop.trips;
    if (one.results.empty()) {
      shape.threadLoops.push_back({one.mark,
                                   "for (" + variable.cType() + " " + variable.name + " : clustrix::along<" +
                                       variable.type + ">" + range + (loop.step == "1" ? "" : ", " + loop.step) + "))",
                                   loop.bound, ""});
      continue;
    }
    std::string parameters = variable.cType() + " " + variable.name, results;
    for (const LaneResult& result : one.results) {
      if (ResultText::isSum(result)) parameters += ", auto& " + resultText.name(result.variable);
      results += ", " + resultText(result);
    }
    shape.threadLoops.push_back({one.mark,
                                 "clustrix::inOrder<" + variable.type +
                                     (one.mayRepeat ? ", clustrix::Body::Reads>" : ">") + range + ", " + loop.step +
                                     ", [&](" + parameters + ")" + (inner.hasBraces ? "" : " {"),
                                 loop.bound, (inner.hasBraces ? "" : " }") + results + ");"});
  }
  shape.mayDivide = areDifferent(model, source.launch.lanes->apart, shape);
}

/// The launched loop goes along a part of its own, and the other one is around the text.
void addTurn(const LaunchSource& source, Names& scope, KernelShape& shape) {
  const LoopModel& model = source.model();
  const Turn& turn = *source.launch.turn;
  scope.reserve(turn.variable.name);
  shape.counter = scope.pick("part");
  shape.threads = scope.pick("lane");
  const KernelVariable& inner = model.kernel.innerLoops[static_cast<std::size_t>(turn.mark)].variable;
  const LoopText part = loopText(model, 0, inner.name, scope, shape);
  shape.threadLoops.push_back({turn.mark,
                               "for (" + inner.cType() + " " + inner.name + " : clustrix::along<" + inner.type + ">(" +
                                   shape.counter + ", " + part.first + ", " + part.trips +
                                   (part.step == "1" ? "" : ", " + part.step) + "))",
                               part.bound, ""});
  const LoopText around = loopText(model, 1, turn.variable.name, scope, shape);
  std::string parameters = turn.variable.cType() + " " + turn.variable.name, results;
  for (const ElementSum& sum : turn.sums) {
    const std::string& name = shape.captures[static_cast<std::size_t>(sum.capture)];
    parameters += ", auto& " + name;
    results += std::string(", clustrix::") + (sum.multiplies ? "multipliedInto(" : "addedInto(") + name + ")";
  }
  shape.mayDivide = areDifferent(model, turn.apart, shape);
  shape.around =
      AroundBody{"clustrix::inOrder<" + turn.variable.type + (turn.sums.empty() ? ">(" : ", clustrix::Body::Reads>(") +
                     shape.threads + ", " + around.first + ", " + around.trips + ", " + around.step + ", [&](" +
                     parameters + ") {\n",
                 "    }" + results + ");\n", around.trips};
}

}  // namespace

void addInnerHeads(const LaunchSource& source, Names& scope, KernelShape& shape) {
  if (source.launch.turn) addTurn(source, scope, shape);
  if (source.launch.band) addBand(source, scope, shape);
  if (source.launch.lanes) addLanes(source, scope, shape);
}

}  // namespace clustrix::compiler
