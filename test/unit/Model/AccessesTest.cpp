// What an access touches of its element.
#include "clustrix/LoopModel.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("an access covers its element when it touches all of its bytes") {
  Access access;
  access.byteEnd = 24;
  CHECK(coversElement(access, 24));
  CHECK_FALSE(coversElement(access, 32));
  CHECK_FALSE(coversElement(access, 0));
  access.byteBegin = 8;
  CHECK_FALSE(coversElement(access, 24));
}

TEST_CASE("some bytes of all are not all of them") {
  Access access;
  access.byteEnd = 24;
  access.someBytes = 8;
  CHECK_FALSE(coversElement(access, 24));
  access.offset = Polynomial(0);
  CHECK_FALSE(coversElement(access, 24));
}
