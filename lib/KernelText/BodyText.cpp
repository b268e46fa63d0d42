#include "KernelText/BodyText.h"

#include "KernelText/DeviceText.h"
#include "KernelText/ElementUses.h"
#include "KernelText/Extremes.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelScope.h"
#include "KernelText/MacroNames.h"
#include "KernelText/TextEdit.h"
#include "KernelText/UnusedParts.h"
#include "KernelText/UsingsInFront.h"
#include "Lower/Walk.h"
#include "Lower/WalkInput.h"
#include "Memory/Storage.h"
#include "Memory/UnseenArrays.h"
#include "Memory/WholeArrays.h"
#include "Source/FilePlaces.h"
#include "Source/HeadQuote.h"
#include "Syntax/BodyContents.h"
#include "Syntax/LoopParts.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"
#include "Syntax/Unevaluated.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <charconv>

namespace clustrix::compiler {

namespace {

bool isInside(const clang::Stmt* text, clang::SourceLocation at) {
  return at.getRawEncoding() >= text->getBeginLoc().getRawEncoding() &&
         at.getRawEncoding() <= text->getEndLoc().getRawEncoding();
}

/// Names of types in the body that mean something only inside the function or its class. An alias can be spelled out.
class LocalNames : public TreeVisitor {
 public:
  struct Spelling {
    clang::SourceRange range;
    std::string text;
  };
  LocalNames(const clang::Stmt* body, Walk& walk, const KernelScope& scope) : body_(body), walk_(walk), scope_(scope) {}
  /// `typename Grid<T>::real`: with what stands in front of the name.
  bool TraverseElaboratedTypeLoc(clang::ElaboratedTypeLoc type) override {
    const clang::SourceRange outer = std::exchange(elaborated_, type.getSourceRange());
    const bool goesOn = TreeVisitor::TraverseElaboratedTypeLoc(type);
    elaborated_ = outer;
    return goesOn;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) override {
    if (isKnownOutside(type.getTypedefNameDecl())) return true;
    // Not in its own words: `std::array<real, width>`.
    const auto text = walk_.host.nameFor(type.getTypedefNameDecl()->getUnderlyingType().getCanonicalType());
    // `double*` in place of a name would take a `const` in front of it for another one.
    const bool isWord = text && text->find_first_of("*&([") == std::string::npos;
    if (!isWord) return refuse(type.getTypedefNameDecl());
    const bool isQualified = elaborated_.isValid() && elaborated_.getEnd() == type.getEndLoc();
    spellings.push_back({isQualified ? elaborated_ : type.getSourceRange(), *text});
    return true;
  }
  bool VisitTagTypeLoc(clang::TagTypeLoc type) override {
    const clang::TagDecl* tag = type.getDecl();
    if (!isKnownOutside(tag)) return refuse(tag);
    return inQualifier_ || declaredInBody(tag) || scope_.knows(type.getType()) || refuse(tag);
  }
  /// `Cells::width`: the kernel has the constant itself.
  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc qualifier) override {
    const bool outer = std::exchange(inQualifier_, true);
    const bool goesOn = TreeVisitor::TraverseNestedNameSpecifierLoc(qualifier);
    inQualifier_ = outer;
    return goesOn;
  }
  bool VisitUsingTypeLoc(clang::UsingTypeLoc type) override {
    return isKnownOutside(type.getFoundDecl()) || refuse(type.getFoundDecl());
  }
  /// `__func__`, but for that of a failed assertion.
  bool VisitPredefinedExpr(clang::PredefinedExpr*) override {
    namesFunction = true;
    return true;
  }
  bool TraverseCallExpr(clang::CallExpr* call, Queue*) override {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    return (callee && plainName(*callee) == "__assert_fail") || TreeVisitor::TraverseCallExpr(call);
  }
  std::vector<Spelling> spellings;
  std::string name;
  bool namesFunction = false;

