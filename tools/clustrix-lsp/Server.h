// The server: the protocol's requests and notifications, over documents and what was found in them.
//
//     editor ──handle──► Documents ──Scheduler──► findings ──tell──► editor
//
// A question about a text that is still looked at is answered when that is done, or cancelled.
#pragma once

#include "clustrix-lsp/Analysis.h"
#include "clustrix-lsp/Documents.h"
#include "clustrix-lsp/Protocol.h"
#include "clustrix-lsp/Scheduler.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::lsp {

class Server {
 public:
  using Send = std::function<void(const nlohmann::json&)>;

  /// `send` is called from two threads, from one at a time.
  Server(Settings settings, std::string version, Send send);
  ~Server();

  /// One message of the editor's. The exit status where it was the last one.
  std::optional<int> handle(const std::string& body);
  /// What stood on the stream was no message.
  void broken(const std::string& why);

 private:
  using Json = nlohmann::json;
  /// What is known of a document.
  struct Known {
    Document document;
    std::uint64_t serial = 0;         // of its text
    std::optional<Json> findings;     // of that text
    std::vector<std::string> inputs;  // of the last text that could be read
  };
  struct Question {
    Json id, parameters;
    std::string method, uri;
  };

  // All of these with the mutex held.
  void request(const Json& id, const std::string& method, const Json& parameters);
  void notified(const std::string& method, const Json& parameters);
  void initialize(const Json& id, const Json& parameters);
  void ask(const Json& id, const std::string& method, const Json& parameters);
  void answer(const Question& question);
  void cancel(const Json& id);
  void open(const Json& parameters);
  void change(const Json& parameters);
  void saved(const Json& parameters);
  void close(const Json& parameters);
  /// The document's text is another one, or what it includes.
  void lookAt(Known& known, bool headersWritten = false);
  void lookAtUsersOf(const std::string& path, bool headersWritten);
  void publish(const Document& document, const Json& diagnostics);
  void complain(const std::string& why);
  Json hover(const Known& known, const Json& parameters) const;
  Json actions(const Known& known, const Json& parameters) const;
  Json editOf(const Known& known, const Json& edits) const;

  // Without it.
  void tell(const Snapshot& snapshot, const std::string& findings, const std::string& why);
  void keepHeaders(const Snapshot& snapshot);

  const std::string version_;
  const Send send_;
  std::mutex mutex_;
  enum class State { Begun, Initialized, ShutDown } state_ = State::Begun;
  Encoding encoding_ = Encoding::Utf16;
  bool versionedEdits_ = false;
  std::map<std::string, Known> known_;  // by URI
  std::vector<Question> questions_;     // about texts that are looked at
  std::uint64_t serial_ = 0;
  Analysis analysis_;
  std::unique_ptr<Scheduler> scheduler_;  // the last one made: its thread uses all of the others
};

}  // namespace clustrix::lsp
