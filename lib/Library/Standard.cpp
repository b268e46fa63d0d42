#include "Library/Standard.h"

#include "Library/Described.h"
#include "Library/StandardModel.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace clustrix::compiler {
namespace {

/// Entries by the last part of their names.
template <class Entry>
class ByName {
 public:
  void add(const std::vector<Entry>& all) {
    for (const Entry& one : all) {
      const std::size_t colons = one.name.rfind("::");
      const std::size_t begin = colons == std::string::npos ? 0 : colons + 2;
      auto& named = entries_[llvm::StringRef(one.name).drop_front(begin)];
      // What was added last counts.
      named.insert(named.begin(), Found{&one, one.name.substr(0, begin) == "std::", begin == 0});
    }
  }
  template <class OfStd>
  const Entry* find(const clang::NamedDecl& declaration, const OfStd& isOfStd) const {
    if (!declaration.getIdentifier()) return nullptr;
    const auto named = entries_.find(declaration.getName());
    if (named == entries_.end()) return nullptr;
    for (const Found& one : named->second)
      if (one.ofStd ? isOfStd() : nameInModels(declaration) == one.entry->name || (one.ofC && isOfStd()))
        return one.entry;
    return nullptr;
  }
  /// Of std:: or of C.
  const Entry* find(llvm::StringRef name) const {
    const auto named = entries_.find(name);
    if (named == entries_.end()) return nullptr;
    const auto found = llvm::find_if(named->second, [](const Found& one) { return one.ofStd || one.ofC; });
    return found == named->second.end() ? nullptr : found->entry;
  }

 private:
  struct Found {
    const Entry* entry = nullptr;
    bool ofStd = false, ofC = false;  // what C has, std:: has, too
  };
  llvm::StringMap<llvm::SmallVector<Found, 1>> entries_;
};

struct Registry {
  ByName<StandardClass> classes;
  ByName<StandardFunction> functions;
  void add(const StandardLibrary& library) {
    classes.add(library.classes);
    functions.add(library.functions);
  }
};

/// What ships: constant, as a table in the program's text would be.
const Registry& shippedRegistry() {
  static const Registry shipped = [] {
    Registry made;
    made.add(shippedStandard());
    return made;
  }();
  return shipped;
}

constexpr llvm::StringLiteral registryWord = "clustrix::describeLibrary";

/// A tree has the registry of its declarations with it: two trees of one process may have different ones, and no stage
/// has to be handed it.
class RegistryAttr : public clang::AnnotateAttr {
 public:
  RegistryAttr(clang::ASTContext& tree, const StandardLibrary& added)
      : AnnotateAttr(tree,
                     clang::AttributeCommonInfo(clang::SourceRange(), clang::AttributeCommonInfo::AT_Annotate,
                                                clang::AttributeCommonInfo::Form::Implicit()),
                     registryWord),
        added_(added) {
    registry.add(shippedStandard());
    registry.add(added_);
  }
  Registry registry;

 private:
  StandardLibrary added_;
};

const Registry& registryOf(const clang::Decl& declaration) {
  const clang::TranslationUnitDecl* tree = declaration.getTranslationUnitDecl();
  if (tree->hasAttrs())
    for (const clang::Attr* one : tree->getAttrs())
      if (const auto* annotation = llvm::dyn_cast<clang::AnnotateAttr>(one))
        if (annotation->getAnnotation() == registryWord) return static_cast<const RegistryAttr*>(annotation)->registry;
  return shippedRegistry();
}

/// Whether a class has the argument that stages ask one of its kind for. Those of the standard library do.
bool fits(const clang::CXXRecordDecl& record, const StandardClass& described) {
  if (llvm::StringRef(described.name).starts_with("std::")) return true;
  const auto* made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  const auto first =
      made && made->getTemplateArgs().size() > 0 ? made->getTemplateArgs()[0].getKind() : clang::TemplateArgument::Null;
  switch (described.kind) {
    case ClassKind::Container:
    case ClassKind::View:
    case ClassKind::Iterator:
    case ClassKind::List:
    case ClassKind::Optional:
    case ClassKind::Operator:
    case ClassKind::Complex:
      return first == clang::TemplateArgument::Type;
    case ClassKind::Owner:
      return first == clang::TemplateArgument::Type &&
             llvm::all_of(made->getTemplateArgs().asArray(), [](const clang::TemplateArgument& one) {
               return one.getKind() == clang::TemplateArgument::Type;
             });
    case ClassKind::Bits:
    case ClassKind::Part:
      return first == clang::TemplateArgument::Integral;
    default:
      return true;
  }
}

}  // namespace

