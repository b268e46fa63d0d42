#include "Driver/LibraryModel.h"

#include "Folder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

std::string complaint(const std::string& text) {
  Folder folder;
  auto model = readLibraryModel(folder.put("lib.yml", text));
  REQUIRE(failed(model));
  CHECK(failed(model)->exit == Exit::BadInput);
  return failed(model)->message.substr((folder / "lib.yml:").size());
}

}  // namespace

TEST_CASE("a library model lists what functions read and write") {
  Folder folder;
  auto model =
      readLibraryModel(folder.put("lib.yml", "v::z: {pure: true}\nv::axpy:\n  reads: [1, 2]\n  writes: [0]\n"));
  REQUIRE_FALSE(failed(model));
  REQUIRE(value(model).size() == 2);
  CHECK(value(model)[0].name == "v::axpy");
  CHECK(value(model)[0].reads == std::vector<int>{1, 2});
  CHECK(value(model)[0].writes == std::vector<int>{0});
  CHECK_FALSE(value(model)[0].pure);
  CHECK(value(model)[1].pure);
}

TEST_CASE("mistakes in a library model are told at their place") {
  CHECK(complaint("f: {purr: true}\n").rfind("1:5: error: unknown key 'purr' of 'f'", 0) == 0);
  CHECK(complaint("f: {pure: 1}\n").rfind("1:11: error: 'pure' takes true or false", 0) == 0);
  CHECK(complaint("f:\n  reads: 1\n").rfind("2:10: error: expected a list of parameter numbers", 0) == 0);
  CHECK(complaint("f:\n  reads: [0, x]\n").rfind("2:14: error:", 0) == 0);
  CHECK(complaint("f: {pure: true, writes: [0]}\n").rfind("1:1: error: 'f' is pure and writes", 0) == 0);
  CHECK(complaint("f: {}\n").rfind("1:1: error: 'f' says nothing", 0) == 0);
  CHECK(complaint("f:\n").rfind("1:1: error: 'f' says nothing", 0) == 0);
  CHECK(complaint("[f]\n").rfind("1:1: error: expected 'KEY: VALUE' lines", 0) == 0);
}
