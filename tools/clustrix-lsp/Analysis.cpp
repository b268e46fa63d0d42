#include "clustrix-lsp/Analysis.h"

#include "clustrix-lsp/Findings.h"

#include "Driver/Sources.h"
#include "Support/DeepThread.h"

#include "clustrix/Driver.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <sstream>
#include <utility>

namespace clustrix::lsp {
namespace {

namespace fs = std::filesystem;
using compiler::CompileCommand;
using compiler::DeepThread;
using compiler::FrontendResult;
using compiler::FunctionListener;

/// A text that could not be looked at.
nlohmann::json problemFindings(const std::string& problem, const Reader& reader) {
  compiler::Processed nothing;
  nothing.messages = problem;
  return findingsOf(nothing, reader);
}

}  // namespace

Analysis::Analysis(Settings settings) : settings_(std::move(settings)), flags_(settings_.database) {}

void Analysis::prepare(const Snapshot& snapshot) {
  if (snapshot.headersWritten) preambles_.clear();
  found_ = flags_.find(snapshot.path);
}

std::string Analysis::findings(const Snapshot& snapshot, Encoding encoding) const {
  const Reader reader{snapshot.path, snapshot.texts, encoding, settings_.remarksPage};
  nlohmann::json all;
  const auto look = [&] {
    if (!found_.problem.empty()) {
      all = problemFindings(found_.problem, reader);
      return;
    }
    compiler::Request request;
    request.sources = {snapshot.path};
    request.flags = settings_.flags;
    request.remarks = compiler::Remarks::All;
    compiler::Shared shared;
    if (found_.command) shared.database = {"compile_commands.json", {{snapshot.path, *found_.command}}};
    const auto kept = preambles_.find(snapshot.path);
    const auto read = [&](const std::string& source, const CompileCommand& given, FunctionListener* listener) {
      CompileCommand command = given;
      command.unsaved = snapshot.texts;
      if (kept != preambles_.end()) command.preamble = kept->second;
      return readSource(source, command, listener);
    };
    std::ostringstream out, error;
    all = findingsOf(processAll(request, shared, {out, error, read}).front(), reader);
  };
  {
    const DeepThread deep(look);
  }
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Analysis::keepHeaders(const Snapshot& snapshot) {
  std::error_code ignored;
  CompileCommand command{fs::current_path(ignored).string(), {}};
  if (found_.command) command = *found_.command;
  command.arguments.insert(command.arguments.end(), settings_.flags.begin(), settings_.flags.end());
  command.unsaved = snapshot.texts;
  std::shared_ptr<const compiler::Preamble>& kept = preambles_[snapshot.path];
  command.preamble = std::exchange(kept, nullptr);
  const DeepThread deep([&] { kept = precompile(snapshot.path, command); });
}

void Analysis::forget(const std::string& path) { preambles_.erase(path); }

}  // namespace clustrix::lsp
