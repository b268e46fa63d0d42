#include "Lower/Functions.h"

#include "HostCode/HostCode.h"
#include "HostCode/Inlined.h"
#include "HostCode/SymbolTag.h"
#include "KernelText/BodyText.h"
#include "KernelText/DeviceDeclarations.h"
#include "Source/FilePlaces.h"
#include "Source/OpenMp.h"
#include "Syntax/LoopParts.h"
#include "Syntax/LoopVariables.h"
#include "Syntax/Nesting.h"
#include "Syntax/StatementVisitor.h"
#include "Syntax/Types.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <map>
#include <set>

namespace clustrix::compiler {

namespace {

/// One function as written, with what was instantiated from it (itself when it is no template).
struct Found {
  const clang::FunctionDecl* pattern = nullptr;
  std::vector<const clang::FunctionDecl*> instances;
};

class Finder : public StatementVisitor {
 public:
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* function) override { return add(function); }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) override { return add(lambda->getCallOperator()); }
  std::vector<Found> found;

 private:
  bool add(const clang::FunctionDecl* function) {
    if (!function->doesThisDeclarationHaveABody()) return true;
    const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
    if (!clusterAttribute(function) && !(pattern && clusterAttribute(pattern))) return true;
    const clang::FunctionDecl* key = pattern ? pattern : function;
    const auto [known, isNew] = places_.try_emplace(key, found.size());
    if (isNew) found.push_back({key, {}});
    if (!function->isDependentContext() && seen_.insert(function).second)
      found[known->second].instances.push_back(function);
    return true;
  }
  std::map<const clang::FunctionDecl*, std::size_t> places_;  // of patterns in `found`
  std::set<const clang::FunctionDecl*> seen_;                 // instances
};

class LoopFinder : public StatementVisitor {
 public:
  bool TraverseLambdaExpr(clang::LambdaExpr*, Queue*) override { return true; }
  bool TraverseDecl(clang::Decl* declaration) override {
    if (llvm::isa_and_nonnull<clang::TagDecl>(declaration)) return true;
    return StatementVisitor::TraverseDecl(declaration);
  }
  bool TraverseForStmt(clang::ForStmt* s, Queue*) override {
    return nest(s, [&] { return StatementVisitor::TraverseForStmt(s); });
  }
  bool TraverseWhileStmt(clang::WhileStmt* s, Queue*) override {
    return nest(s, [&] { return StatementVisitor::TraverseWhileStmt(s); });
  }
  bool TraverseDoStmt(clang::DoStmt* s, Queue*) override {
    return nest(s, [&] { return StatementVisitor::TraverseDoStmt(s); });
  }
  bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt* s, Queue*) override {
    return nest(s, [&] { return StatementVisitor::TraverseCXXForRangeStmt(s); });
  }
  struct Loop {
    const clang::Stmt* statement = nullptr;
    int parent = -1, depth = 0;
  };
  std::vector<Loop> loops;

 private:
  bool nest(const clang::Stmt* statement, const auto& traverse) {
    const int outer = current_;
    loops.push_back({statement, outer, outer < 0 ? 0 : loops[static_cast<std::size_t>(outer)].depth + 1});
    current_ = static_cast<int>(loops.size()) - 1;
    const bool result = traverse();
    current_ = outer;
    return result;
  }
  int current_ = -1;
};

struct TemplateText {
  std::string parameters, arguments, problem;
};

void describe(const clang::TemplateParameterList* list, const clang::ASTContext& context, TemplateText& text) {
  for (const clang::NamedDecl* parameter : *list) {
    if (parameter->isImplicit()) {
      text.problem = "an 'auto' parameter, whose type the kernel cannot name";
      return;
    }
    if (parameter->isParameterPack() || llvm::isa<clang::TemplateTemplateParmDecl>(parameter) ||
        !parameter->getIdentifier()) {
      text.problem = "a template parameter that the kernel cannot repeat";
      return;
    }
    const std::string name = parameter->getNameAsString();
    std::string declared = "class " + name;
    if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter))
      declared = value->getType().getAsString(context.getPrintingPolicy()) + " " + name;
    text.parameters += (text.parameters.empty() ? "" : ", ") + declared;
    text.arguments += (text.arguments.empty() ? "" : ", ") + name;
  }
}

