// clustrix-c++: a compiler driver that rewrites, compiles and links in one step.
//
//     clustrix-c++ -O3 heat.cpp -o heat
//
// Takes the flags of g++ and clang++. Each C++ source goes through clustrix-rewrite; what it changed is compiled by
// nvcc where there is one, else by the host compiler; what it did not change is compiled as it is. With --audit Clang
// 19 compiles all of it, with its hooks.
#include "clustrix-c++/CommandLine.h"
#include "clustrix-c++/Commands.h"
#include "clustrix-c++/Configuration.h"
#include "clustrix-c++/Dependencies.h"
#include "clustrix-c++/HostCompiler.h"
#include "clustrix-c++/Objects.h"
#include "clustrix-c++/Process.h"
#include "clustrix-c++/ResponseFiles.h"
#include "clustrix-c++/Scratch.h"
#include "clustrix-c++/SteadyFolder.h"
#include "clustrix-c++/Unit.h"
#include "layout/Programs.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

namespace {

using namespace clustrix::tools;
namespace fs = std::filesystem;

constexpr const char* usage =
    "usage: clustrix-c++ [OPTIONS] FILE... [-o FILE]\n"
    "\n"
    "Rewrites, compiles and links C++ in one step.\n"
    "\n"
    "Takes the options of g++ and clang++ (-c -S -o -I -D -std -O -g -W -f -m -l -L -MD -MF ...), and those below.\n"
    "  --audit           loops run as written and are looked at: the program says where iterations do what they "
    "should\n"
    "                    not, and ends with status 66; by Clang 19\n"
    "  --audit=guards    the same, and loops are looked at past their guards: which of those were needed\n"
    "  --host            compile by the host compiler, also where nvcc is on the PATH\n"
    "  --shared-runtime  link the runtime as a shared library: one for all rewritten libraries of a program\n"
    "  -Xclustrix ARG    hand ARG to clustrix-rewrite: -Xclustrix --remarks=all\n"
    "  -Xnvcc ARG        hand ARG to nvcc: -Xnvcc -arch=sm_90\n"
    "  -save-temps       leave the rewritten files, NAME.clustrix.cu, in the current folder\n"
    "  -v, --verbose     print each command\n"
    "  --version         the host compiler's version and this one's\n"
    "  --help            this text\n"
    "\n"
    "The host compiler is $CXX, else g++, else c++. The exit status is that of the step that failed.\n";

constexpr const char* noClang19 =
    "--audit wants Clang 19, and neither beside clustrix-c++ nor on the PATH is a clang++ of that version; install it "
    "(Debian: apt-get install clang-19), or set CXX to it";

int fail(const std::string& message, int status) {
  std::cerr << "clustrix-c++: error: " << message << '\n';
  return status;
}

bool isSameFile(const std::string& a, const std::string& b) {
  std::error_code failed;
  return fs::equivalent(a, b, failed) && !failed;
}

// What is wrong with the outputs: compilers look at their own input, which is the rewritten file here. "" where
// nothing.
std::string overwritten(const CommandLine& line) {
  for (const Input& input : line.inputs)
    for (const std::optional<std::string>& output : {line.output, line.dependencies.file})
      if (output && isSameFile(*output, input.text))
        return "'" + input.text + "' would be overwritten by '" + *output + "'; choose another output";
  return "";
}

bool hasCudaBackend(const Layout& layout) {
  for (const fs::path& library : layout.libraries) {
    if (library.stem() == "libclustrix_cuda") return true;
  }
  return false;
}

CompilerSearch compilerSearch() {
  const char* const chosen = std::getenv("CXX");
  return {chosen ? chosen : "", thisProgram()};
}

Compilers findCompilers(const CommandLine& line, const Layout& layout) {
  const CompilerSearch search = compilerSearch();
  if (line.audit) return {clang19(search), ""};
  Compilers compilers{hostCompiler(search), line.host ? "" : findOnPath("nvcc")};
  if (!compilers.nvcc.empty() && !hasCudaBackend(layout)) {
    std::cerr << "clustrix-c++: note: this Clustrix was built without its CUDA backend; nvcc is not used\n";
    compilers.nvcc.clear();
  }
  return compilers;
}

// One run of the driver: the objects it has made so far, and the folder they are in.
struct Job {
  const CommandLine& line;
  const Layout& layout;
  const Compilers& compilers;
  const Scratch& scratch;
  bool usedNvcc = false;

