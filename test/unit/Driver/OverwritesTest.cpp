#include "Driver/Overwrites.h"

#include "FakeRun.h"
#include "Folder.h"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace clustrix::compiler;

namespace {

namespace fs = std::filesystem;

/// Why nothing may be written, without what all such messages begin and end with; "" where it may.
std::string complaint(const std::optional<Failure>& why) {
  if (!why) return "";
  CHECK(why->exit == Exit::BadInput);
  const std::string start = "clustrix-rewrite: error: ";
  REQUIRE(why->message.rfind(start, 0) == 0);
  CHECK(why->message.back() == '\n');
  return why->message.substr(start.size(), why->message.size() - start.size() - 1);
}

Request rewriting(const Folder& folder, const std::string& output) {
  Request request;
  request.sources = {folder / "s.cpp"};
  request.output = folder / output;
  return request;
}

}  // namespace

TEST_CASE("outputs of names that nothing else has may be written") {
  const Folder folder;
  folder.put("s.cpp", "");
  Request request = rewriting(folder, "s.cu");
  request.report = folder / "r.json";
  request.reportFormat = ReportFormat::Json;
  request.depfile = folder / "s.d";
  request.config = folder / "clustrix.yml";
  request.libraryModel = folder / "lib.yml";
  request.lock = folder / "l.json";
  request.databaseDirectory = folder.path();
  CHECK(complaint(checkOutputs(request)).empty());
  CHECK(complaint(checkInputs(request, {processed(folder / "scale.cpp")})).empty());
}

TEST_CASE("no output takes the place of anything that the run reads") {
  const Folder folder;
  const auto taking = [&](const std::function<void(Request&)>& read, const std::string& name) {
    Request request = rewriting(folder, name);
    read(request);
    return complaint(checkOutputs(request));
  };
  const auto message = [&](const std::string& kind, const std::string& name) {
    return "the output would overwrite the " + kind + " '" + (folder / name) + "'; choose another -o";
  };
  const auto nothing = [](Request&) {};
  const auto config = [&](Request& r) { r.config = folder / "c.yml"; };
  const auto model = [&](Request& r) { r.libraryModel = folder / "lib.yml"; };
  const auto audit = [&](Request& r) { r.auditReport = folder / "audit.json"; };
  const auto lock = [&](Request& r) { r.lock = folder / "l.json"; };
  const auto database = [&](Request& r) { r.databaseDirectory = folder / "b"; };
  CHECK(taking(nothing, "s.cpp") == message("source", "s.cpp"));
  CHECK(taking(config, "c.yml") == message("configuration", "c.yml"));
  CHECK(taking(model, "lib.yml") == message("library model", "lib.yml"));
  CHECK(taking(audit, "audit.json") == message("audit's report", "audit.json"));
  CHECK(taking(lock, "l.json") == message("lock", "l.json"));
  CHECK(taking(database, "b/compile_commands.json") == message("compilation database", "b/compile_commands.json"));
}

TEST_CASE("no output takes the place of a header, which is known once the sources are read") {
  const Folder folder;
  folder.put("h.h", "");
  Processed first = processed("scale.cpp"), second = processed("print.cpp");
  second.inputs.push_back(folder / "./h.h");
  const Request request = rewriting(folder, "h.h");
  CHECK(complaint(checkOutputs(request)).empty());
  CHECK(complaint(checkInputs(request, {first})).empty());
  CHECK(complaint(checkInputs(request, {first, second})) ==
        "the output would overwrite the input '" + (folder / "./h.h") + "'; choose another -o");
}

TEST_CASE("a file is the same under all of its names") {
  const Folder folder;
  folder.put("s.cpp", "");
  folder.put("other.cpp", "");
  fs::create_directory(folder / "d");
  fs::create_hard_link(folder / "s.cpp", folder / "hard");
  fs::create_symlink("s.cpp", folder / "soft");
  fs::create_directory_symlink(".", folder / "here");
  for (const char* name : {"s.cpp", "./s.cpp", "d/../s.cpp", "hard", "soft", "here/s.cpp", "here/here/soft"}) {
    INFO(name);
    CHECK_THAT(complaint(checkOutputs(rewriting(folder, name))), Catch::StartsWith("the output would overwrite"));
  }
  CHECK(complaint(checkOutputs(rewriting(folder, "other.cpp"))).empty());
}

TEST_CASE("a link that leads to nothing yet is the file that it will lead to") {
  const Folder folder;
  fs::create_symlink("later", folder / "link");
  fs::create_symlink("link", folder / "further");
  Request request;
  request.sources = {folder / "s.cpp"};
  request.output = folder / "further";
  request.depfile = folder / "later";
  CHECK_FALSE(complaint(checkOutputs(request)).empty());
  request.depfile = folder / "another";
  CHECK(complaint(checkOutputs(request)).empty());
}