TemplateText templateText(const clang::FunctionDecl* pattern, const clang::ASTContext& context) {
  TemplateText text;
  std::vector<const clang::TemplateParameterList*> lists;
  for (const clang::DeclContext* scope = pattern->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope))
      if (const auto* described = record->getDescribedClassTemplate())
        lists.insert(lists.begin(), described->getTemplateParameters());
  if (const auto* described = pattern->getDescribedFunctionTemplate())
    lists.push_back(described->getTemplateParameters());
  for (const auto* list : lists) describe(list, context, text);
  return text;
}

/// A lambda is constexpr by itself when it can be: what counts is whether it says so.
bool isSaidConstexpr(const clang::FunctionDecl* function, const clang::ASTContext& context) {
  if (!function->isConstexpr()) return false;
  if (!lambdaOf(function)) return true;
  const auto head = clang::CharSourceRange::getCharRange(function->getBeginLoc(), function->getBody()->getBeginLoc());
  const llvm::StringRef text = clang::Lexer::getSourceText(head, context.getSourceManager(), context.getLangOpts());
  return text.contains("constexpr") || text.contains("consteval");
}

/// Emitted code says `clustrix::` and `std::`: which of the two is something else where the function stands.
std::optional<std::string> hiddenNamespace(const clang::FunctionDecl& function, clang::ASTContext& context) {
  const clang::DeclContext* scope = function.getRedeclContext();
  for (; !scope->isTranslationUnit(); scope = scope->getParent()->getRedeclContext())
    for (const char* name : {"clustrix", "std"})
      for (const clang::NamedDecl* found : scope->lookup(&context.Idents.get(name)))
        if (llvm::isa<clang::NamespaceDecl, clang::NamespaceAliasDecl, clang::TypeDecl>(found)) return name;
  return std::nullopt;
}

/// The values of the template arguments of a function and of the classes around it.
std::vector<llvm::APSInt> valueArguments(const clang::FunctionDecl* instance) {
  std::vector<llvm::APSInt> values;
  const auto add = [&](llvm::ArrayRef<clang::TemplateArgument> arguments) {
    for (const clang::TemplateArgument& argument : arguments)
      if (argument.getKind() == clang::TemplateArgument::Integral) values.push_back(argument.getAsIntegral());
  };
  if (const auto* arguments = instance->getTemplateSpecializationArgs()) add(arguments->asArray());
  for (const clang::DeclContext* scope = instance->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(scope))
      add(record->getTemplateArgs().asArray());
  return values;
}

bool differInValues(const std::vector<const clang::FunctionDecl*>& instances) {
  if (instances.size() < 2) return false;
  const auto first = valueArguments(instances.front());
  return std::any_of(instances.begin(), instances.end(), [&](const clang::FunctionDecl* instance) {
    const auto values = valueArguments(instance);
    return !std::equal(first.begin(), first.end(), values.begin(), values.end(),
                       [](const llvm::APSInt& a, const llvm::APSInt& b) { return llvm::APSInt::isSameValue(a, b); });
  });
}

/// The loops of each instance.
std::vector<std::vector<LoopFinder::Loop>> loopsOf(const Found& found) {
  std::vector<std::vector<LoopFinder::Loop>> loops;
  for (const auto* instance : found.instances.empty() ? std::vector{found.pattern} : found.instances) {
    LoopFinder finder;
    finder.TraverseStmt(instance->getBody());
    loops.push_back(std::move(finder.loops));
  }
  return loops;
}

/// The places of the loops that have others inside.
std::set<int> withLoopsInside(const std::vector<LoopFinder::Loop>& loops) {
  std::set<int> around;
  for (const LoopFinder::Loop& loop : loops) around.insert(loop.parent);
  return around;
}

LoopModel refused(const std::string& code, const std::string& message) {
  LoopModel model;
  model.loops.emplace_back();
  model.effects.push_back({code, message, "", {}});
  return model;
}

/// What the source says to OpenMP of a loop that has been read as a serial one.
void applyOpenMp(LoopModel& model, const OpenMpLoops& openMp, const clang::Stmt& loop) {
  const auto found = openMp.loops.find(&loop);
  if (found == openMp.loops.end()) return;
  const auto refuse = [&](const std::string& message) {
    model.effects.push_back({"effect.unknown-construct", message, "take the pragma away, or leave the loop to it", {}});
  };
  if (!found->second.problem.empty()) return refuse(found->second.problem);
  for (const ScalarState& scalar : model.scalars)
    if (scalar.liveAfter && found->second.privates.contains(scalar.name))
      refuse("'" + scalar.name + "' keeps its value behind the loop, for which OpenMP has private copies");
}

