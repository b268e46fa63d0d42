// clustrix-config: prints what a compiler needs to build a rewritten file, for build systems other than CMake.
//
//     g++ -std=c++20 -O2 $(clustrix-config --cxxflags) -x c++ f.clustrix.cu -x none -o f $(clustrix-config --libs)
//
// It needs no library but the standard's, so that it also builds where only the runtime does.
#include "layout/Layout.h"

#include <iostream>
#include <string_view>

namespace {

using namespace clustrix::tools;

constexpr std::string_view usage =
    "usage: clustrix-config OPTION...\n"
    "\n"
    "Prints what a compiler needs to build a rewritten file.\n"
    "\n"
    "What several options ask for stands on one line, in their order.\n"
    "  --cxxflags    flags of a host compiler (g++, clang++) for a rewritten file\n"
    "  --cuda-flags  flags of nvcc for a rewritten file\n"
    "  --libs        what to link with; for the host compiler and for nvcc\n"
    "  --shared-libs\n"
    "                --libs, with the runtime as a shared library\n"
    "  --audit-cxxflags\n"
    "                --cxxflags for a program that is audited; for clang++ 19, behind all other flags\n"
    "  --audit-libs  --libs for such a program\n"
    "  --prefix      the installation's folder, or the build tree\n"
    "  --version     the version\n"
    "  --help        this text\n"
    "\n"
    "  g++ -std=c++20 -O2 $(clustrix-config --cxxflags) -x c++ f.clustrix.cu -x none -o f $(clustrix-config --libs)\n"
    "  nvcc $(clustrix-config --cuda-flags) -O3 f.clustrix.cu -o f $(clustrix-config --libs)\n";

int fail(const std::string& message, int status) {
  std::cerr << "clustrix-config: error: " << message << '\n';
  return status;
}

// What `option` prints; false when there is no such option.
bool answer(std::string_view option, const Layout& layout, std::vector<std::string>& words) {
  std::vector<std::string> more;
  if (option == "--cxxflags")
    more = compileFlags(layout);
  else if (option == "--cuda-flags")
    more = cudaFlags(layout);
  else if (option == "--libs")
    more = linkFlags(layout);
  else if (option == "--shared-libs")
    more = linkFlags(withSharedRuntime(layout));
  else if (option == "--audit-cxxflags")
    more = auditCompileFlags(layout);
  else if (option == "--audit-libs")
    more = auditLinkFlags(layout);
  else if (option == "--prefix")
    more = {layout.prefix.string()};
  else if (option == "--version")
    more = {version()};
  else
    return false;
  words.insert(words.end(), more.begin(), more.end());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> options(argv + 1, argv + argc);
  if (options.empty()) {
    std::cerr << usage;
    return 2;
  }
  for (const std::string_view option : options) {
    if (option == "--help" || option == "-h") {
      std::cout << usage;
      return std::cout.flush() ? 0 : 3;
    }
  }
  // The version is known even where an installation is damaged.
  const auto found = findLayout(thisProgram());
  const auto* broken = std::get_if<LayoutError>(&found);
  if (broken && !(options.size() == 1 && options[0] == "--version")) return fail(broken->message, 3);
  const Layout layout = broken ? Layout{} : std::get<Layout>(found);

  std::vector<std::string> words;
  for (const std::string_view option : options) {
    if (const auto error = auditMissing(layout); error && option == "--audit-libs") return fail(error->message, 3);
    if (const auto error = sharedMissing(layout); error && option == "--shared-libs") return fail(error->message, 3);
    if (!answer(option, layout, words))
      return fail("unknown option '" + std::string(option) + "'; see clustrix-config --help", 2);
  }
  std::cout << joinForShell(words) << '\n';
  return std::cout.flush() ? 0 : 3;
}
