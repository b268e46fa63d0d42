// The rewritten file: the source's bytes with kernels inserted before functions and launches in place of loops. Each
// insertion ends with a #line directive, so that everything else keeps its line and column.
//
//     edits, sorted by offset:  include ─ kernels of f ─ loop of f ─ line after it ─ kernels of g ─ ...
#include "clustrix/Plan.h"

#include "Emit/DeviceFunctions.h"
#include "Emit/Kernel.h"
#include "Emit/Launch.h"
#include "Emit/LaunchNames.h"
#include "Emit/Lines.h"
#include "Emit/Marks.h"
#include "Emit/Names.h"
#include "Support/Identifiers.h"
#include "Support/Parallel.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace clustrix::compiler {
namespace {

/// Bytes [begin, end) of the source become `text`.
struct Splice {
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// For people, in tables of functions: which file the kernels are of.
std::string kernelNamespace(const SourceUnit& unit) {
  return "clustrix_" + sanitised(fileName(unit.path)) + "_" + shortHash(unit.path + '\0' + unit.text);
}

/// Where the function stands, as a part of names: `12`, and `grid_h_12` in a header.
std::string placeName(const SourceUnit& unit, const AnnotatedFunction& function) {
  const std::string line = std::to_string(function.at.line);
  return function.at.file == unit.path ? line : sanitised(fileName(function.at.file)) + "_" + line;
}

/// A function in a scope may be defined outside of it: its body then sees the scope's own kernels first. So functions
/// with a qualified name have a namespace each.
std::string kernelNamespace(const std::string& ofFile, const SourceUnit& unit, const AnnotatedFunction& function) {
  return function.inScope ? ofFile + "_" + placeName(unit, function) : ofFile;
}

/// Where kernels go: at the start of the line when only white space stands before the function on it.
Splice kernelsEdit(const SourceUnit& unit, const AnnotatedFunction& function, const std::string& space,
                   const std::string& kernels, const std::string& called, const LineTable& lines) {
  std::size_t at = function.kernelsAt;
  const bool alone = isAlone(unit.text, at);
  if (alone) at = lineBegin(unit.text, at);
  std::string text = alone ? "" : "\n";
  // Names of the kernels mean what they mean in the function.
  const auto [open, close] = namespaceBraces(function.scope);
  // No other file may mean them: this one may be compiled once more, with other macros, into the same program.
  text +=
      called + open + "namespace " + space + " { namespace {\n" + kernels + "} }  // namespace " + space + "\n" + close;
  text += lineDirective(unit, lines.lineAt(at));
  return {at, at, text + (alone ? "" : columnPadding(unit.text, at))};
}

/// Puts the lines behind a replaced loop back to their numbers, after the line's end where nothing is lost by it.
Splice resumeEdit(const SourceUnit& unit, std::size_t offset, const LineTable& lines) {
  const int line = lines.lineAt(offset);
  if (!endsLine(unit.text, offset))
    return {offset, offset, "\n" + lineDirective(unit, line) + columnPadding(unit.text, offset)};
  const std::size_t next = nextLine(unit.text, offset);
  return {next, next, next == unit.text.size() ? "" : lineDirective(unit, line + 1)};
}

/// What the text of a file says, whatever is written into it.
struct FileText {
  FileText(const SourceUnit& unit, const EmitOptions& options)
      : space(kernelNamespace(unit)), macros(macroNames(unit.text)), lines(unit.text), options(options) {}

