#include "KernelText/MacroNames.h"

#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

class MacroMention : public TreeVisitor {
 public:
  explicit MacroMention(const std::string& name) : name_(name) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    found = found || (reference->getLocation().isMacroID() && plainName(*reference->getDecl()) == name_);
    return !found;
  }
  bool found = false;

 private:
  const std::string& name_;
};

bool namedInMacro(const clang::Stmt* body, const std::string& name) {
  MacroMention mention(name);
  mention.TraverseStmt(const_cast<clang::Stmt*>(body));
  return mention.found;
}

bool says(const std::string& text, const std::string& word, const clang::LangOptions& options) {
  clang::Lexer lexer(clang::SourceLocation(), options, text.data(), text.data(), text.data() + text.size());
  clang::Token token;
  for (bool end = false; !end;) {
    end = lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::raw_identifier) && token.getRawIdentifier() == word) return true;
  }
  return false;
}

}  // namespace

std::vector<BodyPiece> declarationForMacros(Walk& walk, const clang::Stmt* body, const std::vector<BodyPiece>& pieces,
                                            const clang::LangOptions& options) {
  LoopModel& model = walk.model;
  const NestedLoop& loop = model.loops[0];
  const bool inMacro = namedInMacro(body, loop.variable) ||
                       std::any_of(walk.headExits.begin(), walk.headExits.end(),
                                   [&](const auto* test) { return namedInMacro(test, loop.variable); });
  const auto inText = [&](const BodyPiece& piece) {
    return piece.kind == BodyPiece::Text && says(piece.text, loop.variable, options);
  };
  if (!model.kernel.variable.declared() || loop.variable.empty() || !inMacro ||
      std::any_of(pieces.begin(), pieces.end(), inText))
    return {};
  const auto slope = loop.value ? loop.value->coefficientOf(loop.counter) : std::nullopt;
  const KernelVariable variable = std::exchange(model.kernel.variable, {});
  if (!slope || !slope->constant()) {
    model.kernel.textProblem = "macros alone name '" + loop.variable + "', whose step is known only at run time";
    return {};
  }
  const std::string type = variable.cType();
  std::vector<BodyPiece> made{{BodyPiece::Text, type + " " + variable.name + " = static_cast<" + type + ">(", -1}};
  const Polynomial first = loop.value->without(loop.counter);
  if (!first.constant()) {
    Capture capture;
    capture.name = "first_" + loop.variable;
    capture.type = "clustrix::Index";
    capture.expression = first.str([&](SymbolId id) {
      return "static_cast<clustrix::Index>(" + model.symbols[static_cast<std::size_t>(id.value)].expression + ")";
    });
    made.push_back({BodyPiece::Captured, "", static_cast<int>(model.kernel.captures.size())});
    made.push_back({BodyPiece::Text, " + ", -1});
    model.kernel.captures.push_back(std::move(capture));
  } else if (*first.constant() != 0) {
    made.push_back({BodyPiece::Text, std::to_string(*first.constant()) + " + ", -1});
  }
  if (*slope->constant() != 1) made.push_back({BodyPiece::Text, "(" + std::to_string(*slope->constant()) + ") * ", -1});
  made.insert(made.end(), {{BodyPiece::Counter, "", -1}, {BodyPiece::Text, "); ", -1}});
  return made;
}

}  // namespace clustrix::compiler
