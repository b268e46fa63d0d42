// Entries of models that say what classes and functions of a library are, in the words of
// include/clustrix/StandardLibrary.h. Others are of LibraryModel.h in the driver.
//
//     std::{vector,array}: {is: container, size: size, begin: [begin, cbegin]}
//     std::vector: {elements: apart}       # what several entries say of a name adds up
//     grid::Buffer: {like: std::vector}    # all that is known of another class
//     std::{begin,cbegin}: {asks: begin}   # a function of one argument: what a member of that role is
//     std::swap: {does: swap}
#pragma once

#include "clustrix/StandardLibrary.h"

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

struct ModelMistake {
  YAML::Mark at;
  std::string message;
};

/// `at::{mm,add}` stands for `at::mm` and `at::add`, `{f,g}_{a,b}` for four names.
std::vector<std::string> namesIn(const std::string& key);

/// Whether an entry is one of these: it has `is`, `like`, `asks` or `does`, or the name of a class that is known.
bool isOfStandard(const YAML::Node& key, const YAML::Node& entry);

/// Adds what an entry says to `library`. Of a name that ships with the tool, it is added to what ships.
std::optional<ModelMistake> readStandard(const YAML::Node& key, const YAML::Node& entry, StandardLibrary& library);

/// lib/Library/models/standard.yml, which is in the tool: read when it is first asked for.
const StandardLibrary& shippedStandard();

}  // namespace clustrix::compiler
