#include "Driver/UnifiedDiff.h"

#include "Folder.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <random>

using namespace clustrix::compiler;

TEST_CASE("equal texts have no difference") {
  CHECK(unifiedDiff("a\nb\n", "a\nb\n", "x", "y").empty());
  CHECK(unifiedDiff("", "", "x", "y").empty());
}

TEST_CASE("a changed line comes with three lines of context") {
  CHECK(unifiedDiff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "x", "y") ==
        "--- x\n+++ y\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_CASE("from nothing and to nothing") {
  CHECK(unifiedDiff("", "a\n", "x", "y") == "--- x\n+++ y\n@@ -0,0 +1 @@\n+a\n");
  CHECK(unifiedDiff("a\n", "", "x", "y") == "--- x\n+++ y\n@@ -1 +0,0 @@\n-a\n");
}

TEST_CASE("a missing last line end is a difference") {
  CHECK(unifiedDiff("a\n", "a", "x", "y") == "--- x\n+++ y\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n");
}

TEST_CASE("distant changes are hunks of their own") {
  std::string before, after;
  for (int i = 0; i < 40; ++i) {
    before += std::to_string(i) + "\n";
    after += std::to_string(i == 5 || i == 30 ? i + 100 : i) + "\n";
  }
  const std::string diff = unifiedDiff(before, after, "x", "y");
  CHECK(diff.find("@@ -3,7 +3,7 @@") != std::string::npos);
  CHECK(diff.find("@@ -28,7 +28,7 @@") != std::string::npos);
}

TEST_CASE("patch turns the one text into the other", "[property]") {
  if (std::system("command -v patch > /dev/null 2>&1") != 0) {
    WARN("no patch program here: not checked");
    return;
  }
  std::mt19937 random(7);
  Folder folder;
  for (int round = 0; round < 60; ++round) {
    std::string before, after;
    const auto addLine = [&](std::string& text) { text += std::string(1, "abcd"[random() % 4]) + "\n"; };
    for (int i = static_cast<int>(random() % 40); i > 0; --i) {
      std::string line;
      addLine(line);
      if (random() % 6 != 0) before += line;
      if (random() % 6 != 0) after += line;
      if (random() % 9 == 0) addLine(after);
    }
    folder.put("f", before);
    folder.put("d", unifiedDiff(before, after, "f", "f"));
    if (before != after) {
      const std::string command = "cd '" + folder.path() + "' && patch --quiet --fuzz=0 f d";
      REQUIRE(std::system(command.c_str()) == 0);
    }
    // `patch` removes a file that has become empty.
    REQUIRE(folder.get("f") == after);
  }
}

TEST_CASE("texts that have nothing in common are compared in reasonable time") {
  std::string before, after;
  for (int i = 0; i < 20000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  const std::string diff = unifiedDiff(before, after, "x", "y");
  CHECK(diff.rfind("--- x\n+++ y\n@@ -1,20000 +1,20000 @@\n-a0\n", 0) == 0);
}
