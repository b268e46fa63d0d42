#include "Normalise/HoistedVectors.h"

#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Normalise/AlgorithmCalls.h"
#include "Normalise/TextPlaces.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// `std::vector<double>`: the type of its elements, numbers of which each has an address; null of other types.
clang::QualType elementOf(clang::QualType type) {
  if (type->isReferenceType() || type.hasQualifiers() || !isApart(type)) return {};
  const auto& vector = *llvm::cast<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  const clang::TemplateArgumentList& arguments = vector.getTemplateArgs();
  const clang::QualType element = arguments[0].getAsType();
  if (arguments.size() != 2 || !isUsualAllocator(arguments[1])) return {};
  return element->isArithmeticType() && !element->isBooleanType() && !element.hasQualifiers() ? element
                                                                                              : clang::QualType();
}

/// `w(m)`, `w(m, x)`, `auto w = std::vector<double>(m)`
struct Made {
  const clang::Expr* size = nullptr;
  const clang::Expr* value = nullptr;  // null: zeros
};
std::optional<Made> madeBy(const clang::Expr* init) {
  while (init && llvm::isa<clang::ExprWithCleanups, clang::CXXBindTemporaryExpr, clang::CXXFunctionalCastExpr>(init))
    init = llvm::cast<clang::Expr>(*init->child_begin());
  const auto* made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(init);
  if (!made || made->isListInitialization() || made->getNumArgs() < 2) return std::nullopt;
  const clang::CXXConstructorDecl& constructor = *made->getConstructor();
  if (!isInteger(constructor.getParamDecl(0)->getType())) return std::nullopt;
  const unsigned allocator = made->getNumArgs() - 1;
  if (allocator > 2 || !llvm::isa<clang::CXXDefaultArgExpr>(made->getArg(allocator))) return std::nullopt;
  return Made{spelled(made->getArg(0)), allocator == 2 ? spelled(made->getArg(1)) : nullptr};
}

/// Whether the array in a vector's place has such a member, too.
bool isHeldToo(Role role) {
  return role == Role::Size || role == Role::Empty || role == Role::Data || role == Role::Begin || role == Role::End ||
         role == Role::Front || role == Role::Back;
}

/// Whether an expression is an integer made of variables, members of `this` and sizes of the library's containers.
class SizeReader {
 public:
  std::vector<const clang::VarDecl*> variables;  // that it names
  std::vector<const clang::ValueDecl*> numbers;  // of which it has the value: some of them, and members
  bool inMemory = false;                         // some of it may be where writes reach it

  bool read(const clang::Expr* expression) {
    expression = spelled(expression);
    if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) return readSize(call);
    if (!isInteger(expression->getType()) || expression->getType().isVolatileQualified()) return false;
    if (llvm::isa<clang::IntegerLiteral>(expression)) return true;
    if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expression)) return read(cast->getSubExpr());
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
      return (operation->isAdditiveOp() || operation->isMultiplicativeOp()) && read(operation->getLHS()) &&
             read(operation->getRHS());
    const clang::ValueDecl* number = declaredOf(expression);
    if (!number || llvm::isa<clang::EnumConstantDecl>(number)) return number != nullptr;
    numbers.push_back(number);
    // A second name for a variable of the function says nothing of the first one.
    return !number->getType()->isReferenceType() || llvm::isa<clang::ParmVarDecl>(number);
  }

 private:
  bool readSize(const clang::CXXMemberCallExpr* call) {
    const clang::Expr* container = spelled(call->getImplicitObjectArgument());
    return roleOf(call->getMethodDecl()) == Role::Size && sequenceClass(container->getType()) && declaredOf(container);
  }
  /// A variable, an enumerator or a member of `this`; null for others.
  const clang::ValueDecl* declaredOf(const clang::Expr* expression) {
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
      inMemory = true;
      const bool isOwn = llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
      return isOwn ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
    }
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    if (name && llvm::isa<clang::EnumConstantDecl>(name->getDecl())) return name->getDecl();
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (!variable) return nullptr;
    variables.push_back(variable);
    inMemory = inMemory || !variable->hasLocalStorage() || variable->getType()->isReferenceType();
    return variable;
  }
};

/// What a statement holds of names, whichever way they are said.
class NameFinder : public TreeVisitor {
 public:
  explicit NameFinder(const clang::VarDecl* own) : own_(own) {}

  bool others = false;  // something else has the same name
  std::vector<clang::DeclRefExpr*> uses;

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    if (name->getDecl() == own_)
      uses.push_back(name);
    else
      look(name->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* member) override {
    if (member->isImplicitAccess()) look(member->getMemberDecl());
    return true;
  }
  bool VisitDeclStmt(clang::DeclStmt* statement) override {
    for (const clang::Decl* one : statement->decls())
      if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(one); named && named != own_) look(named);
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
    for (const clang::ParmVarDecl* parameter : lambda->getCallOperator()->parameters()) look(parameter);
    return true;
  }

 private:
  void look(const clang::NamedDecl* one) { others = others || one->getDeclName() == own_->getDeclName(); }

  const clang::VarDecl* own_;
};

