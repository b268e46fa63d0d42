// The frontend: Clang parses, this stage turns annotated functions into values that know nothing of Clang.
#pragma once

#include "clustrix/Helper.h"
#include "clustrix/Library.h"
#include "clustrix/Source.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// The headers that a text begins with, read once: see Source/Preamble.h.
class Preamble;

struct CompileCommand {
  std::string directory;
  std::vector<std::string> arguments;  // without the compiler's name and the source
  Library library{};
  std::vector<Helper> helpers{};                  // of other sources
  std::map<std::string, std::string> unsaved{};   // by absolute path: what an editor has in place of those files
  std::shared_ptr<const Preamble> preamble = {};  // taken where the text begins with it
};

struct FrontendResult {
  std::optional<SourceUnit> unit;  // nothing when the source or an attribute is wrong
  std::string diagnostics;         // compiler-style, with carets, ready for standard error
  bool unreadable = false;         // the source file itself could not be read
};

/// Told of functions while the source behind them is still modelled: what is to be done with them can begin.
class FunctionListener {
 public:
  virtual ~FunctionListener() = default;
  /// `function` is whole, and stays as it is and where it is until `end` returns.
  virtual void whole(const AnnotatedFunction& function) = 0;
  /// There are no more.
  virtual void end() = 0;
};

/// Parses `source` with `command` and models every loop of every annotated function of the main file.
/// Flags that Clang does not know are dropped with a note in `diagnostics`. `listener` hears of all functions in their
/// order, or of none where a text was modelled whose places are not yet those of the source.
FrontendResult readSource(const std::string& source, const CompileCommand& command,
                          FunctionListener* listener = nullptr);

struct HelpersResult {
  std::optional<std::vector<Helper>> helpers;  // nothing when the source is wrong
  std::string diagnostics;
  bool unreadable = false;
  std::vector<std::string> dependencies;  // every file read, the source first
};

/// What `source` has for other sources that call its functions.
HelpersResult readHelpers(const std::string& source, const CompileCommand& command);

/// What `source` begins with, for many readings of texts with the same beginning: `command.preamble` itself where that
/// still holds. Null where the source cannot be read.
std::shared_ptr<const Preamble> precompile(const std::string& source, const CompileCommand& command);

}  // namespace clustrix::compiler
