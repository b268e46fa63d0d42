#include "Driver/Yaml.h"

#include "Folder.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace clustrix::compiler;

namespace {

/// A file that need not be on disk.
YamlFile fileOf(const std::string& text) { return {"f.yml", text, YAML::Load(text)}; }

/// Exit::Done where the file is read.
Exit exitOf(const std::string& path) {
  const Outcome<YamlFile> file = readYaml(path);
  return failed(file) ? failed(file)->exit : Exit::Done;
}

/// `key=value;` of each entry, and why there are no more.
std::string entriesOf(const std::string& text, const std::string& last = "") {
  const YamlFile file = fileOf(text);
  std::string seen;
  const auto why = eachEntry(file, file.root, "a name", [&](const YAML::Node& key, const YAML::Node& value) {
    seen += key.Scalar() + "=" + (value.IsScalar() ? value.Scalar() : "?") + ";";
    return key.Scalar() == last ? std::optional<Failure>(errorAt(file, key.Mark(), "enough")) : std::nullopt;
  });
  if (why) CHECK(why->exit == Exit::BadInput);
  return seen + (why ? " " + why->message : "");
}

}  // namespace

TEST_CASE("an error is told at its line and column, counted from 1, with a caret") {
  const YamlFile file = fileOf("a: 1\nbb: [2]\n");
  const Failure why = errorAt(file, file.root["bb"].Mark(), "no list");
  CHECK(why.exit == Exit::BadInput);
  CHECK(why.message == "f.yml:2:5: error: no list\nbb: [2]\n    ^\n");
}

TEST_CASE("an error without a place is told at the file's begin") {
  CHECK(errorAt(fileOf("a: 1\n"), YAML::Mark::null_mark(), "m").message == "f.yml:1:1: error: m\na: 1\n^\n");
  CHECK(errorAt({"a\nb.yml", "", {}}, YAML::Mark::null_mark(), "m").message.rfind("a\\nb.yml:1:1: error: m\n", 0) == 0);
}

TEST_CASE("a file is read with its text and what it says") {
  const Folder folder;
  Outcome<YamlFile> file = readYaml(folder.put("f.yml", "a: {b: 2}  # three\n"));
  REQUIRE_FALSE(failed(file));
  CHECK(value(file).path == folder / "f.yml");
  CHECK(value(file).text == "a: {b: 2}  # three\n");
  CHECK(value(file).root["a"]["b"].Scalar() == "2");
  Outcome<YamlFile> empty = readYaml(folder.put("e.yml", ""));
  REQUIRE_FALSE(failed(empty));
  CHECK(value(empty).root.IsNull());
}

TEST_CASE("a file that cannot be read, or has more than a megabyte, is a file error") {
  const Folder folder;
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  CHECK(exitOf(folder / "none.yml") == Exit::FileFailed);
  CHECK(exitOf(folder.path()) == Exit::FileFailed);
  CHECK(exitOf(folder.put("full.yml", std::string(megabyte, '#'))) == Exit::Done);
  CHECK(exitOf(folder.put("over.yml", std::string(megabyte + 1, '#'))) == Exit::FileFailed);
}

TEST_CASE("a file that is no YAML is bad input at the place where it ends to be") {
  const Folder folder;
  const std::string path = folder.put("f.yml", "a: 1\nb: [2\n");
  const Outcome<YamlFile> file = readYaml(path);
  REQUIRE(failed(file));
  CHECK(failed(file)->exit == Exit::BadInput);
  CHECK(failed(file)->message.rfind(path + ":3:1: error: ", 0) == 0);
  std::string deep;
  while (deep.size() < 100000) deep += "[";
  CHECK(exitOf(folder.put("deep.yml", deep)) == Exit::BadInput);
}

TEST_CASE("entries come in the file's order") {
  CHECK(entriesOf("b: 1\na: x\n'c d': [2]\n") == "b=1;a=x;c d=?;");
  CHECK(entriesOf("{}").empty());
}

TEST_CASE("an empty value stands for an empty map") {
  CHECK(entriesOf("").empty());
  CHECK(entriesOf("~").empty());
}

TEST_CASE("entries end with the first that fails") {
  CHECK(entriesOf("a: 1\nb: 2\nc: 3\n", "b") == "a=1;b=2; f.yml:2:1: error: enough\nb: 2\n^\n");
}

TEST_CASE("a key that is given twice is an error at the second, however it is spelled") {
  CHECK(entriesOf("a: 1\nb: 2\n\"a\": 3\n") ==
        "a=1;b=2; f.yml:3:1: error: 'a' is given twice; keep one of them\n\"a\": 3\n^\n");
}

TEST_CASE("a key that is no scalar, and what is no map, are errors that name what is expected") {
  CHECK(entriesOf("a: 1\n? [b]\n: 2\n") == "a=1; f.yml:2:3: error: expected a name\n? [b]\n  ^\n");
  CHECK(entriesOf("- a\n") == " f.yml:1:1: error: expected 'KEY: VALUE' lines, where KEY is a name\n- a\n^\n");
  CHECK(entriesOf("a\n") == " f.yml:1:1: error: expected 'KEY: VALUE' lines, where KEY is a name\na\n^\n");
}

TEST_CASE("a scalar in quotes of either kind is quoted") {
  CHECK(isQuoted(YAML::Load("'2'")));
  CHECK(isQuoted(YAML::Load("\"2\"")));
  CHECK_FALSE(isQuoted(YAML::Load("2")));
  CHECK_FALSE(isQuoted(YAML::Load("word")));
  CHECK_FALSE(isQuoted(YAML::Load("it's \"2\"")));
}

TEST_CASE("true and false are booleans, and no other spelling is") {
  CHECK(booleanOf(YAML::Load("true")) == true);
  CHECK(booleanOf(YAML::Load("false")) == false);
  for (const char* other :
       {"True", "FALSE", "yes", "no", "on", "1", "0", "'true'", "\"false\"", "[true]", "{}", "~", ""}) {
    INFO(other);
    CHECK_FALSE(booleanOf(YAML::Load(other)).has_value());
  }
}