 private:
  bool refuse(const clang::NamedDecl* declaration) {
    name = declaration->getNameAsString();
    return false;
  }
  bool isKnownOutside(const clang::NamedDecl* declaration) const {
    const clang::DeclContext* scope = declaration->getDeclContext();
    while (scope && scope->isTransparentContext()) scope = scope->getParent();
    const bool local = scope && (scope->isFunctionOrMethod() || scope->isRecord());
    if (!local || declaredInBody(declaration)) return true;
    if (scope->isRecord() && llvm::cast<clang::RecordDecl>(scope)->isInStdNamespace()) return true;
    return scope->isRecord() && declaration->getDeclContext()->isStdNamespace();
  }
  bool declaredInBody(const clang::NamedDecl* declaration) const { return isInside(body_, declaration->getLocation()); }
  const clang::Stmt* body_;
  Walk& walk_;
  const KernelScope& scope_;
  clang::SourceRange elaborated_;
  bool inQualifier_ = false;
};

/// Names in the text that stand at namespace scope and behind the kernel: those of the declaration that the loop itself
/// is part of.
///
///     const int x = 5, y = [](double* a, int n) [[clustrix::cluster]] { for (...) a[i] += x; return 1; }(p, n);
class NamesBehind : public TreeVisitor {
 public:
  explicit NamesBehind(const KernelScope& scope) : scope_(scope) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    const clang::ValueDecl* declared = name->getDecl();
    const clang::DeclContext* around = declared->getDeclContext();
    if (llvm::isa<clang::EnumConstantDecl>(declared)) around = around->getParent();
    if (around->getRedeclContext()->isFileContext() && !scope_.knows(*declared)) found.push_back(name);
    return true;
  }
  std::vector<const clang::DeclRefExpr*> found;

 private:
  const KernelScope& scope_;
};

/// Whether a preprocessor's line in `text` begins with one of the words.
bool hasDirective(llvm::StringRef text, std::initializer_list<llvm::StringRef> words) {
  for (std::size_t at = text.find('#'); at != llvm::StringRef::npos; at = text.find('#', at + 1)) {
    const std::size_t before = text.substr(0, at).find_last_not_of(" \t\v\f\r");
    if (before != llvm::StringRef::npos && text[before] != '\n') continue;
    const llvm::StringRef line = text.substr(at + 1).split('\n').first.ltrim();
    if (llvm::any_of(words, [&](llvm::StringRef word) { return line.starts_with(word); })) return true;
  }
  return false;
}

/// From the first to behind the last token; a macro counts as the text that is expanded.
std::optional<TextRange> rangeOf(const clang::SourceManager& manager, const clang::LangOptions& options,
                                 clang::SourceLocation first, clang::SourceLocation last) {
  const clang::SourceLocation begin = manager.getExpansionLoc(first);
  const clang::SourceLocation end =
      clang::Lexer::getLocForEndOfToken(manager.getExpansionRange(last).getEnd(), 0, manager, options);
  if (end.isInvalid() || !manager.isWrittenInMainFile(begin) || !manager.isWrittenInMainFile(end)) return std::nullopt;
  return TextRange{manager.getFileOffset(begin), manager.getFileOffset(end)};
}

