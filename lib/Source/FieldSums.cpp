// Functions that add two objects field by field: sums, whether anybody declares them or not.
//
//     Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y}; }
//     Vec& Vec::operator+=(const Vec& b) { x += b.x; y += b.y; return *this; }
//     Vec sum(Vec a, const Vec& b) { a += b; return a; }                  also `return a += b;`
//     Dual operator+(Dual a, Dual b) { return Dual(a.v + b.v, a.d + b.d); }    where the constructor takes the fields
//
// The body is followed with the two arguments' fields as the only values. Where each field of the result is the left
// one's plus the right one's, any grouping gives the same, up to rounding. Signed fields are no part of it: parts of
// their sums may overflow where the source's order does not.
#include "Source/ReductionShapes.h"
#include "Syntax/InitialValue.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <map>

namespace clustrix::compiler {

namespace {

/// Of each field: whether the left one's value is in it, and the right one's.
using Fields = std::vector<int>;
constexpr int left = 1, right = 2, both = left | right;

/// What withoutCopies() finds, also under conversions to a record's own type: `Vec(v)`.
const clang::Expr* stripped(const clang::Expr* expression) {
  for (;;) {
    expression = withoutCopies(expression);
    const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(expression);
    if (!cast || !cast->getType()->isRecordType()) return expression;
    expression = cast->getSubExpr();
  }
}

/// Numbers that may be added in any grouping.
bool isAddable(const clang::FieldDecl* field) {
  const clang::QualType type = field->getType();
  if (field->isBitField() || field->isMutable() || type.isVolatileQualified() || type->isBooleanType()) return false;
  return type->isRealFloatingType() ||
         (type->isUnsignedIntegerType() && field->getASTContext().getIntWidth(type) >= 32);
}

const clang::CXXRecordDecl* recordOf(clang::QualType type) { return type.getNonReferenceType()->getAsCXXRecordDecl(); }

/// `Dual(double v = 0, double d = 0) : v(v), d(d) {}`: the parameter that each field takes its value from. Nothing for
/// constructors that do anything else.
std::optional<std::vector<unsigned>> parametersOfFields(const clang::CXXConstructorDecl* constructor) {
  const clang::FunctionDecl* body = nullptr;
  if (!constructor || constructor->isDeleted() || !constructor->hasBody(body)) return std::nullopt;
  const auto* definition = llvm::cast<clang::CXXConstructorDecl>(body);
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
  const auto* record = definition->getParent();
  const auto count = static_cast<std::size_t>(std::distance(record->field_begin(), record->field_end()));
  if (!block || !block->body_empty() || definition->getNumParams() != count || definition->isVariadic())
    return std::nullopt;
  std::vector<unsigned> parameters(count, static_cast<unsigned>(count));
  for (const clang::CXXCtorInitializer* initialiser : definition->inits()) {
    const clang::FieldDecl* field = initialiser->getMember();
    const auto* name =
        field ? llvm::dyn_cast<clang::DeclRefExpr>(initialiser->getInit()->IgnoreParenImpCasts()) : nullptr;
    const auto* parameter = name ? llvm::dyn_cast<clang::ParmVarDecl>(name->getDecl()) : nullptr;
    if (!parameter || parameter->getType().getNonReferenceType().getCanonicalType().getUnqualifiedType() !=
                          field->getType().getCanonicalType().getUnqualifiedType())
      return std::nullopt;
    parameters[field->getFieldIndex()] = parameter->getFunctionScopeIndex();
  }
  std::vector<unsigned> sorted = parameters;
  std::sort(sorted.begin(), sorted.end());
  for (unsigned i = 0; i < count; ++i)
    if (sorted[i] != i) return std::nullopt;
  return parameters;
}

}  // namespace

const clang::CXXConstructorDecl* constructorOfFields(const clang::CXXRecordDecl* record) {
  const auto makesOfNothing = [](const clang::CXXConstructorDecl* one) {
    return one->isDefaultConstructor() && !one->isDeleted() && one->getAccess() == clang::AS_public;
  };
  if (std::none_of(record->ctor_begin(), record->ctor_end(), makesOfNothing)) return nullptr;
  for (const clang::CXXConstructorDecl* one : record->ctors())
    if (one->getAccess() == clang::AS_public && parametersOfFields(one)) return one;
  return nullptr;
}

namespace {

bool isPlainRecord(const clang::CXXRecordDecl* record) {
  return record && record->hasDefinition() && !record->isUnion() && record->getNumBases() == 0 &&
         !record->field_empty() && record->isTriviallyCopyable() && !record->getDeclContext()->isFunctionOrMethod() &&
         std::all_of(record->field_begin(), record->field_end(), isAddable) &&
         (record->isAggregate() || constructorOfFields(record));
}

/// One body, followed statement by statement.
class Follower {
 public:
  Follower(const clang::FunctionDecl* definition, const clang::CXXRecordDecl* record, int depth)
      : definition_(definition), record_(record), depth_(depth) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
    const bool onObject = method && !method->isStatic();
    const Fields zero(static_cast<std::size_t>(std::distance(record->field_begin(), record->field_end())), 0);
    objects_[onObject ? nullptr : definition->getParamDecl(0)] = Fields(zero.size(), left);
    objects_[definition->getParamDecl(onObject ? 0 : 1)] = Fields(zero.size(), right);
    target_ = onObject ? nullptr : definition->getParamDecl(0);
    unset_ = zero;
  }

