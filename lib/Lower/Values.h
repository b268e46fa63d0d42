// What the walk knows of a C++ value or object while it evaluates one iteration symbolically.
#pragma once

#include "Lower/SharedMap.h"

#include "clustrix/LoopModel.h"

#include "clang/AST/Decl.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace clustrix::compiler {

/// `min <= value <= max`, or the polynomial that holds it is not what C++ computes.
struct Bound {
  Polynomial value;
  Int128 min = 0, max = 0;
  friend bool operator==(const Bound&, const Bound&) = default;
};

/// An integer that is a polynomial wherever its `needs` hold.
struct IntegerValue {
  Polynomial polynomial;
  std::vector<Bound> needs;
  friend bool operator==(const IntegerValue&, const IntegerValue&) = default;
};

/// Some `bytes` of an element, beginning `at` so many behind its start; nothing: somewhere in the part at hand.
struct Piece {
  std::optional<IntegerValue> at;
  std::int64_t bytes = 0;
  friend bool operator==(const Piece&, const Piece&) = default;
};

/// Points into `array`, `offset` elements behind its start; `bytes`: at a part of that element, or at a `piece` of it.
struct PointerValue {
  ArrayId array;
  std::optional<IntegerValue> offset;
  std::optional<std::pair<std::int64_t, std::int64_t>> bytes;
  std::optional<Piece> piece{};
  friend bool operator==(const PointerValue&, const PointerValue&) = default;
};

/// Points into an object that the iteration itself created.
struct LocalPointer {
  friend bool operator==(const LocalPointer&, const LocalPointer&) = default;
};

/// A view's elements begin at `first`, or at an object of the iteration's own where that is none. Lists may say how
/// many they are: see ListedNumber.
struct ViewValue {
  std::optional<PointerValue> first;
  std::optional<IntegerValue> size;
  bool isSizeListed = false;
  friend bool operator==(const ViewValue&, const ViewValue&) = default;
};

struct Closure;

/// A lambda's object: which one, and what it has captured.
struct ClosureValue {
  std::shared_ptr<const Closure> closure;
  friend bool operator==(const ClosureValue&, const ClosureValue&) = default;
};

/// A number that is made of elements of lists, or of other data: it is known in subscripts and in bounds of inner loops
/// (see ListedValues.h), conditions may say more of other data, and it is any number elsewhere.
struct ListedNumber {
  IntegerValue number;
  friend bool operator==(const ListedNumber&, const ListedNumber&) = default;
};

/// An object of a library that leads to elements of the iteration's own alone.
struct OwnObject {
  friend bool operator==(const OwnObject&, const OwnObject&) = default;
};

/// monostate: any value.
using Value = std::variant<std::monostate, IntegerValue, PointerValue, LocalPointer, ViewValue, ClosureValue,
                           ListedNumber, OwnObject>;

/// Whether it is any number, but for subscripts and inner bounds.
inline bool isUnknown(const Value& value) {
  return std::holds_alternative<std::monostate>(value) || std::holds_alternative<ListedNumber>(value);
}
/// What is known of a number there; null where it is none.
inline const IntegerValue* numberIn(const Value& value) {
  if (const auto* listed = std::get_if<ListedNumber>(&value)) return &listed->number;
  return std::get_if<IntegerValue>(&value);
}

inline Value sizeOf(const ViewValue& view) {
  if (!view.size) return std::monostate{};
  return view.isSizeListed ? Value{ListedNumber{*view.size}} : Value{*view.size};
}
/// The same view, with as many elements as `size` says.
inline ViewValue sized(ViewValue view, const Value& size) {
  const IntegerValue* const number = numberIn(size);
  view.size = number ? std::optional(*number) : std::nullopt;
  view.isSizeListed = std::holds_alternative<ListedNumber>(size);
  return view;
}

/// Whether it is known what an object of a class is, whatever its members hold.
inline bool isKnownObject(const Value& value) {
  return std::holds_alternative<ClosureValue>(value) || std::holds_alternative<ViewValue>(value);
}

/// A variable, or a member of one: the declaration (nothing: `this`) and the members' names.
using Key = std::pair<const clang::Decl*, std::string>;

/// An object declared in the loop's body, or a temporary (no variable); `whole`: all of the variable.
struct LocalPlace {
  const clang::VarDecl* variable = nullptr;
  bool whole = false;
};
/// A named object declared outside the loop.
struct OuterPlace {
  Key key;
};
/// A part of an element of an array, or a piece of that part: `position[k]` of the part `position`.
struct ElementPlace {
  ArrayId array;
  std::optional<IntegerValue> index;
  std::int64_t begin = 0, end = 0;
  std::vector<Polynomial> inside{};  // each >= 0 wherever the element exists
  std::optional<Piece> piece{};
};
/// An element of a library's object that is not the iteration's own: it may be read.
struct SharedPlace {};
struct UnknownPlace {};
using Place = std::variant<UnknownPlace, LocalPlace, OuterPlace, ElementPlace, SharedPlace>;

/// What a lambda has captured where it was created. A variable in neither map is captured by reference, and is itself.
struct Closure {
  std::map<const clang::ValueDecl*, Value> copies;
  std::map<const clang::ValueDecl*, Place> references;  // references and parameters, bound to something else next time
  Place object;                                         // what `this` points to
};

/// What holds at one point of the walk.
struct State {
  SharedMap<Key, Value> values;        // of variables, where known
  SharedSet<Key> assigned;             // outer variables that this iteration has surely written
  std::vector<Polynomial> conditions;  // each >= 0 here
  bool certain = true;                 // reached in every iteration of the loops around
  bool reachable = true;
};

/// The number where 64 bits hold it.
inline std::optional<std::int64_t> narrow(Int128 value) {
  if (value < INT64_MIN || value > INT64_MAX) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

}  // namespace clustrix::compiler