  int step(const Command& command) const {
    if (line.verbose) std::cerr << joinForShell(command) << '\n';
    return run(command);
  }

  // The rewritten file, or nothing where the source is the same without; `status` of the rewriter.
  std::optional<std::string> rewrite(Compilation& compilation, const fs::path& folder, int& status) const {
    const std::string& text = compilation.text();
    const fs::path wanted =
        (line.saveTemps ? fs::path(".") : folder) / (fs::path(text).stem().string() + ".clustrix.cu");
    status = step(rewriteCommand(line, layout, compilation, wanted.string()));
    if (status != 0) return std::nullopt;
    const std::optional<std::string> before = readFile(text), after = readFile(wanted);
    if (!after) status = fail("cannot read " + wanted.string() + ", which clustrix-rewrite should have written", 3);
    if (status != 0 || before == after) return std::nullopt;
    compilation.unit = unitName(line, compilation.source, *after);
    return wanted.string();
  }

  // Two programs read what is said there once.
  static bool keepInput(Compilation& compilation, const fs::path& folder) {
    compilation.file = (folder / "stdin.cpp").string();
    const std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    return !std::cin.bad() && writeFile(compilation.file, text);
  }

  // Where the depfile goes, and what it calls the object: as the compiler would have it for the original source.
  void planDependencies(Compilation& compilation, const std::string& object, const fs::path& folder) const {
    if (line.dependencies.flag.empty()) return;
    compilation.depfile = (folder / "depfile.d").string();
    compilation.depTargets = line.dependencies.targets;
    if (compilation.depTargets.empty()) compilation.depTargets = {"-MT", escapeForMake(object)};
  }

  int finishDependencies(const Compilation& compilation, const std::string& object) const {
    if (compilation.depfile.empty()) return 0;
    const std::optional<std::string> rules = readFile(compilation.depfile);
    const std::string wanted = line.dependencies.file.value_or(fs::path(object).replace_extension(".d").string());
    if (!rules) return fail("the compiler wrote no dependencies for " + compilation.source, 3);
    const std::string named =
        compilation.rewritten ? nameOriginal(*rules, *compilation.rewritten, compilation.source) : *rules;
    return writeFile(wanted, named) ? 0 : fail("cannot write " + wanted, 3);
  }

