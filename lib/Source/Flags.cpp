#include "Source/Flags.h"

#include "clang/Driver/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clustrix::compiler {

namespace {

/// Flags of nvcc that take their value as a separate argument.
constexpr std::array<std::string_view, 13> nvccWithValue = {
    "-gencode",      "--generate-code", "-Xptxas",         "-Xlinker",       "-ccbin", "--compiler-bindir",
    "-maxrregcount", "--maxrregcount",  "--diag-suppress", "-diag-suppress", "-arch",  "--gpu-architecture",
    "-cudart"};

/// Outputs and actions that make no sense for an analysis.
bool isAction(const std::string& flag) {
  return flag == "-c" || flag == "-S" || flag == "-E" || flag == "-MD" || flag == "-MMD" || flag == "-MP" ||
         flag == "-M" || flag == "-MM" || flag == "-MG" || flag == "-Werror" || flag == "-pedantic-errors";
}

bool isActionWithValue(const std::string& flag) {
  return flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ" || flag == "-x" || flag == "--language";
}

/// What nvcc gives to the host's compiler is what the source is compiled with, too.
///
///     -Xcompiler -fopenmp,-DSIZE=4 -Xcompiler=-O3        -fopenmp -DSIZE=4 -O3
std::vector<std::string> withHostFlags(const std::vector<std::string>& flags) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    std::string_view given = flags[i];
    const std::size_t equals = given.find('=');
    const std::string_view name = given.substr(0, equals);
    if (name != "-Xcompiler" && name != "--compiler-options") {
      all.push_back(flags[i]);
      continue;
    }
    if (equals != std::string_view::npos)
      given.remove_prefix(equals + 1);
    else
      given = ++i < flags.size() ? std::string_view(flags[i]) : std::string_view();
    while (!given.empty()) {
      const std::size_t comma = given.find(',');
      if (comma != 0) all.emplace_back(given.substr(0, comma));
      given.remove_prefix(comma == std::string_view::npos ? given.size() : comma + 1);
    }
  }
  return all;
}

/// OpenMP's pragmas are read as text, see OpenMp.h: the tree is that of the serial program.
bool isOpenMp(const std::string& flag) {
  return flag == "-fopenmp" || flag.starts_with("-fopenmp=") || flag == "-fopenmp-simd" || flag == "-qopenmp";
}

}  // namespace

std::vector<std::string> knownFlags(const std::vector<std::string>& given, std::vector<std::string>& dropped) {
  const std::vector<std::string> flags = withHostFlags(given);
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (isAction(flag)) continue;
    if (isOpenMp(flag)) {
      // The version of GCC's.
      if (flag != "-fopenmp-simd") kept.emplace_back("-D_OPENMP=201511");
      continue;
    }
    if (isActionWithValue(flag)) {
      ++i;
      continue;
    }
    const bool nvcc = std::find(nvccWithValue.begin(), nvccWithValue.end(), flag) != nvccWithValue.end();
    if (nvcc) {
      dropped.push_back(flag + (i + 1 < flags.size() ? " " + flags[i + 1] : ""));
      ++i;
      continue;
    }
    kept.push_back(flag);
  }
  std::vector<const char*> arguments;
  for (const std::string& flag : kept) arguments.push_back(flag.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      arguments, missingIndex, missingCount, llvm::opt::Visibility(clang::driver::options::ClangOption));
  std::vector<bool> unknown(kept.size(), false);
  for (const llvm::opt::Arg* argument : parsed)
    if (argument->getOption().getKind() == llvm::opt::Option::UnknownClass) unknown[argument->getIndex()] = true;
  std::vector<std::string> result;
  for (std::size_t i = 0; i < kept.size(); ++i) (unknown[i] ? dropped : result).push_back(kept[i]);
  return result;
}

}  // namespace clustrix::compiler
