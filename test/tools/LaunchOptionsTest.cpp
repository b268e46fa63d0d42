#include "clustrix-run/LaunchOptions.h"

#include <catch2/catch.hpp>

using namespace clustrix::tools;

namespace {

using Words = std::vector<std::string>;

LaunchOptions accepted(const Words& words) {
  const auto parsed = parseLaunch(words);
  const auto* wrong = std::get_if<LaunchError>(&parsed);
  INFO((wrong ? wrong->message : ""));
  REQUIRE_FALSE(wrong);
  return std::get<LaunchOptions>(parsed);
}

std::string refused(const Words& words) {
  const auto parsed = parseLaunch(words);
  REQUIRE(std::holds_alternative<LaunchError>(parsed));
  CHECK(std::get<LaunchError>(parsed).status == 2);
  return std::get<LaunchError>(parsed).message;
}

}  // namespace

TEST_CASE("options end at the program, and what is behind it is the program's") {
  const LaunchOptions options = accepted({"-n", "4", "--dry-run", "./app", "-n", "5", "--", "--help", ""});
  CHECK(options.wish.ranks == 4);
  CHECK(options.dryRun);
  CHECK_FALSE(options.help);
  CHECK(options.wish.program == Words{"./app", "-n", "5", "--", "--help", ""});
}

TEST_CASE("a program may begin with a dash behind two of them") {
  CHECK(accepted({"--oversubscribe", "--", "-app", "--"}).wish.program == Words{"-app", "--"});
  CHECK(accepted({"--oversubscribe", "app"}).wish.oversubscribe);
}

TEST_CASE("nothing is chosen where nothing is said") {
  const LaunchWish wish = accepted({"app"}).wish;
  CHECK_FALSE(wish.ranks);
  CHECK_FALSE(wish.launcher);
  CHECK_FALSE(wish.oversubscribe);
}

TEST_CASE("a value stands behind its option or in the same word") {
  CHECK(accepted({"-n12", "app"}).wish.ranks == 12);
  CHECK(accepted({"--launcher=mpich", "app"}).wish.launcher == Launcher::Mpich);
  CHECK(accepted({"--launcher", "openmpi", "app"}).wish.launcher == Launcher::OpenMpi);
  CHECK(accepted({"--launcher", "slurm", "app"}).wish.launcher == Launcher::Slurm);
}

TEST_CASE("help and version want no program") {
  CHECK(accepted({"--help"}).help);
  CHECK(accepted({"--version"}).version);
}

TEST_CASE("a number of ranks is a whole one above zero") {
  for (const char* wrong : {"0", "-1", "two", "2.5", "3x", "", "99999999999"})
    CHECK_FALSE(refused({"-n", wrong, "app"}).empty());
  CHECK(refused({"-n"}) == "-n wants a number of ranks, and not ''; see clustrix-run --help");
}

TEST_CASE("what is unknown is named") {
  CHECK(refused({"-np", "4", "app"}).find("'p'") != std::string::npos);
  CHECK(refused({"--oversubscribed", "app"}).find("'--oversubscribed'") != std::string::npos);
  CHECK(refused({"--launcher", "lam", "app"}).find("'lam'") != std::string::npos);
}

TEST_CASE("without a program nothing is started, and none has the argument that launchers take for themselves") {
  CHECK(refused({"-n", "4"}).find("no program") != std::string::npos);
  CHECK(refused({""}).find("no program") != std::string::npos);
  CHECK(refused({"app", ":", "other"}).find("':'") != std::string::npos);
  CHECK(accepted({"app", "a:b"}).wish.program.size() == 2);
}
