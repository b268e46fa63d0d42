// What the frontend finds in one translation unit: the annotated functions of its main file, each with its loops.
//
//     source + flags ──readSource──► SourceUnit { text, functions: [ { loops: [ { range, model } ] } ] }
//
// Offsets are bytes into `text`, the main file exactly as it is on disk.
#pragma once

#include "clustrix/HostCode.h"
#include "clustrix/LoopModel.h"
#include "clustrix/Options.h"

#include <cstddef>
#include <optional>
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

struct LoopSite {
  int parent = -1;  // index into AnnotatedFunction::loops; parents come before children
  int depth = 0;
  SourcePoint at;
  std::size_t begin = 0, end = 0;  // the statement, with its own attributes, up to and with its last character
  LoopModel model;
  /// One model for each further instantiation of a function template; verdict and plan must agree in all.
  std::vector<LoopModel> otherInstantiations;
  std::optional<CallSite> call;  // [begin, end) is an expression
  /// Of variables that only the model's text of the loop has: in front of the launch, `std::ptrdiff_t p_moved = 0;`,
  /// and behind one that has taken place of the loop, `p += p_moved;`.
  std::string declared, applied;
  std::vector<std::string> declaredNames;

  /// What keeps the kernel on the host: the first call of any instantiation that no device can run; null for none.
  const Effect* hostCall() const;
};

struct AnnotatedFunction {
  std::string name;  // qualified: `ns::Grid::step`
  SourcePoint at;
  ClusterOptions options;     // of the attribute alone
  std::size_t kernelsAt = 0;  // where kernels of this function can be declared: before its outermost declaration
  /// The namespaces that a qualified name leads into from there, outermost first: `lib` of `void lib::step() { ... }`.
  std::vector<std::string> scope{};
  std::string templateHead;       // `template <class T, int N>`, or ""
  std::string templateArguments;  // `T, N`
  std::vector<LoopSite> loops;
  HostCode hostCode;  // what stands between the loops
};

struct SourceUnit {
  std::string path;  // of the main file as given
  std::string text;
  std::vector<AnnotatedFunction> functions;
  std::vector<std::string> dependencies;  // every file read, the main file first
  /// Begin and end of attributes behind a lambda's introducer, `[] [[clustrix::cluster]] (int n)`: nvcc takes none
  /// there.
  std::vector<std::pair<std::size_t, std::size_t>> introducerAttributes{};
};

}  // namespace clustrix::compiler
