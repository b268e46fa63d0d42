// The middle of a run: sources that have been through the pipeline behind the frontend of FakeSource.h, and where their
// messages go.
#pragma once

#include "Driver/Sources.h"
#include "FakeSource.h"

#include <sstream>
#include <string>

namespace clustrix::compiler {

struct Console {
  std::ostringstream out, error;
  Surroundings around{out, error, fakeRead};
};

inline Processed processedUnit(SourceUnit unit) {
  Processed processed;
  processed.source = unit.path;
  processed.inputs = unit.dependencies;
  processed.compiled = compile(std::move(unit), {});
  processed.report = report(processed.compiled->plan, processed.compiled->unit);
  return processed;
}

/// The source of that name, which the frontend has to know.
inline Processed processed(const std::string& path) { return processedUnit(*fakeRead(path, {}).unit); }

/// One that the frontend has found wrong.
inline Processed notCompiled(const std::string& path) {
  Processed processed;
  processed.source = path;
  processed.exit = Exit::BadInput;
  return processed;
}

}  // namespace clustrix::compiler
