#include "Splice/HelperImports.h"

#include "Splice/Fingerprint.h"
#include "Support/LineDirective.h"
#include "Support/OneLine.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {
namespace {

/// The functions without a body that bodies lead to; the library's are not looked into.
class Bodiless : public TreeVisitor {
 public:
  explicit Bodiless(const clang::SourceManager& manager) : manager_(manager) {}

  void look(const clang::FunctionDecl& function) {
    const clang::FunctionDecl* definition = nullptr;
    if (!function.hasBody(definition)) {
      if (known_.insert(function.getCanonicalDecl()).second) found.push_back(&function);
    } else if (known_.insert(definition->getCanonicalDecl()).second &&
               !manager_.isInSystemHeader(definition->getLocation())) {
      bodies_.push_back(definition->getBody());
    }
  }
  void finish() {
    while (!bodies_.empty()) {
      clang::Stmt* const body = bodies_.back();
      bodies_.pop_back();
      TraverseStmt(body);
    }
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override { return see(name->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr* member) override { return see(member->getMemberDecl()); }

  std::vector<const clang::FunctionDecl*> found;  // in the order in which they are come across

 private:
  bool see(const clang::ValueDecl* declaration) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) look(*function);
    return true;
  }

  const clang::SourceManager& manager_;
  std::set<const clang::FunctionDecl*> known_;
  std::vector<clang::Stmt*> bodies_;
};

struct ErrorLine {
  int line = 0;
  std::string message;
};
/// Of `heat.cpp:12:5: error: ...`.
std::optional<ErrorLine> errorIn(llvm::StringRef text) {
  const auto [place, message] = text.split(": error: ");
  ErrorLine error{0, message.str()};
  const bool isOne = !message.empty() && !place.rsplit(':').first.rsplit(':').second.getAsInteger(10, error.line);
  return isOne ? std::optional(error) : std::nullopt;
}

/// `SQUARE` of `SQUARE(x) ((x) * (x))`.
std::string macroName(llvm::StringRef definition) {
  return definition.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || (c & '\x80') != 0; }).str();
}

void addCopy(SplicedText& text, const Helper& helper, std::size_t file) {
  for (const std::string& macro : helper.macros) {
    const std::string name = macroName(macro);
    text.add("#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n#define " + macro + "\n");
  }
  for (const std::string& scope : helper.scopes) text.add(scope + " {\n");
  text.add(lineDirective(helper.line, stringLiteral(helper.file)));
  if (helper.kind == Helper::Kind::Constant) {
    text.add(helper.text);
  } else {
    if (!helper.isInternal) text.add("inline ");
    text.keep(file, helper.begin, helper.body);
    for (const std::string& one : helper.usings) text.add(" " + one);
    text.keep(file, helper.body, helper.end);
  }
  text.add("\n");
  for (std::size_t scope = 0; scope < helper.scopes.size(); ++scope) text.add("}\n");
  for (const std::string& macro : helper.macros)
    text.add("#undef " + macroName(macro) + "\n#pragma pop_macro(\"" + macroName(macro) + "\")\n");
}

HelperCopies addCopies(SplicedText& text, const Helpers& helpers, const ReadFile& read, std::string& refused) {
  HelperCopies copies;
  std::set<std::string> included;
  std::map<std::string, std::optional<std::size_t>> files;
  for (const Helper* helper : helpers) {
    const auto [known, isNew] = files.try_emplace(helper->file);
    if (isNew)
      if (const auto content = read(helper->file)) known->second = text.addFile(helper->file, *content);
    const bool isThere = known->second && (helper->kind == Helper::Kind::Constant ||
                                           text.files()[*known->second].text.compare(helper->begin, helper->text.size(),
                                                                                     helper->text) == 0);
    if (!isThere) {
      if (!helper->isInternal)
        refused += helperRemark(*helper, "its file has changed since the helpers were written; write them again");
      continue;
    }
    if (!text.text().ends_with('\n')) text.add("\n");
    for (const std::string& header : helper->includes)
      if (included.insert(header).second) text.add("#include <" + header + ">\n");
    const int first = text.lines();
    addCopy(text, *helper, *known->second);
    copies.push_back({helper, first, text.lines()});
  }
  return copies;
}

