#include "Source/MathState.h"

#include "Library/LibraryFunctions.h"
#include "Source/FilePlaces.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <array>

namespace clustrix::compiler {

namespace {

class ErrnoWatch : public clang::PPCallbacks {
 public:
  ErrnoWatch(clang::Preprocessor& preprocessor, std::shared_ptr<bool> used)
      : manager_(preprocessor.getSourceManager()),
        errno_(preprocessor.getIdentifierInfo("errno")),
        used_(std::move(used)) {}
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (name.getIdentifierInfo() != errno_ || *used_) return;
    *used_ = !manager_.isInSystemHeader(manager_.getExpansionLoc(name.getLocation()));
  }

 private:
  const clang::SourceManager& manager_;
  const clang::IdentifierInfo* errno_;
  std::shared_ptr<bool> used_;
};

/// What the macro errno calls, by the C library that it is of.
bool isErrno(const clang::FunctionDecl* callee) {
  static constexpr std::array<llvm::StringRef, 4> places = {"__errno_location", "__error", "___errno", "__errno"};
  return callee && callee->isExternC() && llvm::is_contained(places, plainName(*callee));
}

constexpr std::array<llvm::StringRef, 4> flagFunctions = {"fetestexcept", "fegetexceptflag", "feupdateenv",
                                                          "feholdexcept"};

/// A function that tells of its own failure by errno, and calls nothing of the program's: what is looked at behind it
/// is its own.
bool setsOwnError(const clang::FunctionDecl& callee, const clang::SourceManager& manager) {
  static constexpr auto functions = std::to_array<llvm::StringRef>(
      {"accept", "access",  "aligned_alloc", "bind",    "calloc",    "chdir",   "close",   "closedir", "connect",
       "creat",  "fclose",  "fdopen",        "fflush",  "fgets",     "fopen",   "fread",   "freopen",  "fseek",
       "fseeko", "fstat",   "ftell",         "ftello",  "ftruncate", "fwrite",  "getcwd",  "getline",  "ioctl",
       "listen", "lseek",   "lstat",         "malloc",  "mkdir",     "mkstemp", "mmap",    "mprotect", "munmap",
       "open",   "openat",  "opendir",       "pread",   "pwrite",    "read",    "readdir", "realloc",  "recv",
       "remove", "rename",  "rmdir",         "send",    "shm_open",  "socket",  "stat",    "strtod",   "strtof",
       "strtol", "strtold", "strtoll",       "strtoul", "strtoull",  "tmpfile", "unlink",  "write"});
  static constexpr auto streams =
      std::to_array<llvm::StringRef>({"basic_ifstream", "basic_ofstream", "basic_fstream", "basic_ios"});
  if (!manager.isInSystemHeader(callee.getLocation())) return false;
  if (callee.isExternC()) return llvm::is_contained(functions, plainName(callee));
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee);
  return method && method->getParent()->isInStdNamespace() &&
         llvm::is_contained(streams, plainName(*method->getParent()));
}

/// Functions that print what errno says.
constexpr auto printsError = std::to_array<llvm::StringRef>({"perror", "warn", "err"});

const clang::FunctionDecl* calledBy(const clang::Stmt* statement) {
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) return call->getDirectCallee();
  const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(statement);
  return made ? made->getConstructor() : nullptr;
}

bool isErrnoPlace(const clang::Expr* place) {
  const auto* target = llvm::dyn_cast<clang::UnaryOperator>(place->IgnoreParens());
  if (!target || target->getOpcode() != clang::UO_Deref) return false;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(target->getSubExpr()->IgnoreParens());
  return call && isErrno(call->getDirectCallee());
}

/// Reads of errno that may see what an annotated loop left. Behind `fopen`, errno is fopen's.
class ErrnoReads : public TreeVisitor {
 public:
  explicit ErrnoReads(const clang::SourceManager& manager) : manager_(manager) {}
  clang::SourceLocation found;

  bool dataTraverseStmtPre(clang::Stmt* body) override {
    ofOthers_ = false;
    read(body);
    return false;
  }

