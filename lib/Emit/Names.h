// Names: identifiers of the generated code that collide with nothing in the source around them.
#pragma once

#include "Support/Identifiers.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustrix::compiler {

/// The identifiers and keywords in a piece of C++, each once, sorted. Comments and literals hold none.
std::vector<std::string> identifiers(std::string_view cpp);

/// Whether the piece of C++ has `word` as an identifier or keyword.
bool mentions(std::string_view cpp, std::string_view word);

/// `name` as an identifier without reserved spellings, in ASCII: `this->n_` is `n`, `grid.size()` is `grid_size`.
std::string sanitised(std::string_view name);

/// The last component of a qualified name as an identifier: `ns::Grid::step` is `step`.
std::string unqualified(std::string_view name);

/// The components in front of that one: `ns::Grid`.
std::string scopeOf(std::string_view name);

/// `double* a` of `double *` and `a`, `double (*a)[64]` of `double (*)[64]` and `a`, `unsigned a : 5` of `unsigned : 5`
/// and `a`.
std::string declaration(const std::string& type, const std::string& name);

/// A pattern of the model's with a text in place of `%` and a letter: `%l = merge(%l, %r);`.
std::string filled(const std::string& pattern, const std::map<char, std::string>& texts);

/// `cpp` with each identifier that `names` has an entry for replaced.
std::string renamed(std::string_view cpp, const std::map<std::string, std::string>& names);

/// `namespace a {`, `inline namespace b {` and what closes them, of namespaces as AnnotatedFunction::scope names them.
std::pair<std::string, std::string> namespaceBraces(const std::vector<std::string>& scope);

/// Identifiers in use in one scope.
class Names {
 public:
  void reserve(std::string_view cpp);
  bool isFree(const std::string& name) const { return taken_.count(name) == 0; }
  /// `wish`, or `wish_`, `wish2`, ..., the first that is free; taken from then on.
  std::string pick(const std::string& wish);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace clustrix::compiler