/// Spells the types of what `decltype` and `sizeof` name from outside of `text`; "" or why that cannot be done.
std::string spellUnevaluated(const clang::Stmt* text, Walk& walk, const WalkInput& input) {
  const TextScope scope{[&](const clang::VarDecl* variable) { return isInside(text, variable->getLocation()); },
                        [&](clang::QualType type) { return walk.host.nameFor(type); }, &input.context};
  // In a macro's text that names it elsewhere, too, and has made the kernel keep the name.
  const auto isKept = [&](const clang::VarDecl* variable) {
    const auto& captures = walk.model.kernel.captures;
    return variable && std::any_of(captures.begin(), captures.end(), [&](const Capture& capture) {
             return capture.nameFixed && capture.kind != Capture::Scalar && capture.name == variable->getName();
           });
  };
  for (const UnevaluatedName& one : unevaluatedNames(text, scope)) {
    // Of a template's parameters alone: each instantiation asks for itself.
    if (one.names.empty() && input.function.isTemplateInstantiation()) continue;
    const bool plain = one.range.getBegin().isFileID() && one.range.getEnd().isFileID();
    if (!plain && one.isNumber && std::all_of(one.names.begin(), one.names.end(), isKept)) continue;
    const auto where = rangeOf(input.context.getSourceManager(), input.context.getLangOpts(), one.range.getBegin(),
                               one.range.getEnd());
    if (!plain || !where || !one.text) return "a type is told by a name that the kernel does not have";
    walk.edits.push_back({where->begin, where->end, {BodyPiece::Text, *one.text, -1}});
  }
  return "";
}

void addEffect(LoopModel& model, const std::string& code, const std::string& message) {
  model.effects.push_back({code, message, "", model.at});
}

/// Types that the text spells in words of its class or function, or tells by a name, in words that the kernel has.
void spellTypes(const clang::Stmt* text, Walk& walk, const WalkInput& input) {
  LoopModel& model = walk.model;
  const auto refuse = [&](const char* code, const std::string& message) { addEffect(model, code, message); };
  const KernelScope scope(input.function, input.kernelsAt, input.texts);
  LocalNames names(text, walk, scope);
  names.TraverseStmt(const_cast<clang::Stmt*>(text));
  if (names.namesFunction)
    refuse("effect.unknown-construct", "the name of the function, __func__, is another one in a kernel");
  if (!names.name.empty())
    refuse("effect.unsupported-type", "the type '" + names.name + "' has a meaning only inside its class or function");
  for (const LocalNames::Spelling& spelling : names.spellings) {
    const auto where = rangeOf(input.context.getSourceManager(), input.context.getLangOpts(), spelling.range.getBegin(),
                               spelling.range.getEnd());
    if (!where || !spelling.range.getBegin().isFileID())
      refuse("effect.macro", "a type of the function stands in a macro, where the kernel cannot spell it out");
    else
      walk.edits.push_back({where->begin, where->end, {BodyPiece::Text, spelling.text, -1}});
  }
  const auto obstacle = [&](clang::SourceLocation at, const std::string& problem, const std::string& hint) {
    model.obstacles.push_back({"plan.not-expressible", problem, hint, input.places.point(at)});
  };
  if (const std::string problem = spellUnevaluated(text, walk, input); !problem.empty())
    obstacle(text->getBeginLoc(), problem, "");
  if (const std::string problem = spellExtremes(text, input.context, walk.edits); !problem.empty())
    obstacle(text->getBeginLoc(), problem, "write std:: in the macro");
  const auto declares = [&](const clang::VarDecl* variable) { return isInside(text, variable->getLocation()); };
  if (const auto* array = wholeArrayIn(text, declares))
    obstacle(array->getBeginLoc(), "'" + array->getDecl()->getNameAsString() + "' is used as an array, with its type",
             "use its elements, or a std::array");
}

/// A number that the kernel can say.
bool isSayable(const clang::VarDecl& variable) {
  if (!variable.isConstexpr() || !isConstantNumber(variable) || variable.getType()->isDependentType()) return false;
  const clang::APValue* known = variable.evaluateValue();
  if (!known || !known->isFloat() || !known->getFloat().isFinite()) return false;
  const auto& semantics = known->getFloat().getSemantics();
  return &semantics == &llvm::APFloat::IEEEsingle() || &semantics == &llvm::APFloat::IEEEdouble();
}

