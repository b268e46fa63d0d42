#include "clustrix/LoopModel.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("a copy of a model has all that the model has, and is one of its own") {
  LoopModel model;
  model.arrays.resize(2);
  std::vector<LoopModel> models{model};
  const std::vector<LoopModel> copies = models;
  models[0].arrays.clear();
  CHECK(copies.at(0).arrays.size() == 2);
}
