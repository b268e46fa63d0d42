#include "Driver/LibraryModel.h"

#include "Driver/LibraryAccesses.h"
#include "Driver/Yaml.h"
#include "Library/StandardModel.h"
#include "Support/Identifiers.h"

#include "LibraryTexts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <string_view>
#include <tuple>
#include <utility>

namespace clustrix::compiler {
namespace {

constexpr std::array shippedModels = {std::string_view(eigenModel),  std::string_view(libtorchModel),
                                      std::string_view(blasModel),   std::string_view(lapackModel),
                                      std::string_view(fftwModel),   std::string_view(cudaModel),
                                      std::string_view(cublasModel), std::string_view(cufftModel),
                                      std::string_view(curandModel), std::string_view(thrustModel)};

constexpr const char* functionKeys =
    "parameters, reads, writes, updates, element_bytes, pure, thread_safe, hint, device, objects, gives, handles, "
    "runs, "
    "combines and stream";
constexpr const char* classKeys = "copies, elements, members, runs, belongs, thread and header";

/// One of the words; nothing of other nodes.
template <class Enum>
std::optional<Enum> wordOf(const YAML::Node& node, std::initializer_list<std::pair<const char*, Enum>> words) {
  if (node.IsScalar())
    for (const auto& [word, meaning] : words)
      if (node.Scalar() == word) return meaning;
  return std::nullopt;
}

/// `new`, `shown` or `none`; else nothing.
std::optional<LibraryResult> resultOf(const YAML::Node& node) {
  return wordOf<LibraryResult>(
      node, {{"new", LibraryResult::New}, {"shown", LibraryResult::Shown}, {"none", LibraryResult::None}});
}

std::optional<Failure> whereItRuns(const YamlFile& file, const YAML::Node& content, bool& onDevices) {
  const auto where = wordOf<bool>(content, {{"devices", true}, {"host", false}});
  if (!where) return errorAt(file, content.Mark(), "'runs' takes devices or host");
  onDevices = *where;
  return std::nullopt;
}

/// A class: `c10::Device: {copies: own, members: shown}`.
class ClassEntry {
 public:
  ClassEntry(const YamlFile& file, const YAML::Node& key) : file_(file), key_(key) {}

  std::optional<Failure> read(const YAML::Node& node, Library& library) {
    const auto entry = [&](const YAML::Node& property, const YAML::Node& content) { return store(property, content); };
    if (auto why = eachEntry(file_, node, std::string("one of ") + classKeys, entry)) return why;
    for (const std::string& name : namesIn(key_.Scalar())) {
      class_.name = name;
      library.classes.push_back(class_);
      if (!members_) continue;
      LibraryFunction members;
      members.name = name.ends_with("::*") ? name : name + "::*";
      members.objects = *members_;
      library.functions.push_back(members);
    }
    return std::nullopt;
  }

