#include "Driver/Overwrites.h"

#include "Driver/Files.h"
#include "Driver/Outputs.h"
#include "Support/OneLine.h"

#include <sys/stat.h>

#include <filesystem>
#include <utility>

namespace clustrix::compiler {
namespace {

struct Named {
  std::string path;
  std::string option;  // that names it
  std::string source;  // of a rewritten file; else empty
};

/// A file under all of its names.
class File {
 public:
  explicit File(const std::string& path) : canonical_(canonicalPath(path)) {
    struct stat facts{};
    exists_ = ::stat(path.c_str(), &facts) == 0;
    if (exists_) identity_ = {facts.st_dev, facts.st_ino};
    regular_ = !exists_ || S_ISREG(facts.st_mode);
  }
  bool replaceable() const { return regular_; }
  bool operator==(const File& other) const {
    return canonical_ == other.canonical_ || (exists_ && other.exists_ && identity_ == other.identity_);
  }

 private:
  std::string canonical_;
  bool exists_ = false, regular_ = true;
  std::pair<dev_t, ino_t> identity_;
};

bool isFile(const std::string& path) { return path != "-" && !isDescriptor(path) && File(path).replaceable(); }

std::vector<Named> outputsOf(const Request& request) {
  std::vector<Named> all;
  const auto add = [&](const std::string& path, const std::string& option, const std::string& source) {
    if (isFile(path)) all.push_back({path, option, source});
  };
  if (request.writeHelpers)
    add(*request.writeHelpers, "--write-helpers", "");
  else if (wantsOutputs(request))
    for (const std::string& source : request.sources)
      add(outputOf(request, source), request.outputDirectory ? "--output-dir" : "-o", source);
  if (request.reportFormat && request.report) add(*request.report, "--report", "");
  if (request.depfile && !request.dryRun) add(*request.depfile, "--depfile", "");
  if (request.lock && request.updateLock && !request.dryRun) add(*request.lock, "--lock", "");
  return all;
}

std::string quoted(const std::string& path) { return "'" + onOneLine(path) + "'"; }

Failure sameOutput(const Named& first, const Named& second) {
  if (!first.source.empty() && !second.source.empty())
    return failure(Exit::BadInput, quoted(first.source) + " and " + quoted(second.source) +
                                       " would both be written to " + quoted(second.path) +
                                       "; rewrite them one at a time with -o");
  return failure(Exit::BadInput, "what " + first.option + " and " + second.option + " name would both be written to " +
                                     quoted(second.path) + "; choose another " + second.option);
}

Failure overInput(const Named& output, const char* kind, const std::string& input) {
  const std::string what = output.source.empty() ? "what " + output.option + " names" : "the output";
  return failure(Exit::BadInput,
                 what + " would overwrite the " + kind + " " + quoted(input) + "; choose another " + output.option);
}

std::optional<Failure> overInputs(const std::vector<Named>& outputs, const char* kind,
                                  const std::vector<std::string>& inputs) {
  if (outputs.empty()) return std::nullopt;
  std::vector<File> files;
  for (const Named& output : outputs) files.emplace_back(output.path);
  for (const std::string& input : inputs) {
    const File file(input);
    for (std::size_t o = 0; o < outputs.size(); ++o)
      if (files[o] == file) return overInput(outputs[o], kind, input);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Failure> checkOutputs(const Request& request) {
  const std::vector<Named> outputs = outputsOf(request);
  for (std::size_t a = 0; a < outputs.size(); ++a)
    for (std::size_t b = a + 1; b < outputs.size(); ++b)
      if (File(outputs[a].path) == File(outputs[b].path)) return sameOutput(outputs[a], outputs[b]);
  if (auto why = overInputs(outputs, "source", request.sources)) return why;
  if (request.config)
    if (auto why = overInputs(outputs, "configuration", {*request.config})) return why;
  if (request.libraryModel)
    if (auto why = overInputs(outputs, "library model", {*request.libraryModel})) return why;
  if (auto why = overInputs(outputs, "helper file", request.helpers)) return why;
  if (request.auditReport)
    if (auto why = overInputs(outputs, "audit's report", {*request.auditReport})) return why;
  if (request.lock && !request.updateLock)
    if (auto why = overInputs(outputs, "lock", {*request.lock})) return why;
  if (!request.databaseDirectory) return std::nullopt;
  const std::string database = (std::filesystem::path(*request.databaseDirectory) / "compile_commands.json").string();
  return overInputs(outputs, "compilation database", {database});
}

std::optional<Failure> checkInputs(const Request& request, const std::vector<Processed>& all) {
  const std::vector<Named> outputs = outputsOf(request);
  for (const Processed& processed : all)
    if (auto why = overInputs(outputs, "input", processed.inputs)) return why;
  return std::nullopt;
}

}  // namespace clustrix::compiler
