// What calls into libraries do, in the words of `--library-model` and of the models that ship with the tool.
//
//     vendor::axpy:                                  LibraryFunction { "vendor::axpy", 5 parameters,
//       parameters: [n, alpha, x, y, incy]             reads  { parameter 2, elements [0, p0) }, ...
//       reads: x[0:n]                ──driver──►       writes { parameter 3, elements [0, p0) * p4,
//       writes:                                                 where p4 is 0 or above } }
//         y[0:n by incy]: {incy: natural}
//     at::Tensor: {copies: share}                    LibraryClass { "at::Tensor", Share }
//     at::mm: {objects: new}                         LibraryFunction { "at::mm", objects = New }
//
// The frontend turns a call into these accesses. Nothing here is proven: the author of the file vouches for it.
#pragma once

#include "clustrix/Polynomial.h"
#include "clustrix/StandardLibrary.h"

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// The numbers of [begin, end), each times `stride`, as mathematical integers; SymbolId{p} stands for the value of
/// parameter p.
struct LibraryRange {
  Polynomial begin, end, stride = 1;
  friend bool operator==(const LibraryRange&, const LibraryRange&) = default;
};

/// All sums of a number of each range. Rows of n elements that lie ld apart: `{{0, m, ld}, {0, n}}`.
using LibraryElements = std::vector<LibraryRange>;

/// Says of the value of a parameter that it is...
struct LibraryCondition {
  enum Kind { OneOf, Natural, Negative } kind = OneOf;  // one of `values`; 0 or above; below 0
  int parameter = 0;
  std::vector<std::int64_t> values{};
  friend bool operator==(const LibraryCondition&, const LibraryCondition&) = default;
};

/// What is touched, at most: the object behind a reference, any element behind a pointer, or just `elements`.
struct LibraryAccess {
  int parameter = 0;  // from 0
  std::optional<LibraryElements> elements{};
  /// Where these do not all hold, nothing is said: of the accesses of one parameter that have conditions, one is meant,
  /// and any element where it is not known which.
  std::vector<LibraryCondition> conditions{};
  friend bool operator==(const LibraryAccess&, const LibraryAccess&) = default;
};

/// What a function that works on objects of a library gives back.
enum class LibraryResult {
  Unknown,  // it works on numbers and memory, not on objects
  None,     // it may do anything: what is said of all functions around it is not meant of this one
  Shown,    // what may lead to elements of its arguments
  New,      // what leads to new elements, and to nothing else
};

struct LibraryFunction {
  std::string name;                 // qualified, without arguments of templates: `vendor::axpy`, `Eigen::*`
  std::optional<int> parameters{};  // how many; overloads with another number are not meant. Nothing: any
  bool pure = false;                // for any arguments it returns, and does nothing else
  bool threadSafe = true;           // calls may overlap
  bool device = false;              // it can be called on a device
  std::vector<LibraryAccess> reads{}, writes{};
  std::vector<int> pointed{};     // parameters whose value is the number that they point to, which is read
  std::int64_t elementBytes = 0;  // of what a `void*` leads to; 0: nobody says
  std::string hint{};             // where it keeps a loop serial: what else to call, or ""
  /// It works on objects, which it writes where its declaration lets it: it touches what its arguments lead to and
  /// nothing else, and returns or throws.
  LibraryResult objects = LibraryResult::Unknown;
  /// The namespace of `Streams`, whose streams have a member function of its name: it draws random numbers from a state
  /// that all calls share. "": it does not.
  std::string stream{};
  bool showsItself = false;  // its result stands for the object that it is called of: `m.noalias()`
  /// A class that says how results of iterations are combined, each of which calls it of an object of its own: see
  /// clustrix/ObjectReduction.h. "": nobody says that it may be so.
  std::string combines{};
  bool writesArguments = false;  // also what its arguments show, however they are declared
  bool writesObject = false;     // also the elements that the object it is called of leads to, if that is constant
  /// Parameters that point to a variable, which gets memory, or a handle, of its own.
  std::vector<int> gives{};
  std::vector<int> handles{};  // parameters whose value such a call has given, and one thread uses at a time
  bool onDevices = false;      // it runs on the thread's current device, where there are any
};

/// What a copy of an object leads to.
enum class LibraryCopies {
  Own,    // elements of its own: the class's objects have theirs to themselves
  Share,  // the same elements
  Show,   // it shows elements of other objects, as a reference does; assigning to it assigns to those
};

struct LibraryClass {
  std::string name;  // as above
  LibraryCopies copies = LibraryCopies::Own;
  /// C++ for the address of the first element and for the number of bytes, with `%` for the object. "": it has none but
  /// in itself.
  std::string first{}, bytes{};
  /// What its functions take from the calling thread: a class whose objects are made of the thread's state, and one
  /// that gives it to another thread as long as it lives. "": nothing.
  std::string threadState{}, threadGuard{};
  std::string header{};    // that has these; "": none is needed
  bool onDevices = false;  // its functions run on the thread's current device, where there are any
  bool ofDevice = false;   // ... and the elements of an object are on the device that was current when it was made
};

struct Library {
  std::vector<LibraryFunction> functions{};  // sorted by name
  std::vector<LibraryClass> classes{};       // sorted by name
  StandardLibrary standard{};                // beside what ships of the standard library
  bool empty() const { return functions.empty() && classes.empty() && standard.empty(); }
};

}  // namespace clustrix::compiler