  bool addsFields(bool inPlace) {
    const auto* body = llvm::dyn_cast<clang::CompoundStmt>(definition_->getBody());
    if (!body || body->body_empty()) return false;
    for (const clang::Stmt* statement : body->body()) {
      if (const auto* end = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
        if (statement != body->body_back()) return false;
        if (!end->getRetValue()) break;
        if (inPlace && variableOf(end->getRetValue()) != std::optional(target_)) return false;
        if (!inPlace) return isSum(object(end->getRetValue()));
      } else if (!follow(statement)) {
        return false;
      }
    }
    return inPlace && isSum(objects_[target_]);
  }

 private:
  using Variable = const clang::VarDecl*;  // null: *this

  static bool isSum(const std::optional<Fields>& fields) {
    return fields && std::all_of(fields->begin(), fields->end(), [](int field) { return field == both; });
  }

  std::optional<Variable> variableOf(const clang::Expr* expression) const {
    expression = stripped(expression);
    if (llvm::isa<clang::CXXThisExpr>(expression)) return Variable{};
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
        unary && unary->getOpcode() == clang::UO_Deref && llvm::isa<clang::CXXThisExpr>(stripped(unary->getSubExpr())))
      return Variable{};
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    return variable && objects_.contains(variable) ? std::optional<Variable>(variable) : std::nullopt;
  }

  /// The field that the expression names, of which object.
  std::optional<std::pair<Variable, std::size_t>> fieldOf(const clang::Expr* expression) const {
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(stripped(expression));
    const auto* field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
    const auto object = field ? variableOf(member->getBase()) : std::nullopt;
    if (!object || field->getParent() != record_ || !objects_.contains(*object)) return std::nullopt;
    return std::pair{*object, static_cast<std::size_t>(field->getFieldIndex())};
  }

  static int added(int a, int b) { return a != 0 && b != 0 && (a & b) == 0 ? a | b : 0; }

