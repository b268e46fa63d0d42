#include "Source/Attributes.h"

#include "Source/ReductionShapes.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clustrix::compiler {

namespace {

constexpr const char* clusterAnnotation = "clustrix::cluster";

// Clang's registry of attributes is global and hands its handlers no context; one parse runs per thread.
thread_local AttributeTokens* current = nullptr;

using Argument = AttributeTokens::Argument;

struct KeyValue {
  Argument key;
  Argument value;
  bool negative = false;
};

void error(clang::DiagnosticsEngine& diagnostics, clang::SourceLocation at, const std::string& message) {
  diagnostics.Report(at, diagnostics.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Error, message));
}

/// `key = value, key = value`; nothing after the first mistake, which is reported.
std::vector<KeyValue> splitArguments(const std::vector<Argument>& tokens, clang::DiagnosticsEngine& diagnostics) {
  std::vector<KeyValue> pairs;
  std::size_t i = 0;
  while (i < tokens.size()) {
    KeyValue pair;
    pair.key = tokens[i];
    if (pair.key.kind != clang::tok::identifier) {
      error(diagnostics, pair.key.at, "expected 'key = value' in 'clustrix::cluster'");
      return pairs;
    }
    if (i + 2 >= tokens.size() || tokens[i + 1].kind != clang::tok::equal) {
      error(diagnostics, pair.key.at, "expected '= value' after '" + pair.key.text + "' in 'clustrix::cluster'");
      return pairs;
    }
    i += 2;
    if (tokens[i].kind == clang::tok::minus && i + 1 < tokens.size()) {
      pair.negative = true;
      ++i;
    }
    pair.value = tokens[i++];
    pairs.push_back(pair);
    if (i == tokens.size()) break;
    if (tokens[i].kind != clang::tok::comma) {
      error(diagnostics, tokens[i].at, "expected ',' between the keys of 'clustrix::cluster'");
      return pairs;
    }
    ++i;
  }
  return pairs;
}

std::optional<bool> boolean(const KeyValue& pair) {
  if (pair.negative) return std::nullopt;
  if (pair.value.text == "true" || pair.value.text == "1") return true;
  if (pair.value.text == "false" || pair.value.text == "0") return false;
  return std::nullopt;
}

std::optional<int> integer(const KeyValue& pair, int low, int high) {
  if (pair.value.kind != clang::tok::numeric_constant) return std::nullopt;
  long long value = 0;
  if (llvm::StringRef(pair.value.text).getAsInteger(0, value)) return std::nullopt;
  if (pair.negative) value = -value;
  if (value < low || value > high) return std::nullopt;
  return static_cast<int>(value);
}

std::optional<std::string> text(const KeyValue& pair) {
  const std::string& t = pair.value.text;
  if (pair.negative || pair.value.kind != clang::tok::string_literal || t.size() < 2) return std::nullopt;
  return t.substr(1, t.size() - 2);
}

