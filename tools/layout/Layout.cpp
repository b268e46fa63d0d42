#include "layout/Layout.h"

#include "BuildFacts.h"

#include <string_view>
#include <system_error>

namespace clustrix::tools {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> splitList(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(';');
    if (end != 0) parts.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return parts;
}

void append(std::vector<std::string>& to, std::vector<std::string> more) {
  to.insert(to.end(), more.begin(), more.end());
}

Layout buildTreeLayout(const fs::path& programs) {
  Layout layout{facts::buildTree,  programs,           facts::buildIncludes, {},
                facts::buildAudit, facts::buildShared, facts::buildRanks};
  for (const std::string& library : splitList(facts::buildLibraries)) layout.libraries.emplace_back(library);
  return layout;
}

// The prefix is as many folders up as the folder of programs has components: `bin` one, `tools/bin` two.
Layout installedLayout(const fs::path& programs) {
  fs::path prefix = programs;
  for (const fs::path& component : fs::path(facts::installedPrograms)) {
    if (!component.empty()) prefix = prefix.parent_path();
  }
  const auto installed = [&](const fs::path& built) {
    return built.empty() ? fs::path() : prefix / facts::installedLibraries / built.filename();
  };
  Layout layout{prefix,
                programs,
                prefix / facts::installedIncludes,
                {},
                installed(facts::buildAudit),
                installed(facts::buildShared),
                std::string_view(facts::buildRanks).empty() ? fs::path() : prefix / facts::installedLibraries};
  for (const std::string& library : splitList(facts::buildLibraries)) layout.libraries.push_back(installed(library));
  return layout;
}

bool isBuildTree(const fs::path& programs) {
  std::error_code failed;
  return fs::equivalent(programs, fs::path(facts::buildTree) / "bin", failed) && !failed;
}

// As it should be, whether or not it is there.
Layout layoutAround(const fs::path& programs) {
  return isBuildTree(programs) ? buildTreeLayout(programs) : installedLayout(programs);
}

std::optional<LayoutError> missing(const fs::path& file, const Layout& layout) {
  std::error_code failed;
  if (fs::exists(file, failed)) return std::nullopt;
  return LayoutError{file.string() + " is missing; " +
                     (isBuildTree(layout.programs)
                          ? "build the project first (cmake --build " + layout.prefix.string() + ")"
                          : "install Clustrix again")};
}

/// Where a program finds its libraries without LD_LIBRARY_PATH.
void appendFolder(std::vector<std::string>& flags, const fs::path& folder) {
  append(flags, {"-Xlinker", "-rpath", "-Xlinker", folder.string()});
}

void appendLibrary(std::vector<std::string>& flags, const fs::path& library) {
  flags.push_back(library.string());
  if (library.extension() == ".so") appendFolder(flags, library.parent_path());
}

}  // namespace

fs::path thisProgram() {
  std::error_code failed;
  const fs::path program = fs::canonical("/proc/self/exe", failed);
  return failed ? fs::path() : program;
}

std::variant<Layout, LayoutError> findLayout(const fs::path& program) {
  Layout layout = layoutAround(program.parent_path());

  if (const auto error = missing(layout.includes / "clustrix" / "runtime.h", layout)) return *error;
  for (const fs::path& library : layout.libraries) {
    if (const auto error = missing(library, layout)) return *error;
  }
  return layout;
}

fs::path ranksFolder(const fs::path& program) { return layoutAround(program.parent_path()).ranks; }

fs::path documentPath(const std::string& name, const fs::path& program) {
  const fs::path programs = program.parent_path();
  const fs::path folder = isBuildTree(programs) ? fs::path(facts::buildDocuments)
                                                : installedLayout(programs).prefix / facts::installedDocuments;
  std::error_code failed;
  return fs::exists(folder / name, failed) ? folder / name : fs::path();
}

std::optional<LayoutError> auditMissing(const Layout& layout) {
  if (!layout.audit.empty()) return missing(layout.audit, layout);
  return LayoutError{"this Clustrix was built with sanitizers, and without its audit; take one that was not"};
}

std::optional<LayoutError> sharedMissing(const Layout& layout) {
  if (!layout.shared.empty()) return missing(layout.shared, layout);
  return LayoutError{"this Clustrix was built without a shared runtime; build it with -DCLUSTRIX_SHARED_RUNTIME=ON"};
}

std::vector<std::string> compileFlags(const Layout& layout) {
  // All of -Wattributes: `-Wno-attributes=clustrix::` leaves g++ 12's warning about attributes of statements.
  std::vector<std::string> flags{"-I" + layout.includes.string(), "-Wno-attributes"};
  append(flags, splitList(facts::sanitizerFlags));
  return flags;
}

std::vector<std::string> linkFlags(const Layout& layout) {
  std::vector<std::string> flags;
  for (const fs::path& library : layout.libraries) appendLibrary(flags, library);
  if (!layout.ranks.empty()) appendFolder(flags, layout.ranks);
  append(flags, splitList(facts::externalLibraries));
  append(flags, {"-lpthread", "-ldl"});
  append(flags, splitList(facts::sanitizerFlags));
  return flags;
}

Layout withSharedRuntime(Layout layout) {
  if (!layout.libraries.empty()) layout.libraries.back() = layout.shared;  // the runtime: what is before it calls it
  return layout;
}

std::vector<std::string> auditHookFlags() { return splitList(facts::auditFlags); }

std::vector<std::string> auditCompileFlags(const Layout& layout) {
  std::vector<std::string> flags = compileFlags(layout);
  append(flags, auditHookFlags());
  return flags;
}

std::vector<std::string> auditLinkFlags(const Layout& layout) {
  // Nothing of a sanitizer, also where one command compiles and links. Then the audit, in front of the runtime that it
  // calls.
  std::vector<std::string> flags{"-fno-sanitize-link-runtime"};
  appendLibrary(flags, layout.audit);
  append(flags, linkFlags(layout));
  return flags;
}

std::vector<std::string> cudaFlags(const Layout& layout) {
  std::vector<std::string> flags{"-I" + layout.includes.string()};
  append(flags, splitList(facts::cudaFlags));
  append(flags, splitList(facts::cudaLinkFlags));
  return flags;
}

std::string version() { return facts::version; }

std::string joinForShell(const std::vector<std::string>& words) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  std::string line;
  for (const std::string& word : words) {
    if (&word != &words.front()) line += ' ';
    if (word.empty()) line += "''";
    for (const char letter : word) {
      if (letter == '\n') {  // which a shell leaves out behind a backslash
        line += "'\n'";
        continue;
      }
      if (plain.find(letter) == std::string_view::npos) line += '\\';
      line += letter;
    }
  }
  return line;
}

}  // namespace clustrix::tools
