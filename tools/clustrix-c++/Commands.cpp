#include "clustrix-c++/Commands.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace clustrix::tools {
namespace {

namespace fs = std::filesystem;

void append(Command& command, const std::vector<std::string>& words) {
  command.insert(command.end(), words.begin(), words.end());
}

bool isWarningFlag(const std::string& flag) {
  if (flag.starts_with("-Wp,") || flag.starts_with("-Wa,")) return false;
  return flag.starts_with("-W") || flag.starts_with("-pedantic") || flag == "-w";
}

// The quote form of #include looks beside the including file first; the rewritten file lies elsewhere.
std::string folderOf(const std::string& source) {
  const fs::path folder = fs::path(source).parent_path();
  return folder.empty() ? "." : folder.string();
}

void appendDependencyFlags(Command& command, const CommandLine& line, const Compilation& compilation) {
  if (compilation.depfile.empty()) return;
  append(command, {line.dependencies.flag, "-MF", compilation.depfile});
  append(command, compilation.depTargets);
  if (line.dependencies.phony) command.emplace_back("-MP");
}

bool hasOpenMp(const CommandLine& line) {
  return std::any_of(line.flags.begin(), line.flags.end(),
                     [](const std::string& flag) { return flag == "-fopenmp" || flag.starts_with("-fopenmp="); });
}

// OpenMP's pragmas are left alone then, which the source must not notice: the version of GCC's, as the rewriter says
// it.
void appendHooks(Command& command, const CommandLine& line) {
  append(command, auditHookFlags());
  if (hasOpenMp(line)) command.emplace_back("-D_OPENMP=201511");
}

// -Xcompiler's value is a list with commas between, of which a shell makes words.
std::string forCompilerBehindNvcc(const std::string& text) {
  std::string escaped;
  bool isPlain = true;
  for (const char letter : text) {
    const bool isSpecial = std::string_view(" \t\n\"'\\$`<>|&;()*?[]{}~#!").find(letter) != std::string_view::npos;
    isPlain = isPlain && !isSpecial;
    if (letter == ',' || std::string_view("\"\\$`").find(letter) != std::string_view::npos) escaped += '\\';
    escaped += letter;
  }
  return isPlain ? escaped : '"' + escaped + '"';
}

bool keepsIntermediates(const std::vector<std::string>& nvccFlags) {
  return std::any_of(nvccFlags.begin(), nvccFlags.end(), [](std::string_view flag) {
    if (flag.starts_with("--")) flag.remove_prefix(1);
    return flag.starts_with("-keep") || flag == "-save-temps" || flag == "-objtemp" || flag == "-objdir-as-tempdir";
  });
}

// The same source is the same object: nvcc would name its files after its process, and what is anonymous after the
// path and, where nothing else is public, its process.
void appendSteadyNames(Command& command, const CommandLine& line, const Layout& layout,
                       const Compilation& compilation) {
  if (!compilation.intermediates.empty() && !keepsIntermediates(line.nvccFlags))
    append(command, {"--keep", "--keep-dir", compilation.intermediates});
  if (!compilation.unit.empty())
    append(command, {"-Xcudafe", "--orig_src_path_name=" + compilation.unit, "-include",
                     (layout.includes / "clustrix" / "Unit.h").string()});
}

Command nvccCompileCommand(const CommandLine& line, const Layout& layout, const Compilers& compilers,
                           const Compilation& compilation) {
  Command command{compilers.nvcc};
  append(command, cudaFlags(layout));
  appendSteadyNames(command, line, layout, compilation);
  append(command, {"-Xcompiler", "-iquote", "-Xcompiler", forCompilerBehindNvcc(folderOf(compilation.source))});
  append(command, forNvcc(line.flags));
  append(command, line.nvccFlags);
  appendDependencyFlags(command, line, compilation);
  append(command,
         {line.goal == Goal::Assembly ? "-ptx" : "-c", "-x", "cu", *compilation.rewritten, "-o", compilation.output});
  return command;
}

Command hostCompileCommand(const CommandLine& line, const Layout& layout, const Compilers& compilers,
                           const Compilation& compilation) {
  Command command = compilers.host;
  append(command, compileFlags(layout));
  if (compilation.rewritten || !compilation.file.empty()) append(command, {"-iquote", folderOf(compilation.source)});
  append(command, line.flags);
  if (line.audit) appendHooks(command, line);
  appendDependencyFlags(command, line, compilation);
  command.emplace_back(line.goal == Goal::Assembly ? "-S" : "-c");
  if (compilation.rewritten)
    append(command, {"-x", "c++", *compilation.rewritten});
  else if (!compilation.language.empty())
    append(command, {"-x", compilation.language, compilation.text()});
  else
    command.push_back(compilation.text());
  append(command, {"-o", compilation.output});
  return command;
}

template <std::size_t N>
bool isOneOf(std::string_view text, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

// Flags whose value is the next word, by who understands them.
constexpr std::string_view nvccPairs[] = {"-I", "-D", "-U", "-L", "-l", "-include", "-isystem", "-Xlinker"};
constexpr std::string_view linkerPairs[] = {"-u", "-T", "-z", "-e"};
constexpr std::string_view hostPairs[] = {"-imacros", "-iquote", "-idirafter",  "-iprefix", "-isysroot",      "-target",
                                          "--param",  "-arch",   "-Xassembler", "-Xclang",  "-Xpreprocessor", "-B"};

// `-z,now` -> -Xlinker -z -Xlinker now
void appendLinkerWords(Command& command, const std::string& list) {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    append(command, {"-Xlinker", list.substr(at, end - at)});
    at = end + 1;
  }
}

// What nvcc takes as it is. The rest is for the compiler behind it.
bool nvccKnows(const std::string& flag) {
  static constexpr std::string_view prefixes[] = {"-I", "-D", "-U", "-L", "-l", "-std="};
  static constexpr std::string_view whole[] = {"-O0", "-O1", "-O2", "-O3", "-g", "-w", "-shared"};
  const auto isPrefix = [&](std::string_view prefix) { return flag.starts_with(prefix); };
  return std::any_of(std::begin(prefixes), std::end(prefixes), isPrefix) || isOneOf(flag, whole);
}

// nvcc knows no GNU dialects, and the code that we emit needs none.
std::string standardForNvcc(const std::string& flag) {
  return flag.starts_with("-std=gnu++") ? "-std=c++" + flag.substr(10) : flag;
}

}  // namespace

