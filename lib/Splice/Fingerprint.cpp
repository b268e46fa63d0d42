#include "Splice/Fingerprint.h"

#include "Syntax/InitialValue.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace clustrix::compiler {
namespace {

/// Of numbers whose type a copy can say.
const clang::BuiltinType* numberType(clang::QualType type) {
  const auto* builtin = type->getAs<clang::BuiltinType>();
  const bool isNumber = builtin && (builtin->isInteger() || builtin->getKind() == clang::BuiltinType::Float ||
                                    builtin->getKind() == clang::BuiltinType::Double);
  const bool isWide = builtin && (builtin->getKind() == clang::BuiltinType::Int128 ||
                                  builtin->getKind() == clang::BuiltinType::UInt128);
  return isNumber && !isWide ? builtin : nullptr;
}

template <class Number>
std::string shortest(Number number) {
  char text[64];
  const auto end = std::to_chars(std::begin(text), std::end(text), number).ptr;
  return {text, end};
}

/// How numbers are computed, as flags say: the same tree may be another function under others.
std::string environmentOf(const clang::ASTContext& context) {
  const clang::LangOptions& language = context.getLangOpts();
  const clang::TargetOptions& target = context.getTargetInfo().getTargetOpts();
  std::string text = target.Triple + " " + target.CPU + " " + target.ABI;
  for (const std::string& feature : target.FeaturesAsWritten) text += " " + feature;
  const clang::FPOptions numbers(const_cast<clang::LangOptions&>(language));
  return text + " " + std::to_string(numbers.getAsOpaqueInt()) + " " + std::to_string(language.CharIsSigned) +
         std::to_string(language.getSignedOverflowBehavior()) + std::to_string(language.ShortEnums) + "\n";
}

class Writer {
 public:
  /// Of a copy, all must be comparable that a name leads to; of another reading of the same text, names are enough.
  enum class Compares { Copies, Readings };

  explicit Writer(const clang::ASTContext& context, Compares compares) : context_(context), compares_(compares) {}

  void write(const clang::FunctionDecl& function) {
    internal_.emplace(function.getCanonicalDecl(), 0);
    add(function);
  }
  void write(const clang::Expr& expression) { add(&expression); }

  Fingerprint result() {
    if (!problem_.empty()) return {"", std::move(problem_), {}};
    return {hashed(environmentOf(context_) + text_), "", std::move(named_)};
  }
  std::string meaning() const { return hashed(text_); }

 private:
  static std::string hashed(const std::string& text) {
    llvm::MD5 hash;
    hash.update(text);
    return hash.final().digest().str().str();
  }