  // Compiles input number `number`; `object` is the file that it made.
  int compile(const Input& input, std::size_t number, std::string& object) {
    const fs::path folder = scratch.folder() / std::to_string(number);
    std::error_code failed;
    fs::create_directory(folder, failed);
    if (failed) return fail("cannot make " + folder.string() + ": " + failed.message(), 3);
    const SteadyFolder steady(folder);

    const std::string name = defaultOutput(input.text, line.goal);
    const bool final = line.goal != Goal::Program;
    object = final ? line.output.value_or(name) : (folder / name).string();
    Compilation compilation{input.text, input.language, std::nullopt, object, "", {}};
    int status = 0;
    if (input.kind == InputKind::Source) {
      if (input.text == standardInput && !keepInput(compilation, steady.name()))
        return fail("standard input cannot be read, or not be kept in " + folder.string(), 3);
      compilation.rewritten = rewrite(compilation, steady.name(), status);
    }
    if (status != 0) return status;

    planDependencies(compilation, final ? object : name, steady.name());
    compilation.intermediates = steady.name().string();
    status = step(compileCommand(line, layout, compilers, compilation));
    usedNvcc |= compilation.rewritten && !compilers.nvcc.empty();
    return status != 0 ? status : finishDependencies(compilation, final ? object : name);
  }
};

void nameWithoutHooks(const std::vector<std::string>& toLink) {
  const std::vector<std::string> without = withoutHooks(toLink);
  if (without.empty()) return;
  std::cerr << "clustrix-c++: note: nothing is seen of what these do, since they were compiled without --audit: "
            << joinForShell(without) << '\n';
}

// Objects of an earlier run may be nvcc's.
bool wantsNvcc(const std::vector<std::string>& toLink, const Compilers& compilers) {
  const std::vector<std::string> objects = ofNvcc(toLink);
  if (!objects.empty() && compilers.nvcc.empty())
    std::cerr << "clustrix-c++: note: nvcc has compiled these, and they want it to link them; have it on the PATH, and "
                 "leave out --host: "
              << joinForShell(objects) << '\n';
  return !objects.empty() && !compilers.nvcc.empty();
}

int build(const CommandLine& line, const Layout& layout, const Compilers& compilers) {
  const std::optional<Scratch> scratch = Scratch::make();
  if (!scratch) return fail("cannot make a folder for intermediate files; set TMPDIR to one that can be written", 3);

  Job job{line, layout, compilers, *scratch};
  std::vector<std::string> toLink;
  for (std::size_t number = 0; number < line.inputs.size(); ++number) {
    const Input& input = line.inputs[number];
    std::string word = input.text;
    if (input.kind != InputKind::LinkArgument) {
      if (const int status = job.compile(input, number, word)) return status;
    }
    toLink.push_back(word);
  }
  if (line.goal != Goal::Program) return 0;
  if (line.audit) nameWithoutHooks(toLink);
  return job.step(linkCommand(line, layout, compilers, toLink, line.output.value_or("a.out"),
                              job.usedNvcc || wantsNvcc(toLink, compilers)));
}

// The host compiler's answer; and, behind preprocessed text, what it cannot know of it.
int answerByHost(const CommandLine& line, const Layout& layout, const Compilers& compilers) {
  const int status = run(hostCommand(line, layout, compilers));
  const auto says = [&](const char* word) {
    return std::find(line.forHost.begin(), line.forHost.end(), word) != line.forHost.end();
  };
  // With the others the text is no source's.
  const bool isSource = says("-E") && !says("-dM") && !says("-M") && !says("-MM");
  if (status != 0 || !isSource) return status;
  std::string marks;
  for (const Input& input : line.inputs)
    if (input.kind == InputKind::Source && input.text != standardInput)
      marks += configurationMarks(input.text, layout.programs / "clustrix-rewrite");
  if (!line.output || *line.output == "-") {
    std::cout << marks << std::flush;
    return std::cout ? 0 : fail("cannot write standard output", 3);
  }
  std::ofstream file(*line.output, std::ios::binary | std::ios::app);
  file << marks << std::flush;
  return file ? 0 : fail("cannot write " + *line.output, 3);
}

// As the host compiler tells its own, by which build systems know whose options we take; and ours.
int tellVersion() {
  Command host = hostCompiler(compilerSearch());
  if (!host.empty()) host.emplace_back("--version");
  std::cout << (host.empty() ? "" : outputOf(host)) << "clustrix-c++ " << clustrix::tools::version() << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string unread;
  const auto parsed = parse(withResponseFiles(std::vector<std::string>(argv + 1, argv + argc), unread));
  if (!unread.empty()) return fail(unread, 2);
  if (const auto* wrong = std::get_if<UsageError>(&parsed)) return fail(wrong->message, 2);
  const CommandLine& line = std::get<CommandLine>(parsed);
  if (line.help) std::cout << usage;
  if (line.help) return 0;
  if (line.version) return tellVersion();

  const auto found = findLayout(thisProgram());
  if (const auto* broken = std::get_if<LayoutError>(&found)) return fail(broken->message, 3);
  const Layout& layout = std::get<Layout>(found);
  const auto noAudit = auditMissing(layout);
  if (line.audit && noAudit) return fail(noAudit->message, 3);
  const auto noShared = sharedMissing(layout);
  if (line.sharedRuntime && noShared) return fail(noShared->message, 3);
  const Compilers compilers = findCompilers(line, layout);
  if (compilers.host.empty())
    return fail(line.audit ? noClang19 : "no C++ compiler on the PATH; install g++ or set CXX", 3);

  if (const std::string wrong = overwritten(line); !wrong.empty()) return fail(wrong, 2);
  if (line.goal == Goal::HostOnly) return answerByHost(line, layout, compilers);
  return build(line, layout, compilers);
}
