// A name from outside the loop: which object it is, and how the host spells it.
#pragma once

#include "Lower/Values.h"
#include "Memory/ElementParts.h"

#include "clustrix/LoopModel.h"

#include "clang/AST/Decl.h"

#include <memory>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// One of the rows of a container of containers, at an index that varies.
struct ContainerRow {
  RowPath rows;                      // as those of which this is one; a part, until its elements are asked for
  std::string name, identity;        // the container's
  std::string path;                  // from the container to the row: `[]`, `[][]`, `[].values`
  Value index;                       // among all rows that the path leads to
  std::vector<Polynomial> inside{};  // what holds of the subscripts on the way
};

struct OuterName {
  Key key;
  std::string expression;  // C++ lvalue on the host
  std::string name;        // wished for
  clang::QualType type;
  bool inMemory = false;
  const clang::VarDecl* variable = nullptr;  // null: a member of `this`
  std::string identity;
  clang::SourceRange range;
  std::shared_ptr<const ContainerRow> row;  // this is one of many: no name of the host's reaches it
  bool constObject = false;                 // of a class or container: the program cannot write it through this name
  PartOf part{};                            // of a member
};

}  // namespace clustrix::compiler