LoopSite siteOf(const LoopFinder::Loop& loop, const FilePlaces& places) {
  LoopSite site;
  site.parent = loop.parent;
  site.depth = loop.depth;
  site.at = places.point(loop.statement->getBeginLoc());
  site.saidParallel = isSaidParallel(*loop.statement, places);
  return site;
}

std::optional<BodyPlace> bodyPlace(const clang::Stmt& loop, const FilePlaces& places) {
  const clang::Stmt* body = bodyOf(&loop);
  if (!body || body->getBeginLoc().isMacroID() || body->getEndLoc().isMacroID()) return std::nullopt;
  const BodyPlace place{places.offset(body->getBeginLoc()), places.endOf(body), llvm::isa<clang::CompoundStmt>(body)};
  const char last = places.text()[place.end - 1];
  return last == ';' || last == '}' ? std::optional(place) : std::nullopt;  // else a macro has the semicolon
}

/// `isAround`: other loops stand in it.
void addVariables(LoopSite& site, const clang::Stmt& loop, const FunctionVariables& variables, bool isAround) {
  const bool isDeep = nestsTooDeep(&loop);
  // Of which variables a lambda has copies is asked where it has the text of a nest.
  const bool isNest = isAround && !isDeep;
  site.inFront = variables.inFrontOf(loop, isNest);
  if (isNest) site.changed = variablesChanged(loop);
  if (isDeep) return;
  site.named = variables.namedIn(loop);
  site.stepped = variablesStepped(loop);
}

void addLoops(AnnotatedFunction& function, const Found& found, const std::vector<std::vector<LoopFinder::Loop>>& loops,
              clang::ASTContext& context, const Known& known, const TemplateText& text, const FilePlaces& places,
              const OpenMpLoops& openMp, const std::string& problem) {
  const bool instantiated = !found.instances.empty();
  const bool parametric = differInValues(found.instances);
  const auto hidden = hiddenNamespace(*found.pattern, context);
  FunctionTexts texts;
  const FunctionVariables variables(*found.pattern);
  const std::set<int> around = withLoopsInside(loops.front());
  for (std::size_t i = 0; i < loops.front().size(); ++i) {
    const LoopFinder::Loop& loop = loops.front()[i];
    LoopSite site = siteOf(loop, places);
    const std::size_t first = places.offset(loop.statement->getBeginLoc());
    const auto begin = places.beginOfStatement(first);
    site.begin = begin.value_or(first);
    site.end = places.endOf(loop.statement);
    site.body = bodyPlace(*loop.statement, places);
    addVariables(site, *loop.statement, variables, around.contains(static_cast<int>(i)));
    for (std::size_t instance = 0; instance < loops.size(); ++instance) {
      const bool aligned = loops[instance].size() == loops.front().size();
      LoopModel model = refused("template.disagrees", "the instantiations of the template differ in their loops");
      if (!instantiated)
        model = refused("template.not-instantiated", "the template is not instantiated in this file");
      else if (isSaidConstexpr(found.pattern, context))
        model = refused("effect.unknown-construct", "a constexpr function cannot launch anything");
      else if (hidden)
        model = refused("effect.unknown-construct",
                        "'" + *hidden + "' means something else here, and the code of a launch needs it");
      else if (!problem.empty())
        model = refused("header.symbol", problem);
      else if (!text.problem.empty())
        model = refused("effect.unsupported-type", text.problem);
      else if (!begin)
        model = refused("effect.macro",
                        "a pragma of the loop stands in a macro or under a condition together with other text");
      else if (aligned && nestsTooDeep(loops[instance][i].statement))
        model = refused("analysis.too-deep", "statements, expressions or loops in it nest too deep");
      else if (known.macros.countIn(site.begin, site.end))
        model = refused("effect.macro", "the loop's text holds __COUNTER__, which would count once more in a kernel");
      else if (aligned)
        model = modelLoop({context, known.attributes, *found.instances[instance], *loops[instance][i].statement, texts,
                           places, function.kernelsAt, parametric, &known.library, known.mathState});
      applyOpenMp(model, openMp, *loops.front()[i].statement);
      model.function = function.name;
      model.at = site.at;
      for (Effect& effect : model.effects)
        if (effect.at.line == 0) effect.at = site.at;
      model.asserted = known.attributes.marks("independent", loop.statement->getBeginLoc());
      model.forcedSerial = known.attributes.marks("serial", loop.statement->getBeginLoc());
      if (instance == 0)
        site.model = std::move(model);
      else
        site.otherInstantiations.push_back(std::move(model));
    }
    function.loops.push_back(std::move(site));
  }
}