std::optional<std::string> memorySize(const KeyValue& pair) {
  const auto size = text(pair);
  if (!size) return std::nullopt;
  const llvm::StringRef all(*size);
  const llvm::StringRef number = all.take_while([](char c) { return std::isdigit(c) || c == '.'; });
  double value = 0;
  if (number.empty() || number.getAsDouble(value) || value <= 0) return std::nullopt;
  const llvm::StringRef unit = all.drop_front(number.size()).trim();
  for (const char* known : {"", "B", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"})
    if (unit.equals_insensitive(known)) return size;
  return std::nullopt;
}

/// What one of the words says that `named` knows.
template <class Enum>
std::optional<Enum> word(const KeyValue& pair, std::optional<Enum> (*named)(std::string_view)) {
  const auto found = text(pair);
  return found ? named(*found) : std::nullopt;
}

constexpr int anyCount = 1 << 30;

/// Stores the value of one key; the message of what is wrong, or "".
std::string store(const KeyValue& pair, ClusterOptions& options) {
  const auto put = [&](auto& field, auto value, const char* expected) -> std::string {
    if (!value) return "'" + pair.key.text + "' of 'clustrix::cluster' takes " + expected;
    field = *value;
    return "";
  };
  const std::string& key = pair.key.text;
  if (key == "auto_gpu_parallel") return put(options.autoGpuParallel, boolean(pair), "true or false");
  if (key == "parallel") return put(options.parallel, boolean(pair), "true or false");
  if (key == "cores") return put(options.cores, integer(pair, 1, anyCount), "a positive integer");
  if (key == "memory") return put(options.memory, memorySize(pair), "a size such as \"8GB\"");
  if (key == "gpus") return put(options.gpus, integer(pair, 1, anyCount), "a positive integer");
  if (key == "max_gpu_parallel_jobs")
    return put(options.maxGpuParallelJobs, integer(pair, 1, anyCount), "a positive integer");
  if (key == "schedule")
    return put(options.schedule, word(pair, scheduleNamed), "\"static\", \"weighted\" or \"dynamic\"");
  if (key == "complexity_threshold")
    return put(options.complexityThreshold, integer(pair, 1, 5), "an integer from 1 to 5");
  if (key == "min_iterations")
    return put(options.minIterations, integer(pair, 0, anyCount), "an integer that is not negative");
  if (key == "math") return put(options.math, word(pair, mathNamed), "\"exact\", \"fast\" or \"strict\"");
  if (key == "random") return put(options.random, word(pair, randomNamed), "\"streams\" or \"serial\"");
  return "unknown key '" + key +
         "' of 'clustrix::cluster'; known are auto_gpu_parallel, parallel, cores, memory, gpus, "
         "max_gpu_parallel_jobs, schedule, complexity_threshold, min_iterations, math and random";
}

class ClusterAttribute : public clang::ParsedAttrInfo {
 public:
  ClusterAttribute() {
    OptArgs = 15;
    static constexpr Spelling spellings[] = {{clang::ParsedAttr::AS_CXX11, "clustrix::cluster"},
                                             {clang::ParsedAttr::AS_C23, "clustrix::cluster"}};
    Spellings = spellings;
  }
  bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Decl* declaration) const override {
    if (llvm::isa<clang::FunctionDecl, clang::FunctionTemplateDecl>(declaration)) return true;
    error(sema.Diags, attribute.getLoc(), "'clustrix::cluster' applies to functions only");
    return false;
  }
  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    if (current) current->clusterOptions(attribute.getLoc(), sema.Diags);  // bad arguments are told here, once
    declaration->addAttr(
        clang::AnnotateAttr::Create(sema.Context, clusterAnnotation, nullptr, 0, attribute.getRange()));
    return AttributeApplied;
  }
};

class ExtentAttribute : public clang::ParsedAttrInfo {
 public:
  ExtentAttribute() {
    OptArgs = 15;
    static constexpr Spelling spellings[] = {{clang::ParsedAttr::AS_CXX11, "clustrix::extent"}};
    Spellings = spellings;
  }
  bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Decl* declaration) const override {
    const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(declaration);
    if (parameter && (parameter->getType()->isPointerType() || parameter->getType()->isDependentType())) return true;
    error(sema.Diags, attribute.getLoc(), "'clustrix::extent' applies to pointer parameters only");
    return false;
  }
  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    std::string expression;
    if (current)
      for (const Argument& token : current->arguments(attribute.getLoc())) expression += token.text + " ";
    if (expression.empty()) {
      error(sema.Diags, attribute.getLoc(), "'clustrix::extent' needs the number of elements, such as extent(n)");
      return AttributeNotApplied;
    }
    expression.pop_back();
    declaration->addAttr(clang::AnnotateAttr::Create(sema.Context, (extentAnnotation + ("=" + expression)).c_str(),
                                                     nullptr, 0, attribute.getRange()));
    return AttributeApplied;
  }
};

class ReductionAttribute : public clang::ParsedAttrInfo {
 public:
  ReductionAttribute() {
    OptArgs = 15;
    static constexpr Spelling spellings[] = {{clang::ParsedAttr::AS_CXX11, "clustrix::reduction"}};
    Spellings = spellings;
  }
  bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Decl* declaration) const override {
    if (llvm::isa<clang::FunctionDecl>(declaration)) return true;
    error(sema.Diags, attribute.getLoc(), "'clustrix::reduction' applies to functions only");
    return false;
  }
  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    const auto& function = *llvm::cast<clang::FunctionDecl>(declaration);
    if (const std::string problem = shapeProblem(function); !problem.empty()) {
      error(sema.Diags, attribute.getLoc(), "'clustrix::reduction' " + problem);
      return AttributeNotApplied;
    }
    const auto tokens = current ? current->arguments(attribute.getLoc()) : std::vector<Argument>{};
    if (tokens.empty()) {
      error(sema.Diags, attribute.getLoc(),
            "'clustrix::reduction' needs the value that changes nothing, such as reduction(Sum{})");
      return AttributeNotApplied;
    }
    std::string problem;
    clang::SourceLocation at;
    const std::string identity = identityText(function, tokens, problem, at);
    if (!problem.empty()) {
      error(sema.Diags, at, problem);
      return AttributeNotApplied;
    }
    declaration->addAttr(
        clang::AnnotateAttr::Create(sema.Context, reductionAnnotation + identity, nullptr, 0, attribute.getRange()));
    return AttributeApplied;
  }
};