  void add(const clang::FunctionDecl& function) {
    auto outer = std::exchange(locals_, {});
    add(function.getType());
    for (const clang::ParmVarDecl* parameter : function.parameters()) declare(*parameter);
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function))
      for (const clang::CXXCtorInitializer* one : constructor->inits()) add(one->getInit());
    add(function.getBody());
    locals_ = std::move(outer);
  }

  void fail(const std::string& what) {
    if (compares_ == Compares::Readings)
      word(what);
    else if (problem_.empty())
      problem_ = "it has " + what;
  }
  void word(llvm::StringRef text) { ((text_ += ' ') += text); }
  void number(std::uint64_t value) { word(std::to_string(value)); }

  void declare(const clang::VarDecl& variable) {
    const auto number = locals_.size();
    locals_.emplace(&variable, number);
    add(variable.getType());
  }

  // Types of one name are one throughout the program, but for those that no other file can name.
  void add(clang::QualType type) {
    word(type.getCanonicalType().getAsString(clang::PrintingPolicy(context_.getLangOpts())));
    if (!isOfProgram(type.getCanonicalType())) fail("a type of the source's own, '" + type.getAsString() + "'");
  }
  bool isOfProgram(clang::QualType type) const {
    const clang::Type* const one = type.getTypePtr();
    if (const auto* function = llvm::dyn_cast<clang::FunctionProtoType>(one))
      return isOfProgram(function->getReturnType()) &&
             llvm::all_of(function->param_types(), [&](clang::QualType each) { return isOfProgram(each); });
    if (const auto* array = llvm::dyn_cast<clang::ArrayType>(one))
      return !llvm::isa<clang::VariableArrayType>(array) && isOfProgram(array->getElementType());
    if (!one->getPointeeType().isNull()) return isOfProgram(one->getPointeeType());
    const clang::TagDecl* const tag = one->getAsTagDecl();
    if (!tag) return true;
    if (!tag->isExternallyVisible() || isInMainFile(*tag) || tag->getParentFunctionOrMethod()) return false;
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
    return !special || llvm::all_of(special->getTemplateArgs().asArray(), [&](const clang::TemplateArgument& argument) {
      return argument.getKind() != clang::TemplateArgument::Type ||
             isOfProgram(argument.getAsType().getCanonicalType());
    });
  }

  void name(const clang::NamedDecl& declaration) {
    if (std::find(named_.begin(), named_.end(), &declaration) == named_.end()) named_.push_back(&declaration);
  }

  void addName(const clang::ValueDecl& declaration) {
    if (const auto local = locals_.find(&declaration); local != locals_.end()) {
      word("local");
      return number(local->second);
    }
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) return addFunction(*function);
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) return addVariable(*variable);
    if (const auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(&declaration))
      return word(llvm::toString(constant->getInitVal(), 10));
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(&declaration)) {
      add(context_.getRecordType(field->getParent()));
      word("field");
      return number(field->getFieldIndex());
    }
    fail("'" + declaration.getNameAsString() + "', which no copy can name");
  }
  void addFunction(const clang::FunctionDecl& function) {
    name(*function.getCanonicalDecl());
    if (function.isExternallyVisible() || compares_ == Compares::Readings) return word(symbolOf(function));
    // What no other file can name is what it does.
    const clang::FunctionDecl* definition = nullptr;
    if (!function.hasBody(definition)) return fail("a function of the source's own without a body");
    const auto [known, isNew] = internal_.try_emplace(function.getCanonicalDecl(), internal_.size());
    word("internal");
    number(known->second);
    if (isNew) add(*definition);
  }
  void addVariable(const clang::VarDecl& variable) {
    if (const std::string value = constantText(variable); !value.empty()) {
      if (isInMainFile(variable)) name(variable);
      add(variable.getType());
      return word("constant " + value);
    }
    if (!variable.isExternallyVisible() || variable.isStaticLocal())
      return fail("the variable '" + variable.getNameAsString() + "', which is the source's own");
    word("variable " + symbolOf(variable));
  }

  void addVariableDeclaration(const clang::VarDecl& variable) {
    if (!variable.hasLocalStorage()) fail("the static variable '" + variable.getNameAsString() + "'");
    if (variable.hasAttrs()) fail("a variable with attributes");
    word("declares");
    declare(variable);
    number(variable.getInitStyle());
    add(initialiserOf(variable));
  }
  void addDeclarations(const clang::DeclStmt& statement) {
    for (const clang::Decl* declaration : statement.decls()) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
        addVariableDeclaration(*variable);
      else if (!llvm::isa<clang::TypedefNameDecl, clang::UsingDecl, clang::UsingDirectiveDecl, clang::StaticAssertDecl>(
                   declaration))
        fail("a declaration of more than variables");
    }
  }

  void addChildren(const clang::Stmt& statement) {
    number(static_cast<std::uint64_t>(std::distance(statement.child_begin(), statement.child_end())));
    for (const clang::Stmt* child : statement.children()) add(child);
  }

  void add(const clang::Stmt* statement) {
    if (!statement) return word("-");
    if (!problem_.empty()) return;
    if (const auto* inner = transparent(statement)) return add(inner);
    word(statement->getStmtClassName());
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
      add(expression->getType());
      number(expression->getValueKind());
    }
    if (addOwn(*statement)) return;
    fail(std::string("what has no form to compare, ") + statement->getStmtClassName());
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) add(lambda->getBody());
    addChildren(*statement);
  }
  /// What stands for nothing but its inner part.
  static const clang::Stmt* transparent(const clang::Stmt* statement) {
    if (const auto* parentheses = llvm::dyn_cast<clang::ParenExpr>(statement)) return parentheses->getSubExpr();
    if (const auto* argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(statement)) return argument->getExpr();
    if (const auto* member = llvm::dyn_cast<clang::CXXDefaultInitExpr>(statement)) return member->getExpr();
    if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(statement)) return constant->getSubExpr();
    if (const auto* replaced = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(statement))
      return replaced->getReplacement();
    return nullptr;
  }

  /// What a node says beside its children, and these. False where that is not known.
  bool addOwn(const clang::Stmt& statement) {
    if (addLeaf(statement)) return true;
    if (!addStatement(statement) && !addOperation(statement) && !addCall(statement) && !isPlain(statement))
      return false;
    addChildren(statement);
    return true;
  }

  /// All that a node without children says, or with children of its own.
  bool addLeaf(const clang::Stmt& statement) {
    if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(&statement))
      addDeclarations(*declarations);
    else if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(&statement))
      addBlock(*block);
    else if (const auto* integer = llvm::dyn_cast<clang::IntegerLiteral>(&statement))
      word(llvm::toString(integer->getValue(), 10, false));
    else if (const auto* real = llvm::dyn_cast<clang::FloatingLiteral>(&statement))
      word(llvm::toString(real->getValue().bitcastToAPInt(), 16, false));
    else if (const auto* character = llvm::dyn_cast<clang::CharacterLiteral>(&statement))
      number(character->getValue());
    else if (const auto* boolean = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(&statement))
      number(boolean->getValue());
    else if (const auto* text = llvm::dyn_cast<clang::StringLiteral>(&statement))
      word(llvm::toHex(text->getBytes()));
    else if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&statement))
      addName(*name->getDecl());
    else if (const auto* size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&statement))
      return addSize(*size);
    else
      return false;
    return true;
  }
  bool addSize(const clang::UnaryExprOrTypeTraitExpr& size) {
    clang::Expr::EvalResult value;
    if (size.isValueDependent() || !size.EvaluateAsInt(value, context_)) return false;
    word(llvm::toString(value.Val.getInt(), 10));
    return true;
  }
  void addBlock(const clang::CompoundStmt& block) {
    if (block.hasStoredFPFeatures()) addPragmas(block.getStoredFPFeatures());
    // A copy has using-directives in front.
    for (const clang::Stmt* child : block.body())
      if (!saysNothing(*child)) add(child);
    word("end");
  }

  /// Which of its parts a statement has.
  bool addStatement(const clang::Stmt& statement) {
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(&statement))
      number((branch->hasInitStorage() ? 1u : 0u) | (branch->hasVarStorage() ? 2u : 0u) |
             (branch->hasElseStorage() ? 4u : 0u) | (branch->isConstexpr() ? 8u : 0u));
    else if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(&statement))
      number((choice->hasInitStorage() ? 1u : 0u) | (choice->hasVarStorage() ? 2u : 0u));
    else if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(&statement))
      number(loop->hasVarStorage());
    else
      return false;
    return true;
  }

  void addPragmas(const clang::FPOptionsOverride& options) { number(options.getAsOpaqueInt()); }
  bool addOperation(const clang::Stmt& statement) {
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(&statement)) {
      number(operation->getOpcode());
      if (operation->hasStoredFPFeatures()) addPragmas(operation->getStoredFPFeatures());
    } else if (const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(&statement)) {
      number(pair->getOpcode());
      if (pair->hasStoredFPFeatures()) addPragmas(pair->getStoredFPFeatures());
      if (const auto* assignment = llvm::dyn_cast<clang::CompoundAssignOperator>(pair)) {
        add(assignment->getComputationLHSType());
        add(assignment->getComputationResultType());
      }
    } else if (llvm::isa<clang::ImplicitCastExpr, clang::CStyleCastExpr, clang::CXXFunctionalCastExpr,
                         clang::CXXStaticCastExpr, clang::CXXReinterpretCastExpr, clang::CXXConstCastExpr>(statement)) {
      const auto& cast = llvm::cast<clang::CastExpr>(statement);
      number(cast.getCastKind());
      if (const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(cast.getConversionFunction()))
        addFunction(*function);
    } else {
      return false;
    }
    return true;
  }

  bool addCall(const clang::Stmt& statement) {
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&statement)) {
      number(member->isArrow());
      addName(*member->getMemberDecl());
    } else if (llvm::isa<clang::CXXConstructExpr>(statement)) {
      const auto& made = llvm::cast<clang::CXXConstructExpr>(statement);
      addFunction(*made.getConstructor());
      number(static_cast<std::uint64_t>(made.getConstructionKind()));
      number((made.isListInitialization() ? 1u : 0u) | (made.requiresZeroInitialization() ? 2u : 0u));
    } else if (const auto* temporary = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(&statement)) {
      if (const auto* destructor = temporary->getTemporary()->getDestructor()) addFunction(*destructor);
    } else if (const auto kind = statement.getStmtClass(); kind == clang::Stmt::CallExprClass ||
                                                           kind == clang::Stmt::CXXMemberCallExprClass ||
                                                           kind == clang::Stmt::CXXOperatorCallExprClass) {
      const auto& call = llvm::cast<clang::CallExpr>(statement);
      if (call.hasStoredFPFeatures()) addPragmas(call.getStoredFPFeatures());
      number(call.getBuiltinCallee());
    } else {
      return false;
    }
    return true;
  }

  /// Nodes that their kind, their type and their children say all of.
  static bool isPlain(const clang::Stmt& statement) {
    switch (statement.getStmtClass()) {
      case clang::Stmt::ForStmtClass:
      case clang::Stmt::DoStmtClass:
      case clang::Stmt::CXXForRangeStmtClass:
      case clang::Stmt::CaseStmtClass:
      case clang::Stmt::DefaultStmtClass:
      case clang::Stmt::BreakStmtClass:
      case clang::Stmt::ContinueStmtClass:
      case clang::Stmt::ReturnStmtClass:
      case clang::Stmt::NullStmtClass:
      case clang::Stmt::ArraySubscriptExprClass:
      case clang::Stmt::ConditionalOperatorClass:
      case clang::Stmt::CXXThisExprClass:
      case clang::Stmt::CXXThrowExprClass:
      case clang::Stmt::CXXNullPtrLiteralExprClass:
      case clang::Stmt::CXXScalarValueInitExprClass:
      case clang::Stmt::ImplicitValueInitExprClass:
      case clang::Stmt::InitListExprClass:
      case clang::Stmt::CXXStdInitializerListExprClass:
      case clang::Stmt::MaterializeTemporaryExprClass:
      case clang::Stmt::ExprWithCleanupsClass:
        return true;
      default:
        return false;
    }
  }
  static bool saysNothing(const clang::Stmt& statement) {
    const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(&statement);
    return declarations && llvm::all_of(declarations->decls(), [](const clang::Decl* declaration) {
             return llvm::isa<clang::UsingDecl, clang::UsingDirectiveDecl>(declaration);
           });
  }

  const clang::ASTContext& context_;
  const Compares compares_;
  std::string text_, problem_;
  std::vector<const clang::NamedDecl*> named_;
  std::map<const clang::FunctionDecl*, std::size_t> internal_;  // in the order in which they are named
  std::map<const clang::ValueDecl*, std::size_t> locals_;
};

}  // namespace

