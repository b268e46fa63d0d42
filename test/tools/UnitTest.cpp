#include "clustrix-c++/Unit.h"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace clustrix::tools;

namespace {

std::string nameOf(const std::vector<std::string>& arguments, const std::string& source, const std::string& text) {
  return unitName(std::get<CommandLine>(parse(arguments)), source, text);
}

}  // namespace

TEST_CASE("a source has the same name each time, however it is called and whatever its object is called") {
  const std::string name = nameOf({"-O2", "-c", "a.cpp", "-o", "a.o"}, "a.cpp", "int a;");
  CHECK(name.size() == std::string("clustrix-0123456789abcdef").size());
  CHECK(nameOf({"-O2", "-c", "a.cpp", "-o", "b.o"}, "a.cpp", "int a;") == name);
  CHECK(nameOf({"-O2", "-c", "a.cpp"}, (std::filesystem::current_path() / "b/../a.cpp").string(), "int a;") == name);
}

TEST_CASE("sources of one program have a name each: by their folder, their flags and their text") {
  const std::string name = nameOf({"-DA", "-c", "a.cpp"}, "a.cpp", "int a;");
  CHECK(nameOf({"-DA", "-c", "b/a.cpp"}, "b/a.cpp", "int a;") != name);
  CHECK(nameOf({"-DB", "-c", "a.cpp"}, "a.cpp", "int a;") != name);
  CHECK(nameOf({"-DA", "-Xnvcc", "-DB", "-c", "a.cpp"}, "a.cpp", "int a;") != name);
  CHECK(nameOf({"-DA", "-c", "a.cpp"}, "a.cpp", "int b;") != name);
}

TEST_CASE("flags are told from each other where they stand behind one another") {
  const auto withFlags = [](std::vector<std::string> flags) {
    flags.insert(flags.end(), {"-c", "a.cpp"});
    return nameOf(flags, "a.cpp", "");
  };
  CHECK(withFlags({"-DA", "-DB"}) != withFlags({"-DA-DB"}));
  CHECK(withFlags({"-DA"}) != withFlags({"-Xnvcc", "-DA"}));
}
