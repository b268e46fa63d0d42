// Helpers of other sources in the text of one that calls them, as inline functions in front of the first that is to be
// rewritten: so the analysis sees them, devices have them, and a linker keeps what their own source defines.
//
//     #include "eos.h"                                                     heat.cpp, as it is
//     namespace eos {
//     #line 4 "eos.cpp"
//     inline double pressure(double rho) { using namespace ::std; ... }    eos.cpp:4
//     }
//     #line 2 "heat.cpp"
//     [[clustrix::cluster]] void step(...) { ... }
#pragma once

#include "Splice/SplicedText.h"

#include "clustrix/Helper.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

using Helpers = std::vector<const Helper*>;

/// All that sources have written down, by what they are asked for.
class HelperIndex {
 public:
  explicit HelperIndex(const std::vector<Helper>& all);

  /// Those whose bodies `roots` lead to and do not see, with all that these need, callees first. One with a problem is
  /// told in `refused`, a remark a line, and so is one that several sources define.
  Helpers wantedBy(llvm::ArrayRef<const clang::FunctionDecl*> roots, std::string& refused) const;

 private:
  class Search;
  /// `file`: of the one that names it.
  Helpers of(const std::string& symbol, const std::string& file) const;

  std::multimap<std::string, const Helper*> bySymbol_;  // internal ones, too
};

/// What stands in a file, or nothing where it cannot be read.
using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

/// Where a helper's copy stands: lines of the spliced text, from 1.
struct HelperCopy {
  const Helper* helper = nullptr;
  int first = 0, last = 0;
};
using HelperCopies = std::vector<HelperCopy>;
/// Whether the line is of one of them.
bool isIn(const HelperCopies& copies, int line);

/// Puts `helpers` in front of a line of the source, or behind all of it where that is 0. One whose file has changed
/// since is left out, and told in `refused`.
HelperCopies addHelpers(SplicedText& text, int line, const Helpers& helpers, const ReadFile& read,
                        std::string& refused);

/// Those of `copies` that do not mean what the helper does, in the text that was read.
Helpers misread(clang::ASTContext& context, const HelperCopies& copies);

/// Those of `copies` in which `diagnostics` has an error, with the first one; all where that tells of none.
std::map<const Helper*, std::string> wrongIn(const std::string& diagnostics, const HelperCopies& copies);

/// A remark that a helper stays where it is.
std::string helperRemark(const Helper& helper, const std::string& why);

}  // namespace clustrix::compiler