const clang::ParsedAttrInfoRegistry::Add<ClusterAttribute> cluster("clustrix-cluster", "spread this function's loops");
const clang::ParsedAttrInfoRegistry::Add<ExtentAttribute> extent("clustrix-extent", "elements behind a pointer");
const clang::ParsedAttrInfoRegistry::Add<ReductionAttribute> reduction("clustrix-reduction",
                                                                       "a function that combines");

}  // namespace

const clang::AnnotateAttr* clusterAttribute(const clang::Decl* declaration) {
  for (const auto* attribute : declaration->specific_attrs<clang::AnnotateAttr>())
    if (attribute->getAnnotation() == clusterAnnotation) return attribute;
  return nullptr;
}

bool isAnnotated(const clang::FunctionDecl& function) {
  const clang::FunctionDecl* const pattern = function.getTemplateInstantiationPattern();
  for (const clang::FunctionDecl* one : {&function, pattern})
    for (; one; one = one->getPreviousDecl())
      if (clusterAttribute(one)) return true;
  return false;
}

namespace {

constexpr const char* ourAttributes[] = {"cluster", "independent", "serial", "reduction", "extent"};
constexpr const char* ourScope = "clustrix";

/// Of ours, the one that is spelled most alike.
const char* nearestAttribute(llvm::StringRef name) {
  return *std::min_element(std::begin(ourAttributes), std::end(ourAttributes),
                           [&](const char* a, const char* b) { return name.edit_distance(a) < name.edit_distance(b); });
}

bool isAlmost(llvm::StringRef name, llvm::StringRef known) {
  return name.edit_distance(known) <= std::max<std::size_t>(2, known.size() / 3);
}

/// "cluster, independent, serial, reduction and extent"
std::string allAttributes() {
  std::string all = ourAttributes[0];
  for (const char* const* one = std::begin(ourAttributes) + 1; one != std::end(ourAttributes); ++one)
    all += (one + 1 == std::end(ourAttributes) ? " and " : ", ") + std::string(*one);
  return all;
}

/// Nobody has annotated the headers of the system, which are most of what is read.
class OutsideOfLibrary : public clang::PPCallbacks {
 public:
  OutsideOfLibrary(clang::Preprocessor& preprocessor, std::function<void()> watch)
      : preprocessor_(preprocessor), watch_(std::move(watch)) {}
  void FileChanged(clang::SourceLocation, FileChangeReason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    if (clang::SrcMgr::isSystem(kind))
      preprocessor_.setTokenWatcher(nullptr);
    else
      watch_();
  }

 private:
  clang::Preprocessor& preprocessor_;
  std::function<void()> watch_;
};

}  // namespace

AttributeTokens::AttributeTokens() : previous_(current) { current = this; }
AttributeTokens::~AttributeTokens() { current = previous_; }

void AttributeTokens::attachTo(clang::Preprocessor& preprocessor, TokenWatch also) {
  preprocessor_ = &preprocessor;
  clustrix_ = preprocessor.getIdentifierInfo("clustrix");
  const auto seeAll = [this, also = std::move(also), &preprocessor](const clang::Token& token) {
    see(token, preprocessor);
    if (also) also(token);
  };
  preprocessor.addPPCallbacks(std::make_unique<OutsideOfLibrary>(
      preprocessor, [seeAll, &preprocessor] { preprocessor.setTokenWatcher(seeAll); }));
}

bool AttributeTokens::isInAttribute(const clang::Token& token) {
  if (token.is(clang::tok::l_square) && std::exchange(afterOpening_, true)) inAttribute_ = true;
  if (!token.is(clang::tok::l_square)) afterOpening_ = false;
  if (token.is(clang::tok::r_square)) inAttribute_ = usesOurs_ = false;
  return inAttribute_;
}

void AttributeTokens::tellMisspelled(const clang::Token& name, clang::DiagnosticsEngine& diagnostics) const {
  const bool isOurs = scopeName_ == ourScope;
  const bool isKnown = std::find(std::begin(ourAttributes), std::end(ourAttributes), name_) != std::end(ourAttributes);
  if (isOurs ? isKnown : !isKnown || !isAlmost(scopeName_, ourScope)) return;
  const std::string nearest = nearestAttribute(name_);
  const std::string message = "unknown attribute '" + scopeName_ + "::" + name_ + "'; ";
  const std::string known = "known are " + allAttributes();
  error(
      diagnostics, name.getLocation(),
      message + (isAlmost(name_, nearest) ? std::string("did you mean '") + ourScope + "::" + nearest + "'?" : known));
}

