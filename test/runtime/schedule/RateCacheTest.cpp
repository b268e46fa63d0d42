// The file of what was learned, and TunedRates, which keeps it: what a loop is then divided by is in
// SchedulingTest.cpp.
#include "schedule/RateCache.h"

#include <catch2/catch.hpp>

#include "Folder.h"
#include "devices/VirtualBackend.h"
#include "schedule/TunedRates.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Site step{"step", "heat.cpp", 12, 3};

// Of the rates, which whoever saves them has to make.
struct RatesFolder {
  const test::Folder folder;
  std::string path() const { return folder.path() / "new" / "clustrix"; }
  void write(const std::string& text) const { folder.write("new/clustrix/rates.txt", text); }
};

std::unique_ptr<Backend> devices(const char* spec) {
  return makeVirtualBackend(std::get<VirtualDevices>(parseDeviceSpec(spec).spec));
}

// The weights that a run on `backend` begins with.
std::vector<double> firstWeights(const std::string& folder, const Backend& backend, std::string& note) {
  TunedRates learned(folder);
  return learned.weights(step, backend, {0, 1}, note);
}

}  // namespace

TEST_CASE("what a run has learned the next one on the same devices begins with, and no other") {
  const RatesFolder folder;
  const auto unequal = devices("virtual:1,1@0.5");
  std::string note;
  {
    TunedRates learned(folder.path());
    CHECK(learned.weights(step, *unequal, {0, 1}, note).empty());
    learned.learn(step, {{0, 200, 1}, {1, 100, 1}});
    CHECK(learned.save().empty());
  }
  const std::vector<double> weights = firstWeights(folder.path(), *unequal, note = "");
  CHECK(note.empty());
  REQUIRE(weights.size() == 2);
  CHECK(weights[0] == Approx(2 * weights[1]));
  CHECK(firstWeights(folder.path(), *devices("virtual:2"), note).empty());
  CHECK(firstWeights(folder.path(), *devices("virtual:3"), note).empty());
}

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

TEST_CASE("weights for another number of devices than the key says are ignored") {
  const RatesFolder folder;
  const auto backend = devices("virtual:2");
  REQUIRE(saveRates(folder.path(), {{{keyOf(step), keyOf(*backend)}, {1, 2, 3}}}).empty());
  std::string note;
  CHECK(firstWeights(folder.path(), *backend, note).empty());
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

TEST_CASE("nothing is written without a folder, before anybody has asked, or for devices that were not all measured") {
  const RatesFolder folder;
  const auto backend = devices("virtual:2");
  std::string note;
  {
    TunedRates nobodyAsked(folder.path());
    nobodyAsked.learn(step, {{0, 200, 1}, {1, 100, 1}});
    CHECK(nobodyAsked.save().empty());
  }
  {
    TunedRates half(folder.path());
    static_cast<void>(half.weights(step, *backend, {0, 1}, note));
    half.learn(step, {{0, 200, 1}});
    CHECK(half.save().empty());
  }
  CHECK_FALSE(std::filesystem::exists(folder.path()));
  TunedRates nowhere("");
  static_cast<void>(nowhere.weights(step, *backend, {0, 1}, note = ""));
  nowhere.learn(step, {{0, 200, 1}, {1, 100, 1}});
  CHECK(nowhere.save().empty());
  CHECK(note.empty());
}
