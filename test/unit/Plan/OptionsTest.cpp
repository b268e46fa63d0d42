#include "clustrix/Options.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("the stronger options win key by key") {
  ClusterOptions attribute, file;
  attribute.gpus = 2;
  file.gpus = 8;
  file.memory = "4GB";
  file.schedule = Schedule::Dynamic;
  file.math = Math::Fast;
  attribute.math = Math::Exact;
  const ClusterOptions merged = merge(attribute, file);
  CHECK(merged.gpus == 2);
  CHECK(merged.memory == "4GB");
  CHECK(merged.schedule == Schedule::Dynamic);
  CHECK(merged.math == Math::Exact);
  CHECK_FALSE(merged.cores);
}
