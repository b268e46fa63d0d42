// The report: what was found, what was done with it, and why. JSON version 1 is fixed by the project's interface.
#pragma once

#include "clustrix/Legality.h"
#include "clustrix/Source.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

enum class Mapped { Devices, Cpu, Threads, Sequential, Host };

struct ReductionReport {
  std::string variable, op;  // "sum", "+" | "*" | "min" | "max" | "&" | "|" | "^" | "&&" | "||", or a function's name
  bool declared = false;     // by [[clustrix::reduction]]
};
struct ArrayReport {
  std::string name, access;  // "read", "write", "read-write"
  std::string slice;         // `[lo*m, hi*m)` in words of the source
};
/// What an audited run of the program says of a loop, a clause each.
struct AuditWords {
  std::vector<std::string> words;
  bool hasFault = false;
};
struct LoopReport {
  SourcePoint at;
  int parent = -1, depth = 0;
  bool parallel = false;
  Mapped mapped = Mapped::Host;
  std::vector<std::string> kinds;  // "reduction", "guarded", "append", "task", "asserted", "scan"
  std::vector<Reason> reasons;
  std::vector<ReductionReport> reductions;
  std::vector<ArrayReport> arrays;
  std::string header;                   // the loop's head as written
  std::vector<std::string> guards;      // in words
  std::vector<std::string> notes = {};  // what else people should know of it
  int endLine = 0;                      // the loop's last line, 0 when not known
  std::optional<AuditWords> audit;      // where there was one
};
struct ComplexityReport {
  int level = 1, score = 0, threshold = 4;
  std::map<std::string, int> metrics;
};
struct FunctionReport {
  std::string name;
  SourcePoint at;
  ComplexityReport complexity;
  std::vector<LoopReport> loops;
  std::string source{};  // that it was read with: `at.file`, or a source that includes it
};
struct Report {
  std::vector<FunctionReport> functions;
};

enum class ReportFormat { Json, Sarif, Html, Text };

/// One file: `path` is the `at.file` of its functions, `rewritten` what of the rewritten source has come from it.
struct SourceText {
  std::string path, original, rewritten;
};

/// HTML shows original and rewritten side by side, SARIF counts columns; the other formats ignore `sources`. Ends with
/// a newline.
std::string render(const Report& report, ReportFormat format, const std::vector<SourceText>& sources);

enum class Remarks { None, Missed, All };
/// Compiler-style remarks, `file:line:column: remark: ... [id]`, with the source line and a caret.
std::string renderRemarks(const Report& report, Remarks which, const std::vector<WrittenFile>& files);

/// The line of `text` that `at` names and a caret below its column, two lines; "" when there is no such line.
std::string caret(const SourcePoint& at, const std::string& text);
/// The same where that line is known to begin at `begin`.
std::string caretIn(const std::string& text, std::size_t begin, int column);

}  // namespace clustrix::compiler