 private:
  std::optional<Failure> store(const YAML::Node& property, const YAML::Node& content) {
    if (property.Scalar() == "elements")
      return pair(content, class_.first, class_.bytes,
                  "C++ for the first element's address and for the number of bytes, such as "
                  "[\"%.data()\", \"%.size() * sizeof(double)\"]");
    if (property.Scalar() == "header") {
      if (!content.IsScalar()) return errorAt(file_, content.Mark(), "'header' takes what stands in <> of an #include");
      class_.header = content.Scalar();
      return std::nullopt;
    }
    if (property.Scalar() == "thread")
      return pair(content, class_.threadState, class_.threadGuard,
                  "a class of a thread's state and one that gives it to another thread");
    if (property.Scalar() == "runs") return whereItRuns(file_, content, class_.onDevices);
    if (property.Scalar() == "belongs") {
      class_.ofDevice = content.IsScalar() && content.Scalar() == "device";
      return class_.ofDevice ? std::nullopt : std::optional(errorAt(file_, content.Mark(), "'belongs' takes device"));
    }
    if (property.Scalar() == "members") {
      members_ = resultOf(content);
      if (members_) return std::nullopt;
      return errorAt(file_, content.Mark(), "'members' takes new, shown or none");
    }
    if (property.Scalar() != "copies")
      return errorAt(
          file_, property.Mark(),
          "unknown key '" + property.Scalar() + "' of the class '" + key_.Scalar() + "'; known are " + classKeys);
    const auto copies = wordOf<LibraryCopies>(
        content, {{"own", LibraryCopies::Own}, {"share", LibraryCopies::Share}, {"show", LibraryCopies::Show}});
    if (!copies) return errorAt(file_, content.Mark(), "'copies' takes own, share or show");
    class_.copies = *copies;
    return std::nullopt;
  }
  std::optional<Failure> pair(const YAML::Node& content, std::string& first, std::string& second, const char* what) {
    const bool isPair = content.IsSequence() && content.size() == 2 && content[0].IsScalar() && content[1].IsScalar();
    if (!isPair) return errorAt(file_, content.Mark(), std::string("expected two: ") + what);
    first = content[0].Scalar();
    second = content[1].Scalar();
    return std::nullopt;
  }

  const YamlFile& file_;
  const YAML::Node& key_;
  LibraryClass class_;
  std::optional<LibraryResult> members_;
};

/// A function. What it touches waits for `parameters`, wherever that stands.
class Entry {
 public:
  Entry(const YamlFile& file, const YAML::Node& key) : file_(file), key_(key) { function_.name = key.Scalar(); }

  std::optional<Failure> read(const YAML::Node& node, std::vector<LibraryFunction>& functions) {
    const auto entry = [&](const YAML::Node& property, const YAML::Node& content) { return store(property, content); };
    if (auto why = eachEntry(file_, node, std::string("one of ") + functionKeys, entry)) return why;
    if (auto why = touched()) return why;
    if (auto why = named(gives_, function_.gives)) return why;
    if (auto why = named(handles_, function_.handles)) return why;
    if (!says_)
      return errorAt(file_, key_.Mark(),
                     "'" + function_.name + "' says nothing; give it reads, writes, updates, pure or objects");
    if (function_.pure && !function_.writes.empty())
      return errorAt(file_, key_.Mark(), "'" + function_.name + "' is pure and writes: leave out one of them");
    if (function_.objects != LibraryResult::Unknown && !function_.onDevices &&
        !(function_.reads.empty() && function_.writes.empty()))
      return errorAt(file_, key_.Mark(),
                     "'" + function_.name + "' works on objects: its declaration says what it reads and writes");
    if (function_.objects == LibraryResult::Unknown && !function_.combines.empty())
      return errorAt(file_, key_.Mark(), "'" + function_.name + "' combines objects: give it 'objects: shown'");
    if (function_.objects == LibraryResult::Unknown && !(function_.gives.empty() && function_.handles.empty()))
      return errorAt(file_, key_.Mark(), "'" + function_.name + "' works on handles: give it 'objects: shown'");
    for (const std::string& name : namesIn(key_.Scalar())) {
      function_.name = name;
      functions.push_back(function_);
    }
    return std::nullopt;
  }