  /// What is in the value, as far as it is a sum of this field's values; 0: anything.
  int number(const clang::Expr* expression, std::size_t index) const {
    expression = stripped(expression);
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expression); sum && sum->getOpcode() == clang::BO_Add)
      return added(number(sum->getLHS(), index), number(sum->getRHS(), index));
    const auto field = fieldOf(expression);
    return field && field->second == index ? objects_.at(field->first)[index] : 0;
  }

  std::optional<Fields> object(const clang::Expr* expression) const {
    expression = stripped(expression);
    if (const auto variable = variableOf(expression)) return objects_.at(*variable);
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression)) {
      if (list->isSyntacticForm() && list->getSemanticForm()) list = list->getSemanticForm();
      if (recordOf(list->getType()) != record_ || list->getNumInits() != unset_.size()) return std::nullopt;
      Fields fields;
      for (unsigned i = 0; i < list->getNumInits(); ++i) fields.push_back(number(list->getInit(i), i));
      return fields;
    }
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression)) {
      const auto parameters = parametersOfFields(made->getConstructor());
      if (recordOf(made->getType()) != record_ || !parameters) return std::nullopt;
      Fields fields;
      for (std::size_t i = 0; i < parameters->size(); ++i) fields.push_back(number(made->getArg((*parameters)[i]), i));
      return fields;
    }
    const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
    // `return a += b;`: what it returns is what it has changed.
    return call ? summed(call, call->getCallReturnType(record_->getASTContext())->isReferenceType()) : std::nullopt;
  }

  /// The sum that another such function makes of two objects.
  std::optional<Fields> summed(const clang::CallExpr* call, bool inPlace) const {
    const auto* callee = call->getDirectCallee();
    const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    const unsigned arguments = call->getNumArgs() + (member ? 1 : 0);
    if (!callee || arguments != 2 || depth_ > 3 || !isFieldSum(*callee, inPlace, depth_ + 1)) return std::nullopt;
    const auto a = object(member ? member->getImplicitObjectArgument() : call->getArg(0));
    const auto b = object(call->getArg(member ? 0 : 1));
    if (!a || !b) return std::nullopt;
    Fields fields;
    for (std::size_t i = 0; i < a->size(); ++i) fields.push_back(added((*a)[i], (*b)[i]));
    return fields;
  }

  bool follow(const clang::Stmt* statement) {
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      const auto* variable =
          declaration->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
      if (!variable || variable->getType()->isReferenceType() || variable->isStaticLocal() ||
          recordOf(variable->getType()) != record_)
        return false;
      const clang::Expr* value = initialValueOf(*variable);
      const auto fields = value ? object(value) : std::nullopt;
      objects_[variable] = fields.value_or(unset_);
      return true;
    }
    const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
    if (!expression) return false;
    expression = stripped(expression);
    if (const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(expression)) return assign(assignment);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
    const auto* method = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
    if (!call || call->getNumArgs() == 0) return false;
    const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    const auto target = variableOf(member ? member->getImplicitObjectArgument() : call->getArg(0));
    if (!target) return false;
    const bool copies = method && method->isCopyAssignmentOperator() && method->isTrivial();
    const bool moves = method && method->isMoveAssignmentOperator() && method->isTrivial();
    const auto fields = copies || moves ? object(call->getArg(1)) : summed(call, true);
    if (!fields) return false;
    objects_[*target] = *fields;
    return true;
  }

  bool assign(const clang::BinaryOperator* assignment) {
    const auto field = fieldOf(assignment->getLHS());
    if (!field) return false;
    int& value = objects_[field->first][field->second];
    const int taken = number(assignment->getRHS(), field->second);
    if (assignment->getOpcode() == clang::BO_Assign)
      value = taken;
    else if (assignment->getOpcode() == clang::BO_AddAssign)
      value = added(value, taken);
    else
      return false;
    return true;
  }

 public:
  static bool isFieldSum(const clang::FunctionDecl& function, bool inPlace, int depth) {
    const auto shape = combinationShape(function);
    const clang::FunctionDecl* definition = nullptr;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    if (!shape || shape->inPlace != inPlace || (method && method->isVirtual())) return false;
    const auto* record = shape->type->getAsCXXRecordDecl();
    if (!isPlainRecord(record) || !function.hasBody(definition)) return false;
    return Follower(definition, record, depth).addsFields(inPlace);
  }

 private:
  const clang::FunctionDecl* definition_;
  const clang::CXXRecordDecl* record_;
  int depth_;
  std::map<Variable, Fields> objects_;
  Variable target_ = nullptr;
  Fields unset_;
};

/// `::geo::Vec{-0.0, -0.0f, 0}`: adding 0.0 would turn -0.0 into 0.0.
std::optional<std::string> identityOf(const clang::CXXRecordDecl& record) {
  clang::PrintingPolicy policy(record.getASTContext().getLangOpts());
  policy.adjustForCPlusPlus();
  const clang::QualType type = record.getASTContext().getTypeDeclType(&record).getCanonicalType();
  std::string text = type.getAsString(policy);
  if (text.find('(') != std::string::npos) return std::nullopt;  // a namespace or a class without a name
  const auto* constructor = record.isAggregate() ? nullptr : constructorOfFields(&record);
  text = "::" + text + (constructor ? "(" : "{");
  std::vector<const clang::FieldDecl*> fields(record.field_begin(), record.field_end());
  if (constructor) {
    const auto parameters = parametersOfFields(constructor);
    for (const clang::FieldDecl* field : record.fields()) fields[(*parameters)[field->getFieldIndex()]] = field;
  }
  for (const clang::FieldDecl* field : fields) {
    if (field != fields.front()) text += ", ";
    // Of the parameter's very type, so that no other constructor is chosen.
    if (constructor && field->getType()->isUnsignedIntegerType())
      text += "static_cast<" + field->getType().getCanonicalType().getUnqualifiedType().getAsString(policy) + ">";
    const bool floating = field->getType()->isRealFloatingType();
    text += floating ? "-0.0" : constructor ? "(0)" : "0";
    if (field->getType()->isSpecificBuiltinType(clang::BuiltinType::Float)) text += "f";
    if (field->getType()->isSpecificBuiltinType(clang::BuiltinType::LongDouble)) text += "L";
  }
  return text + (constructor ? ")" : "}");
}

