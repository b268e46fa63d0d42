// What the compiler knows of libraries by the names of their classes and functions: lib/Library/models/standard.yml,
// and what a user adds with `--library-model`.
//
//     std::vector:                                StandardClass { "std::vector", Container, Elements::Apart,
//       is: container                               members { "at": At, "data": Data, "size": Size, ... }}
//       elements: apart              ──reader──►
//       size: size
//     std::size: {asks: size}                     StandardFunction { "std::size", asks = Size }
//     grid::Buffer: {like: std::vector}           StandardClass { "grid::Buffer", all else as std::vector }
//
// Stages ask for these, and compare no names: see Library/Standard.h. Who says it vouches for it, as in Library.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustrix::compiler {

enum class ClassKind : std::uint8_t {
  None,
  Container,        // has elements side by side, of the type that its first argument is, and a number of them
  View,             // shows such elements of others, as a pointer and a number
  Collection,       // elements that lie anywhere
  Owner,            // a pointer that frees what it leads to: std::unique_ptr
  Deleter,          // by which such a pointer frees what was allocated in the usual way
  Allocator,        // the usual one
  Iterator,         // a pointer, which is its first argument, in a wrapper
  ReverseIterator,  // that goes backwards
  List,             // of elements in braces
  Optional,
  Tag,      // says which constructor is meant, or that there is no value
  Bits,     // as many as its first argument says
  Bit,      // stands for one of them
  BitBase,  // of which such a class is made in the library whose class devices have, too
  Product,  // objects of several types, as members
  Part,     // in which a product keeps one of them, whose number is its first argument
  Order,    // `<` or `>` as an object
  Usual,    // `<`, of arguments of any type
  Identity,
  Numbers,   // a range of integers
  Operator,  // `+` and its like as an object
  Complex,
  Policy,  // how an algorithm is to run
};

/// Where the elements of a container are.
enum class Elements : std::uint8_t {
  None,
  Apart,   // in memory of their own: they stay where they are when the object is moved, and go with another when it is
           // swapped
  Near,    // the same, but few may lie in the object
  Inside,  // in the object, which is nothing else
};

/// What a member function is to its class, or a function of one argument to that.
enum class Role : std::uint8_t {
  None,
  Size,
  Empty,
  Capacity,
  Data,
  Begin,
  End,
  ReverseBegin,
  ReverseEnd,
  Front,
  Back,
  At,       // checks its index, and throws
  Pointer,  // that an owner holds
  Base,     // of an iterator
  Part,     // of a view: from an element on, and how many
  FirstPart,
  LastPart,
  Append,   // a copy of its argument, behind the last element
  Emplace,  // the same, made of its arguments
  Resize,   // changes the number of elements, or where they are, and nothing else
  Swap,
  HasValue,
  Value,  // or throws
  ValueOr,
  PutValue,
  DropValue,
  AssignBits,  // all, or the one of its argument
  FlipBits,
  TestBit,  // or throws
  AskBits,
  BitsAsNumber,  // or throws
  BitsAsText,
  ReverseOf,  // makes a reverse iterator of an iterator
  AppenderOf  // makes an iterator that appends to a container
};

/// What is known of a function.
enum class Does : std::uint8_t {
  Swap,         // two objects of one type
  Exchange,     // puts its second argument into the first, and returns what was there
  MakeOwner,    // of an array of that many elements
  MakeProduct,  // of copies of its arguments
  Measure,      // how far its second argument is behind the first
  Invoke,       // its first argument, with the others
  Compute,      // reads its arguments, and does nothing else but leave a MathState
  Forms,        // C has two more of it, for float and long double
  Min,
  Max,
  IgnoreNan,  // of several numbers, it takes no NaN
  Clamp,
  Minmax,
  Absolute,
  NeverNegative,  // it returns what is at least 0, or not a number
  Exact,          // the same wherever it is computed, to the last bit
  Succeed,        // for all arguments: errno stays as it is
  SetSign,        // signgam
  SecondResult,   // where its last argument points
  Divide,         // integers, to a quotient and a remainder
  Sort,
  Bisect,
  OfComplex,         // it may be called of complex numbers
  TwoOnDevices,      // devices have it of two arguments, not of three
  VanishOnDevices,   // nvcc compiles it to nothing
  BuiltinOnDevices,  // the compiler's builtin of this name is one of devices
};

/// The loop that an algorithm stands for.
enum class Algorithm : std::uint8_t {
  None,
  ForEach,
  Transform,
  Copy,
  Fill,
  Generate,
  CountUp,
  Fold,
  Product,
  ProductOrFold,
  CountEqual,
  CountMatches,
  Least,
  Greatest,
  LeastAndGreatest,
  LeastAndGreatestValue,
  LeastValue,
  GreatestValue,
  FindEqual,
  FindMatch,
  FindMismatch,
  AllMatch,
  AnyMatches,
  NoneMatches,
  FindEqualNeighbours,
  AreInOrder,
  FindDisorder,
  AreEqual,
  FindDifference,
  ReplaceEqual,
  ReplaceMatches,
  SwapElements,
  TurnRound,
  CopyBackwards,
  Differences,
  SumsBefore,
  SumsFromStart,
  Sums,
  CopyMatches,
  CopyMismatches
};

struct StandardClass {
  std::string name{};  // qualified, without arguments of templates and inline namespaces
  ClassKind kind = ClassKind::None;
  Elements elements = Elements::None;
  bool terminated = false;                              // one more element than it counts may be read
  bool constant = false;                                // nothing is written through it
  bool packsBools = false;                              // elements of type bool share bytes
  std::string spells{};                                 // of an operator
  std::vector<std::pair<std::string, Role>> members{};  // as they were said

  /// The first name of that role; "": it has none.
  std::string_view nameOf(Role role) const {
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const auto& one) { return one.second == role; });
    return found == members.end() ? std::string_view() : std::string_view(found->first);
  }
  friend bool operator==(const StandardClass&, const StandardClass&) = default;
};

struct StandardFunction {
  std::string name{};
  Role asks = Role::None;
  std::uint64_t does = 0;  // a bit for each
  Algorithm algorithm = Algorithm::None;
  bool counted = false;  // it takes a first element and a number
  int projects = 0;      // how many arguments stand between the range and a projection; 0: it takes none
  std::string kernel{};  // what kernels call in its place

  bool is(Does what) const { return (does >> static_cast<unsigned>(what) & 1) != 0; }
  friend bool operator==(const StandardFunction&, const StandardFunction&) = default;
};

struct StandardLibrary {
  std::vector<StandardClass> classes{};
  std::vector<StandardFunction> functions{};
  bool empty() const { return classes.empty() && functions.empty(); }
};

}  // namespace clustrix::compiler
