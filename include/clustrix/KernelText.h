// Kernel text: what emission needs of a loop beside its mathematics: the text of its body with the places that a
// kernel fills otherwise, and what those places mean.
//
//     a[i] += w * n;      body      Text "a[i] += ", Captured 1, Text " * ", Captured 2, Text ";"
//                         captures  0: a, a pointer   1: w, a value   2: n, a value
//
// Made by the frontend, where the syntax tree is. Nobody behind it reads C++ to find something out.
#pragma once

#include "clustrix/Effect.h"
#include "clustrix/Polynomial.h"

#include <set>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// A name of the body that the kernel holds as a member.
struct Capture {
  enum Kind {
    Value,    // a scalar or small object, copied
    Pointer,  // `T*` to element 0 of `array`; type says which pointer (`double (*)[64]`)
    Span,     // container or fixed array: clustrix::Span<T> over `array`, with its size
    Scalar,   // scalars[scalar]: private to the iteration, or its partial result
  } kind = Value;
  std::string name;        // member name wished for: `a`, `value_`
  std::string type;        // C++ type of the member, without top-level const; Span: the element type with const
  std::string expression;  // C++ on the host: the value; Pointer: the base; Span: the number of elements
  ArrayId array;
  int scalar = -1;
  bool number = false;         // `type` is a number that C++ has a word for: `unsigned long`
  bool isVariable = false;     // Pointer: `expression` is a variable that holds it
  bool constElements = false;  // Span: the kernel only reads them
  bool byElement = false;      // Pointer, Span: the text reads and assigns single elements, and asks the size
  bool byReference = false;    // Value: the kernel works on the host's own object
  int bits = 0;                // Value: of a bit-field, whose `type` ends in ` : 5`
  bool nameFixed = false;  // the text says `name` where no piece can rename it (inside a macro): the member must too
};

/// The body of the loop as text with holes.
struct BodyPiece {
  enum Kind {
    Text,      // source text
    Captured,  // captures[index]
    Continue,  // `continue` of the modelled loop itself: ends the iteration
    Counter,   // the iteration number, an Index
    UpdateBegin,
    UpdateEnd,  // around the assignment of updates[index] when it carries a location or takes a NaN
    AssignBegin,
    AssignEnd,     // around an assignment of scalars[index] that not every iteration reaches
    Leave,         // in place of a statement that leaves the loop; index 1: of a block
    WhenWriting,   // in front of a statement that writes memory: a scan's first pass leaves it out
    WhenCounting,  // in front of what that statement updates, which the first pass does instead
    CountingEnd,
    ScanBlockBegin,
    ScanBlockEnd,  // around all that where it may stand between an `if` and its `else`; index 1: in front of the
                   // semicolon
    Function,      // name of functions[index]
    AppendTo,      // the place that appends[index] writes next: `out[next++]`
    AppendStep,    // and what a scan's first pass does instead: `next++`
    HeadBegin,
    HeadEnd,  // around the head of innerLoops[index]: `for (int j = 0; j < n; ++j)`
    LoopEnd,  // behind that loop
    OnceBegin,
    OnceEnd,  // around once[index]
  } kind = Text;
  std::string text;
  int index = -1;
};

/// A function of the source that reaches memory through an object from outside, such as `double& Grid::at(int, int)`.
/// The kernel cannot have the object, so it has the function's text instead, with the object's members as captures.
struct KernelFunction {
  std::string name;             // wished for: `grid_at`
  std::string source;           // qualified, for people: `Grid::at`
  std::string result;           // C++ type
  std::string parameters;       // `int i, int j`
  std::vector<BodyPiece> body;  // with its braces; it may mention functions before it
  bool nameFixed = false;       // the text says `name` where no piece can rename it (inside a macro)
};

/// A private data member that a launch reads from outside its class. The expressions of the model call it
/// `clustrix_members::NAME(object)`, and a static one `clustrix_members::NAME()`.
struct PrivateMember {
  std::string name;     // `Grid_values_`
  std::string pointer;  // C++ that only an explicit instantiation may say: `&Grid::values_`
  bool isStatic = false;
};