void describeLibrary(clang::ASTContext& tree, const StandardLibrary& added) {
  if (added.empty()) return;
  auto* made = new (tree) RegistryAttr(tree, added);
  tree.addDestruction(made);
  tree.getTranslationUnitDecl()->addAttr(made);
}

const StandardClass* standardClass(const clang::CXXRecordDecl* record) {
  if (!record) return nullptr;
  const StandardClass* known = registryOf(*record).classes.find(*record, [&] { return record->isInStdNamespace(); });
  return known && fits(*record, *known) ? known : nullptr;
}

const StandardClass* standardClass(clang::QualType type) {
  return type.isNull() ? nullptr : standardClass(type.getNonReferenceType()->getAsCXXRecordDecl());
}

bool isOfKind(clang::QualType type, ClassKind kind) {
  const StandardClass* known = standardClass(type);
  return known && known->kind == kind;
}

const clang::ClassTemplateSpecializationDecl* ofKind(clang::QualType type, ClassKind kind) {
  if (!isOfKind(type, kind)) return nullptr;
  return llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
}

const StandardClass* sequenceClass(clang::QualType type) {
  const StandardClass* known = standardClass(type);
  return known && (known->kind == ClassKind::Container || known->kind == ClassKind::View) ? known : nullptr;
}

bool isInPlace(clang::QualType type) {
  const StandardClass* known = sequenceClass(type);
  return known && known->elements == Elements::Inside;
}

bool isApart(clang::QualType type) {
  const StandardClass* known = sequenceClass(type);
  if (!known || known->elements != Elements::Apart) return false;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return !record->hasDefinition() || !record->hasTrivialDestructor();
}

Role roleOf(const clang::FunctionDecl* member) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(member);
  if (!method || !method->getIdentifier()) return Role::None;
  const StandardClass* owner = standardClass(method->getParent());
  if (!owner) return Role::None;
  const llvm::StringRef name = method->getName();
  for (const auto& [known, role] : owner->members)
    if (name == known) return role;
  return Role::None;
}

const StandardFunction* standardFunction(const clang::FunctionDecl* function) {
  if (!function || llvm::isa<clang::CXXMethodDecl>(function)) return nullptr;
  return registryOf(*function).functions.find(*function, [&] { return function->isInStdNamespace(); });
}

const StandardFunction* functionNamed(const clang::Decl& inTree, llvm::StringRef name) {
  const Registry& registry = registryOf(inTree);
  if (const StandardFunction* known = registry.functions.find(name)) return known;
  const bool isForm = name.size() > 1 && (name.ends_with("f") || name.ends_with("l"));
  const StandardFunction* known = isForm ? registry.functions.find(name.drop_back()) : nullptr;
  return known && known->is(Does::Forms) ? known : nullptr;
}

bool does(const clang::FunctionDecl* function, Does what) {
  const StandardFunction* known = standardFunction(function);
  return known && known->is(what);
}

Question askedOf(const clang::CallExpr* call) {
  if (const auto* member = llvm::dyn_cast_or_null<clang::CXXMemberCallExpr>(call))
    return {roleOf(member->getMethodDecl()), member->getImplicitObjectArgument()};
  const StandardFunction* known = call && call->getNumArgs() == 1 ? standardFunction(call->getDirectCallee()) : nullptr;
  return known && known->asks != Role::None ? Question{known->asks, call->getArg(0)} : Question{};
}

bool isPartOfView(Role role) { return role == Role::Part || role == Role::FirstPart || role == Role::LastPart; }

bool changesSize(Role role) { return role == Role::Append || role == Role::Emplace || role == Role::Resize; }

bool leavesAsItIs(Role role) {
  switch (role) {
    case Role::Size:
    case Role::Empty:
    case Role::Capacity:
    case Role::Data:
    case Role::Begin:
    case Role::End:
    case Role::ReverseBegin:
    case Role::ReverseEnd:
    case Role::Front:
    case Role::Back:
    case Role::At:
    case Role::Pointer:
    case Role::Base:
    case Role::Part:
    case Role::FirstPart:
    case Role::LastPart:
      return true;
    default:
      return false;
  }
}

}  // namespace clustrix::compiler
