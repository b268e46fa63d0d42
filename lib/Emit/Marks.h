// Marks: what the text of a function says about the host, so that its arrays can stay on the devices.
//
//     void f(...) { clustrix::Residency residency;
//       double work[64]; clustrix::Lifetime lifetime(residency);
//       residency.reads(b[0]); last = b[0];
//       if (stop) { residency.host(); report(b, n); }
//       while ((residency.reads(err[0]), err[0] > limit)) ...
#pragma once

#include "clustrix/Plan.h"

#include "Emit/Lines.h"
#include "Emit/Names.h"
#include "Plan/LineTable.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

/// `residency.reads(b[0])`, `residency.lend()`: in the order in which they have to be called.
std::vector<std::string> markCalls(const HostEffect& touch, const std::string& residency);

/// All words of the function's text and of the file's macros: what is inserted takes other names.
Names namesOf(const SourceUnit& unit, const AnnotatedFunction& function, const Names& macros);

/// Text to be put into the source at an offset. In this order where several have the same.
struct Insertion {
  std::size_t at = 0;
  std::string text;
};
std::vector<Insertion> markInsertions(const SourceUnit& unit, const AnnotatedFunction& function,
                                      const ResidencyPlan& plan, const std::string& residency, Names& names,
                                      const LineTable& lines);

}  // namespace clustrix::compiler
