#include "clustrix-c++/Commands.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace clustrix::tools;

namespace {

using Words = std::vector<std::string>;

CommandLine lineOf(const Words& arguments) { return std::get<CommandLine>(parse(arguments)); }

const Layout layout{
    "/opt/c", "/opt/c/bin", "/opt/c/include", {"/opt/c/lib/libclustrix_runtime.a"}, "/opt/c/lib/libclustrix_audit.a"};
const Compilers hostOnly{{"g++"}, ""};
const Compilers withNvcc{{"g++"}, "/cuda/nvcc"};

Compilation compilationOf(const std::string& source) { return {source, "", std::nullopt, "a.o", "", {}}; }

bool has(const Command& command, const Words& run) {
  return std::search(command.begin(), command.end(), run.begin(), run.end()) != command.end();
}

}  // namespace

TEST_CASE("the rewriter gets the flags that change what the source means, and no warning flags") {
  const CommandLine line = lineOf({"-std=c++20", "-Wall", "-DN=3", "-Werror", "-Xclustrix", "--remarks=all", "a.cpp"});
  const Command command = rewriteCommand(line, layout, compilationOf("a.cpp"), "/t/a.clustrix.cu");
  CHECK(command == Command{"/opt/c/bin/clustrix-rewrite", "a.cpp", "-o", "/t/a.clustrix.cu", "--remarks=all", "--",
                           "-std=c++20", "-DN=3"});
}

TEST_CASE("a rewritten file is compiled as C++ and finds headers beside the original") {
  const Compilation compilation{"src/a.cpp", "", "/t/a.clustrix.cu", "a.o", "", {}};
  const Command command = compileCommand(lineOf({"-O2", "-c", "src/a.cpp"}), layout, hostOnly, compilation);
  CHECK(command.front() == "g++");
  CHECK(has(command, {"-iquote", "src"}));
  CHECK(has(command, {"-c", "-x", "c++", "/t/a.clustrix.cu", "-o", "a.o"}));
  CHECK(has(command, {"-I/opt/c/include"}));
}

TEST_CASE("what the rewriter left alone is compiled from the original, by the host compiler") {
  const Compilation compilation{"a.cpp", "", std::nullopt, "a.o", "", {}};
  const Command command = compileCommand(lineOf({"-c", "a.cpp"}), layout, withNvcc, compilation);
  CHECK(command.front() == "g++");
  CHECK(has(command, {"-c", "a.cpp", "-o", "a.o"}));
}

TEST_CASE("nvcc compiles what was rewritten, and links where it did") {
  const CommandLine line = lineOf({"-O3", "-march=native", "a.cpp", "-lm", "-Xnvcc", "-arch=sm_90"});
  const Compilation compilation{"a.cpp", "", "/t/a.clustrix.cu", "/t/a.o", "", {}};
  const Command compile = compileCommand(line, layout, withNvcc, compilation);
  CHECK(compile.front() == "/cuda/nvcc");
  CHECK(has(compile, {"-O3", "-Xcompiler", "-march=native", "-arch=sm_90"}));
  CHECK(has(compile, {"-c", "-x", "cu", "/t/a.clustrix.cu"}));

  CHECK(linkCommand(line, layout, withNvcc, {"/t/a.o", "-lm"}, "a.out", true).front() == "/cuda/nvcc");
  const Command link = linkCommand(line, layout, withNvcc, {"/t/a.o", "-lm"}, "a.out", false);
  CHECK(link.front() == "g++");
  CHECK(has(link, {"/t/a.o", "-lm", "-o", "a.out", "/opt/c/lib/libclustrix_runtime.a"}));
}

TEST_CASE("nvcc is told names for its own files and for what is anonymous, unless it keeps the files elsewhere") {
  Compilation compilation{"a.cpp", "", "/t/a.clustrix.cu", "a.o", "", {}};
  compilation.unit = "clustrix-1";
  compilation.intermediates = "/t";
  const Words names{"-Xcudafe", "--orig_src_path_name=clustrix-1", "-include", "/opt/c/include/clustrix/Unit.h"};
  const Command steady = compileCommand(lineOf({"-c", "a.cpp"}), layout, withNvcc, compilation);
  CHECK(has(steady, {"--keep", "--keep-dir", "/t"}));
  CHECK(has(steady, names));
  for (const char* const flag : {"--keep", "-keep-dir=k", "-save-temps", "--objdir-as-tempdir"}) {
    const Command kept = compileCommand(lineOf({"-c", "a.cpp", "-Xnvcc", flag}), layout, withNvcc, compilation);
    CHECK_FALSE(has(kept, {"--keep-dir", "/t"}));
    CHECK(has(kept, names));
  }
  const Command host = compileCommand(lineOf({"-c", "a.cpp"}), layout, hostOnly, compilation);
  CHECK_FALSE(has(host, {"-include"}));
  CHECK_FALSE(has(host, {"--keep"}));
}

TEST_CASE("standard input is read once: both programs get the file that keeps it, and look for headers here") {
  Compilation compilation = compilationOf("-");
  compilation.language = "c++";
  compilation.file = "/t/stdin.cpp";
  const CommandLine line = lineOf({"-O2", "-x", "c++", "-c", "-"});
  const Command rewrite = rewriteCommand(line, layout, compilation, "/t/stdin.clustrix.cu");
  CHECK(has(rewrite, {"/opt/c/bin/clustrix-rewrite", "/t/stdin.cpp", "-o"}));
  CHECK(has(rewrite, {"-iquote", "."}));
  const Command compile = compileCommand(line, layout, hostOnly, compilation);
  CHECK(has(compile, {"-iquote", "."}));
  CHECK(has(compile, {"-x", "c++", "/t/stdin.cpp"}));
}