TEST_CASE("two sources whose outputs are one file are named, also where it does not exist") {
  const Folder folder;
  Request request;
  request.sources = {folder / "a/s.cpp", folder / "t.cpp", folder / "b/s.cpp"};
  request.outputDirectory = folder / "out";
  CHECK(complaint(checkOutputs(request)) == "'" + request.sources[0] + "' and '" + request.sources[2] +
                                                "' would both be written to '" + (folder / "out/s.clustrix.cu") +
                                                "'; rewrite them one at a time with -o");
  request.sources.pop_back();
  CHECK(complaint(checkOutputs(request)).empty());
}

TEST_CASE("an output of any kind is compared with one of any other") {
  const Folder folder;
  const std::string both = folder / "both";
  const std::vector<std::pair<std::string, std::function<void(Request&)>>> kinds{
      {"-o", [&](Request& r) { r.output = both; }},
      {"--report", [&](Request& r) { r.report = both, r.reportFormat = ReportFormat::Text; }},
      {"--depfile", [&](Request& r) { r.depfile = both; }},
      {"--lock", [&](Request& r) { r.lock = both, r.updateLock = true; }}};
  for (std::size_t a = 0; a < kinds.size(); ++a)
    for (std::size_t b = a + 1; b < kinds.size(); ++b) {
      Request request;
      request.sources = {folder / "s.cpp"};
      kinds[a].second(request);
      kinds[b].second(request);
      const std::string &first = kinds[a].first, &second = kinds[b].first;
      CHECK(complaint(checkOutputs(request)) == "what " + first + " and " + second +
                                                    " name would both be written to '" + both + "'; choose another " +
                                                    second);
    }
}

TEST_CASE("the option that names an output is the one to choose again") {
  const Folder folder;
  Request request;
  request.outputDirectory = folder.path();
  request.sources = {folder / "s.cpp", folder / "s.clustrix.cu"};
  CHECK_THAT(complaint(checkOutputs(request)), Catch::EndsWith("; choose another --output-dir"));
  request.sources = {folder / "s.cpp"};
  request.depfile = folder / "s.cpp";
  CHECK(complaint(checkOutputs(request)) ==
        "what --depfile names would overwrite the source '" + (folder / "s.cpp") + "'; choose another --depfile");
}

TEST_CASE("what a run does not write overwrites nothing") {
  const Folder folder;
  Request request = rewriting(folder, "s.cpp");
  request.depfile = request.lock = request.output;
  request.updateLock = true;
  REQUIRE_FALSE(complaint(checkOutputs(request)).empty());
  request.dryRun = true;
  CHECK(complaint(checkOutputs(request)).empty());
  // A report is written all the same.
  request.report = request.output;
  CHECK(complaint(checkOutputs(request)).empty());
  request.reportFormat = ReportFormat::Json;
  CHECK_THAT(complaint(checkOutputs(request)), Catch::StartsWith("what --report names would overwrite the source"));
}

TEST_CASE("a lock is read or written, and is itself neither way") {
  const Folder folder;
  Request request = rewriting(folder, "s.cu");
  request.lock = folder / "l.json";
  for (const bool update : {false, true}) {
    request.updateLock = update;
    CHECK(complaint(checkOutputs(request)).empty());
  }
  request.config = request.lock;
  CHECK_THAT(complaint(checkOutputs(request)),
             Catch::StartsWith("what --lock names would overwrite the configuration"));
  request.updateLock = false;
  CHECK(complaint(checkOutputs(request)).empty());
}

TEST_CASE("standard output, descriptors, devices and pipes take any number of texts") {
  const Folder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  // A redirected output is a file, and each text goes behind the one before.
  const int file = open(folder.put("out", "").c_str(), O_WRONLY);
  REQUIRE(file >= 0);
  for (const std::string& path :
       {std::string("-"), "/dev/fd/" + std::to_string(file), std::string("/dev/null"), folder / "pipe"}) {
    INFO(path);
    Request request;
    request.sources = {folder / "s.cpp"};
    request.output = request.report = request.depfile = path;
    request.reportFormat = ReportFormat::Text;
    CHECK(complaint(checkOutputs(request)).empty());
  }
  close(file);
}

TEST_CASE("a line break in a name begins no line of a message") {
  const Folder folder;
  const std::string message = complaint(checkOutputs([&] {
    Request request = rewriting(folder, "a\nb.cpp");
    request.sources = {folder / "a\nb.cpp"};
    return request;
  }()));
  CHECK_THAT(message, Catch::Contains("a\\nb.cpp"));
  CHECK(message.find('\n') == std::string::npos);
}
