// The file of what was learned.
#include "settings/RateFile.h"

#include <catch2/catch.hpp>

#include "Folder.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// Of the rates, which whoever saves them has to make.
struct RatesFolder {
  const test::Folder folder;
  std::string path() const { return folder.path() / "new" / "clustrix"; }
  void write(const std::string& text) const { folder.write("new/clustrix/rates.txt", text); }
};

}  // namespace

TEST_CASE("loops of other programs stay in the file") {
  const RatesFolder folder;
  REQUIRE(saveRates(folder.path(), {{{"a.cpp:1:f", "cuda 2"}, {1, 2}}}).empty());
  REQUIRE(saveRates(folder.path(), {{{"b.cpp:1:g", "cuda 2"}, {3, 4}}}).empty());
  REQUIRE(saveRates(folder.path(), {{{"a.cpp:1:f", "cuda 2"}, {5, 6}}}).empty());
  std::string why;
  const KnownRates all = loadRates(folder.path(), why);
  CHECK(all.size() == 2);
  CHECK(all.at({"a.cpp:1:f", "cuda 2"}) == std::vector<double>{5, 6});
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a wrong or foreign file counts as empty, and says so") {
  const std::string head = "clustrix rates 1\n";
  for (const std::string& text :
       {std::string(), std::string("{\"json\": 1}\n"), head + "no tabs\n", head + "a\tb\t\n", head + "a\tb\t1 x\n",
        head + "a\tb\t1 -1\n", head + "a\tb\t0\n", head + "a\tb\tinf\n", head + "a\tb\tnan\n", head + "a\tb\t1,5\n",
        std::string("clustrix rates 2\na\tb\t1\n"), std::string(100, '\0')}) {
    INFO(text);
    const RatesFolder folder;
    folder.write(text);
    std::string why;
    CHECK(loadRates(folder.path(), why).empty());
    CHECK_THAT(why, Catch::Contains("rates.txt is no file of learned rates"));
    CHECK(saveRates(folder.path(), {{{"a", "b"}, {1}}}).empty());
    CHECK(loadRates(folder.path(), why).size() == 1);
  }
}

TEST_CASE("a folder that cannot be written is an answer, not a failure") {
  CHECK_THAT(saveRates("/dev/null/clustrix", {{{"a", "b"}, {1}}}), Catch::Contains("cannot be written"));
  std::string why;
  CHECK(loadRates("/dev/null/clustrix", why).empty());
  CHECK_THAT(why, Catch::Contains("is not there"));
}

TEST_CASE("names with line breaks are left out rather than written as two lines") {
  KnownRates rates;
  REQUIRE(parseRates(printRates({{{"a\nb", "c"}, {1}}, {{"d", "e\tf"}, {1}}, {{"g", "h"}, {0.1}}}), rates));
  REQUIRE(rates.size() == 1);
  CHECK(rates.at({"g", "h"}) == std::vector<double>{0.1});
}
