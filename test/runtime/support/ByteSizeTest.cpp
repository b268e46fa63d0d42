#include "support/ByteSize.h"

#include <catch2/catch.hpp>

using namespace clustrix::runtime;

TEST_CASE("every unit is a power of 1024, spelled short, long or in full, in any case") {
  std::size_t factor = 1024;
  for (const std::string letter : {"K", "M", "G", "T"}) {
    INFO(letter);
    CHECK(parseByteSize("3" + letter) == 3 * factor);
    CHECK(parseByteSize("3" + letter + "B") == 3 * factor);
    CHECK(parseByteSize("3" + letter + "iB") == 3 * factor);
    factor *= 1024;
  }
  CHECK(parseByteSize("3B") == 3u);
  CHECK(parseByteSize("3") == 3u);
  CHECK(parseByteSize("3kb") == 3072u);
  CHECK(parseByteSize("3 KIB") == 3072u);
}

TEST_CASE("a decimal number is rounded down to bytes, of which there has to be one") {
  CHECK(parseByteSize("1.5 KB") == 1536u);
  CHECK(parseByteSize("1.0019KB") == 1025u);
  CHECK(parseByteSize("1.9") == 1u);
  CHECK_FALSE(parseByteSize("0.9"));
  CHECK_FALSE(parseByteSize("0.0009KB"));
  CHECK_FALSE(parseByteSize("0"));
  CHECK_FALSE(parseByteSize("0TB"));
}

TEST_CASE("a size that no number of bytes says is none") {
  CHECK(parseByteSize("8000000TB") == std::size_t{8000000} << 40);
  CHECK_FALSE(parseByteSize("20000000TB"));
  CHECK_FALSE(parseByteSize(std::string(400, '9')));
}

TEST_CASE("what is no number with a unit is no size") {
  for (const char* wrong : {"",      "GB",   "-1GB", "+1GB",   "1e9", "0x10", "inf",   "nan", ".",     "1..5GB",
                            "1.2.3", " 8GB", "8GB ", "8 gigs", "8BB", "8BiB", "8KiBi", "8KK", "8\tKB", "8GB4"}) {
    INFO(wrong);
    CHECK_FALSE(parseByteSize(wrong));
  }
}

TEST_CASE("a size is printed in the largest unit that leaves one before the point, with a decimal below a hundred") {
  CHECK(printByteSize(0) == "0 B");
  CHECK(printByteSize(1023) == "1023 B");
  CHECK(printByteSize(1024) == "1.0 KB");
  CHECK(printByteSize(1536) == "1.5 KB");
  CHECK(printByteSize(100 * 1024) == "100 KB");
  CHECK(printByteSize(std::size_t{1} << 20) == "1.0 MB");
  CHECK(printByteSize(std::size_t{3} << 29) == "1.5 GB");
  CHECK(printByteSize(std::size_t{1} << 40) == "1.0 TB");
  CHECK(printByteSize(std::size_t{5} << 50) == "5120 TB");
}