std::vector<std::string> forNvcc(const std::vector<std::string>& flags) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    const bool hasValue = i + 1 < flags.size();
    if (hasValue && isOneOf(flag, nvccPairs)) {
      append(words, {flag, flags[++i]});
    } else if (hasValue && isOneOf(flag, linkerPairs)) {
      append(words, {"-Xlinker", flag, "-Xlinker", flags[++i]});
    } else if (hasValue && isOneOf(flag, hostPairs)) {
      append(words, {"-Xcompiler", flag, "-Xcompiler", forCompilerBehindNvcc(flags[++i])});
    } else if (flag.starts_with("-Wl,")) {
      appendLinkerWords(words, flag.substr(4));
    } else if (nvccKnows(flag)) {
      words.push_back(standardForNvcc(flag));
    } else if (flag == "-O" || flag == "-Ofast" || flag == "-Os" || flag == "-Og" || flag == "-Oz") {
      append(words, {"-O2", "-Xcompiler", flag});  // nvcc's own part has no such level
    } else if (!flag.starts_with("-")) {
      words.push_back(flag);  // an object or a library
    } else {
      append(words, {"-Xcompiler", forCompilerBehindNvcc(flag)});
    }
  }
  return words;
}

Command rewriteCommand(const CommandLine& line, const Layout& layout, const Compilation& compilation,
                       const std::string& rewritten) {
  Command command{(layout.programs / "clustrix-rewrite").string(), compilation.text(), "-o", rewritten};
  if (line.audit) command.push_back(*line.audit);
  append(command, line.rewriteOptions);
  command.emplace_back("--");
  for (const std::string& flag : line.flags) {
    if (!isWarningFlag(flag)) command.push_back(flag);
  }
  if (!compilation.file.empty()) append(command, {"-iquote", folderOf(compilation.source)});
  return command;
}

Command compileCommand(const CommandLine& line, const Layout& layout, const Compilers& compilers,
                       const Compilation& compilation) {
  const bool byNvcc = compilation.rewritten && !compilers.nvcc.empty();
  return byNvcc ? nvccCompileCommand(line, layout, compilers, compilation)
                : hostCompileCommand(line, layout, compilers, compilation);
}

Command linkCommand(const CommandLine& line, const Layout& layout, const Compilers& compilers,
                    const std::vector<std::string>& words, const std::string& output, bool withNvcc) {
  Command command;
  if (withNvcc) {
    command = {compilers.nvcc};
    append(command, cudaFlags(layout));
    append(command, forNvcc(line.flags));
    append(command, line.nvccFlags);
    append(command, forNvcc(words));
  } else {
    command = compilers.host;
    // Libtool looks there for what the compiler itself links.
    if (line.verbose) command.emplace_back("-v");
    append(command, line.flags);
    // As it was compiled: nothing is left to the linker, and OpenMP's functions are GCC's.
    if (line.audit) command.emplace_back("-fno-lto");
    if (line.audit && hasOpenMp(line)) command.emplace_back("-fopenmp=libgomp");
    append(command, words);
  }
  append(command, {"-o", output});
  const Layout linked = line.sharedRuntime ? withSharedRuntime(layout) : layout;
  append(command, line.audit ? auditLinkFlags(linked) : linkFlags(linked));
  // Libtool names the libraries of C++ itself, in front of what our runtime needs of them.
  const auto says = [](const std::vector<std::string>& all) {
    return std::find(all.begin(), all.end(), "-nostdlib") != all.end();
  };
  if (says(line.flags) || says(words)) append(command, {"-lstdc++", "-lm", "-lgcc_s", "-lgcc", "-lc"});
  return command;
}

Command hostCommand(const CommandLine& line, const Layout& layout, const Compilers& compilers) {
  Command command = compilers.host;
  append(command, compileFlags(layout));
  append(command, line.forHost);
  return command;
}

std::string defaultOutput(const std::string& source, Goal goal) {
  return fs::path(source).stem().string() + (goal == Goal::Assembly ? ".s" : ".o");
}

}  // namespace clustrix::tools
