#include "clustrix-lsp/Server.h"

#include <algorithm>
#include <utility>

namespace clustrix::lsp {
namespace {

using Json = nlohmann::json;

constexpr const char* fixAllKind = "source.fixAll.clustrix";
constexpr int errorLevel = 1, warningMessage = 2;

std::string uriIn(const Json& parameters) { return textAt(memberAt(parameters, "textDocument"), "uri").value_or(""); }

/// The editor's first choice among those that we know.
Encoding encodingFor(const Json& capabilities) {
  for (const Json& name : memberAt(memberAt(capabilities, "general"), "positionEncodings")) {
    if (name == "utf-8") return Encoding::Utf8;
    if (name == "utf-16") return Encoding::Utf16;
    if (name == "utf-32") return Encoding::Utf32;
  }
  return Encoding::Utf16;
}

const char* nameOf(Encoding encoding) {
  switch (encoding) {
    case Encoding::Utf8:
      return "utf-8";
    case Encoding::Utf32:
      return "utf-32";
    case Encoding::Utf16:
      break;
  }
  return "utf-16";
}

/// Whether a request for actions of the kinds in `only` wants one of `kind`: `source` means all that begin with it.
bool wants(const Json& only, const std::string& kind) {
  if (!only.is_array() || only.empty()) return true;
  return std::any_of(only.begin(), only.end(), [&](const Json& one) {
    if (!one.is_string()) return false;
    const auto name = one.get<std::string>();
    return kind == name || kind.starts_with(name + ".");
  });
}

/// An analysis that ended without findings.
Json failureFindings(const std::string& why) {
  const Json range = asJson(Range{});
  const std::string text = "clustrix-lsp could not look at this text: " + why +
                           ". The next change is looked at again; clustrix-rewrite on the saved file says more.";
  return {
      {"diagnostics",
       {{{"range", range}, {"severity", 2}, {"source", "clustrix"}, {"code", "clustrix-failed"}, {"message", text}}}},
      {"hovers", Json::array()},
      {"fixes", Json::array()},
      {"fixAll", Json::array()},
      {"inputs", Json::array()}};
}

bool hasErrors(const Json& findings) {
  const Json& all = findings["diagnostics"];
  return std::any_of(all.begin(), all.end(), [](const Json& one) { return one["severity"] == errorLevel; });
}

}  // namespace

Server::Server(Settings settings, std::string version, Send send)
    : version_(std::move(version)), send_(std::move(send)), analysis_(std::move(settings)) {
  scheduler_ = std::make_unique<Scheduler>(
      Scheduler::Work{.prepare = [this](const Snapshot& snapshot) { analysis_.prepare(snapshot); },
                      .findings = [this](const Snapshot& snapshot) { return analysis_.findings(snapshot, encoding_); },
                      .keep = [this](const Snapshot& snapshot) { keepHeaders(snapshot); },
                      .forget = [this](const std::string& path) { analysis_.forget(path); },
                      .tell = [this](const Snapshot& snapshot, const std::string& findings,
                                     const std::string& why) { tell(snapshot, findings, why); }});
}

Server::~Server() = default;

std::optional<int> Server::handle(const std::string& body) {
  const Json message = Json::parse(body, nullptr, /*allow_exceptions=*/false);
  const std::lock_guard lock(mutex_);
  if (message.is_discarded()) {
    send_(errorTo(nullptr, ErrorCode::ParseError, "the message is no JSON"));
    return std::nullopt;
  }
  const Json& id = memberAt(message, "id");
  const auto method = textAt(message, "method");
  if (!method) {
    const bool isAnswer = message.is_object() && (message.contains("result") || message.contains("error"));
    if (!isAnswer) send_(errorTo(id, ErrorCode::InvalidRequest, "the message names no method"));
    return std::nullopt;
  }
  if (*method == "exit") return state_ == State::ShutDown ? 0 : 1;
  const Json& parameters = memberAt(message, "params");
  if (message.contains("id"))
    request(id, *method, parameters);
  else
    notified(*method, parameters);
  return std::nullopt;
}

void Server::broken(const std::string& why) {
  const std::lock_guard lock(mutex_);
  send_(errorTo(nullptr, ErrorCode::ParseError, why));
}

void Server::request(const Json& id, const std::string& method, const Json& parameters) {
  if (method == "initialize") return initialize(id, parameters);
  if (state_ == State::Begun) return send_(errorTo(id, ErrorCode::NotInitialized, "'initialize' comes first"));
  if (state_ == State::ShutDown)
    return send_(errorTo(id, ErrorCode::InvalidRequest, "behind 'shutdown' comes 'exit' alone"));
  if (method == "textDocument/hover" || method == "textDocument/codeAction") return ask(id, method, parameters);
  if (method != "shutdown") return send_(errorTo(id, ErrorCode::MethodNotFound, "there is no '" + method + "' here"));
  state_ = State::ShutDown;
  for (const Question& question : std::exchange(questions_, {}))
    send_(errorTo(question.id, ErrorCode::Cancelled, "the server shuts down"));
  send_(answerTo(id, nullptr));
}

void Server::notified(const std::string& method, const Json& parameters) {
  if (method == "$/cancelRequest") return cancel(memberAt(parameters, "id"));
  if (state_ != State::Initialized) return;  // the protocol: dropped
  if (method == "textDocument/didOpen") return open(parameters);
  if (method == "textDocument/didChange") return change(parameters);
  if (method == "textDocument/didSave") return saved(parameters);
  if (method == "textDocument/didClose") return close(parameters);
  if (method != "workspace/didChangeWatchedFiles") return;
  for (const Json& one : memberAt(parameters, "changes"))
    if (const auto path = pathOf(textAt(one, "uri").value_or(""))) lookAtUsersOf(*path, true);
}

void Server::initialize(const Json& id, const Json& parameters) {
  if (state_ != State::Begun) return send_(errorTo(id, ErrorCode::InvalidRequest, "'initialize' comes once"));
  state_ = State::Initialized;
  const Json& capabilities = memberAt(parameters, "capabilities");
  encoding_ = encodingFor(capabilities);
  versionedEdits_ = memberAt(memberAt(memberAt(capabilities, "workspace"), "workspaceEdit"), "documentChanges") == true;
  const Json ours = {{"positionEncoding", nameOf(encoding_)},
                     {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
                     {"hoverProvider", true},
                     {"codeActionProvider", {{"codeActionKinds", {"quickfix", fixAllKind}}}}};
  send_(answerTo(id, {{"capabilities", ours}, {"serverInfo", {{"name", "clustrix-lsp"}, {"version", version_}}}}));
}

void Server::ask(const Json& id, const std::string& method, const Json& parameters) {
  const std::string uri = uriIn(parameters);
  const auto known = known_.find(uri);
  if (known == known_.end())
    return send_(errorTo(id, ErrorCode::InvalidParams, "the document '" + uri + "' is not open"));
  const bool isHover = method == "textDocument/hover";
  if (isHover ? !positionOf(memberAt(parameters, "position")) : !rangeOf(memberAt(parameters, "range")))
    return send_(errorTo(id, ErrorCode::InvalidParams, isHover ? "'position' is wrong" : "'range' is wrong"));
  const Question question{id, parameters, method, uri};
  if (known->second.findings) return answer(question);
  questions_.push_back(question);
}

void Server::answer(const Question& question) {
  const Known& known = known_.at(question.uri);
  const bool isHover = question.method == "textDocument/hover";
  send_(answerTo(question.id, isHover ? hover(known, question.parameters) : actions(known, question.parameters)));
}

void Server::cancel(const Json& id) {
  const auto found =
      std::find_if(questions_.begin(), questions_.end(), [&](const Question& one) { return one.id == id; });
  if (found == questions_.end()) return;  // it is answered already
  questions_.erase(found);
  send_(errorTo(id, ErrorCode::Cancelled, "cancelled"));
}

void Server::open(const Json& parameters) {
  const Json& given = memberAt(parameters, "textDocument");
  const std::string uri = textAt(given, "uri").value_or("");
  const auto path = pathOf(uri);
  const auto text = textAt(given, "text");
  if (!path || !text) return complain("'" + uri + "' is no file, or has no text: it is not looked at");
  Known& known = known_[uri];
  known.document = {uri, *path, numberAt(given, "version"), *text};
  lookAt(known);
  lookAtUsersOf(*path, false);
}

void Server::change(const Json& parameters) {
  const auto found = known_.find(uriIn(parameters));
  if (found == known_.end()) return complain("a change of '" + uriIn(parameters) + "', which is not open");
  Document& document = found->second.document;
  for (const Json& one : memberAt(parameters, "contentChanges"))
    if (!applyChange(one, encoding_, document.text)) complain("a change of '" + document.uri + "' is not understood");
  document.version = numberAt(memberAt(parameters, "textDocument"), "version");
  lookAt(found->second);
  lookAtUsersOf(document.path, false);
}

void Server::saved(const Json& parameters) {
  if (const auto path = pathOf(uriIn(parameters))) lookAtUsersOf(*path, true);
}

void Server::close(const Json& parameters) {
  const auto found = known_.find(uriIn(parameters));
  if (found == known_.end()) return complain("'" + uriIn(parameters) + "' is closed, and was not open");
  const Document document = found->second.document;
  known_.erase(found);
  scheduler_->forget(document.uri, document.path);
  const auto isAbout = [&](const Question& question) { return question.uri == document.uri; };
  for (const Question& question : questions_)
    if (isAbout(question)) send_(errorTo(question.id, ErrorCode::Cancelled, "the document is closed"));
  std::erase_if(questions_, isAbout);
  publish({document.uri, document.path, std::nullopt, ""}, Json::array());
  lookAtUsersOf(document.path, true);
}

void Server::lookAt(Known& known, bool headersWritten) {
  known.serial = ++serial_;
  known.findings.reset();
  std::map<std::string, std::string> texts;
  for (const auto& [uri, other] : known_) texts[other.document.path] = other.document.text;
  scheduler_->want({known.document.uri, known.document.path, known.document.version, known.serial, std::move(texts),
                    headersWritten});
}

void Server::lookAtUsersOf(const std::string& path, bool headersWritten) {
  for (auto& [uri, known] : known_) {
    if (known.document.path == path) continue;
    const bool isUser = std::find(known.inputs.begin(), known.inputs.end(), path) != known.inputs.end();
    // What a text that does not compile has read is not known.
    const bool mayBe = headersWritten && known.findings && hasErrors(*known.findings);
    if (isUser || mayBe) lookAt(known, headersWritten);
  }
}

void Server::publish(const Document& document, const Json& diagnostics) {
  Json parameters = {{"uri", document.uri}, {"diagnostics", diagnostics}};
  if (document.version) parameters["version"] = *document.version;
  send_(notification("textDocument/publishDiagnostics", std::move(parameters)));
}

void Server::complain(const std::string& why) {
  send_(notification("window/logMessage", {{"type", warningMessage}, {"message", "clustrix-lsp: " + why}}));
}

void Server::tell(const Snapshot& snapshot, const std::string& text, const std::string& why) {
  Json findings = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(snapshot.uri);
  if (found == known_.end() || found->second.serial != snapshot.serial || state_ == State::ShutDown) return;
  Known& known = found->second;
  if (!why.empty() || findings.is_discarded()) findings = failureFindings(why);
  if (!findings["inputs"].empty()) known.inputs = findings["inputs"].get<std::vector<std::string>>();
  publish(known.document, findings["diagnostics"]);
  known.findings = std::move(findings);
  std::vector<Question> later;
  for (const Question& question : std::exchange(questions_, {})) {
    if (question.uri == snapshot.uri)
      answer(question);
    else
      later.push_back(question);
  }
  questions_ = std::move(later);
}

void Server::keepHeaders(const Snapshot& snapshot) {
  analysis_.keepHeaders(snapshot);
  const std::lock_guard lock(mutex_);
  // Editors leave what begins with `$/` and is unknown to them alone.
  if (state_ == State::Initialized) send_(notification("$/clustrix/headersRead", {{"uri", snapshot.uri}}));
}

Json Server::hover(const Known& known, const Json& parameters) const {
  const Position at = *positionOf(parameters["position"]);
  std::string text;  // of all loops there: several may stand in one macro
  Json range;
  for (const Json& one : (*known.findings)["hovers"]) {
    if (!contains(*rangeOf(one["range"]), at)) continue;
    text += (text.empty() ? "" : "\n\n---\n\n") + one["text"].get<std::string>();
    range = one["range"];
  }
  if (text.empty()) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", text}}}, {"range", range}};
}

Json Server::editOf(const Known& known, const Json& edits) const {
  const Document& document = known.document;
  if (!versionedEdits_) return {{"changes", {{document.uri, edits}}}};
  const Json version = document.version ? Json(*document.version) : Json(nullptr);
  return {{"documentChanges",
           Json::array({{{"textDocument", {{"uri", document.uri}, {"version", version}}}, {"edits", edits}}})}};
}

Json Server::actions(const Known& known, const Json& parameters) const {
  const Range asked = *rangeOf(parameters["range"]);
  const Json& only = memberAt(memberAt(parameters, "context"), "only");
  const Json& findings = *known.findings;
  Json all = Json::array();
  for (const Json& fix : findings["fixes"]) {
    const Range loop = *rangeOf(fix["loop"]), line = *rangeOf(fix["line"]);
    if (!wants(only, "quickfix") || !(meet(asked, loop) || meet(asked, line))) continue;
    Json solved = Json::array();
    for (const Json& diagnostic : findings["diagnostics"])
      if (memberAt(diagnostic, "code") == fix["code"] && diagnostic["range"] == fix["loop"])
        solved.push_back(diagnostic);
    all.push_back({{"title", fix["title"]},
                   {"kind", "quickfix"},
                   {"diagnostics", solved},
                   {"edit", editOf(known, fix["edits"])}});
  }
  // Editors that ask for no kind show all of them at every place: this one is asked for where there is one of them.
  const bool said = only.is_array() && !only.empty();
  if (wants(only, fixAllKind) && !findings["fixAll"].empty() && (said || !all.empty()))
    all.push_back(
        {{"title", "Apply all fixes of clustrix"}, {"kind", fixAllKind}, {"edit", editOf(known, findings["fixAll"])}});
  return all;
}

}  // namespace clustrix::lsp