 private:
  /// In the order of the text, where a call stands behind its arguments.
  void read(const clang::Stmt* statement) {
    if (!statement) return;
    // Whether a store comes before a read is not looked at: it may be in a branch, and the read in a loop.
    const auto* stored = llvm::dyn_cast<clang::BinaryOperator>(statement);
    if (stored && stored->getOpcode() == clang::BO_Assign && isErrnoPlace(stored->getLHS()))
      return read(stored->getRHS());
    if (llvm::isa<clang::LambdaExpr>(statement)) ofOthers_ = false;  // its body runs later
    if (const auto* local = llvm::dyn_cast<clang::DeclStmt>(statement))
      for (clang::Decl* one : local->decls())
        if (llvm::isa<clang::TagDecl>(one)) TraverseDecl(one);
    for (const clang::Stmt* child : statement->children()) read(child);
    const clang::FunctionDecl* callee = calledBy(statement);
    if (isErrno(callee) || (callee && callee->isExternC() && llvm::is_contained(printsError, plainName(*callee))))
      note(statement->getBeginLoc());
    else if (callee || llvm::isa<clang::CallExpr>(statement))
      ofOthers_ = callee && setsOwnError(*callee, manager_);
  }
  void note(clang::SourceLocation at) {
    if (!ofOthers_ && found.isInvalid()) found = manager_.getExpansionLoc(at);
  }

  const clang::SourceManager& manager_;
  bool ofOthers_ = false;  // the last call in the text is of a function that sets errno itself
};

/// Where one of the names is mentioned.
class NameMentions : public TreeVisitor {
 public:
  explicit NameMentions(const auto& names) : names_(names.begin(), names.end()) {}
  clang::SourceLocation found;
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    if (found.isInvalid() && llvm::is_contained(names_, plainName(*name->getDecl()))) found = name->getLocation();
    return found.isInvalid();
  }

 private:
  std::vector<llvm::StringRef> names_;
};

/// Whether a function or variable of this name is in the C library's headers, and used anywhere.
bool isUsed(clang::ASTContext& context, llvm::StringRef name) {
  const auto declared = context.getTranslationUnitDecl()->lookup(&context.Idents.get(name));
  return std::any_of(declared.begin(), declared.end(), [](const clang::Decl* one) { return one->isReferenced(); });
}

clang::SourceLocation whereFound(clang::ASTContext& context, auto visitor) {
  const auto& manager = context.getSourceManager();
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (visitor.found.isInvalid() && !manager.isInSystemHeader(declaration->getLocation()))
      visitor.TraverseDecl(declaration);
  return visitor.found;
}

clang::SourceLocation whereMentioned(clang::ASTContext& context, const auto& names) {
  const bool any = std::any_of(names.begin(), names.end(), [&](auto name) { return isUsed(context, name); });
  return any ? whereFound(context, NameMentions(names)) : clang::SourceLocation();
}

std::string lineOf(const SourcePoint& point) { return point.file + ":" + std::to_string(point.line); }

}  // namespace

std::shared_ptr<const bool> watchErrno(clang::Preprocessor& preprocessor) {
  auto used = std::make_shared<bool>(false);
  preprocessor.addPPCallbacks(std::make_unique<ErrnoWatch>(preprocessor, used));
  return used;
}

MathState mathState(clang::ASTContext& context, bool usesErrno) {
  static constexpr std::array<llvm::StringRef, 1> sign = {"signgam"};
  MathState state;
  const bool prints =
      std::any_of(printsError.begin(), printsError.end(), [&](auto name) { return isUsed(context, name); });
  if ((usesErrno || prints) && context.getLangOpts().MathErrno)
    state.error = whereFound(context, ErrnoReads(context.getSourceManager()));
  state.sign = whereMentioned(context, sign);
  state.exceptions = whereMentioned(context, flagFunctions);
  return state;
}

std::vector<LeftState> leftBehind(const clang::FunctionDecl& function, const MathState& asked,
                                  const FilePlaces& places) {
  std::vector<LeftState> left;
  const llvm::StringRef name = plainName(function);
  const StandardFunction* builtin = builtinFunction(&function);
  const StandardFunction* known = builtin ? builtin : numberFunction(&function);
  if (asked.sign.isValid() && known && known->is(Does::SetSign))
    left.push_back({"'" + name.str() + "' sets signgam, which " + lineOf(places.point(asked.sign)) + " mentions", ""});
  if (asked.error.isValid() && !(known && known->is(Does::Succeed)))
    left.push_back({"'" + name.str() + "' may set errno, which " + lineOf(places.point(asked.error)) + " looks at",
                    "test the results, or compile with -fno-math-errno"});
  return left;
}

void refuseAskedExceptions(LoopModel& model, const MathState& asked, const FilePlaces& places) {
  if (asked.exceptions.isInvalid()) return;
  model.effects.push_back({"effect.math-state",
                           "floating-point exceptions are asked for at " + lineOf(places.point(asked.exceptions)) +
                               ", and other threads and devices raise theirs elsewhere",
                           "", model.at});
}

}  // namespace clustrix::compiler