/// The terms of `a + b - c`, with their signs.
void addTerms(const clang::Expr* expression, bool negative, std::vector<std::pair<const clang::Expr*, bool>>& into) {
  const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  if (!sum || !sum->isAdditiveOp()) {
    into.emplace_back(expression, negative);
    return;
  }
  addTerms(sum->getLHS(), negative, into);
  addTerms(sum->getRHS(), negative != (sum->getOpcode() == clang::BO_Sub), into);
}

bool names(const clang::Stmt* statement, const clang::VarDecl* variable) {
  if (!statement) return false;
  if (llvm::isa<clang::LambdaExpr, clang::StmtExpr>(statement)) return true;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  if (name && name->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl()) return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return names(child, variable); });
}

/// The values of the record's fields that an expression gives, as many as there are.
std::vector<const clang::Expr*> fieldsGiven(const clang::Expr* value, const clang::CXXRecordDecl* record) {
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(value);
  if (list && list->isSyntacticForm() && list->getSemanticForm()) list = list->getSemanticForm();
  const auto count = static_cast<std::size_t>(std::distance(record->field_begin(), record->field_end()));
  if (!list || list->getNumInits() != count) return {};
  return {list->inits().begin(), list->inits().end()};
}

/// The variable whose `field` the expression is, and its name there.
const clang::DeclRefExpr* variableWith(const clang::Expr* expression, const clang::FieldDecl* field) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression->IgnoreParenImpCasts());
  if (!member || member->isArrow() || member->getMemberDecl() != field) return nullptr;
  return llvm::dyn_cast<clang::DeclRefExpr>(member->getBase()->IgnoreParenImpCasts());
}

/// One field's part of such a sum. An unsigned number that takes floating values is truncated each time.
bool addField(const clang::Expr* value, const clang::FieldDecl* field, FieldwiseSum& sum) {
  std::vector<std::pair<const clang::Expr*, bool>> terms;
  addTerms(value, false, terms);
  int found = 0;
  for (const auto& [term, negative] : terms) {
    const clang::DeclRefExpr* name = variableWith(term, field);
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (variable && !sum.variable) sum.variable = variable;
    if (variable && variable == sum.variable) {
      if (negative || ++found > 1) return false;
      sum.mentions.push_back(name);
      continue;
    }
    if (!field->getType()->isRealFloatingType() && !term->IgnoreParenImpCasts()->getType()->isIntegerType())
      return false;
    sum.summands.push_back(term);
  }
  return found == 1;
}

}  // namespace

std::optional<FieldwiseSum> fieldwiseSum(const clang::Expr* value) {
  value = stripped(value);
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(value))
    value = stripped(literal->getInitializer());
  const auto* record = recordOf(value->getType());
  if (!isPlainRecord(record) || !record->isAggregate()) return std::nullopt;
  const auto values = fieldsGiven(value, record);
  const auto identity = identityOf(*record);
  if (values.empty() || !identity) return std::nullopt;
  FieldwiseSum sum;
  sum.operation = {"+", *identity, "", true};
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->getAccess() != clang::AS_public || !addField(values[field->getFieldIndex()], field, sum))
      return std::nullopt;
    const std::string name = "." + field->getNameAsString();
    sum.operation.combine += (sum.operation.combine.empty() ? "%l" : " %l") + name + " += %r" + name + ";";
  }
  const auto again = [&](const clang::Expr* summand) { return names(summand, sum.variable); };
  if (std::any_of(sum.summands.begin(), sum.summands.end(), again)) return std::nullopt;
  return recordOf(sum.variable->getType()) == record ? std::optional(sum) : std::nullopt;
}

std::optional<DeclaredReduction> sumOfFields(const clang::FunctionDecl& function) {
  const auto shape = combinationShape(function);
  const auto* record = shape ? shape->type->getAsCXXRecordDecl() : nullptr;
  if (!isPlainRecord(record) || !shapeProblem(function).empty() || !Follower::isFieldSum(function, shape->inPlace, 0))
    return std::nullopt;
  const auto identity = identityOf(*record);
  auto sum = identity ? combination(function, *identity) : std::nullopt;
  if (sum) sum->operation.proven = true;
  return sum;
}

}  // namespace clustrix::compiler
