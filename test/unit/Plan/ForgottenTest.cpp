#include "Plan/Forgotten.h"

#include "../Analysis/Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("an array is forgotten where the launch may be undone, nobody else sees it, and the loop only writes it") {
  const auto forgotten = [](bool rollsBack, bool unseen, bool reads) {
    Builder b;
    const Value i = b.loop("i", b.parameter("n"));
    const ArrayId other = b.array("other"), a = b.array("a");
    b.read(other, i);
    b.write(a, i);
    if (reads) b.read(a, i);
    b.model.rollsBack = rollsBack;
    b.model.arrays[1].forgotten = unseen;
    return isForgotten(b.model, a);
  };
  CHECK(forgotten(true, true, false));
  CHECK_FALSE(forgotten(false, true, false));
  CHECK_FALSE(forgotten(true, false, false));
  CHECK_FALSE(forgotten(true, true, true));
}
