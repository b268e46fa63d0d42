#include "Launched.h"

#include "Emit/Hosted.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// A loop whose iterations are tasks, draw random numbers and combine into two objects.
Loop taskLoop() {
  Loop loop(oneLoop);
  LoopModel& model = loop.b.model;
  model.tasks = model.rollsBack = true;
  model.streams = "la";
  model.threadStates = {{"la::State", "la::Guard"}, {"other::State", "other::Guard"}};
  model.objectReductions = {{"acc", "acc", "la::Tensor", "la::Sum", {}}, {"m", "this->m", "la::Matrix", "la::Max", {}}};
  return loop;
}

}  // namespace

TEST_CASE("a task has the launching thread's state before a stream, and that before what it combines into") {
  Loop loop = taskLoop();
  const Launched launched(loop);
  CHECK(hostedText(loop.b.model, launched.shape()) ==
        "    const la::Guard clustrix_state(clustrix_thread);\n"
        "    const other::Guard clustrix_state2(clustrix_thread2);\n"
        "    auto clustrix_stream = clustrix_streams.of(k);\n"
        "    const auto clustrix_part = clustrix_sum.of(k, rollBack);\n"
        "    la::Tensor& acc = clustrix_part.whole();\n"
        "    const auto clustrix_part2 = clustrix_sum2.of(k, rollBack);\n"
        "    la::Matrix& m = clustrix_part2.whole();\n");
}

TEST_CASE("the host makes them of its own objects, and gives these the results") {
  Loop loop = taskLoop();
  const Launched launched(loop);
  const KernelShape shape = launched.shape();
  CHECK(hostedDeclarations(loop.b.model, shape, false, "n_", "  ") ==
        "  const la::Streams clustrix_streams;\n"
        "  clustrix::ObjectReduction<la::Tensor, la::Sum> clustrix_sum(acc, n_);\n"
        "  clustrix::ObjectReduction<la::Matrix, la::Max> clustrix_sum2(this->m, n_);\n");
  CHECK(
      hostedDeclarations(loop.b.model, shape, true, "n_", "")
          .find("clustrix::ObjectReduction<std::decay_t<decltype(this->m)>, la::Max> clustrix_sum2(this->m, n_);\n") !=
      std::string::npos);
  CHECK(hostedResults(shape, "    ") == "    clustrix_sum.add();\n    clustrix_sum2.add();\n");
}

TEST_CASE("the kernel's members are made of them for each attempt") {
  Loop loop = taskLoop();
  const Launched launched(loop);
  std::string members;
  const KernelShape shape = launched.shape();
  for (const Member& member : shape.members)
    members += member.type + " " + member.name + (member.value.empty() ? "" : " = " + member.value) + "; ";
  CHECK(members ==
        "clustrix::RollBack rollBack; la::State clustrix_thread = la::State(); other::State clustrix_thread2 = "
        "other::State(); la::Streams clustrix_streams = clustrix_streams; clustrix::PartsOf<la::Tensor, la::Sum> "
        "clustrix_sum = clustrix_sum.parts(); clustrix::PartsOf<la::Matrix, la::Max> clustrix_sum2 = "
        "clustrix_sum2.parts(); ");
}

TEST_CASE("a kernel that calls no libraries has nothing of the kind") {
  Loop loop(oneLoop);
  const Launched launched(loop);
  CHECK(hostedText(loop.b.model, launched.shape()).empty());
  CHECK(hostedDeclarations(loop.b.model, launched.shape(), false, "n_", "").empty());
  CHECK(hostedResults(launched.shape(), "").empty());
}
