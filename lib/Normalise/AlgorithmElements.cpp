// Algorithms that go through their ranges from the first element to the last: `for_each`, `transform`, `copy`, `fill`,
// and those that fold, `accumulate`, `inner_product`, `count`, `max_element`.
#include "Normalise/AlgorithmLoops.h"

#include "Source/ComplexSums.h"

#include <map>

namespace clustrix::compiler {
namespace {

using Call = AlgorithmCall;
using Loop = AlgorithmLoop;

/// A function for each family.
class Families {
 public:
  explicit Families(const LoopMaker& make) : make_(make) {}

  std::optional<Loop> forEach(const Call& call) {
    std::size_t next = 0;
    const auto sequence = walked(call, next);
    if (!sequence || call.arguments.size() != next + 1) return std::nullopt;
    const auto operation = read_.operation(call.arguments[next], apply_, {sequence->type});
    if (!operation || !operation->op.empty()) return std::nullopt;
    return Loop{sequence->count, (*operation)(sequence->element(k_)) + ";", *operation, "", "", ""};
  }

  std::optional<Loop> transform(const Call& call) {
    std::size_t next = 0;
    const auto x = walked(call, next);
    const auto& a = call.arguments;
    if (!x || a.size() < next + 2 || a.size() > next + 3) return std::nullopt;
    const bool binary = a.size() == next + 3;
    if (binary && call.ranges) return std::nullopt;
    const auto y = binary ? read_.from(a[next]) : x;
    const auto out = read_.to(a[a.size() - 2]);
    if (!y || !out) return std::nullopt;
    const auto operation = read_.operation(a.back(), apply_, {x->type, y->type});
    if (!operation) return std::nullopt;
    const std::string value = binary ? (*operation)(x->element(k_), y->element(k_)) : (*operation)(x->element(k_));
    return Loop{x->count, out->written(k_, value), *operation, "", "", ""};
  }

  std::optional<Loop> copy(const Call& call) {
    std::size_t next = 0;
    const auto x = walked(call, next);
    if (!x || call.arguments.size() != next + 1) return std::nullopt;
    const auto out = read_.to(call.arguments[next]);
    if (!out) return std::nullopt;
    return Loop{x->count, out->written(k_, x->element(k_)), {}, "", "", ""};
  }

  /// `fill`, `generate` and `iota`: elements that are only written.
  std::optional<Loop> fill(const Call& call) {
    std::size_t next = 0;
    const auto x = walked(call, next);
    if (!x || call.arguments.size() != next + 1) return std::nullopt;
    const clang::Expr* last = call.arguments[next];
    if (call.algorithm == Algorithm::Generate) {
      const auto operation = read_.operation(last, apply_, {});
      if (!operation || operation->name.empty()) return std::nullopt;
      return Loop{x->count, x->element(k_) + " = " + operation->name + "();", *operation, "", "", ""};
    }
    auto value = read_.value(last);
    if (!value) return std::nullopt;
    if (call.algorithm == Algorithm::CountUp) {
      // Adding 1 to a floating-point number many times rounds many times.
      if (!last->getType().getNonReferenceType()->isIntegerType()) return std::nullopt;
      value = "static_cast<" + typeName(last->getType()) + ">(" + *value + " + " + k_ + ")";
    }
    return Loop{x->count, x->element(k_) + " = " + *value + ";", {}, "", "", ""};
  }

  std::optional<Loop> fold(const Call& call) {
    std::size_t next = 0;
    const auto x = walked(call, next);
    const auto& a = call.arguments;
    if (!x || call.ranges || a.size() > next + 2) return std::nullopt;
    const clang::QualType type = call.expression->getType();
    const bool hasStart = a.size() > next;
    const auto start = hasStart ? read_.start(a[next]) : std::optional<std::string>("0");
    if (!start || !isNumber(type)) return std::nullopt;
    auto value = std::optional<std::string>(result_ + " + " + x->element(k_));
    if (a.size() == next + 2) value = read_.folded(a[next + 1], result_, type, x->element(k_), x->type);
    if (!value) return std::nullopt;
    return reduction(call, x->count, result_ + " = " + *value + ";", *start, {});
  }

  static bool isNumber(clang::QualType type) { return type->isArithmeticType() || isComplexNumber(type); }

  /// `inner_product` and `transform_reduce`, without operations of their own or with one that takes an element.
  std::optional<Loop> product(const Call& call) {
    const auto& a = call.arguments;
    if (call.ranges || a.size() < 4 || a.size() > 6) return std::nullopt;
    const auto x = read_.between(a[0], a[1]);
    const clang::QualType type = call.expression->getType();
    if (!x || !isNumber(type)) return std::nullopt;
    if (a.size() == 4) {
      const auto y = read_.from(a[2]);
      const auto start = read_.start(a[3]);
      if (!y || !start) return std::nullopt;
      return reduction(call, x->count,
                       result_ + " = " + result_ + " + " + x->element(k_) + " * " + y->element(k_) + ";", *start, {});
    }
    if (a.size() == 6) return generalProduct(call, *x);
    const auto start = read_.start(a[2]);
    const auto map = read_.operation(a[4], apply_, {x->type});
    const auto plus = read_.operation(a[3], "", {type});
    if (call.algorithm != Algorithm::ProductOrFold || !start || !map || !plus || plus->op != "+") return std::nullopt;
    return reduction(call, x->count, result_ + " = " + result_ + " + " + (*map)(x->element(k_)) + ";", *start, *map);
  }