/// A definition from before the loop that the body needs, such as a lambda's: repeated in the kernel before the body.
struct LocalDefinition {
  std::vector<BodyPiece> text;
  int line = 0;  // of the text's first character
};

/// A function of the source's own that the kernel's text calls. nvcc compiles it for devices as well where a later
/// declaration says so; its definition stays as it is.
struct DeviceFunction {
  std::vector<std::string> scope;  // the namespaces below the kernels' place: `detail`, `inline v1`, "" without a name
  std::string head;                // `template <class T> `, or ""
  std::string declaration;         // `double norm(const geo::Vec3 &)`
  bool member = false;             // of a class, or hidden in one: only a friend declaration can name it
  friend auto operator<=>(const DeviceFunction&, const DeviceFunction&) = default;
};

/// The induction variable as the kernel declares it.
struct KernelVariable {
  std::string type;  // C++, without const; "": it has no name
  std::string name;  // "": there is none to declare
  bool constant = false;

  bool declared() const { return !name.empty(); }
  std::string cType() const { return (constant ? "const " : "") + type; }
};

/// A counted loop in the body whose head stands as such in the text.
struct InnerLoop {
  /// A variable from in front of the loop that its body names once, to add something to it or to multiply it, which has
  /// its type by then.
  struct Sum {
    std::string name;
    bool multiplies = false;
    friend bool operator==(const Sum&, const Sum&) = default;
  };
  int loop = 0;  // into LoopModel::loops
  KernelVariable variable;
  std::vector<Sum> sums;
  bool hasBraces = false;             // around its body
  bool continues = false;             // with a `continue` of its own
  std::set<std::string> locals{};     // variables of the iteration's that its body names
  std::set<std::string> outsiders{};  // ... and others
  /// Arrays that its body names once, by one subscript, to add something to an element or to multiply it, as above.
  std::vector<Sum> elementSums{};
};

/// A statement of a block that writes memory and changes no variable of the iteration's.
struct OnceStatement {
  std::size_t firstAccess = 0, endAccess = 0;  // its accesses, in LoopModel::accesses
};

struct KernelText {
  /// Why no kernel can be made of the loop's text, whatever its verdict: a clause, or "".
  std::string textProblem;
  /// Why the kernel's text cannot be compiled for a device, only for the host.
  std::vector<Effect> hostCalls;
  /// What its text calls, directly or not: nvcc compiles these for devices as well, once they are declared so.
  std::vector<DeviceFunction> deviceFunctions;
  std::vector<Capture> captures;
  std::vector<KernelFunction> functions;
  std::vector<PrivateMember> privateMembers;
  /// Some expressions follow a pointer or an index that the source follows in each iteration: they mean something only
  /// where there is an iteration.
  bool needsIteration = false;
  KernelVariable variable;       // initialised from loops[0].value
  std::string variablePrologue;  // instead: a whole statement with `%k` for the counter; or neither: the body's pieces
                                 // declare what they need with Counter
  std::vector<LocalDefinition> definitions;
  std::vector<BodyPiece> body;
  std::vector<InnerLoop> innerLoops;
  std::vector<OnceStatement> once;
  std::set<std::string> calledNames;  // identifiers that its text uses as functions or types of its own: `combine(a)`
  int bodyLine = 0;                   // line of the body's first character
  std::string header;                 // the loop's head as written, on one line
  std::string finalVariable;          // set when the induction variable outlives the loop: its C++ name
};

}  // namespace clustrix::compiler

// Compiled once, in lib/Model/Vectors.cpp.
extern template class std::vector<clustrix::compiler::Capture>;
extern template class std::vector<clustrix::compiler::BodyPiece>;
extern template class std::vector<clustrix::compiler::KernelFunction>;
extern template class std::vector<clustrix::compiler::PrivateMember>;
extern template class std::vector<clustrix::compiler::LocalDefinition>;
extern template class std::vector<clustrix::compiler::DeviceFunction>;
extern template class std::vector<clustrix::compiler::InnerLoop>;
extern template class std::vector<clustrix::compiler::OnceStatement>;