/// Constants of the function or its class that the text names where only a constant may stand: bounds of arrays,
/// arguments of templates, labels of cases. No edit has put anything in their place.
class NeededConstants : public TreeVisitor {
 public:
  NeededConstants(const clang::Stmt* text, const Walk& walk, const WalkInput& input)
      : text_(text), walk_(walk), context_(input.context) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    const clang::ValueDecl* constant = name->getDecl();
    if (name->isValueDependent() || !isConstant(*constant) || isInside(text_, constant->getLocation()) ||
        isReplaced(*name))
      return true;
    if (name->hasQualifier() && name->getLocation().isFileID())
      qualified.push_back(name);
    else if (!llvm::is_contained(found, constant))
      found.push_back(constant);
    return true;
  }
  std::vector<const clang::ValueDecl*> found;
  std::vector<const clang::DeclRefExpr*> qualified;  // `Grid::width`

 private:
  bool isConstant(const clang::ValueDecl& constant) const {
    if (llvm::isa<clang::EnumConstantDecl>(constant)) {
      return !constant.getDeclContext()->getParent()->getRedeclContext()->isFileContext();
    }
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(&constant);
    const clang::QualType type = constant.getType();
    if (!variable || !(variable->isLocalVarDecl() || variable->isStaticDataMember())) return false;
    if (type->isRealFloatingType()) return isSayable(*variable);
    return type.isConstQualified() && type->isIntegralOrEnumerationType() && !type.isVolatileQualified() &&
           variable->isUsableInConstantExpressions(context_);
  }
  bool isReplaced(const clang::DeclRefExpr& name) const {
    if (!name.getLocation().isFileID()) return false;
    const std::size_t at = context_.getSourceManager().getFileOffset(name.getLocation());
    return std::any_of(walk_.edits.begin(), walk_.edits.end(),
                       [&](const TextEdit& edit) { return edit.begin <= at && at < edit.end; });
  }
  const clang::Stmt* text_;
  const Walk& walk_;
  clang::ASTContext& context_;
};

struct ConstantText {
  std::string type, value;
};

/// `0.1`, `2.0f`: the shortest that is this number.
std::string literalOf(const llvm::APFloat& value, bool isFloat) {
  char digits[32];
  const auto end = isFloat ? std::to_chars(digits, digits + sizeof digits, value.convertToFloat())
                           : std::to_chars(digits, digits + sizeof digits, value.convertToDouble());
  std::string text(digits, end.ptr);
  if (text.find_first_of(".e") == text.npos) text += ".0";
  return text + (isFloat ? "f" : "");
}

/// What the kernel says for a constant. An enumerator of a type that it cannot name is a number.
std::optional<ConstantText> constantText(const clang::ValueDecl& constant, Walk& walk) {
  const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(&constant);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(&constant);
  const clang::APValue* known = variable ? variable->evaluateValue() : nullptr;
  if (known && known->isFloat() && isSayable(*variable)) {
    const bool isFloat = &known->getFloat().getSemantics() == &llvm::APFloat::IEEEsingle();
    return ConstantText{isFloat ? "float" : "double", literalOf(known->getFloat(), isFloat)};
  }
  if (!enumerator && (!known || !known->isInt())) return std::nullopt;
  const llvm::APSInt& value = enumerator ? enumerator->getInitVal() : known->getInt();
  if (value.getSignificantBits() > 62) return std::nullopt;
  const std::string number = llvm::toString(value, 10);
  const auto* scope = enumerator ? llvm::cast<clang::EnumDecl>(enumerator->getDeclContext()) : nullptr;
  if (scope && !scope->isScoped()) return ConstantText{value.getSignificantBits() < 32 ? "int" : "long long", number};
  const auto type = walk.host.nameFor(constant.getType().getUnqualifiedType());
  if (!type) return std::nullopt;
  const bool isNumber = !constant.getType()->isEnumeralType();
  return ConstantText{*type, isNumber ? number : "static_cast<" + *type + ">(" + number + ")"};
}