TEST_CASE("dependencies are asked for under the names that the build system knows") {
  const CommandLine line = lineOf({"-MMD", "-MP", "-c", "a.cpp"});
  const Compilation compilation{"a.cpp", "", "/t/a.clustrix.cu", "a.o", "/t/d", {"-MT", "a.o"}};
  CHECK(has(compileCommand(line, layout, hostOnly, compilation), {"-MMD", "-MF", "/t/d", "-MT", "a.o", "-MP"}));
}

TEST_CASE("an audited program has the hooks behind all other flags, also where nothing was rewritten") {
  const CommandLine line = lineOf({"--audit", "-O3", "-c", "a.cpp"});
  CHECK(has(rewriteCommand(line, layout, compilationOf("a.cpp"), "/t/a.clustrix.cu"), {"--audit", "--", "-O3"}));
  const CommandLine past = lineOf({"--audit=guards", "-c", "a.cpp"});
  CHECK(has(rewriteCommand(past, layout, compilationOf("a.cpp"), "/t/a.clustrix.cu"), {"--audit=guards", "--"}));
  for (const auto& rewritten : {std::optional<std::string>("/t/a.clustrix.cu"), std::optional<std::string>()}) {
    const Command command = compileCommand(line, layout, hostOnly, {"a.cpp", "", rewritten, "a.o", "", {}});
    Words behind = auditHookFlags();
    REQUIRE(behind.front() == "-O1");
    behind.insert(behind.begin(), "-O3");
    CHECK(has(command, behind));
    CHECK(std::count(command.begin(), command.end(), "-D_OPENMP=201511") == 0);
  }
}

TEST_CASE("where C++'s libraries are named by hand, as libtool does, they stand behind the runtime, too") {
  const auto linked = [](const Words& arguments) {
    const CommandLine line = lineOf(arguments);
    Words words;
    for (const Input& input : line.inputs) words.push_back(input.text);
    return linkCommand(line, layout, hostOnly, words, "liba.so", false);
  };
  const Command plain = linked({"-shared", "a.o"}), byHand = linked({"-shared", "-nostdlib", "a.o", "-lc"});
  CHECK_FALSE(has(plain, {"-lstdc++"}));
  CHECK(std::find(byHand.begin(), byHand.end(), "-lstdc++") >
        std::find(byHand.begin(), byHand.end(), "/opt/c/lib/libclustrix_runtime.a"));
  CHECK(byHand.back() == "-lc");
}

TEST_CASE("what the host compiler links is told where commands are") {
  const auto linked = [](const Words& arguments) {
    return linkCommand(lineOf(arguments), layout, hostOnly, {"a.o"}, "a", false);
  };
  CHECK(has(linked({"-v", "a.o"}), {"g++", "-v"}));
  CHECK_FALSE(has(linked({"a.o"}), {"-v"}));
}

TEST_CASE("an audited program is linked with the audit in front of the runtime, and with nothing of a sanitizer") {
  const Command command = linkCommand(lineOf({"--audit", "-O3", "a.o"}), layout, hostOnly, {"a.o"}, "a", false);
  CHECK(has(command, {"a.o", "-o", "a", "-fno-sanitize-link-runtime"}));
  CHECK(has(command, {"/opt/c/lib/libclustrix_audit.a", "/opt/c/lib/libclustrix_runtime.a"}));
  CHECK_FALSE(has(command, {"-fsanitize=thread"}));
  CHECK_FALSE(has(command, {"-fopenmp=libgomp"}));
}

TEST_CASE("what an audited program does with OpenMP runs as the serial program, and still sees its macro") {
  const CommandLine line = lineOf({"--audit", "-fopenmp", "a.cpp"});
  const Command compile = compileCommand(line, layout, hostOnly, {"a.cpp", "", std::nullopt, "a.o", "", {}});
  CHECK(has(compile, {"-fopenmp"}));
  CHECK(has(compile, {"-fopenmp=libgomp"}));
  CHECK(has(compile, {"-D_OPENMP=201511"}));
  CHECK(has(linkCommand(line, layout, hostOnly, {"a.o"}, "a", false), {"-fopenmp=libgomp", "a.o"}));
  CHECK(has(rewriteCommand(line, layout, compilationOf("a.cpp"), "b"), {"--", "-fopenmp"}));
}

TEST_CASE("flags are said in nvcc's words") {
  CHECK(forNvcc({"-std=gnu++20"}) == Words{"-std=c++20"});
  CHECK(forNvcc({"-fsanitize=address,undefined"}) == Words{"-Xcompiler", "-fsanitize=address\\,undefined"});
  CHECK(forNvcc({"-Wl,-z,now"}) == Words{"-Xlinker", "-z", "-Xlinker", "now"});
  CHECK(forNvcc({"-iquote", "with space"}) == Words{"-Xcompiler", "-iquote", "-Xcompiler", "\"with space\""});
  CHECK(forNvcc({"-march=$x"}) == Words{"-Xcompiler", "\"-march=\\$x\""});
  CHECK(forNvcc({"-iquote", "a"}) == Words{"-Xcompiler", "-iquote", "-Xcompiler", "a"});
  CHECK(forNvcc({"-z", "now"}) == Words{"-Xlinker", "-z", "-Xlinker", "now"});
  CHECK(forNvcc({"-I", "a", "-DX", "b.o", "-lm"}) == Words{"-I", "a", "-DX", "b.o", "-lm"});
  CHECK(forNvcc({"-Ofast"}) == Words{"-O2", "-Xcompiler", "-Ofast"});
}

TEST_CASE("outputs without a name are called after their source, in the current folder") {
  CHECK(defaultOutput("a/heat.cpp", Goal::Object) == "heat.o");
  CHECK(defaultOutput("a/heat.cpp", Goal::Assembly) == "heat.s");
}
