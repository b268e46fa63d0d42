#include "clustrix-c++/CommandLine.h"

#include <catch2/catch.hpp>

using namespace clustrix::tools;

namespace {

CommandLine accepted(const std::vector<std::string>& arguments) {
  const auto parsed = parse(arguments);
  const auto* wrong = std::get_if<UsageError>(&parsed);
  INFO((wrong ? wrong->message : ""));
  REQUIRE_FALSE(wrong);
  return std::get<CommandLine>(parsed);
}

std::string refused(const std::vector<std::string>& arguments) {
  const auto parsed = parse(arguments);
  REQUIRE(std::holds_alternative<UsageError>(parsed));
  return std::get<UsageError>(parsed).message;
}

}  // namespace

TEST_CASE("a plain command makes a program of its sources") {
  const CommandLine line = accepted({"-O3", "heat.cpp", "-o", "heat"});
  CHECK(line.goal == Goal::Program);
  CHECK(line.output == "heat");
  CHECK(line.flags == std::vector<std::string>{"-O3"});
  REQUIRE(line.inputs.size() == 1);
  CHECK(line.inputs[0].kind == InputKind::Source);
}

TEST_CASE("inputs keep their order and are told apart by their endings") {
  const CommandLine line = accepted({"a.cpp", "b.o", "-lm", "c.c", "d.cc", "-L", "lib", "e.a", "-Wl,-z,now"});
  std::vector<std::string> order;
  std::vector<InputKind> kinds;
  for (const Input& input : line.inputs) {
    order.push_back(input.text);
    kinds.push_back(input.kind);
  }
  CHECK(order == std::vector<std::string>{"a.cpp", "b.o", "-lm", "c.c", "d.cc", "-L", "lib", "e.a", "-Wl,-z,now"});
  CHECK(kinds[0] == InputKind::Source);
  CHECK(kinds[1] == InputKind::LinkArgument);
  CHECK(kinds[3] == InputKind::OtherSource);
  CHECK(kinds[4] == InputKind::Source);
  CHECK(kinds[6] == InputKind::LinkArgument);
}

TEST_CASE("a flag keeps the value that is its next word") {
  const CommandLine line = accepted({"-I", "x.cpp", "-D", "A=1", "-include", "p.h", "m.cpp", "-c"});
  CHECK(line.flags == std::vector<std::string>{"-I", "x.cpp", "-D", "A=1", "-include", "p.h"});
  CHECK(line.goal == Goal::Object);
  REQUIRE(line.inputs.size() == 1);
  CHECK(line.inputs[0].text == "m.cpp");
}

TEST_CASE("-x says the language of the files after it") {
  const CommandLine line = accepted({"-x", "c++", "odd.txt", "-x", "none", "b.o", "-xc"});
  CHECK(line.inputs[0].kind == InputKind::Source);
  CHECK(line.inputs[0].language == "c++");
  CHECK(line.inputs[1].kind == InputKind::LinkArgument);
}

TEST_CASE("dependency flags are gathered apart from the others") {
  const CommandLine line = accepted({"-MD", "-MF", "x.d", "-MT", "obj/x.o", "-MP", "-c", "x.cpp"});
  CHECK(line.flags.empty());
  CHECK(line.dependencies.flag == "-MD");
  CHECK(line.dependencies.file == "x.d");
  CHECK(line.dependencies.targets == std::vector<std::string>{"-MT", "obj/x.o"});
  CHECK(line.dependencies.phony);
}

TEST_CASE("our own options do not reach the host compiler") {
  const CommandLine line = accepted(
      {"--host", "--shared-runtime", "-v", "-Xclustrix", "--remarks=all", "-Xnvcc", "-arch=sm_90", "-E", "a.cpp"});
  CHECK(line.host);
  CHECK(line.sharedRuntime);
  CHECK(line.verbose);
  CHECK(line.rewriteOptions == std::vector<std::string>{"--remarks=all"});
  CHECK(line.nvccFlags == std::vector<std::string>{"-arch=sm_90"});
  CHECK(line.goal == Goal::HostOnly);
  CHECK(line.forHost == std::vector<std::string>{"-E", "a.cpp"});
}

TEST_CASE("what cannot be done is refused before anything runs") {
  CHECK(refused({"-c", "a.cpp", "-o"}) == "'-o' wants a value after it");
  CHECK(refused({"-c", "a.cpp", "b.cpp", "-o", "x.o"}).find("2 sources") != std::string::npos);
  CHECK(refused({}).find("no input files") != std::string::npos);
  CHECK(refused({"-c", "a.o"}).find("no source files") != std::string::npos);
  CHECK(refused({"-"}).find("standard input") != std::string::npos);
}

TEST_CASE("what is asked of the compiler itself is the host compiler's to answer") {
  for (const char* question : {"-dumpmachine", "-dumpversion", "-print-search-dirs", "--print-prog-name=ld", "-###"})
    CHECK(accepted({question}).forHost == std::vector<std::string>{question});
  CHECK(accepted({"-v"}).forHost == std::vector<std::string>{"-v"});
  CHECK(accepted({"-v"}).goal == Goal::HostOnly);
  CHECK(accepted({"-v", "a.cpp"}).goal == Goal::Program);
  CHECK(accepted({"-E", "-dM", "-"}).forHost == std::vector<std::string>{"-E", "-dM", "-"});
}

TEST_CASE("standard input is a source where its language is said") {
  CHECK(accepted({"-x", "c++", "-", "-o", "a"}).inputs[0].kind == InputKind::Source);
  CHECK(accepted({"-x", "c", "-c", "-"}).inputs[0].kind == InputKind::OtherSource);
}

TEST_CASE("help and version need no input") {
  CHECK(accepted({"--help"}).help);
  CHECK(accepted({"--version"}).version);
}

TEST_CASE("an audit is ours to know of, and goes with all else that is asked for") {
  const CommandLine line = accepted({"--audit", "-c", "-O3", "a.cpp", "-MD"});
  CHECK(line.audit);
  CHECK(line.goal == Goal::Object);
  CHECK(line.flags == std::vector<std::string>{"-O3"});
  CHECK(line.forHost == std::vector<std::string>{"-c", "-O3", "a.cpp", "-MD"});
  CHECK_FALSE(accepted({"a.cpp"}).audit);
}