/// `constexpr int w = 8; ` for those that the text names as such; the others become numbers where they stand.
std::string constantsFor(const clang::Stmt* text, Walk& walk, const WalkInput& input) {
  NeededConstants needed(text, walk, input);
  needed.TraverseStmt(const_cast<clang::Stmt*>(text));
  std::string declarations;
  for (const clang::ValueDecl* constant : needed.found)
    if (const auto said = constantText(*constant, walk))
      declarations += "constexpr " + said->type + " " + constant->getNameAsString() + " = " + said->value + "; ";
  for (const clang::DeclRefExpr* name : needed.qualified) {
    const auto said = constantText(*name->getDecl(), walk);
    const auto where =
        rangeOf(input.context.getSourceManager(), input.context.getLangOpts(), name->getBeginLoc(), name->getEndLoc());
    if (!said || !where) continue;
    const bool plain = said->type == "int" || said->value.starts_with("static_cast");
    walk.edits.push_back(
        {where->begin,
         where->end,
         {BodyPiece::Text, plain ? said->value : "static_cast<" + said->type + ">(" + said->value + ")", -1}});
  }
  return declarations;
}

/// Why no kernel can have the text: a name that means nothing where it stands, and that no edit replaces.
void refuseNamesBehind(const clang::Stmt* text, Walk& walk, const WalkInput& input) {
  const KernelScope scope(input.function, input.kernelsAt, input.texts);
  NamesBehind names(scope);
  names.TraverseStmt(const_cast<clang::Stmt*>(text));
  for (const clang::DeclRefExpr* name : names.found) {
    const auto at = name->getLocation();
    const std::size_t offset = input.context.getSourceManager().getFileOffset(at);
    const auto replaces = [&](const TextEdit& edit) { return edit.begin <= offset && offset < edit.end; };
    if (at.isFileID() && std::any_of(walk.edits.begin(), walk.edits.end(), replaces)) continue;
    walk.model.obstacles.push_back(
        {"plan.not-expressible",
         "'" + name->getDecl()->getNameAsString() + "' is declared together with what has the loop, behind the kernel",
         "give it a declaration of its own, before the function",
         FilePlaces(input.context).point(name->getBeginLoc())});
    return;
  }
}

/// `if (!(a[i] != x)) return true;` for each test of the head that ends the loop like a `break`.
bool addExits(const Walk& walk, const WalkInput& input, llvm::StringRef text, std::vector<BodyPiece>& lead) {
  const auto& manager = input.context.getSourceManager();
  for (const clang::Expr* test : walk.headExits) {
    const auto range = rangeOf(manager, input.context.getLangOpts(), test->getBeginLoc(), test->getEndLoc());
    const auto edits = range ? ordered(walk.edits, *range) : std::nullopt;
    if (!edits) return false;
    lead.push_back({BodyPiece::Text, "if (!(", -1});
    for (BodyPiece& piece : pieced(text, *edits, *range)) lead.push_back(std::move(piece));
    lead.insert(lead.end(), {{BodyPiece::Text, ")) ", -1}, {BodyPiece::Leave, "", 0}, {BodyPiece::Text, "; ", -1}});
  }
  return true;
}

/// What the iteration computes again of earlier ones: lines of their own, `indent` being what the body's lines have.
bool addRecomputed(const Walk& walk, llvm::StringRef text, const std::string& indent, std::vector<BodyPiece>& lead) {
  if (!walk.recomputed.empty() && !lead.empty()) lead.push_back({BodyPiece::Text, "\n", -1});
  for (const RecomputedStatement& one : walk.recomputed) {
    lead.insert(lead.end(), one.pieces.begin(), one.pieces.end());
    if (!one.copied) continue;
    const TextRange range{one.copied->first, one.copied->second};
    const auto edits = ordered(walk.edits, range);
    if (!edits) return false;
    for (BodyPiece& piece : pieced(text, *edits, range)) lead.push_back(std::move(piece));
  }
  for (BodyPiece& piece : lead)
    for (auto at = piece.text.find('\n'); at != std::string::npos; at = piece.text.find('\n', at + 1))
      piece.text.insert(at + 1, indent);
  return true;
}

