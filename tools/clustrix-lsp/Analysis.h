// The analysis of one text: the driver's way of a source, with the editor's texts in place of files. See Driver.h.
#pragma once

#include "clustrix-lsp/CompileFlags.h"
#include "clustrix-lsp/Positions.h"
#include "clustrix-lsp/Snapshot.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {
class Preamble;
}

namespace clustrix::lsp {

/// What the server is told when it begins.
struct Settings {
  std::vector<std::string> flags;       // for all files, behind those of a database
  std::optional<std::string> database;  // the folder of the one for all files
  std::string remarksPage;              // the file docs/remarks.md, or ""
};

class Analysis {
 public:
  explicit Analysis(Settings settings);

  /// What is known of the snapshot's flags and headers is prepared here, and used by `findings` of it.
  void prepare(const Snapshot& snapshot);
  /// See Findings.h, as text. Changes nothing here: another process may do it.
  std::string findings(const Snapshot& snapshot, Encoding encoding) const;
  /// Reads the headers that the text begins with, for later ones, where that has not been done.
  void keepHeaders(const Snapshot& snapshot);
  /// What has been kept of the file's headers.
  void forget(const std::string& path);

 private:
  Settings settings_;
  CompileFlags flags_;
  CompileFlags::Found found_;  // of the last snapshot prepared
  std::map<std::string, std::shared_ptr<const compiler::Preamble>> preambles_;
};

}  // namespace clustrix::lsp
