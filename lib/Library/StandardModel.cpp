#include "Library/StandardModel.h"

#include "StandardText.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <set>
#include <string_view>
#include <utility>

namespace clustrix::compiler {
namespace {

template <class Enum>
using Words = std::initializer_list<std::pair<std::string_view, Enum>>;

constexpr Words<ClassKind> kinds = {{"container", ClassKind::Container},
                                    {"view", ClassKind::View},
                                    {"collection", ClassKind::Collection},
                                    {"owner", ClassKind::Owner},
                                    {"deleter", ClassKind::Deleter},
                                    {"allocator", ClassKind::Allocator},
                                    {"iterator", ClassKind::Iterator},
                                    {"reverse_iterator", ClassKind::ReverseIterator},
                                    {"list", ClassKind::List},
                                    {"optional", ClassKind::Optional},
                                    {"tag", ClassKind::Tag},
                                    {"bits", ClassKind::Bits},
                                    {"bit", ClassKind::Bit},
                                    {"bit_base", ClassKind::BitBase},
                                    {"product", ClassKind::Product},
                                    {"part", ClassKind::Part},
                                    {"order", ClassKind::Order},
                                    {"usual_order", ClassKind::Usual},
                                    {"identity", ClassKind::Identity},
                                    {"numbers", ClassKind::Numbers}};

constexpr Words<Elements> places = {{"apart", Elements::Apart}, {"near", Elements::Near}, {"inside", Elements::Inside}};

constexpr Words<Role> roles = {{"size", Role::Size},
                               {"empty", Role::Empty},
                               {"capacity", Role::Capacity},
                               {"data", Role::Data},
                               {"begin", Role::Begin},
                               {"end", Role::End},
                               {"reverse_begin", Role::ReverseBegin},
                               {"reverse_end", Role::ReverseEnd},
                               {"front", Role::Front},
                               {"back", Role::Back},
                               {"at", Role::At},
                               {"pointer", Role::Pointer},
                               {"base", Role::Base},
                               {"part", Role::Part},
                               {"first_part", Role::FirstPart},
                               {"last_part", Role::LastPart},
                               {"append", Role::Append},
                               {"emplace", Role::Emplace},
                               {"resize", Role::Resize},
                               {"swap", Role::Swap},
                               {"has_value", Role::HasValue},
                               {"value", Role::Value},
                               {"value_or", Role::ValueOr},
                               {"put_value", Role::PutValue},
                               {"drop_value", Role::DropValue},
                               {"assign_bits", Role::AssignBits},
                               {"flip_bits", Role::FlipBits},
                               {"test_bit", Role::TestBit},
                               {"ask_bits", Role::AskBits},
                               {"bits_as_number", Role::BitsAsNumber},
                               {"bits_as_text", Role::BitsAsText},
                               {"reverse_of", Role::ReverseOf},
                               {"appender_of", Role::AppenderOf}};

constexpr Words<Does> deeds = {{"swap", Does::Swap},
                               {"exchange", Does::Exchange},
                               {"make_owner", Does::MakeOwner},
                               {"make_product", Does::MakeProduct},
                               {"measure", Does::Measure},
                               {"invoke", Does::Invoke}};

template <class Enum>
std::optional<Enum> meaning(const YAML::Node& node, const Words<Enum>& words) {
  if (node.IsScalar())
    for (const auto& [word, meant] : words)
      if (node.Scalar() == word) return meant;
  return std::nullopt;
}

template <class Enum>
ModelMistake unknownWord(const YAML::Node& at, const std::string& key, const Words<Enum>& words) {
  std::string all;
  for (const auto& one : words) all += (all.empty() ? "" : ", ") + std::string(one.first);
  return {at.Mark(), "'" + key + "' takes one of " + all};
}

/// Calls `each` for a scalar, or for the scalars of a list, until one is a mistake.
template <class Each>
std::optional<ModelMistake> eachScalar(const YAML::Node& node, const char* what, const Each& each) {
  if (node.IsScalar()) return each(node);
  if (!node.IsSequence()) return ModelMistake{node.Mark(), std::string("expected ") + what + ", or a list of them"};
  for (const auto& one : node) {
    if (!one.IsScalar()) return ModelMistake{one.Mark(), std::string("expected ") + what};
    if (auto why = each(one)) return why;
  }
  return std::nullopt;
}

template <class Entries>
auto* named(Entries& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// What is said so far of a name: by the file that is read, else by what ships, else nothing.
template <class Entry>
Entry& entryFor(std::vector<Entry>& all, const std::vector<Entry>* shipped, const std::string& name) {
  if (auto* found = named(all, name)) return *found;
  const auto* known = shipped ? named(*shipped, name) : nullptr;
  all.push_back(known ? *known : Entry{.name = name});
  return all.back();
}

/// Reads entries of a file on top of `shipped`, which is null for the file that ships.
class StandardReader {
 public:
  StandardReader(StandardLibrary& library, const StandardLibrary* shipped) : library_(library), shipped_(shipped) {}

  std::optional<ModelMistake> read(const YAML::Node& key, const YAML::Node& entry) {
    const bool ofFunction = entry["asks"] || entry["does"];
    for (const std::string& name : namesIn(key.Scalar()))
      if (auto why = ofFunction ? readFunction(name, entry) : readClass(name, entry)) return why;
    return std::nullopt;
  }

 private:
  std::optional<ModelMistake> readFunction(const std::string& name, const YAML::Node& entry) {
    StandardFunction& function = entryFor(library_.functions, shipped_ ? &shipped_->functions : nullptr, name);
    for (const auto& pair : entry) {
      const std::string word = pair.first.IsScalar() ? pair.first.Scalar() : "";
      const YAML::Node value = pair.second;
      if (word == "asks") {
        const auto role = meaning(value, roles);
        if (!role) return unknownWord(value, word, roles);
        function.asks = *role;
      } else if (word == "does") {
        const auto why = eachScalar(value, "what it does", [&](const YAML::Node& one) -> std::optional<ModelMistake> {
          const auto deed = meaning(one, deeds);
          if (!deed) return unknownWord(one, word, deeds);
          function.does |= std::uint64_t{1} << static_cast<unsigned>(*deed);
          return std::nullopt;
        });
        if (why) return why;
      } else {
        return ModelMistake{pair.first.Mark(), "unknown key '" + word + "' of '" + name + "'; known are asks and does"};
      }
    }
    return std::nullopt;
  }

  std::optional<ModelMistake> readClass(const std::string& name, const YAML::Node& entry) {
    StandardClass& described = entryFor(library_.classes, shipped_ ? &shipped_->classes : nullptr, name);
    std::set<std::string> seen;
    for (const auto& pair : entry) {
      const std::string word = pair.first.IsScalar() ? pair.first.Scalar() : "";
      if (!seen.insert(word).second) return ModelMistake{pair.first.Mark(), "'" + word + "' is given twice"};
      if (auto why = property(described, word, pair.first, pair.second)) return why;
    }
    if (described.kind == ClassKind::None)
      return ModelMistake{entry.Mark(), "'" + name + "' has no kind: give it is or like"};
    return shipped_ ? unfitForKernels(described, entry.Mark()) : std::nullopt;
  }

  /// A kernel has its own array in place of a container or a view, whose members are named as the library's are.
  std::optional<ModelMistake> unfitForKernels(const StandardClass& described, const YAML::Mark& at) const {
    if (described.kind != ClassKind::Container && described.kind != ClassKind::View) return std::nullopt;
    if (described.kind == ClassKind::Container && described.elements == Elements::None)
      return ModelMistake{at, "'" + described.name +
                                  "' is a container: say whether its elements are apart, near or "
                                  "inside"};
    if (described.nameOf(Role::Size).empty() || described.nameOf(Role::Data).empty())
      return ModelMistake{at, "say which members of '" + described.name + "' give its size and its data"};
    for (const auto& [name, role] : described.members)
      if (role < Role::Append && !isKnownTo(name, role))
        return ModelMistake{at, "no container of the standard library has '" + name +
                                    "' with that meaning, nor has "
                                    "a kernel: leave it out"};
    return std::nullopt;
  }
  bool isKnownTo(const std::string& name, Role role) const {
    return std::any_of(shipped_->classes.begin(), shipped_->classes.end(), [&](const StandardClass& one) {
      const bool holds = one.kind == ClassKind::Container || one.kind == ClassKind::View;
      return holds && std::find(one.members.begin(), one.members.end(), std::pair(name, role)) != one.members.end();
    });
  }

  std::optional<ModelMistake> property(StandardClass& described, const std::string& word, const YAML::Node& key,
                                       const YAML::Node& value) {
    if (word == "is") {
      const auto kind = meaning(value, kinds);
      if (!kind) return unknownWord(value, word, kinds);
      described.kind = *kind;
      return std::nullopt;
    }
    if (word == "like") return copy(described, value);
    if (word == "elements") {
      const auto place = meaning(value, places);
      if (!place) return unknownWord(value, word, places);
      described.elements = *place;
      return std::nullopt;
    }
    if (word == "terminated") return flag(value, word, described.terminated);
    if (word == "constant") return flag(value, word, described.constant);
    if (word == "packs_bools") return flag(value, word, described.packsBools);
    const auto role = meaning(key, roles);
    if (!role)
      return ModelMistake{key.Mark(), "unknown key '" + word + "' of the class '" + described.name +
                                          "': docs/clustrix-rewrite.md lists them"};
    return eachScalar(value, "the name of a member function",
                      [&](const YAML::Node& one) { return addMember(described, one, *role); });
  }

  std::optional<ModelMistake> copy(StandardClass& described, const YAML::Node& value) {
    const std::string of = value.IsScalar() ? value.Scalar() : "";
    const StandardClass* other = named(library_.classes, of);
    if (!other && shipped_) other = named(shipped_->classes, of);
    if (!other || other == &described) return ModelMistake{value.Mark(), "no class '" + of + "' is known"};
    StandardClass made = *other;
    made.name = described.name;
    described = std::move(made);
    return std::nullopt;
  }

  /// A name has one role; said again, it gets another.
  static std::optional<ModelMistake> addMember(StandardClass& described, const YAML::Node& node, Role role) {
    const std::string& name = node.Scalar();
    if (name.empty()) return ModelMistake{node.Mark(), "expected the name of a member function"};
    const auto at = std::find_if(described.members.begin(), described.members.end(),
                                 [&](const auto& one) { return one.first == name; });
    if (at != described.members.end())
      at->second = role;
    else
      described.members.push_back({name, role});
    return std::nullopt;
  }

  static std::optional<ModelMistake> flag(const YAML::Node& value, const std::string& word, bool& to) {
    const bool isBoolean = value.IsScalar() && (value.Scalar() == "true" || value.Scalar() == "false");
    if (!isBoolean) return ModelMistake{value.Mark(), "'" + word + "' takes true or false"};
    to = value.Scalar() == "true";
    return std::nullopt;
  }

  StandardLibrary& library_;
  const StandardLibrary* shipped_;
};

}  // namespace

std::vector<std::string> namesIn(const std::string& key) {
  const std::size_t open = key.find('{'), close = key.find('}', open);
  if (close == std::string::npos) return {key};
  std::vector<std::string> names;
  for (std::size_t begin = open + 1; begin <= close;) {
    const std::size_t end = std::min(key.find(',', begin), close);
    const std::size_t first = key.find_first_not_of(' ', begin), last = key.find_last_not_of(' ', end - 1);
    for (const std::string& rest : namesIn(key.substr(close + 1)))
      names.push_back(key.substr(0, open) + key.substr(first, last + 1 - first) + rest);
    begin = end + 1;
  }
  return names;
}

bool isOfStandard(const YAML::Node& key, const YAML::Node& entry) {
  if (!entry.IsMap() || entry["copies"]) return false;  // an object that iterations drive: see Library.h
  for (const char* word : {"is", "like", "asks", "does"})
    if (entry[word]) return true;
  return named(shippedStandard().classes, key.Scalar()) != nullptr;
}

std::optional<ModelMistake> readStandard(const YAML::Node& key, const YAML::Node& entry, StandardLibrary& library) {
  return StandardReader(library, &shippedStandard()).read(key, entry);
}

const StandardLibrary& shippedStandard() {
  static const StandardLibrary shipped = [] {
    StandardLibrary library;
    StandardReader reader(library, nullptr);
    for (const auto& pair : YAML::Load(std::string(standardModel))) {
      const auto why = reader.read(pair.first, pair.second);
      if (why) std::fprintf(stderr, "standard.yml:%d: %s\n", why->at.line + 1, why->message.c_str());
      assert(!why);
    }
    return library;
  }();
  return shipped;
}

}  // namespace clustrix::compiler