/// The lambdas from before the loop that its body calls, in the order of the text: a later one may call an earlier one.
bool cutDefinitions(Walk& walk, const WalkInput& input, llvm::StringRef text) {
  const auto& manager = input.context.getSourceManager();
  std::map<std::size_t, LocalDefinition> inOrder;
  for (const auto& [lambda, variable] : walk.repeated) {
    const auto range = rangeOf(manager, input.context.getLangOpts(), lambda->getBeginLoc(), lambda->getEndLoc());
    const auto edits = range ? ordered(walk.edits, *range) : std::nullopt;
    if (!edits) return false;
    LocalDefinition& definition = inOrder[range->begin];
    definition.line =
        static_cast<int>(manager.getLineNumber(manager.getMainFileID(), static_cast<unsigned>(range->begin)));
    definition.text = {{BodyPiece::Text, "const auto " + variable->getNameAsString() + " = ", -1}};
    for (BodyPiece& piece : pieced(text, *edits, *range)) definition.text.push_back(std::move(piece));
    definition.text.push_back({BodyPiece::Text, ";", -1});
  }
  for (auto& [begin, definition] : inOrder) walk.model.kernel.definitions.push_back(std::move(definition));
  return true;
}

/// Whether the kernel has a variable by the name that a using declaration gives: a used one that is a member there, or
/// one that hides what is used.
bool hasOwn(const LoopModel& model, const clang::DeclStmt& said) {
  const auto* named = said.isSingleDecl() ? llvm::dyn_cast<clang::UsingDecl>(said.getSingleDecl()) : nullptr;
  if (!named || !named->getDeclName().isIdentifier()) return false;
  const auto isIt = [name = named->getName().str()](const auto& one) { return one.name == name; };
  return std::any_of(model.kernel.captures.begin(), model.kernel.captures.end(), isIt) ||
         std::any_of(model.scalars.begin(), model.scalars.end(), isIt);
}

/// What the function has said of names before the loop holds in the kernel from its begin.
bool repeatUsings(LoopModel& model, const WalkInput& input, llvm::StringRef text) {
  const auto& manager = input.context.getSourceManager();
  std::vector<LocalDefinition> used;
  for (const clang::DeclStmt* one : usingsInFront(input.function, input.loop, input.texts)) {
    if (hasOwn(model, *one)) continue;
    const auto range = rangeOf(manager, input.context.getLangOpts(), one->getBeginLoc(), one->getEndLoc());
    if (!range) return false;
    const unsigned line = manager.getLineNumber(manager.getMainFileID(), static_cast<unsigned>(range->begin));
    const std::string said = text.substr(range->begin, range->end - range->begin).str();
    used.push_back({{{BodyPiece::Text, said, -1}}, static_cast<int>(line)});
  }
  model.kernel.definitions.insert(model.kernel.definitions.begin(), used.begin(), used.end());
  return true;
}

/// Ends what stands in front of the body, and counts the body's lines from there.
void endFront(KernelText& kernel) {
  if (kernel.body.empty()) return;
  std::string& last = kernel.body.back().text;
  while (last.ends_with(' ') || last.ends_with('\n')) last.pop_back();
  kernel.body.push_back({BodyPiece::Text, "\n", -1});
  for (const BodyPiece& piece : kernel.body)
    kernel.bodyLine -= static_cast<int>(std::count(piece.text.begin(), piece.text.end(), '\n'));
  // The first lines of a file have no room for more in front of them.
  kernel.bodyLine = std::max(kernel.bodyLine, 1);
}

}  // namespace

