#include "Driver/CompilationDatabase.h"

#include "Driver/Files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

namespace clustrix::compiler {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string normal(const fs::path& path) { return path.lexically_normal().string(); }

bool isLauncher(const std::string& program) {
  const std::string name = fs::path(program).filename().string();
  return name == "ccache" || name == "sccache" || name == "distcc" || name == "icecc";
}

bool oneOf(const std::string& argument, std::initializer_list<const char*> options) {
  return std::any_of(options.begin(), options.end(), [&](const char* option) { return argument == option; });
}

/// What says how the file is read, without what says where results go.
std::vector<std::string> readingArguments(const std::vector<std::string>& all, const std::string& directory,
                                          const std::string& file) {
  std::vector<std::string> kept;
  std::size_t first = 1;
  while (first < all.size() && isLauncher(all[first - 1]) && all[first][0] != '-') ++first;
  for (std::size_t i = first; i < all.size(); ++i) {
    const std::string& argument = all[i];
    if (oneOf(argument, {"-o", "-MF", "-MT", "-MQ", "-MJ"})) {
      ++i;
    } else if (oneOf(argument, {"-c", "-S", "-E", "-MD", "-MMD", "-MP", "-MG", "-M", "-MM", "--"})) {
      continue;
    } else if (argument.rfind("-o", 0) == 0 || argument.rfind("-MF", 0) == 0) {
      continue;
    } else if (argument.empty() || (argument[0] != '-' && normal(fs::path(directory) / argument) == file)) {
      continue;
    } else {
      kept.push_back(argument);
    }
  }
  return kept;
}

Outcome<DatabaseEntry> readEntry(const Json& json, const std::string& base, const std::string& where) {
  const auto wrong = [&](const std::string& what) { return failure(Exit::BadInput, where + ": " + what); };
  if (!json.is_object()) return wrong("each entry must be an object; generate the file again");
  for (const char* key : {"directory", "file"}) {
    if (!json.contains(key) || !json[key].is_string()) return wrong(std::string("'") + key + "' must be a string");
  }
  DatabaseEntry entry;
  entry.command.directory = normal(fs::path(base) / json["directory"].get<std::string>());
  entry.file = normal(fs::path(entry.command.directory) / json["file"].get<std::string>());
  std::vector<std::string> words;
  if (json.contains("arguments") && json["arguments"].is_array()) {
    for (const Json& argument : json["arguments"]) {
      if (!argument.is_string()) return wrong("'arguments' must be a list of strings");
      words.push_back(argument.get<std::string>());
    }
  } else if (json.contains("command") && json["command"].is_string()) {
    words = shellWords(json["command"].get<std::string>());
  } else {
    return wrong("neither 'arguments' nor 'command' is there");
  }
  words.erase(std::remove(words.begin(), words.end(), std::string()), words.end());
  entry.command.arguments = readingArguments(words, entry.command.directory, entry.file);
  return entry;
}

}  // namespace

std::vector<std::string> shellWords(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool more = i + 1 < command.size();
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == '\'') {
      word += c;
    } else if (c == '\\' && more && (quote == 0 || std::string("\"\\$`").find(command[i + 1]) != std::string::npos)) {
      word += command[++i];
      inWord = true;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
      inWord = true;
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (inWord) words.push_back(word);
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord) words.push_back(word);
  return words;
}

Outcome<CompilationDatabase> readDatabase(const std::string& directory) {
  CompilationDatabase database{(fs::path(directory) / "compile_commands.json").string(), {}};
  Outcome<std::string> text = readFile(database.path);
  if (const Failure* why = failed(text)) {
    return Failure{why->exit, why->message +
                                  "clustrix-rewrite: note: CMake writes this file when it is configured "
                                  "with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON\n"};
  }
  const Json json = Json::parse(value(text), nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded() || !json.is_array()) {
    return failure(Exit::BadInput, database.path + ": not a JSON list of compile commands; generate the file again");
  }
  const std::string base = canonicalPath(directory);
  for (const Json& item : json) {
    const std::string where = database.path + ": entry " + std::to_string(database.entries.size() + 1);
    Outcome<DatabaseEntry> entry = readEntry(item, base, where);
    if (const Failure* why = failed(entry)) return *why;
    database.entries.push_back(std::move(value(entry)));
  }
  return database;
}

namespace {

/// What clustrix_target has rewritten: beside `heat.clustrix.cu` lies the name of its source.
std::string rewrittenFrom(const DatabaseEntry& entry) {
  if (!entry.file.ends_with(".clustrix.cu")) return "";
  Outcome<std::string> name = readFile(entry.file + ".source");
  if (failed(name)) return "";
  const std::string& text = value(name);
  return text.substr(0, text.find('\n'));
}

}  // namespace

Outcome<CompileCommand> commandFor(const CompilationDatabase& database, const std::string& source) {
  const std::string wanted = canonicalPath(source);
  for (const DatabaseEntry& entry : database.entries) {
    if (entry.file == wanted || canonicalPath(entry.file) == wanted) return entry.command;
  }
  for (const DatabaseEntry& entry : database.entries)
    if (const std::string original = rewrittenFrom(entry); !original.empty() && canonicalPath(original) == wanted)
      return entry.command;
  return failure(Exit::BadInput, "'" + source + "' is not in " + database.path +
                                     "; build the target that compiles it, or give its flags after -- without -p");
}

}  // namespace clustrix::compiler
