// The command line of clustrix-c++, which speaks the language of g++ and clang++.
//
//     argv ──parse──► CommandLine { what to make, inputs in link order, flags }
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustrix::tools {

enum class Goal {
  Program,   // compile and link
  Object,    // -c
  Assembly,  // -S
  HostOnly,  // -E, -M, -fsyntax-only and such: a question about the source as it is, for the host compiler
};

enum class InputKind {
  Source,        // C++: rewritten, then compiled
  OtherSource,   // C, assembly: compiled by the host compiler as it is
  LinkArgument,  // objects, libraries and flags whose place among them matters
};

constexpr const char* standardInput = "-";

struct Input {
  InputKind kind = InputKind::LinkArgument;
  std::string text;
  std::string language;  // of -x; "" to go by the file's ending
};

/// -MD and its companions.
struct DependencyRequest {
  std::string flag;                  // "-MD", "-MMD", or "" for no depfile
  std::optional<std::string> file;   // -MF
  std::vector<std::string> targets;  // -MT and -MQ, flag and value
  bool phony = false;                // -MP
};

struct CommandLine {
  Goal goal = Goal::Program;
  std::optional<std::string> output;
  std::vector<Input> inputs;
  std::vector<std::string> flags;           // for compiling, and harmless for linking
  std::vector<std::string> nvccFlags;       // -Xnvcc: for nvcc alone
  std::vector<std::string> rewriteOptions;  // -Xclustrix: for clustrix-rewrite
  DependencyRequest dependencies;
  std::vector<std::string> forHost;  // everything but our own options, for Goal::HostOnly
  bool host = false;                 // --host
  bool sharedRuntime = false;        // --shared-runtime
  std::optional<std::string> audit;  // --audit, --audit=guards
  bool verbose = false;              // -v: print each command
  bool saveTemps = false;            // -save-temps: leave the rewritten files in the current folder
  bool help = false, version = false;
};

struct UsageError {
  std::string message;
};

std::variant<CommandLine, UsageError> parse(const std::vector<std::string>& arguments);

}  // namespace clustrix::tools