 private:
  std::optional<Failure> store(const YAML::Node& property, const YAML::Node& content) {
    const std::string& name = property.Scalar();
    if (name == "parameters") return parameters(content);
    if (name == "objects") return objects(content);
    if (name == "runs") return whereItRuns(file_, content, function_.onDevices);
    if (name == "gives" || name == "handles") {
      (name == "gives" ? gives_ : handles_).reset(content);
      return std::nullopt;
    }
    if (name == "stream") return word(content, "'stream' takes a namespace that has Streams", function_.stream);
    if (name == "combines")
      return word(content, "'combines' takes a class with identity and combine", function_.combines);
    if (name == "hint") return word(content, "'hint' takes a text", function_.hint);
    if (name == "writes" && content.IsScalar() && (content.Scalar() == "this" || content.Scalar() == "arguments")) {
      (content.Scalar() == "this" ? function_.writesObject : function_.writesArguments) = true;
      return std::nullopt;
    }
    if (name == "reads" || name == "writes" || name == "updates") {
      (name == "reads" ? reads_ : name == "writes" ? writes_ : updates_).reset(content);
      says_ = true;
      return std::nullopt;
    }
    if (name == "element_bytes") return elementBytes(content);
    if (name == "pure") {
      says_ = true;
      return boolean(property, content, function_.pure);
    }
    if (name == "thread_safe") {
      if (auto why = boolean(property, content, function_.threadSafe)) return why;
      says_ |= !function_.threadSafe;  // no loop is parallel for what else would be said
      return std::nullopt;
    }
    if (name == "device") return boolean(property, content, function_.device);
    return errorAt(file_, property.Mark(),
                   "unknown key '" + name + "' of '" + function_.name + "'; known are " + functionKeys);
  }

  std::optional<Failure> objects(const YAML::Node& content) {
    function_.showsItself = content.IsScalar() && content.Scalar() == "same";
    const auto what = function_.showsItself ? LibraryResult::Shown : resultOf(content);
    if (!what) return errorAt(file_, content.Mark(), "'objects' takes new, shown, same or none");
    function_.objects = *what;
    says_ = true;
    return std::nullopt;
  }

  std::optional<Failure> word(const YAML::Node& content, const char* expected, std::string& to) {
    if (!content.IsScalar()) return errorAt(file_, content.Mark(), expected);
    to = content.Scalar();
    return std::nullopt;
  }

  std::optional<Failure> boolean(const YAML::Node& property, const YAML::Node& content, bool& to) {
    const std::optional<bool> value = booleanOf(content);
    if (!value) return errorAt(file_, content.Mark(), "'" + property.Scalar() + "' takes true or false");
    to = *value;
    return std::nullopt;
  }

  std::optional<Failure> elementBytes(const YAML::Node& content) {
    const std::string text = content.IsScalar() ? content.Scalar() : "";
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), function_.elementBytes);
    const bool isWhole = !text.empty() && error == std::errc() && end == text.data() + text.size();
    if (isWhole && function_.elementBytes > 0 && function_.elementBytes <= mostElementBytes) return std::nullopt;
    return errorAt(file_, content.Mark(), "'element_bytes' takes a number of bytes, at least 1");
  }

  /// Names; `"*n"`: the parameter points to the number that is meant.
  std::optional<Failure> parameters(const YAML::Node& content) {
    constexpr const char* expected = "expected a list of all parameters' names, such as [n, x, y]";
    if (!content.IsSequence()) return errorAt(file_, content.Mark(), expected);
    for (const auto& item : content) {
      std::string name = item.IsScalar() ? item.Scalar() : "";
      if (name.starts_with('*')) {
        function_.pointed.push_back(static_cast<int>(names_.size()));
        name.erase(0, 1);
      }
      if (name.empty() || !std::all_of(name.begin(), name.end(), isWord) || isDigit(name.front()))
        return errorAt(file_, item.Mark(), expected);
      if (std::find(names_.begin(), names_.end(), name) != names_.end())
        return errorAt(file_, item.Mark(), "'" + name + "' is listed twice");
      names_.push_back(name);
    }
    function_.parameters = static_cast<int>(names_.size());
    return std::nullopt;
  }

