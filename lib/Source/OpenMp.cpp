#include "Source/OpenMp.h"
#include "Syntax/Nesting.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>

namespace clustrix::compiler {

namespace {

/// The next name of a pragma's text, blanks in front of it left out; "" where there is none.
llvm::StringRef takeName(llvm::StringRef& text) {
  text = text.ltrim(" ,");
  const llvm::StringRef name = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  text = text.drop_front(name.size());
  return name;
}

/// What stands in the brackets that `text` begins with, which are taken away.
llvm::StringRef takeBrackets(llvm::StringRef& text) {
  text = text.ltrim();
  if (!text.starts_with("(")) return "";
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth > 0) continue;
    const llvm::StringRef inside = text.slice(1, i);
    text = text.drop_front(i + 1);
    return inside;
  }
  text = "";
  return text;
}

/// `omp ...` of a pragma on a line, and of `_Pragma("omp ...")`; nothing for others.
std::optional<llvm::StringRef> directiveOf(llvm::StringRef pragma) {
  if (pragma.starts_with("omp ")) return pragma.drop_front(4);
  const std::size_t at = pragma.find("omp ");
  if (!pragma.contains("_Pragma") || at == llvm::StringRef::npos) return std::nullopt;
  return pragma.drop_front(at + 4);
}

/// What a construct says of the one loop that follows it.
OpenMpLoop loopUnder(llvm::StringRef directive) {
  static constexpr std::array<llvm::StringLiteral, 11> harmless = {"schedule", "num_threads", "proc_bind", "collapse",
                                                                   "shared",   "default",     "nowait",    "safelen",
                                                                   "simdlen",  "lastprivate", "reduction"};
  OpenMpLoop result;
  llvm::StringRef rest = directive;
  bool threads = false;
  for (;;) {
    llvm::StringRef after = rest;
    const llvm::StringRef word = takeName(after);
    if (word != "parallel" && word != "for" && word != "simd") break;
    threads = threads || word == "parallel";
    rest = after;
  }
  const llvm::StringRef kind = directive.drop_back(rest.size()).trim();
  if (kind != "parallel for" && kind != "parallel for simd" && kind != "simd") {
    result.problem = "a loop under 'omp " + takeName(directive).str() + "' runs as OpenMP divides it";
    return result;
  }
  while (!rest.trim(" \")").empty()) {
    const llvm::StringRef clause = takeName(rest);
    const llvm::StringRef names = takeBrackets(rest);
    if (clause == "private" || clause == "firstprivate") {
      for (llvm::StringRef left = names; !left.trim().empty();) {
        const llvm::StringRef name = takeName(left);
        if (name.empty()) break;
        result.privates.insert(name.str());
      }
    } else if (!llvm::is_contained(harmless, clause) || names.contains("++") || names.contains("--")) {
      result.problem = "the OpenMP clause '" + clause.str() + "' may change what the loop does";
      return result;
    }
  }
  return result;
}

/// Those in front of a statement.
std::vector<std::string> directivesOf(const clang::Stmt& statement, const FilePlaces& places) {
  std::vector<std::string> result;
  for (const std::string& pragma : places.pragmasOf(places.offset(statement.getBeginLoc())))
    if (const auto directive = directiveOf(pragma)) result.push_back(directive->str());
  return result;
}

class Search {
 public:
  Search(const FilePlaces& places, OpenMpLoops& found) : places_(places), found_(found) {}

  void run(const clang::Stmt* statement, bool inside) {
    if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return;
    const bool loops = isLoop(statement);
    const std::vector<std::string> directives =
        llvm::isa<clang::Expr>(statement) || statement->getBeginLoc().isInvalid() ? std::vector<std::string>()
                                                                                  : directivesOf(*statement, places_);
    found_.any = found_.any || !directives.empty();
    if (loops && inside)
      found_.loops[statement].problem = "each thread of an OpenMP region runs the loop";
    else if (loops && directives.size() > 1)
      found_.loops[statement].problem = "OpenMP constructs stand around the loop";
    else if (loops && directives.size() == 1)
      found_.loops[statement] = loopUnder(directives.front());
    // What is declared in front of a loop in one statement with it stands in the construct, too.
    for (const clang::Stmt* child : statement->children()) run(child, inside || !directives.empty());
  }

 private:
  const FilePlaces& places_;
  OpenMpLoops& found_;
};

}  // namespace

OpenMpLoops openMpLoops(const clang::Stmt* body, const FilePlaces& places) {
  OpenMpLoops found;
  Search(places, found).run(body, false);
  return found;
}

bool isSaidParallel(const clang::Stmt& loop, const FilePlaces& places) {
  const std::vector<std::string> directives = directivesOf(loop, places);
  return directives.size() == 1 && llvm::StringRef(directives[0]).starts_with("parallel for");
}

bool usesOpenMp(const clang::ASTContext& context) {
  const auto name = context.Idents.find("_OPENMP");
  return name != context.Idents.end() && name->second->hasMacroDefinition();
}

}  // namespace clustrix::compiler
