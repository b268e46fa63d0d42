#include "layout/Layout.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>

using namespace clustrix::tools;
namespace fs = std::filesystem;

namespace {

// An installation with the files that the layout asks for, under a name with a space in it.
struct Installation {
  fs::path prefix;

  Installation() {
    std::string pattern = (fs::temp_directory_path() / "clustrix layout.XXXXXX").string();
    prefix = mkdtemp(pattern.data());
    fs::create_directories(prefix / "include" / "clustrix");
    std::ofstream(prefix / "include" / "clustrix" / "runtime.h") << "#pragma once\n";
  }
  ~Installation() { fs::remove_all(prefix); }
};

}  // namespace

TEST_CASE("an installation without its libraries is called incomplete") {
  const Installation here;
  const auto found = findLayout(here.prefix / "bin" / "clustrix-config");
  REQUIRE(std::holds_alternative<LayoutError>(found));
  CHECK(std::get<LayoutError>(found).message.find("libclustrix_") != std::string::npos);
  CHECK(std::get<LayoutError>(found).message.find("install Clustrix again") != std::string::npos);
}

TEST_CASE("an installation is found relative to the program that asks") {
  const Installation here;
  // The error names each missing library in turn; make them until none is missing.
  auto found = findLayout(here.prefix / "bin" / "clustrix-config");
  for (int attempt = 0; attempt < 4 && std::holds_alternative<LayoutError>(found); ++attempt) {
    const std::string message = std::get<LayoutError>(found).message;
    const fs::path library = message.substr(0, message.find(" is missing"));
    REQUIRE(library.string().rfind(here.prefix.string(), 0) == 0);
    fs::create_directories(library.parent_path());
    std::ofstream(library) << "";
    found = findLayout(here.prefix / "bin" / "clustrix-config");
  }
  REQUIRE(std::holds_alternative<Layout>(found));
  const Layout& layout = std::get<Layout>(found);
  CHECK(layout.prefix == here.prefix);
  CHECK(layout.includes == here.prefix / "include");
  CHECK(compileFlags(layout)[0] == "-I" + (here.prefix / "include").string());
  CHECK_FALSE(layout.libraries.empty());
  CHECK(linkFlags(layout)[0] == layout.libraries[0].string());
}

TEST_CASE("a page of the documentation is found in an installation, or there is none") {
  const Installation here;
  const fs::path program = here.prefix / "bin" / "clustrix-lsp", page = here.prefix / "share" / "doc" / "clustrix";
  CHECK(documentPath("remarks.md", program).empty());
  fs::create_directories(page);
  std::ofstream(page / "remarks.md") << "";
  CHECK(documentPath("remarks.md", program) == page / "remarks.md");
  CHECK(documentPath("nothing.md", program).empty());
}

TEST_CASE("an audit's library is missed by those alone who want an audit") {
  const Installation here;
  const Layout layout{
      here.prefix, here.prefix / "bin", here.prefix / "include", {}, here.prefix / "lib" / "libaudit.a"};
  REQUIRE(auditMissing(layout));
  CHECK(auditMissing(layout)->message == layout.audit.string() + " is missing; install Clustrix again");
  fs::create_directories(layout.audit.parent_path());
  std::ofstream(layout.audit) << "";
  CHECK_FALSE(auditMissing(layout));
}

TEST_CASE("a build that has no audit says why") {
  REQUIRE(auditMissing(Layout{}));
  CHECK(auditMissing(Layout{})->message.find("built with sanitizers") != std::string::npos);
}

TEST_CASE("an audited program has the flags and libraries of any other, and its own at their places") {
  const Layout layout{"/c", "/c/bin", "/c/include", {"/c/lib/libclustrix_runtime.a"}, "/c/lib/libclustrix_audit.a"};
  const auto flags = auditCompileFlags(layout), libraries = auditLinkFlags(layout);
  CHECK(flags.front() == "-I/c/include");
  CHECK(std::find(flags.begin(), flags.end(), "-fsanitize-coverage=func,trace-loads,trace-stores") != flags.end());
  CHECK(libraries[0] == "-fno-sanitize-link-runtime");
  CHECK(libraries[1] == "/c/lib/libclustrix_audit.a");
  CHECK(libraries[2] == "/c/lib/libclustrix_runtime.a");
}

TEST_CASE("a shared runtime takes the archive's place, and is found without LD_LIBRARY_PATH") {
  const Layout layout{"/c", "/c/bin",       "/c/include", {"/c/lib/libclustrix_cuda.a", "/c/lib/libclustrix_runtime.a"},
                      "",   "/c/so/libr.so"};
  const auto libraries = linkFlags(withSharedRuntime(layout));
  REQUIRE(libraries.size() > 5);
  CHECK(std::vector(libraries.begin(), libraries.begin() + 6) ==
        std::vector<std::string>{"/c/lib/libclustrix_cuda.a", "/c/so/libr.so", "-Xlinker", "-rpath", "-Xlinker",
                                 "/c/so"});
}

TEST_CASE("a shared runtime that is not there is missed by those alone who want it") {
  REQUIRE(sharedMissing(Layout{}));
  CHECK(sharedMissing(Layout{})->message.find("CLUSTRIX_SHARED_RUNTIME=ON") != std::string::npos);
  const Installation here;
  const Layout layout{here.prefix, here.prefix / "bin", here.prefix / "include", {}, "", here.prefix / "lib" / "r.so"};
  REQUIRE(sharedMissing(layout));
  CHECK(sharedMissing(layout)->message == layout.shared.string() + " is missing; install Clustrix again");
}

TEST_CASE("a line for the shell splits into the words again") {
  CHECK(joinForShell({"-I/plain/path", "-lx"}) == "-I/plain/path -lx");
  CHECK(joinForShell({"-I/with space"}) == "-I/with\\ space");
  CHECK(joinForShell({"a$b'c"}) == "a\\$b\\'c");
  CHECK(joinForShell({"", "a", ""}) == "'' a ''");
  CHECK(joinForShell({"a\nb"}) == "a'\n'b");
}