void cutBody(Walk& walk, const WalkInput& input) {
  LoopModel& model = walk.model;
  const auto& manager = input.context.getSourceManager();
  const auto& options = input.context.getLangOpts();
  const auto refuse = [&](const char* code, const std::string& message) { addEffect(model, code, message); };
  const clang::Stmt* body = bodyOf(&input.loop);
  const auto whole = rangeOf(manager, options, input.loop.getBeginLoc(), input.loop.getEndLoc());
  auto range = rangeOf(manager, options, body->getBeginLoc(), body->getEndLoc());
  if (!whole || !range || (range->begin == whole->begin) || range->end > whole->end) {
    model.kernel.textProblem = "the loop and its body stand in one macro";
    return;
  }
  const llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  model.kernel.header = headQuote(text.substr(whole->begin, range->begin - whole->begin).str());
  if (hasDirective(text.substr(whole->begin, range->end - whole->begin), {"include"}))
    return refuse("effect.unknown-construct", "a part of the loop is included from another file");
  // What a name means could change on the way to the kernel.
  if (input.kernelsAt < range->end &&
      hasDirective(text.substr(input.kernelsAt, range->end - input.kernelsAt), {"define", "undef"}))
    return refuse("effect.macro", "a macro is defined between the kernel's place and the end of the loop");
  std::vector<const clang::Stmt*> repeated = {body};
  for (const auto& [lambda, variable] : walk.repeated) repeated.push_back(lambda);
  const bool isPlain = isPlainText(body);
  for (const clang::Stmt* one : repeated)
    if (one != body || !isPlain) spellTypes(one, walk, input);
  if (const clang::Stmt* step = trailingStepOf(&input.loop)) {
    const auto last = rangeOf(manager, options, step->getBeginLoc(), step->getEndLoc());
    if (!last) return refuse("effect.macro", "the step of the loop stands in a macro");
    if (step != body) ++range->begin;  // behind the opening brace
    range->end = last->begin;
  }
  if (!insertCopies(text, walk.edits)) return refuse("effect.macro", "the text of an extremum cannot be cut");
  const std::string constants = isPlain ? "" : constantsFor(body, walk, input);
  if (!input.function.getLexicalDeclContext()->isFileContext())
    for (const clang::Stmt* one : repeated) refuseNamesBehind(one, walk, input);
  const auto edits = ordered(walk.edits, *range);
  if (!edits) return refuse("effect.macro", "the body's text cannot be cut into pieces");
  model.kernel.bodyLine =
      static_cast<int>(manager.getLineNumber(manager.getMainFileID(), static_cast<unsigned>(range->begin)));
  std::vector<BodyPiece> pieces = pieced(text, *edits, *range);
  model.kernel.body = walk.prologue;
  if (!constants.empty()) model.kernel.body.push_back({BodyPiece::Text, constants, -1});
  if (!isPlain || !walk.headExits.empty())
    for (BodyPiece& piece : declarationForMacros(walk, body, pieces, options))
      model.kernel.body.push_back(std::move(piece));
  if (!addExits(walk, input, text, model.kernel.body)) return refuse("effect.macro", "the loop's head cannot be cut");
  const std::size_t line = text.rfind('\n', range->begin) + 1;
  const std::string indent(std::min(text.find_first_not_of(' ', line), text.size()) - line, ' ');
  if (!addRecomputed(walk, text, indent, model.kernel.body))
    return refuse("effect.macro", "a value that is computed again cannot be cut");
  endFront(model.kernel);
  for (BodyPiece& piece : pieces) model.kernel.body.push_back(std::move(piece));
  if (endsWithoutSemicolon(body) && !trailingStepOf(&input.loop))
    model.kernel.body.push_back({BodyPiece::Text, ";", -1});
  if (!cutDefinitions(walk, input, text)) return refuse("effect.macro", "a lambda's text cannot be cut into pieces");
  findElementUses(body, walk.storage.parents(&input.function), manager, *edits, model);
  dropUnusedParts(model);
  if (!repeatUsings(model, input, text)) refuse("effect.macro", "a using declaration stands in a macro");
  refuseUnseenArrays(model);
}

}  // namespace clustrix::compiler
