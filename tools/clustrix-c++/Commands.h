// Which programs clustrix-c++ runs, as values: deciding is apart from doing, so that tests need no compiler.
//
//     heat.cpp ──rewriteCommand──► heat.clustrix.cu ──compileCommand──► heat.o ──linkCommand──► heat
#pragma once

#include "clustrix-c++/CommandLine.h"
#include "layout/Layout.h"

namespace clustrix::tools {

using Command = std::vector<std::string>;

/// The compilers at hand.
struct Compilers {
  Command host;      // "g++", or "ccache", "g++"
  std::string nvcc;  // "" to compile by the host compiler
};

/// One source on its way to an object. Paths as a compiler is given them.
struct Compilation {
  std::string source;                    // "-": standard input, whose text is in `file`
  std::string language;                  // of -x, or ""
  std::optional<std::string> rewritten;  // nothing when the rewriter had nothing to change
  std::string output;
  std::string depfile;                  // "" for none
  std::vector<std::string> depTargets;  // as DependencyRequest::targets
  std::string file{};                   // that has the source's text, where that is not its own
  std::string unit{};                   // what nvcc knows `rewritten` by; "" for its path
  std::string intermediates{};          // the folder for nvcc's own files; "" for its own choice

  const std::string& text() const { return file.empty() ? source : file; }
};

/// clustrix-rewrite from a source to `rewritten`. Warning flags are left out: the compiler proper warns.
Command rewriteCommand(const CommandLine& line, const Layout& layout, const Compilation& compilation,
                       const std::string& rewritten);

/// nvcc for a rewritten file where there is one, else the host compiler.
Command compileCommand(const CommandLine& line, const Layout& layout, const Compilers& compilers,
                       const Compilation& compilation);

/// `words`: objects and link arguments, in the order of the command line. `withNvcc`: some object is nvcc's.
Command linkCommand(const CommandLine& line, const Layout& layout, const Compilers& compilers,
                    const std::vector<std::string>& words, const std::string& output, bool withNvcc);

/// The host compiler's own answer, for Goal::HostOnly.
Command hostCommand(const CommandLine& line, const Layout& layout, const Compilers& compilers);

/// Flags of g++ in nvcc's words: what nvcc does not know goes to its host compiler.
///     -O3 -march=native -Wl,-z,now   ->   -O3 -Xcompiler -march=native -Xlinker -z -Xlinker now
std::vector<std::string> forNvcc(const std::vector<std::string>& flags);

/// `a/heat.cpp` -> `heat.o`, as compilers name what nobody named.
std::string defaultOutput(const std::string& source, Goal goal);

}  // namespace clustrix::tools