  std::string space;  // the kernels' namespace
  Names macros;       // see LaunchSource
  LineTable lines;
  EmitOptions options;
};

/// What the functions of one file share.
struct FileState {
  const FileText& text;
  Names used;                      // structs that kernels are called
  std::set<std::string> members;   // private members that have their access functions, with the namespace in front
  std::set<std::size_t> tagged{};  // where symbols have their tags
  DeclaredFunctions called;
};

/// An explicit instantiation may name private members: it gives out the pointer to one.
std::string memberText(const PrivateMember& member) {
  const std::string tag = member.name + "_tag", giver = member.name + "_giver";
  return "// For " + member.pointer.substr(1) + ", which is private: an explicit instantiation may name it.\n" +
         "struct " + tag + " {\n  friend auto pointerTo(" + tag + ");\n};\n" + "template <auto Pointer>\nstruct " +
         giver + " {\n  friend auto pointerTo(" + tag + ") { return Pointer; }\n};\n" + "template struct " + giver +
         "<" + member.pointer + ">;\n" +
         (member.isStatic ? "inline auto& " + member.name + "() {\n  return *pointerTo(" + tag + "{});\n}\n\n"
                          : "template <class Object>\nauto& " + member.name +
                                "(Object& object) {\n  return object.*pointerTo(" + tag + "{});\n}\n\n");
}

/// What is said about a function with an eye on those before it: the rest of its text needs none but itself.
struct Draft {
  std::string space, members;
  std::vector<LaunchWays> launches;
  std::vector<DeviceFunction> called;
  Names names;
  std::string residency;
  std::optional<std::size_t> tagAt;
};

Draft draft(const SourceUnit& unit, const AnnotatedFunction& function, const FunctionPlan& plan, FileState& file) {
  Draft result;
  result.space = kernelNamespace(file.text.space, unit, function);
  if (plan.residency.present) {
    result.names = namesOf(unit, function, file.text.macros);
    result.residency = result.names.pick("residency");
  }
  const bool changes = !plan.launches.empty() || plan.residency.present || plan.residency.home;
  if (function.tagAt && changes && file.tagged.insert(*function.tagAt).second) result.tagAt = function.tagAt;
  std::vector<const LoopSite*> launched;
  const auto level = [&](const Launch& launch) {
    const LoopSite& site = launch.site ? *launch.site : function.loops[static_cast<std::size_t>(launch.loop)];
    if (!launch.hostAlone) launched.push_back(&site);
    const LaunchSource source{
        unit, function, site, launch, plan, file.text.macros, file.text.lines, result.residency, file.text.options};
    for (const PrivateMember& member : site.model.kernel.privateMembers)
      if (file.members.insert(result.space + "::" + member.name).second) result.members += memberText(member);
    const KernelShape kernel = shape(source, file.used);
    return LaunchLevel{source, kernel, result.space + "::" + kernel.name};
  };
  for (const Launch& launch : plan.launches) {
    LaunchWays& ways = result.launches.emplace_back();
    // An audit has the loop as written, of which the first way tells all that is claimed.
    if (!file.text.options.audit)
      for (const Launch& other : launch.instead) ways.instead.push_back(level(other));
    for (const Launch* one = &launch; one != nullptr;
         one = one->inner.empty() || file.text.options.audit ? nullptr : &one->inner.front())
      ways.levels.push_back(level(*one));
  }
  result.called = newDeviceFunctions(launched, function.kernelsAt, file.called);
  return result;
}

std::vector<Splice> written(const SourceUnit& unit, const AnnotatedFunction& function, const FunctionPlan& plan,
                            const FileState& file, Draft draft) {
  std::vector<Splice> edits;
  std::string kernels;
  for (const LaunchWays& ways : draft.launches) {
    for (const std::vector<LaunchLevel>& levels : {ways.instead, ways.levels})
      for (const LaunchLevel& level : levels)
        kernels += (kernels.empty() ? "" : "\n") + kernelText(level.source, level.shape);
    const LoopSite& site = ways.levels.front().source.site;
    edits.push_back({site.begin, site.end, launchText(ways)});
    edits.push_back(resumeEdit(unit, site.end, file.text.lines));
  }
  if (!draft.launches.empty()) {
    const std::string called = deviceFunctionsText(draft.called, file.text.space + "_at_" + placeName(unit, function));
    edits.push_back(kernelsEdit(unit, function, draft.space, draft.members + kernels, called, file.text.lines));
  }
  if (draft.tagAt)
    edits.push_back({*draft.tagAt, *draft.tagAt, "__attribute__((abi_tag(\"" + file.text.space + "\"))) "});
  if (function.inlined && (!plan.launches.empty() || plan.residency.home))
    edits.push_back({function.inlined->at, function.inlined->at,
                     function.inlined->seen ? "__attribute__((used)) inline " : "inline "});
  if (plan.residency.home)
    edits.push_back({function.hostCode.begin, function.hostCode.begin, " clustrix::bringHome();"});
  if (!plan.residency.present) return edits;
  for (Insertion& one : markInsertions(unit, function, plan.residency, draft.residency, draft.names, file.text.lines))
    edits.push_back({one.at, one.at, std::move(one.text)});
  return edits;
}

/// In front of a function that nvcc shall not look into.
Splice uncheckedEdit(const SourceUnit& unit, std::size_t at, const LineTable& lines) {
  const bool alone = isAlone(unit.text, at);
  const std::size_t place = alone ? lineBegin(unit.text, at) : at;
  return {place, place,
          std::string(alone ? "" : "\n") + "#ifdef __CUDACC__\n#pragma nv_exec_check_disable\n#endif\n" +
              lineDirective(unit, lines.lineAt(place)) + (alone ? "" : columnPadding(unit.text, at))};
}

/// White space instead of an attribute that nvcc does not know where it stands.
Splice withoutAttribute(const SourceUnit& unit, std::size_t begin, std::size_t end) {
  std::string text = unit.text.substr(begin, end - begin);
  std::replace_if(text.begin(), text.end(), [](char c) { return c != '\n'; }, ' ');
  return {begin, end, text};
}

/// What kernels need of libraries.
std::string libraryIncludes(const SourceUnit& unit) {
  std::set<std::string> includes;
  for (const AnnotatedFunction& function : unit.functions)
    for (const LoopSite& site : function.loops)
      for (const std::string& header : site.model.headers) includes.insert("#include <" + header + ">\n");
  return std::accumulate(includes.begin(), includes.end(), std::string());
}

/// The include is the first line, behind a byte order mark.
Splice includeEdit(const SourceUnit& unit, const EmitOptions& options) {
  const std::size_t at = behindByteOrderMark(unit.text);
  const std::string audit = options.audit ? "#include <clustrix/audit.h>\n" : "";
  return {at, at, "#include <clustrix/runtime.h>\n" + audit + libraryIncludes(unit) + lineDirective(unit, 1)};
}

std::string applied(const std::string& text, std::vector<Splice> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Splice& a, const Splice& b) {
    // What was inserted at the end of a loop comes before what begins there.
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::size_t size = text.size(), at = 0;
  for (const Splice& edit : edits) size += edit.text.size();
  std::string result;
  result.reserve(size);
  for (const Splice& edit : edits) {
    result.append(text, at, edit.begin - at).append(edit.text);
    at = edit.end;
  }
  return result.append(text, at);
}

/// What is put into the file for its functions, in their order.
std::vector<Splice> editsOf(const ClusterPlan& plan, const SourceUnit& unit, const FileText& text) {
  const std::size_t count = unit.functions.size();
  FileState file{text, {}, {}, {}, {}};
  std::vector<Draft> drafts;
  for (std::size_t f = 0; f < count; ++f) drafts.push_back(draft(unit, unit.functions[f], plan.functions[f], file));
  std::vector<std::vector<Splice>> texts(count);
  forEachIndex(count, threadsFor(count), [&](std::size_t f) {
    texts[f] = written(unit, unit.functions[f], plan.functions[f], file, std::move(drafts[f]));
  });
  std::vector<Splice> edits;
  for (std::vector<Splice>& its : texts)
    edits.insert(edits.end(), std::make_move_iterator(its.begin()), std::make_move_iterator(its.end()));
  return edits;
}

}  // namespace

struct Emitter::Known : FileText {
  using FileText::FileText;
};

Emitter::Emitter(const SourceUnit& unit, const EmitOptions& options)
    : unit_(unit), known_(std::make_unique<Known>(unit, options)) {}
Emitter::~Emitter() = default;

std::string Emitter::file(const ClusterPlan& plan) const {
  std::vector<Splice> edits = editsOf(plan, unit_, *known_);
  const bool launches = !edits.empty();
  for (const auto& [begin, end] : unit_.introducerAttributes)
    if (std::none_of(edits.begin(), edits.end(),
                     [at = begin](const Splice& one) { return one.begin <= at && at < one.end; }))
      edits.push_back(withoutAttribute(unit_, begin, end));
  // Without a launch there is nothing to include.
  if (!launches) return applied(unit_.text, std::move(edits));
  for (const std::size_t at : unit_.allocationFunctions) edits.push_back(uncheckedEdit(unit_, at, known_->lines));
  for (const LibraryUsing& one : unit_.usings) edits.push_back({one.at, one.at, one.text});
  edits.insert(edits.begin(), includeEdit(unit_, known_->options));
  return applied(unit_.text, std::move(edits));
}

std::string Emitter::code(const ClusterPlan& plan) const {
  std::string code;
  for (const Splice& edit : editsOf(plan, unit_, *known_))
    code += std::to_string(edit.begin) + " " + std::to_string(edit.end) + "\n" + edit.text;
  return code;
}

std::string emit(const ClusterPlan& plan, const SourceUnit& unit, const EmitOptions& options) {
  return Emitter(unit, options).file(plan);
}

}  // namespace clustrix::compiler