void findDefinitions(const clang::DeclContext& scope, std::map<std::string, const clang::FunctionDecl*>& found) {
  for (const clang::Decl* declaration : scope.decls()) {
    if (!isInMainFile(*declaration)) continue;
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function && function->isThisDeclarationADefinition() && !function->isDependentContext())
      found.emplace(symbolOf(*function), function);
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
      findDefinitions(*llvm::cast<clang::DeclContext>(declaration), found);
  }
}

}  // namespace

bool isIn(const HelperCopies& copies, int line) {
  return llvm::any_of(copies, [&](const HelperCopy& copy) { return line >= copy.first && line < copy.last; });
}

HelperIndex::HelperIndex(const std::vector<Helper>& all) {
  for (const Helper& helper : all) bySymbol_.emplace(helper.symbol, &helper);
}

Helpers HelperIndex::of(const std::string& symbol, const std::string& file) const {
  Helpers found;
  for (auto [one, end] = bySymbol_.equal_range(symbol); one != end; ++one)
    if (!one->second->isInternal || one->second->file == file) found.push_back(one->second);
  return found;
}

class HelperIndex::Search {
 public:
  Search(const HelperIndex& index, std::string& refused) : index_(index), refused_(refused) {}

  void need(const std::string& symbol, const std::string& file) {
    const Helpers found = index_.of(symbol, file);
    if (found.empty() || !seen_.insert(found.front()).second) return;
    const Helper& helper = *found.front();
    if (found.size() > 1) {
      refused_ += helperRemark(helper, "'" + found.back()->file + "' defines it, too");
    } else if (!helper.problem.empty()) {
      refused_ += helperRemark(helper, helper.problem);
    } else {
      for (const std::string& other : helper.needs) need(other, helper.file);
      wanted.push_back(&helper);
    }
  }

  Helpers wanted;

 private:
  const HelperIndex& index_;
  std::string& refused_;
  std::set<const Helper*> seen_;
};

Helpers HelperIndex::wantedBy(llvm::ArrayRef<const clang::FunctionDecl*> roots, std::string& refused) const {
  if (roots.empty() || bySymbol_.empty()) return {};
  Bodiless bodiless(roots.front()->getASTContext().getSourceManager());
  for (const clang::FunctionDecl* root : roots) bodiless.look(*root);
  bodiless.finish();
  Search search(*this, refused);
  for (const clang::FunctionDecl* function : bodiless.found) search.need(symbolOf(*function), "");
  return std::move(search.wanted);
}

HelperCopies addHelpers(SplicedText& text, int line, const Helpers& helpers, const ReadFile& read,
                        std::string& refused) {
  HelperCopies copies;
  if (line > 0)
    text.insertBefore(line, [&](SplicedText& head) { copies = addCopies(head, helpers, read, refused); });
  else
    copies = addCopies(text, helpers, read, refused);
  return copies;
}

Helpers misread(clang::ASTContext& context, const HelperCopies& copies) {
  std::map<std::string, const clang::FunctionDecl*> definitions;
  findDefinitions(*context.getTranslationUnitDecl(), definitions);
  Helpers wrong;
  for (const HelperCopy& copy : copies) {
    if (copy.helper->kind == Helper::Kind::Constant) continue;
    const auto found = definitions.find(copy.helper->symbol);
    if (found == definitions.end() || fingerprintOf(*found->second).text != copy.helper->fingerprint)
      wrong.push_back(copy.helper);
  }
  return wrong;
}

std::map<const Helper*, std::string> wrongIn(const std::string& diagnostics, const HelperCopies& copies) {
  std::map<const Helper*, std::string> wrong;
  std::string first = "it does not compile";
  for (const llvm::StringRef line : llvm::split(diagnostics, '\n')) {
    const auto error = errorIn(line);
    if (!error) continue;
    for (const HelperCopy& copy : copies)
      if (error->line >= copy.first && error->line < copy.last) wrong.emplace(copy.helper, error->message);
    if (wrong.empty()) first = error->message;
  }
  if (wrong.empty())
    for (const HelperCopy& copy : copies) wrong.emplace(copy.helper, first);
  return wrong;
}

std::string helperRemark(const Helper& helper, const std::string& why) {
  return onOneLine(helper.file) + ":" + std::to_string(helper.line) + ":1: remark: loops elsewhere cannot see '" +
         helper.name + "': " + why + " [clustrix-helper]\n";
}

}  // namespace clustrix::compiler