  std::optional<Failure> touched() {
    for (const auto& [node, reads, writes] :
         {std::tuple(&reads_, true, false), std::tuple(&writes_, false, true), std::tuple(&updates_, true, true)}) {
      if (!node->IsDefined()) continue;
      std::vector<LibraryAccess> accesses;
      if (auto why = readAccesses(file_, *node, names_, function_.parameters, accesses)) return why;
      for (auto* list : {reads ? &function_.reads : nullptr, writes ? &function_.writes : nullptr})
        if (list)
          if (auto why = add(accesses, *list, *node)) return why;
    }
    return std::nullopt;
  }
  /// Cases of one parameter stand together: just one of them is meant.
  std::optional<Failure> add(const std::vector<LibraryAccess>& accesses, std::vector<LibraryAccess>& to,
                             const YAML::Node& node) {
    for (const LibraryAccess& access : accesses)
      for (const LibraryAccess& before : to)
        if (before.parameter == access.parameter && !before.conditions.empty() && !access.conditions.empty())
          return errorAt(file_, node.Mark(),
                         "'" + names_[static_cast<std::size_t>(access.parameter)] +
                             "' has conditions under 'updates' and under another key: keep one of them");
    to.insert(to.end(), accesses.begin(), accesses.end());
    return std::nullopt;
  }

  /// A parameter's name or number, or a list of them.
  std::optional<Failure> named(const YAML::Node& node, std::vector<int>& parameters) {
    if (!node.IsDefined()) return std::nullopt;
    const auto one = [&](const YAML::Node& name) -> std::optional<Failure> {
      const std::string& text = name.Scalar();
      const auto found = std::find(names_.begin(), names_.end(), text);
      const bool isNumber = names_.empty() && text.size() == 1 && isDigit(text.front());
      if (!isNumber && found == names_.end())
        return errorAt(file_, name.Mark(), "expected the name of a parameter, or a list of them");
      parameters.push_back(isNumber ? text.front() - '0' : static_cast<int>(found - names_.begin()));
      return std::nullopt;
    };
    if (!node.IsSequence()) return one(node);
    for (const auto& name : node)
      if (auto why = one(name)) return why;
    return std::nullopt;
  }

  static constexpr std::int64_t mostElementBytes = 4096;

  const YamlFile& file_;
  const YAML::Node& key_;
  LibraryFunction function_;
  std::vector<std::string> names_;
  YAML::Node reads_{YAML::NodeType::Undefined}, writes_{YAML::NodeType::Undefined};
  YAML::Node updates_{YAML::NodeType::Undefined};
  YAML::Node gives_{YAML::NodeType::Undefined}, handles_{YAML::NodeType::Undefined};
  bool says_ = false;
};

std::optional<Failure> readInto(const YamlFile& file, Library& library) {
  const auto entry = [&](const YAML::Node& key, const YAML::Node& node) -> std::optional<Failure> {
    if (isOfStandard(key, node)) {
      const auto mistake = readStandard(key, node, library.standard);
      return mistake ? std::optional(errorAt(file, mistake->at, mistake->message)) : std::nullopt;
    }
    const bool isClass = node.IsMap() && node["copies"];
    return isClass ? ClassEntry(file, key).read(node, library) : Entry(file, key).read(node, library.functions);
  };
  return eachEntry(file, file.root, "the qualified name of a function or a class", entry);
}

void sortByName(Library& library) {
  const auto byName = [](const auto& left, const auto& right) { return left.name < right.name; };
  std::stable_sort(library.functions.begin(), library.functions.end(), byName);
  std::stable_sort(library.classes.begin(), library.classes.end(), byName);
}

}  // namespace

Outcome<Library> readLibraryModel(const std::string& path) {
  Outcome<YamlFile> file = readYaml(path);
  if (const Failure* why = failed(file)) return *why;
  Library library;
  if (auto why = readInto(value(file), library)) return *why;
  sortByName(library);
  return library;
}

Outcome<Library> withShippedModels(Library library) {
  for (const std::string_view model : shippedModels) {
    const YamlFile file{"a library model of this build", std::string(model), YAML::Load(std::string(model))};
    if (auto why = readInto(file, library)) return *why;
  }
  sortByName(library);
  return library;
}

}  // namespace clustrix::compiler
