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
struct Word {
  std::string_view text;
  Enum meant;
};

template <class Enum, std::size_t count>
using Words = const Word<Enum> (&)[count];

constexpr Word<ClassKind> kinds[] = {{"container", ClassKind::Container},
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
                                     {"numbers", ClassKind::Numbers},
                                     {"operator", ClassKind::Operator},
                                     {"complex", ClassKind::Complex},
                                     {"policy", ClassKind::Policy}};

constexpr Word<Elements> places[] = {
    {"apart", Elements::Apart}, {"near", Elements::Near}, {"inside", Elements::Inside}};

constexpr Word<Role> roles[] = {{"size", Role::Size},
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

constexpr Word<Does> deeds[] = {{"swap", Does::Swap},
                                {"exchange", Does::Exchange},
                                {"make_owner", Does::MakeOwner},
                                {"make_product", Does::MakeProduct},
                                {"measure", Does::Measure},
                                {"invoke", Does::Invoke},
                                {"compute", Does::Compute},
                                {"forms", Does::Forms},
                                {"min", Does::Min},
                                {"max", Does::Max},
                                {"ignore_nan", Does::IgnoreNan},
                                {"clamp", Does::Clamp},
                                {"minmax", Does::Minmax},
                                {"absolute", Does::Absolute},
                                {"never_negative", Does::NeverNegative},
                                {"exact", Does::Exact},
                                {"succeed", Does::Succeed},
                                {"set_sign", Does::SetSign},
                                {"second_result", Does::SecondResult},
                                {"divide", Does::Divide},
                                {"sort", Does::Sort},
                                {"bisect", Does::Bisect},
                                {"of_complex", Does::OfComplex},
                                {"two_on_devices", Does::TwoOnDevices},
                                {"vanish_on_devices", Does::VanishOnDevices},
                                {"builtin_on_devices", Does::BuiltinOnDevices}};

constexpr Word<Algorithm> algorithms[] = {
    {"for_each", Algorithm::ForEach},
    {"transform", Algorithm::Transform},
    {"copy", Algorithm::Copy},
    {"fill", Algorithm::Fill},
    {"generate", Algorithm::Generate},
    {"count_up", Algorithm::CountUp},
    {"fold", Algorithm::Fold},
    {"product", Algorithm::Product},
    {"product_or_fold", Algorithm::ProductOrFold},
    {"count_equal", Algorithm::CountEqual},
    {"count_matches", Algorithm::CountMatches},
    {"least", Algorithm::Least},
    {"greatest", Algorithm::Greatest},
    {"least_and_greatest", Algorithm::LeastAndGreatest},
    {"least_and_greatest_value", Algorithm::LeastAndGreatestValue},
    {"least_value", Algorithm::LeastValue},
    {"greatest_value", Algorithm::GreatestValue},
    {"find_equal", Algorithm::FindEqual},
    {"find_match", Algorithm::FindMatch},
    {"find_mismatch", Algorithm::FindMismatch},
    {"all_match", Algorithm::AllMatch},
    {"any_matches", Algorithm::AnyMatches},
    {"none_matches", Algorithm::NoneMatches},
    {"find_equal_neighbours", Algorithm::FindEqualNeighbours},
    {"are_in_order", Algorithm::AreInOrder},
    {"find_disorder", Algorithm::FindDisorder},
    {"are_equal", Algorithm::AreEqual},
    {"find_difference", Algorithm::FindDifference},
    {"replace_equal", Algorithm::ReplaceEqual},
    {"replace_matches", Algorithm::ReplaceMatches},
    {"swap_elements", Algorithm::SwapElements},
    {"turn_round", Algorithm::TurnRound},
    {"copy_backwards", Algorithm::CopyBackwards},
    {"differences", Algorithm::Differences},
    {"sums_before", Algorithm::SumsBefore},
    {"sums_from_start", Algorithm::SumsFromStart},
    {"sums", Algorithm::Sums},
    {"copy_matches", Algorithm::CopyMatches},
    {"copy_mismatches", Algorithm::CopyMismatches},
};

template <class Enum, std::size_t count>
std::optional<Enum> meaning(const YAML::Node& node, Words<Enum, count> words) {
  if (node.IsScalar())
    for (const auto& [word, meant] : words)
      if (node.Scalar() == word) return meant;
  return std::nullopt;
}

template <class Enum, std::size_t count>
ModelMistake unknownWord(const YAML::Node& at, const std::string& key, Words<Enum, count> words) {
  std::string all;
  for (const auto& one : words) all += (all.empty() ? "" : ", ") + std::string(one.text);
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

constexpr const char* wordsOfFunctions[] = {"asks", "does", "loop", "kernel"};

/// Reads entries of a file on top of `shipped`, which is null for the file that ships.
class StandardReader {
 public:
  StandardReader(StandardLibrary& library, const StandardLibrary* shipped) : library_(library), shipped_(shipped) {}

  std::optional<ModelMistake> read(const YAML::Node& key, const YAML::Node& entry) {
    const bool ofFunction = std::any_of(std::begin(wordsOfFunctions), std::end(wordsOfFunctions),
                                        [&](const char* word) { return entry[word].IsDefined(); });
    for (const std::string& name : namesIn(key.Scalar()))
      if (auto why = ofFunction ? readFunction(name, entry) : readClass(name, entry)) return why;
    return std::nullopt;
  }

 private:
  std::optional<ModelMistake> readFunction(const std::string& name, const YAML::Node& entry) {
    StandardFunction& function = entryFor(library_.functions, shipped_ ? &shipped_->functions : nullptr, name);
    for (const auto& pair : entry)
      if (auto why = property(function, pair.first, pair.second)) return why;
    return std::nullopt;
  }

  std::optional<ModelMistake> property(StandardFunction& function, const YAML::Node& key, const YAML::Node& value) {
    const std::string word = key.IsScalar() ? key.Scalar() : "";
    if (word == "asks") return store(value, word, roles, function.asks);
    if (word == "loop") return store(value, word, algorithms, function.algorithm);
    if (word == "counted") return flag(value, word, function.counted);
    if (word == "projects") {
      const bool isNumber = value.IsScalar() && (value.Scalar() == "1" || value.Scalar() == "2");
      if (!isNumber) return ModelMistake{value.Mark(), "'projects' takes 1 or 2"};
      function.projects = value.Scalar() == "2" ? 2 : 1;
      return std::nullopt;
    }
    if (word == "kernel" && value.IsScalar()) {
      function.kernel = value.Scalar();
      return std::nullopt;
    }
    if (word != "does")
      return ModelMistake{key.Mark(), "unknown key '" + word + "' of '" + function.name +
                                          "'; known are asks, does, loop, counted, projects and kernel"};
    return eachScalar(value, "what it does", [&](const YAML::Node& one) -> std::optional<ModelMistake> {
      Does deed{};
      if (auto why = store(one, word, deeds, deed)) return why;
      function.does |= std::uint64_t{1} << static_cast<unsigned>(deed);
      return std::nullopt;
    });
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
    if (word == "is") return store(value, word, kinds, described.kind);
    if (word == "like") return copy(described, value);
    if (word == "elements") return store(value, word, places, described.elements);
    if (word == "spells" && value.IsScalar()) {
      described.spells = value.Scalar();
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

  template <class Enum, std::size_t count>
  static std::optional<ModelMistake> store(const YAML::Node& value, const std::string& key, Words<Enum, count> words,
                                           Enum& to) {
    const auto meant = meaning(value, words);
    if (!meant) return unknownWord(value, key, words);
    to = *meant;
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
  for (const char* word : {"is", "like", "asks", "does", "loop"})
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