  /// With functions of its own in place of + and *.
  std::optional<Loop> generalProduct(const Call& call, const Sequence& x) {
    const auto& a = call.arguments;
    const clang::QualType type = call.expression->getType();
    const auto y = read_.from(a[2]);
    const auto start = read_.start(a[3]);
    const auto times = y ? read_.operation(a[5], apply_, {x.type, y->type}) : std::nullopt;
    const auto plus = read_.operation(a[4], "", {type});
    if (!start || !times || !plus || plus->op != "+") return std::nullopt;
    return reduction(call, x.count, result_ + " = " + result_ + " + (" + (*times)(x.element(k_), y->element(k_)) + ");",
                     *start, *times);
  }

  std::optional<Loop> count(const Call& call) {
    std::size_t next = 0;
    const auto x = walked(call, next);
    if (!x || call.arguments.size() != next + 1) return std::nullopt;
    std::string condition;
    Operation operation;
    if (call.algorithm == Algorithm::CountEqual) {
      const auto value = read_.value(call.arguments[next]);
      if (!value || !x->type->isArithmeticType()) return std::nullopt;
      condition = x->element(k_) + " == " + *value;
    } else {
      const auto test = read_.operation(call.arguments[next], apply_, {x->type});
      if (!test || !test->op.empty()) return std::nullopt;
      operation = *test;
      condition = operation(x->element(k_));
    }
    return reduction(call, x->count, "if (" + condition + ") ++" + result_ + ";", "0", operation);
  }

  std::optional<Loop> extremum(const Call& call) {
    std::size_t next = 0;
    const auto x = walked(call, next);
    if (!x || call.arguments.size() != next || !x->type->isArithmeticType() || x->type->isBooleanType())
      return std::nullopt;
    const std::string type = typeName(x->type);
    const std::string better =
        "if (" + x->element(k_) + (call.algorithm == Algorithm::Least ? " < " : " > ") + best_ + ") ";
    const std::string start =
        type + " " + best_ + " = " + x->count + " > 0 ? " + x->element("0") + " : " + type + "();";
    Loop loop;
    loop.count = x->count;
    if (call.use == Call::Element)
      return Loop{x->count, better + best_ + " = " + x->element(k_) + ";", {}, start, best_, best_ + " = %;"};
    // The first of several equal ones, for the largest too.
    loop.body = better + "{ " + best_ + " = " + x->element(k_) + "; " + at_ + " = " + k_ + "; }";
    loop.declarations = "std::ptrdiff_t " + at_ + " = 0; " + start;
    if (call.use == Call::Distance) {
      loop.value = at_;
      loop.fallback = at_ + " = %;";
      return loop;
    }
    loop.value = x->first + " + " + at_;
    loop.fallback = at_ + " = % - (" + x->first + ");";
    return loop;
  }

  std::optional<Loop> reduction(const Call& call, const std::string& count, const std::string& body,
                                const std::string& start, const Operation& operation) {
    const std::string type = typeName(call.expression->getType());
    return Loop{count, body, operation, type + " " + result_ + " = " + start + ";", result_, result_ + " = %;"};
  }

 private:
  std::optional<Sequence> walked(const Call& call, std::size_t& next) const { return make_.walked(call, next); }
  std::string typeName(clang::QualType type) const { return make_.typeName(type); }

  const LoopMaker& make_;
  const ArgumentReader& read_ = make_.read;
  const std::string &k_ = make_.names.k, &apply_ = make_.names.apply, &result_ = make_.names.result,
                    &best_ = make_.names.best, &at_ = make_.names.at;
};

const std::map<Algorithm, std::optional<Loop> (Families::*)(const Call&)> families = {
    {Algorithm::ForEach, &Families::forEach},
    {Algorithm::Transform, &Families::transform},
    {Algorithm::Copy, &Families::copy},
    {Algorithm::Fill, &Families::fill},
    {Algorithm::Generate, &Families::fill},
    {Algorithm::CountUp, &Families::fill},
    {Algorithm::Fold, &Families::fold},
    {Algorithm::Product, &Families::product},
    {Algorithm::ProductOrFold, &Families::product},
    {Algorithm::CountEqual, &Families::count},
    {Algorithm::CountMatches, &Families::count},
    {Algorithm::Least, &Families::extremum},
    {Algorithm::Greatest, &Families::extremum}};

}  // namespace

bool isElementwise(Algorithm algorithm) { return families.contains(algorithm); }

std::optional<AlgorithmLoop> elementwiseLoop(const LoopMaker& make, const AlgorithmCall& call) {
  const auto family = families.find(call.algorithm);
  return family == families.end() ? std::nullopt : (Families(make).*family->second)(call);
}

}  // namespace clustrix::compiler