Fingerprint fingerprintOf(const clang::FunctionDecl& function) {
  Writer writer(function.getASTContext(), Writer::Compares::Copies);
  writer.write(function);
  return writer.result();
}

std::string meaningOf(const clang::FunctionDecl& function) {
  Writer writer(function.getASTContext(), Writer::Compares::Readings);
  writer.write(function);
  return writer.meaning();
}

std::string meaningOf(const clang::Expr& expression, const clang::ASTContext& context) {
  Writer writer(context, Writer::Compares::Readings);
  writer.write(expression);
  return writer.meaning();
}

std::string symbolOf(const clang::NamedDecl& declaration) {
  return clang::ASTNameGenerator(declaration.getASTContext()).getName(&declaration);
}

bool isInMainFile(const clang::Decl& declaration) {
  const clang::SourceManager& manager = declaration.getASTContext().getSourceManager();
  return manager.getFileID(manager.getExpansionLoc(declaration.getLocation())) == manager.getMainFileID();
}

std::string constantText(const clang::VarDecl& variable) {
  const clang::QualType type = variable.getType();
  if (!type.isConstQualified() || type.isVolatileQualified() || !numberType(type)) return "";
  const clang::VarDecl* const initialised = variable.getInitializingDeclaration();
  if (variable.hasLocalStorage() || variable.isWeak() || !initialised) return "";
  if (!initialised->hasConstantInitialization()) return "";
  const clang::APValue* const value = initialised->evaluateValue();
  if (!value) return "";
  if (value->isInt()) {
    const llvm::APSInt& number = value->getInt();
    // The least number of a type has no literal of that type.
    if (number.isSigned()) return number.isMinSignedValue() ? "" : llvm::toString(number, 10);
    return llvm::toString(number, 10) + "u";
  }
  if (!value->isFloat() || !value->getFloat().isFinite()) return "";
  const bool isFloat = numberType(type)->getKind() == clang::BuiltinType::Float;
  std::string text =
      isFloat ? shortest(value->getFloat().convertToFloat()) : shortest(value->getFloat().convertToDouble());
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return isFloat ? text + "f" : text;
}

}  // namespace clustrix::compiler