void addHostCode(AnnotatedFunction& function, const Found& found,
                 const std::vector<std::vector<LoopFinder::Loop>>& loops, clang::ASTContext& context,
                 const Annotated& annotated, const FilePlaces& filePlaces) {
  for (std::size_t instance = 0; instance < found.instances.size(); ++instance) {
    std::map<const clang::Stmt*, int> places;
    for (const LoopFinder::Loop& loop : loops[instance])
      places.emplace(loop.statement, static_cast<int>(places.size()));
    HostCode code = hostCode(context, *found.instances[instance], places, annotated, filePlaces);
    function.hostCode = instance == 0 ? std::move(code) : merged(function.hostCode, code);
  }
}

void collectCalled(const clang::Stmt* statement, const Annotated& annotated, std::set<int>& called) {
  if (!statement) return;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (const auto place = callee ? placeIn(annotated, callee) : std::nullopt) called.insert(*place);
  for (const clang::Stmt* child : statement->children()) collectCalled(child, annotated, called);
}

/// Functions that call one of the others, or are called by one: arrays may stay on the devices from one to the next.
std::set<int> connected(const std::vector<Found>& functions, const Annotated& annotated) {
  std::set<int> all;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    std::set<int> called;
    for (const clang::FunctionDecl* instance : functions[f].instances)
      collectCalled(instance->getBody(), annotated, called);
    if (!called.empty()) all.insert(static_cast<int>(f));
    all.insert(called.begin(), called.end());
  }
  return all;
}

/// Whether the source needs the function, which a header offers to all.
bool isUsed(const Found& found) {
  return llvm::any_of(found.instances, [](const clang::FunctionDecl* instance) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(instance);
    const bool isOffered =
        instance->isInlined() || instance->isTemplateInstantiation() || !instance->isExternallyVisible();
    return !isOffered || instance->isUsed() || instance->isReferenced() ||
           (method && (method->isVirtual() || method->getParent()->isLambda()));
  });
}

/// Of the source and of its headers.
std::vector<Found> annotatedAnywhere(clang::ASTContext& context) {
  const auto& manager = context.getSourceManager();
  Finder finder;
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (!manager.isInSystemHeader(manager.getExpansionLoc(declaration->getLocation())))
      finder.TraverseDecl(declaration);
  return std::move(finder.found);
}

/// In the order of the text.
std::vector<Found> annotatedInMainFile(clang::ASTContext& context, const Known& known, const FilePlaces& places) {
  const auto& manager = context.getSourceManager();
  Finder finder;
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (manager.isInMainFile(manager.getExpansionLoc(declaration->getLocation())) ||
        manager.isInMainFile(manager.getExpansionLoc(declaration->getBeginLoc())))
      finder.TraverseDecl(declaration);
  std::erase_if(finder.found, [&](const Found& found) {
    const clang::SourceLocation at = found.pattern->getLocation();
    if (!manager.isInMainFile(manager.getExpansionLoc(at))) return true;
    return known.spliced && known.spliced->isOfOther(places.point(at).line) && !isUsed(found);
  });
  std::stable_sort(finder.found.begin(), finder.found.end(), [&](const Found& a, const Found& b) {
    return places.offset(a.pattern->getLocation()) < places.offset(b.pattern->getLocation());
  });
  return std::move(finder.found);
}

}  // namespace

