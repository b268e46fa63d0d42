#include "clustrix/RowPath.h"

namespace clustrix::compiler {

std::string baseOf(const RowPath& rows) {
  std::string base = rows.container;
  for (int level = 0; level < rows.levels; ++level) base += "[]";
  base += rows.member;
  return rows.kind == RowPath::Containers ? base + ".data()" : base;
}

}  // namespace clustrix::compiler