class VectorFinder : public TreeVisitor {
 public:
  VectorFinder(clang::ASTContext& context, const clang::FunctionDecl& function, std::vector<TextChange>& changes)
      : manager_(context.getSourceManager()),
        places_(context),
        read_(context),
        function_(function),
        parents_(function.getBody()),
        changes_(changes) {}

  bool VisitDeclStmt(clang::DeclStmt* statement) override {
    const auto* variable =
        statement->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(statement->getSingleDecl()) : nullptr;
    if (!variable || !variable->isLocalVarDecl() || !variable->hasLocalStorage() || !variable->getIdentifier())
      return true;
    const clang::Stmt* const loop = elementOf(variable->getType()).isNull() ? nullptr : loopAround(statement);
    if (auto found = loop ? hoisted(*variable, *statement, *loop) : std::nullopt) found_.push_back(std::move(*found));
    return true;
  }

  void change() {
    for (const Hoisted& first : found_) {
      std::vector<const Hoisted*> together;
      for (const Hoisted& one : found_)
        if (one.begin == first.begin) together.push_back(&one);
      if (together.front() == &first) change(together);
    }
  }

 private:
  struct Hoisted {
    std::size_t begin = 0, end = 0;  // of the outermost loop
    std::size_t own = 0;             // begin of the one that has the vector
    std::size_t from = 0, to = 0;    // of its declaration
    std::string name, declared, launched, filled;
  };

  /// The loop in whose body the statement stands, in this function; null where there is none.
  const clang::Stmt* loopAround(const clang::Stmt* statement) const {
    for (const clang::Stmt* around = parents_.getParent(const_cast<clang::Stmt*>(statement)); around;
         around = parents_.getParent(const_cast<clang::Stmt*>(around))) {
      if (llvm::isa<clang::Expr>(around)) return nullptr;
      if (isLoop(around)) return around;
    }
    return nullptr;
  }

  /// A block can take the place of the loop.
  bool isStatement(const clang::Stmt* loop) const {
    const clang::Stmt* around = parents_.getParent(const_cast<clang::Stmt*>(loop));
    return around && (isLoop(around) || llvm::isa<clang::CompoundStmt, clang::IfStmt>(around));
  }

  bool isIn(const clang::Decl* declared, const clang::Stmt* loop) const {
    const auto at = declared->getLocation();
    return !manager_.isBeforeInTranslationUnit(at, loop->getBeginLoc()) &&
           !manager_.isBeforeInTranslationUnit(loop->getEndLoc(), at);
  }

