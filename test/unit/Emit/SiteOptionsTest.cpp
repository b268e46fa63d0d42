#include "Source.h"

#include "Emit/SiteOptions.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string siteOf(const ClusterOptions& options, int branches = 0) {
  Loop loop("void f(double* a, int n) {\n  «for (;;) work();»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.b.model.branches = branches;
  loop.function.options = options;
  loop.body("$a[i] = 0;");
  const std::string text = loop.emitted();
  const std::size_t begin = text.find("Site site{");
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("what the attribute says is part of the site, in a fixed order") {
  CHECK(siteOf({}) == "Site site{\"f\", \"f.cpp\", 2, 3};");
  ClusterOptions options;
  options.autoGpuParallel = false;
  options.parallel = true;
  options.cores = 4;
  options.memory = "2GB";
  options.gpus = 3;
  options.maxGpuParallelJobs = 8;
  options.schedule = Schedule::Weighted;
  options.complexityThreshold = 5;
  options.minIterations = 100;
  CHECK(siteOf(options) ==
        "Site site{\"f\", \"f.cpp\", 2, 3, clustrix::Options{}.autoGpuParallel(false).parallel(true).cores(4)"
        ".memory(2147483648).gpus(3).maxGpuParallelJobs(8).schedule(clustrix::Schedule::Weighted)"
        ".complexityThreshold(5).minIterations(100)};");
}

TEST_CASE("a function past its threshold says so, and its loop is still launched") {
  CHECK(siteOf({}, 200) == "Site site{\"f\", \"f.cpp\", 2, 3, clustrix::Options{}.complexityExceeded()};");
}

TEST_CASE("sizes are powers of 1024, with or without a unit") {
  CHECK(bytesOf("4096") == 4096);
  CHECK(bytesOf("1.5 GiB") == 1610612736);
  CHECK(bytesOf("2k") == 2048);
  CHECK(bytesOf("1TB") == 1099511627776);
  CHECK_FALSE(bytesOf("much"));
  CHECK_FALSE(bytesOf("8 apples"));
  CHECK_FALSE(bytesOf("-1GB"));
}
