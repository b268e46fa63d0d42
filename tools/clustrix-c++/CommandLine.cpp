#include "clustrix-c++/CommandLine.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace clustrix::tools {
namespace {

template <std::size_t N>
bool isOneOf(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// Flags whose value is the next word.
constexpr std::array<std::string_view, 17> flagsWithValue{
    "-I",        "-D",      "-U",      "-include",    "-imacros", "-isystem",       "-iquote", "-idirafter", "-iprefix",
    "-isysroot", "-target", "--param", "-Xassembler", "-Xclang",  "-Xpreprocessor", "-B",      "-arch"};
constexpr std::array<std::string_view, 7> linkerFlagsWithValue{"-L", "-l", "-u", "-T", "-z", "-e", "-Xlinker"};
constexpr std::array<std::string_view, 11> linkerFlags{
    "-shared", "-static", "-static-libgcc", "-static-libstdc++", "-rdynamic",     "-pie",
    "-no-pie", "-s",      "-nostdlib",      "-nostartfiles",     "-nodefaultlibs"};
constexpr std::array<std::string_view, 10> hostGoals{
    "-E",           "-M",         "-MM", "-fsyntax-only", "-dM", "-dumpversion", "-dumpfullversion",
    "-dumpmachine", "-dumpspecs", "-###"};
constexpr std::array<std::string_view, 7> sourceEndings{".cpp", ".cc", ".cxx", ".c++", ".C", ".cp", ".CPP"};
constexpr std::array<std::string_view, 5> otherSourceEndings{".c", ".s", ".S", ".ii", ".i"};

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : words(arguments) {}

  std::variant<CommandLine, UsageError> run() {
    while (next < words.size() && error.empty()) takeWord(words[next++]);
    if (error.empty()) check();
    if (!error.empty()) return UsageError{error};
    return result;
  }

 private:
  // Our own options first: they are the ones that the host compiler must not see.
  void takeWord(const std::string& word) {
    if (takeOwnOption(word)) return;
    result.forHost.push_back(word);
    if (takeGoal(word) || takeDependencyFlag(word) || takeLinkArgument(word)) return;
    if (word == "-x") {
      language = value(word);
      if (language == "none") language.clear();
    } else if (isOneOf(word, flagsWithValue)) {
      const std::string of = value(word);
      result.flags.insert(result.flags.end(), {word, of});
    } else if (word.starts_with("-") && word != "-") {
      result.flags.push_back(word);
    } else {
      takeInput(word);
    }
  }

  bool takeOwnOption(const std::string& word) {
    if (word == "--host")
      result.host = true;
    else if (word == "--shared-runtime")
      result.sharedRuntime = true;
    else if (word == "--audit" || word == "--audit=guards")
      result.audit = word;
    else if (word == "-v" || word == "--verbose")
      result.verbose = true;
    else if (word == "-save-temps" || word == "--save-temps")
      result.saveTemps = true;
    else if (word == "--help")
      result.help = true;
    else if (word == "--version")
      result.version = true;
    else if (word == "-Xclustrix")
      result.rewriteOptions.push_back(ownValue(word));
    else if (word == "-Xnvcc")
      result.nvccFlags.push_back(ownValue(word));
    else
      return false;
    return true;
  }

  bool takeGoal(const std::string& word) {
    if (word == "-c")
      result.goal = result.goal == Goal::Program ? Goal::Object : result.goal;
    else if (word == "-S")
      result.goal = result.goal == Goal::HostOnly ? Goal::HostOnly : Goal::Assembly;
    else if (isOneOf(word, hostGoals) || word.starts_with("-print-") || word.starts_with("--print-"))
      result.goal = Goal::HostOnly;
    else if (word == "-o")
      result.output = value(word);
    else if (word.starts_with("-o") && word.size() > 2)
      result.output = word.substr(2);
    else
      return false;
    return true;
  }

  bool takeDependencyFlag(const std::string& word) {
    DependencyRequest& wanted = result.dependencies;
    if (word == "-MD" || word == "-MMD")
      wanted.flag = word;
    else if (word == "-MP")
      wanted.phony = true;
    else if (word == "-MF")
      wanted.file = value(word);
    else if (word == "-MT" || word == "-MQ") {
      const std::string target = value(word);
      wanted.targets.insert(wanted.targets.end(), {word, target});
    } else
      return false;
    return true;
  }

  bool takeLinkArgument(const std::string& word) {
    const auto add = [&](const std::string& text) { result.inputs.push_back({InputKind::LinkArgument, text, ""}); };
    if (isOneOf(word, linkerFlagsWithValue)) {
      const std::string of = value(word);
      add(word);
      add(of);
    } else if (word.starts_with("-L") || word.starts_with("-l") || word.starts_with("-Wl,") ||
               isOneOf(word, linkerFlags)) {
      add(word);
    } else {
      return false;
    }
    return true;
  }

  void takeInput(const std::string& word) { result.inputs.push_back({kindOf(word), word, language}); }

  InputKind kindOf(const std::string& file) const {
    if (language == "c++") return InputKind::Source;
    if (!language.empty() || file == standardInput) return InputKind::OtherSource;
    const std::string ending = std::filesystem::path(file).extension().string();
    if (isOneOf(ending, sourceEndings)) return InputKind::Source;
    return isOneOf(ending, otherSourceEndings) ? InputKind::OtherSource : InputKind::LinkArgument;
  }

  std::string value(const std::string& flag) {
    const std::string text = ownValue(flag);
    result.forHost.push_back(text);
    return text;
  }

  std::string ownValue(const std::string& flag) {
    if (next < words.size()) return words[next++];
    error = "'" + flag + "' wants a value after it";
    return "";
  }

  void check() {
    // `-v` alone: which compiler it is.
    if (result.verbose && result.inputs.empty() && result.goal == Goal::Program) {
      result.goal = Goal::HostOnly;
      result.forHost.emplace_back("-v");
    }
    if (result.help || result.version || result.goal == Goal::HostOnly) return;
    const auto isSource = [](const Input& input) { return input.kind != InputKind::LinkArgument; };
    const auto isUnknown = [](const Input& input) { return input.text == standardInput && input.language.empty(); };
    const auto sources = std::count_if(result.inputs.begin(), result.inputs.end(), isSource);
    if (result.inputs.empty())
      error = "no input files; see clustrix-c++ --help";
    else if (std::any_of(result.inputs.begin(), result.inputs.end(), isUnknown))
      error = "the language of standard input is not known; say '-x c++' in front of it";
    else if (result.goal != Goal::Program && sources == 0)
      error = "no source files to compile";
    else if (result.goal != Goal::Program && result.output && sources > 1)
      error = "'-o' with '-c' or '-S' names one file, and there are " + std::to_string(sources) + " sources";
  }

  const std::vector<std::string>& words;
  std::size_t next = 0;
  std::string language;
  std::string error;
  CommandLine result;
};

}  // namespace

std::variant<CommandLine, UsageError> parse(const std::vector<std::string>& arguments) {
  return Parser(arguments).run();
}

}  // namespace clustrix::tools