void AttributeTokens::noteFile(const clang::Token& name, const clang::SourceManager& manager) {
  if (scopeName_ == ourScope && name_ == "cluster")
    clusterFiles_.insert(manager.getFileID(manager.getExpansionLoc(name.getLocation())));
}

void AttributeTokens::see(const clang::Token& token, clang::Preprocessor& preprocessor) {
  const bool inAttribute = state_ != State::Inside && isInAttribute(token);
  if (state_ == State::Outside && usesOurs_ && token.is(clang::tok::comma)) {
    state_ = State::Name;
    return;
  }
  if (state_ == State::Outside && pending_.empty() && !token.is(clang::tok::identifier)) return;
  if (token.isAnnotation()) return;
  const bool isClustrix = token.is(clang::tok::identifier) && token.getIdentifierInfo() == clustrix_;
  const bool isOthers = state_ == State::Outside && inAttribute && token.is(clang::tok::identifier);
  if ((isClustrix && state_ != State::Inside) || isOthers) {
    scope_ = token.getLocation();
    scopeName_ = token.getIdentifierInfo()->getName().str();
    state_ = State::Scope;
    return;
  }
  switch (state_) {
    case State::Outside:
      if (token.is(clang::tok::r_square)) ++closed_;
      if (pending_.empty() || closed_ < 2 || token.isOneOf(clang::tok::r_square, clang::tok::l_square)) return;
      for (const std::string& name : pending_) marks_[token.getLocation().getRawEncoding()].insert(name);
      pending_.clear();
      return;
    case State::Scope:
      state_ = token.is(clang::tok::coloncolon) ? State::Name : State::Outside;
      if (token.is(clang::tok::r_square)) ++closed_;
      usesOurs_ = inAttribute && scopeName_ == ourScope && token.is(clang::tok::colon);
      if (usesOurs_) state_ = State::Name;
      return;
    case State::Name:
      if (!token.is(clang::tok::identifier)) {
        state_ = State::Outside;
        return;
      }
      name_ = token.getIdentifierInfo()->getName().str();
      if (inAttribute) tellMisspelled(token, preprocessor.getDiagnostics());
      noteFile(token, preprocessor.getSourceManager());
      state_ = scopeName_ == ourScope ? State::AfterName : State::Outside;
      return;
    case State::AfterName:
      if (name_ == "independent" || name_ == "serial") pending_.push_back(name_);
      closed_ = token.is(clang::tok::r_square) ? 1 : 0;
      state_ = usesOurs_ && token.is(clang::tok::comma) ? State::Name : State::Outside;
      if (!token.is(clang::tok::l_paren)) return;
      state_ = State::Inside;
      depth_ = 1;
      arguments_[scope_.getRawEncoding()].clear();
      return;
    case State::Inside:
      if (token.is(clang::tok::l_paren)) ++depth_;
      if (token.is(clang::tok::r_paren) && --depth_ == 0) {
        state_ = State::Outside;
        return;
      }
      arguments_[scope_.getRawEncoding()].push_back(
          {token.getLocation(), preprocessor.getSpelling(token), token.getKind()});
      return;
  }
}

std::vector<Argument> AttributeTokens::arguments(clang::SourceLocation scope) const {
  const auto found = arguments_.find(scope.getRawEncoding());
  return found == arguments_.end() ? std::vector<Argument>{} : found->second;
}

bool AttributeTokens::marks(const std::string& name, clang::SourceLocation first) const {
  const auto found = marks_.find(first.getRawEncoding());
  return found != marks_.end() && found->second.contains(name);
}

void AttributeTokens::promise(const std::vector<std::size_t>& offsets) {
  promised_.insert(offsets.begin(), offsets.end());
}

bool AttributeTokens::promises(clang::SourceLocation first, const clang::SourceManager& manager) const {
  return first.isFileID() && manager.isWrittenInMainFile(first) && promised_.contains(manager.getFileOffset(first));
}

ClusterOptions AttributeTokens::clusterOptions(clang::SourceLocation scope,
                                               clang::DiagnosticsEngine& diagnostics) const {
  ClusterOptions options;
  for (const KeyValue& pair : splitArguments(arguments(scope), diagnostics))
    if (const std::string wrong = store(pair, options); !wrong.empty()) error(diagnostics, pair.key.at, wrong);
  return options;
}

}  // namespace clustrix::compiler
