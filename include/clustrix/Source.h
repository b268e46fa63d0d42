// What the frontend finds in one translation unit: its annotated functions, each with its loops.
//
//     source + flags ──readSource──► SourceUnit { text, functions: [ { loops: [ { range, model } ] } ] }
//
// Offsets are bytes into `text`, the main file exactly as it is on disk, with headers that have annotated functions in
// place of the lines that include them.
#pragma once

#include "clustrix/HostCode.h"
#include "clustrix/LoopModel.h"
#include "clustrix/Options.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

/// A loop that stands for a call of an algorithm whose value is used: the launch becomes an expression.
struct CallSite {
  std::string declarations;  // in front of the launch: `double result = 0.0;`
  std::string fallback;      // instead of the loop: `result = std::accumulate(a, a + n, 0.0);`
  std::string value;         // of the call, behind the launch: `result`
  /// Of a search: the call from iteration `%` on, `at = std::find(a + %, a + n, x) - (a);`, in three parts or more
  /// between which the iteration stands.
  std::vector<std::string> resumed{};
};

/// What a `#line` of the source's own says of the lines behind it.
struct LineChange {
  int line = 0;      // that it stands in
  int next = 0;      // the number of the line behind it
  std::string file;  // in quotes, or "": the same
};

/// Names of variables that are declared in front of a loop.
struct VariablesInFront {
  std::set<std::string> variables;  // of a nest alone: that no constant expression can name, and are no references
  std::set<std::string> bindings;   // structured ones, of which no lambda of C++17 can have a reference
};

/// The body of a loop as it is written: a block, or one statement with its semicolon.
struct BodyPlace {
  std::size_t begin = 0, end = 0;
  bool isBlock = false;
};

/// Local variables of the function and around it, but for constants, what has no address, and what no template can be
/// given the type of.
struct VariablesNamed {
  std::set<std::string> changing;   // somebody may change them while the loop runs
  std::set<std::string> unchanged;  // they have the same values all the time
};

struct LoopSite {
  int parent = -1;  // index into AnnotatedFunction::loops; parents come before children
  int depth = 0;
  SourcePoint at;
  std::size_t begin = 0, end = 0;  // the statement, with its own attributes, up to and with its last character
  std::optional<BodyPlace> body;   // none where it begins or ends in what a macro stands for, or what was changed
  bool saidParallel = false;       // `#pragma omp parallel for` stands in front of it, whether it is heeded or not
  bool fillsParent = false;        // it is all of the body of the loop around it, both written out as `for`
  LoopModel model;
  /// One model for each further instantiation of a function template; verdict and plan must agree in all.
  std::vector<LoopModel> otherInstantiations;
  std::optional<CallSite> call;  // [begin, end) is an expression
  /// Of variables that only the model's text of the loop has: in front of the launch, `std::ptrdiff_t p_moved = 0;`,
  /// and behind one that has taken place of the loop, `p += p_moved;`.
  std::string declared, applied;
  std::vector<std::string> declaredNames;
  VariablesInFront inFront;
  VariablesNamed named;           // in its text, of those from in front
  std::set<std::string> stepped;  // of those that change, what its head moves, or only the model counts otherwise
  std::set<std::string> changed;  // of a nest alone: variables of which it does more than read the value

  /// What keeps the kernel on the host: the first call of any instantiation that no device can run; null for none.
  const Effect* hostCall() const;
};

/// In front of a function's type.
struct InlinePlace {
  std::size_t at = 0;
  bool seen = false;  // by other files, which want its code to be there
};

struct AnnotatedFunction {
  std::string name;  // qualified: `ns::Grid::step`
  SourcePoint at;
  ClusterOptions options;     // of the attribute alone
  std::size_t kernelsAt = 0;  // where kernels of this function can be declared: before its outermost declaration
  /// The namespaces that a qualified name leads into from there, outermost first: `lib` of `void lib::step() { ... }`.
  std::vector<std::string> scope{};
  std::string templateParameters;  // `class T, int N`, or ""
  std::string templateArguments;   // `T, N`
  bool inScope = false;            // its name is qualified
  std::vector<LoopSite> loops;
  HostCode hostCode;  // what stands between the loops
  /// Where it is so small that compilers inline it as written.
  std::optional<InlinePlace> inlined{};
  std::optional<std::size_t> tagAt{};  // where what has a launch needs a symbol of its own, in front of this function
};

/// ` using std::max;` where a function's body begins: nvcc would take a function of its own for what is called there.
struct LibraryUsing {
  std::size_t at = 0;
  std::string text;
};

/// A file as it is on disk.
struct WrittenFile {
  std::string path, text;
};

/// Lines of the unit's text, up to the next ones of which this is said, are lines of a file.
struct WrittenLines {
  int line = 0;  // the first one, from 1
  std::size_t file = 0;
  int fileLine = 0;  // which is this one there
};

struct SourceUnit {
  std::string path;  // of the main file as given
  std::string text;
  std::vector<AnnotatedFunction> functions;
  std::vector<std::string> dependencies;  // every file read, the main file first
  /// Begin and end of attributes behind a lambda's introducer, `[] [[clustrix::cluster]] (int n)`: nvcc takes none
  /// there.
  std::vector<std::pair<std::size_t, std::size_t>> introducerAttributes{};
  /// Where definitions of the program's own `operator new` and `operator delete` begin, in the order of the text.
  std::vector<std::size_t> allocationFunctions{};
  std::vector<LibraryUsing> usings{};     // in any order
  std::vector<LineChange> lineChanges{};  // in the order of the text
  /// Where headers with annotated functions stand in `text`: the main file and these headers, and which lines are
  /// whose. Points and edits are those of these files, offsets are those of `text`.
  std::vector<WrittenFile> written{};
  std::vector<WrittenLines> writtenLines{};

  /// The main file, and the headers in its text.
  std::vector<WrittenFile> files() const;
  /// The number of the text's line in its file.
  int fileLine(int line) const;
};

}  // namespace clustrix::compiler

// Compiled once, in lib/Model/Vectors.cpp.
extern template class std::vector<clustrix::compiler::LoopSite>;