  /// Whether the size is the same throughout the loop, as far as no memory decides: of that, the model tells.
  bool keeps(const clang::Stmt* loop, const SizeReader& size) const {
    return std::none_of(size.variables.begin(), size.variables.end(),
                        [&](const clang::VarDecl* variable) { return isIn(variable, loop); }) &&
           std::all_of(size.numbers.begin(), size.numbers.end(),
                       [&](const clang::ValueDecl* number) { return keepsNumber(loop, number); });
  }
  bool keepsNumber(const clang::Stmt* loop, const clang::ValueDecl* number) const {
    if (number->getType().isConstQualified()) return true;
    if (changes(loop, number)) return false;
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(number);
    if (!variable || variable->getType()->isReferenceType()) return true;
    return variable->hasLocalStorage() && isAddressNotTaken(*function_.getBody(), variable);
  }
  static bool changes(const clang::Stmt* statement, const clang::ValueDecl* number) {
    const auto names = [&](const clang::Expr* one) {
      const auto* member = llvm::dyn_cast<clang::MemberExpr>(spelled(one));
      return member ? member->getMemberDecl() == number : namedVariable(one) == number;
    };
    if (const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(statement))
      if (assignment->isAssignmentOp() && names(assignment->getLHS())) return true;
    if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(statement))
      if (step->isIncrementDecrementOp() && names(step->getSubExpr())) return true;
    return std::any_of(statement->child_begin(), statement->child_end(),
                       [&](const clang::Stmt* child) { return child && changes(child, number); });
  }

  /// Whether a use leaves the vector's size alone, and keeps no more of it than places of elements.
  bool isPlainUse(clang::DeclRefExpr* use) const {
    const clang::Stmt* parent = parents_.getParentIgnoreParenImpCasts(use);
    if (const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(parent))
      return call->getOperator() == clang::OO_Subscript && call->getArg(0)->IgnoreParenImpCasts() == use;
    if (const auto* range = llvm::dyn_cast_or_null<clang::DeclStmt>(parent)) {  // `for (double& x : w)`
      const auto* loop =
          llvm::dyn_cast_or_null<clang::CXXForRangeStmt>(parents_.getParent(const_cast<clang::DeclStmt*>(range)));
      return loop && loop->getRangeStmt() == range;
    }
    const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(parent);
    return member && isHeldToo(roleOf(llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl())));
  }

  std::optional<Hoisted> hoisted(const clang::VarDecl& vector, const clang::DeclStmt& statement,
                                 const clang::Stmt& own) const {
    const auto made = madeBy(initialValueOf(vector));
    SizeReader size;
    if (!made || !size.read(made->size)) return std::nullopt;
    const clang::Stmt* outermost = nullptr;
    for (const clang::Stmt* loop = &own; loop && keeps(loop, size); loop = loopAround(loop))
      if (isStatement(loop)) outermost = loop;
    if (!outermost) return std::nullopt;
    NameFinder names(&vector);
    names.TraverseStmt(const_cast<clang::Stmt*>(outermost));
    const bool isPlain = std::all_of(names.uses.begin(), names.uses.end(), [&](auto* use) { return isPlainUse(use); });
    return isPlain && !names.others ? written(vector, statement, own, *outermost, *made, size.inMemory) : std::nullopt;
  }

  std::optional<Hoisted> written(const clang::VarDecl& vector, const clang::DeclStmt& statement, const clang::Stmt& own,
                                 const clang::Stmt& outermost, const Made& made, bool inMemory) const {
    const auto begin = places_.at(outermost.getBeginLoc()), end = places_.behindLoop(&outermost);
    const auto at = places_.at(own.getBeginLoc());
    const auto from = places_.at(statement.getBeginLoc()), to = places_.behind(statement.getEndLoc());
    const auto size = read_.text(made.size);
    const auto value = made.value ? read_.value(made.value) : std::optional<std::string>("0");
    if (!begin || !end || !at || !from || !to || !size || !value) return std::nullopt;
    const llvm::StringRef old = places_.text().substr(*from, *to - *from);
    if (old.contains("//") || old.contains("/*") || old.contains('#')) return std::nullopt;
    Hoisted result{*begin, *end, *at, *from, *to, vector.getNameAsString(), "", "", ""};
    const std::string element = read_.typeName(elementOf(vector.getType()));
    result.declared = "std::vector<" + element + "> " + result.name + "(" + *size + "); ";
    result.launched = "clustrix::WorkVector<" + element + "> " + result.name + "(" + *size + ");";
    const std::string k = places_.fresh(result.name + "_at"), x = places_.fresh(result.name + "_value");
    // What of the size is in memory is read where the source reads it, so that no iteration may write it.
    result.filled = "{ const " + element + " " + x + " = " + *value + "; " +
                    (inMemory ? "static_cast<void>(" + *size + " + 0); " : "") + "for (decltype(" + result.name +
                    ".size()) " + k + " = 0; " + k + " < " + result.name + ".size(); ++" + k + ") " + result.name +
                    "[" + k + "] = " + x + "; }" + std::string(static_cast<std::size_t>(old.count('\n')), '\n');
    return result;
  }

  /// Of one outermost loop.
  void change(const std::vector<const Hoisted*>& vectors) {
    const std::size_t begin = vectors.front()->begin, end = vectors.front()->end;
    std::vector<TextChange> found = {{begin, begin, "{ ", false, {}}};
    for (const Hoisted* one : vectors) {
      found[0].replacement += one->declared;
      // The loops from there to the one whose iterations have it: inside that, the source has the vector itself.
      found[0].added.push_back({one->name, one->own + 1, one->launched, ""});
      found.push_back({one->from, one->to, one->filled, false, {}});
    }
    for (TextChange& change : found) change.forModel = true;
    found.push_back({end, end, " }", false, {}});
    const auto meets = [&](const TextChange& other) {
      return std::any_of(found.begin(), found.end(), [&](const TextChange& one) {
        return overlap(one, other) || one.begin == other.begin || (one.begin >= other.begin && one.begin < other.end);
      });
    };
    if (std::none_of(changes_.begin(), changes_.end(), meets))
      changes_.insert(changes_.end(), found.begin(), found.end());
  }

  const clang::SourceManager& manager_;
  const TextPlaces places_;
  ArgumentReader read_;
  const clang::FunctionDecl& function_;
  clang::ParentMap parents_;
  std::vector<TextChange>& changes_;
  std::vector<Hoisted> found_;
};

}  // namespace

void hoistVectors(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes) {
  VectorFinder finder(context, *function, changes);
  finder.TraverseStmt(function->getBody());
  finder.change();
}

}  // namespace clustrix::compiler