AnnotatedBodies annotatedBodies(clang::ASTContext& context, const SilentText& silent) {
  const auto& manager = context.getSourceManager();
  const FilePlaces places(context, &silent);
  const llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  AnnotatedBodies bodies;
  for (const Found& found : annotatedAnywhere(context)) {
    if (!found.pattern->isDependentContext()) bodies.functions.push_back(found.pattern);
    bodies.functions.insert(bodies.functions.end(), found.instances.begin(), found.instances.end());
    if (!manager.isInMainFile(manager.getExpansionLoc(found.pattern->getLocation()))) continue;
    const std::size_t at = places.kernelPlace(found.pattern, clusterAttribute(found.pattern));
    const int line = 1 + static_cast<int>(text.substr(0, at).count('\n'));
    if (bodies.line == 0 || line < bodies.line) bodies.line = line;
  }
  return bodies;
}

std::set<clang::FileID> annotatedHeaders(clang::ASTContext& context, const AttributeTokens& attributes) {
  const auto& manager = context.getSourceManager();
  std::set<clang::FileID> headers;
  for (const clang::FileID file : attributes.clusterFiles())
    if (file != manager.getMainFileID()) headers.insert(file);
  if (headers.empty()) return headers;
  headers.clear();
  for (const Found& found : annotatedAnywhere(context)) {
    const clang::FileID file = manager.getFileID(manager.getExpansionLoc(found.pattern->getLocation()));
    if (file == manager.getMainFileID() || !isUsed(found)) continue;
    headers.insert(file);
    // A wrong attribute is an error, whatever becomes of the header.
    if (const clang::AnnotateAttr* attribute = clusterAttribute(found.pattern))
      attributes.clusterOptions(attribute->getLocation(), context.getDiagnostics());
  }
  return headers;
}

std::vector<AnnotatedFunction> annotatedFunctions(clang::ASTContext& context, const Known& known,
                                                  FunctionListener* listener) {
  const FilePlaces places(context, &known.silent);
  const std::vector<Found> all = annotatedInMainFile(context, known, places);
  Annotated annotated;
  for (const Found& found : all) annotated.emplace(found.pattern, static_cast<int>(annotated.size()));
  const std::set<int> together = connected(all, annotated);
  std::vector<AnnotatedFunction> functions;
  functions.reserve(all.size());
  for (const Found& found : all) {
    const clang::AnnotateAttr* attribute = clusterAttribute(found.pattern);
    if (!attribute && !found.instances.empty()) attribute = clusterAttribute(found.instances.front());
    AnnotatedFunction function;
    function.name = found.pattern->getQualifiedNameAsString();
    function.at = places.point(found.pattern->getLocation());
    function.options = known.attributes.clusterOptions(attribute->getLocation(), context.getDiagnostics());
    function.kernelsAt = places.kernelPlace(found.pattern, attribute);
    const KernelPlace place = kernelPlaceOf(*found.pattern, function.kernelsAt);
    function.scope = namespacesBelow(place, found.pattern->getDeclContext()).value_or(std::vector<std::string>());
    const TemplateText text = templateText(found.pattern, context);
    function.templateParameters = text.parameters;
    function.inScope = function.name.find("::") != std::string::npos;
    function.templateArguments = text.arguments;
    const auto loops = loopsOf(found);
    const OpenMpLoops openMp =
        usesOpenMp(context)
            ? openMpLoops((found.instances.empty() ? found.pattern : found.instances.front())->getBody(), places)
            : OpenMpLoops();
    SymbolTag tag;
    if (known.spliced && known.spliced->isOfOther(function.at.line))
      tag = symbolTag(*found.pattern, found.instances, places);
    function.tagAt = tag.at;
    addLoops(function, found, loops, context, known, text, places, openMp, tag.problem);
    // One loop alone leaves nothing there that another could use, but it may find what the program keeps.
    // The threads of a region come to what stands between its loops, each by itself.
    // Where `clustrix` is something else nothing can be said.
    const bool isSaid = !hiddenNamespace(*found.pattern, context);
    if (isSaid && (!function.loops.empty() || together.contains(static_cast<int>(functions.size()))))
      addHostCode(function, found, loops, context, annotated, places);
    if (openMp.any) function.hostCode.problem = "an OpenMP construct";
    if (!tag.problem.empty()) function.hostCode.problem = tag.problem;
    if (found.pattern->doesThisDeclarationHaveABody()) function.inlined = inlinePlace(*found.pattern, places);
    functions.push_back(std::move(function));
    if (listener) listener->whole(functions.back());
  }
  if (listener) listener->end();
  return functions;
}

}  // namespace clustrix::compiler
