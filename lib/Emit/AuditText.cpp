#include "Emit/AuditText.h"

#include "Emit/Expressions.h"
#include "Emit/Lines.h"
#include "Emit/SiteOptions.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace clustrix::compiler {
namespace {

constexpr const char* partElsewhere = "a macro or an algorithm has its body, or the analysis reads it in other words";

/// What is said of a loop, by the name of its clustrix::audit::Loop.
class AuditWriter {
 public:
  AuditWriter(const LoopSite& site, const Legality& legality, LaunchNames& names, std::string audit, std::string margin)
      : site_(site),
        model_(site.model),
        legality_(legality),
        names_(names),
        audit_(std::move(audit)),
        margin_(std::move(margin)) {}
  /// Of arrays that the runtime was told of, it knows where they are. `inScope`: their handles have names here.
  void asksRuntime(bool inScope) { told_ = inScope ? Told::InScope : Told::ByName; }
  /// In an iteration of `around`: what its head declares is no memory of the program's, and stays so.
  void isIn(const LoopSite& around) {
    for (const NestedLoop& loop : around.model.loops) leaveOut(around, loop.variable);
    for (const ScalarState& scalar : around.model.scalars)
      if (scalar.entry) leaveOut(around, scalar.name);
  }

  /// And of its iterations, that they come; `watched`: their name for it.
  std::string text(const std::string& watched) {
    for (const Reduction& one : legality_.reductions) {
      if (one.scalar < 0) {
        sayArray("combines", one.array);
        continue;
      }
      const ScalarState& state = model_.scalars[static_cast<std::size_t>(one.scalar)];
      if (!state.noneOf.empty())
        isAny_[state.noneOf] = state.expression + " != 0";
      else if (state.located)
        sayBest(state.expression, isAny_[locationOf(one)]);
      else
        sayScalar("combines", one.scalar);
      for (const int location : one.locations) sayScalar("combines", location);
    }
    for (const Private& one : legality_.privates) {
      const bool handedOn = model_.scalars[static_cast<std::size_t>(one.scalar)].handedOn;
      sayScalar(isStepping(one.scalar) ? "steps" : handedOn ? "combines" : "isPrivate", one.scalar);
    }
    for (const PrivateArray& one : legality_.privateArrays) sayArray("isPrivate", one.array);
    for (const Append& one : model_.appends) {
      line(audit_ + ".grows(" + quoted(one.name) + ", " + one.expression + ");");
      said_.insert(one.name);
    }
    for (std::size_t scalar = 0; scalar < model_.scalars.size(); ++scalar)
      if (isStepping(static_cast<int>(scalar))) sayScalar("steps", static_cast<int>(scalar));
    for (const std::string& name : site_.named.changing)
      say(site_.stepped.contains(name) || name == model_.loops[0].variable ? "steps" : "names", name, name);
    line("const clustrix::audit::Watched " + watched + "(" + audit_ + ");");
    return text_;
  }

 private:
  void leaveOut(const LoopSite& around, const std::string& name) {
    if (!around.named.changing.contains(name)) said_.insert(name);
  }
  bool isStepping(int scalar) const { return model_.scalars[static_cast<std::size_t>(scalar)].entry.has_value(); }
  void sayScalar(const char* what, int scalar) {
    const ScalarState& state = model_.scalars[static_cast<std::size_t>(scalar)];
    say(what, state.name, state.expression);
  }
  std::string locationOf(const Reduction& located) const {
    return located.locations.empty() ? "" : model_.scalars[static_cast<std::size_t>(located.locations.front())].name;
  }
  /// `isAny`: whether there is one, "" where there always is.
  void sayBest(const std::string& value, const std::string& isAny) {
    const std::string best = names_.another("best");
    const std::string nothing = "std::decay_t<decltype(" + value + ")>()";
    const std::string guarded = isAny.empty() ? value : isAny + " ? " + value + " : " + nothing;
    line("const auto " + best + " = [&] { return " + guarded + "; };");
    line(audit_ + ".looksBack(" + best + ");");
  }
  void sayArray(const char* what, ArrayId id) {
    const ArrayObject& array = model_.arrays[static_cast<std::size_t>(id.value)];
    if (told_ == Told::Nothing || !names_.usedArrays().contains(id))
      say(what, array.name, array.base + (array.extent ? ", " + *array.extent : ""));
    else if (told_ == Told::InScope)
      say(what, array.name, names_.array(id));
    else if (said_.insert(array.name).second)
      line(audit_ + "." + what + "Array(" + quoted(array.name) + ");");
  }
  /// The first that is said of a variable counts.
  void say(const std::string& what, const std::string& name, const std::string& place) {
    if (said_.insert(name).second) line(audit_ + "." + what + "(" + quoted(name) + ", " + place + ");");
  }
  void line(const std::string& text) { text_ += margin_ + text + "\n"; }

  const LoopSite& site_;
  const LoopModel& model_;
  const Legality& legality_;
  LaunchNames& names_;
  const std::string audit_, margin_;
  enum class Told { Nothing, ByName, InScope } told_ = Told::Nothing;
  std::map<std::string, std::string> isAny_;  // by location: `(at < 0 ? 0u : 1u) != 0`, there is a best element
  std::set<std::string> said_;
  std::string text_;
};

/// Marks in the text of a launched loop. What stands behind one keeps its line and column.
class BodyMarks {
 public:
  /// `begin`: see watchedText.
  BodyMarks(const LaunchSource& source, const std::string& begin) : source_(source), before_(source.site.begin) {
    if (!begin.empty()) before_ += (source.model().restart->end - source.model().restart->begin) - begin.size();
  }

  /// Where the body of a loop begins.
  void body(const BodyPlace& body, const std::string& mark) {
    const std::size_t at = body.begin + (body.isBlock ? 1 : 0);
    add(at, (body.isBlock ? " " : "{ ") + mark + "\n" + placeOf(at));
    if (!body.isBlock) add(body.end, " }");
  }
  /// In front of a loop, which they share a block with.
  void around(const LoopSite& site, const std::string& marks) {
    add(site.begin, "{\n" + marks + placeOf(site.begin));
    add(site.end, " }");
  }
  void applyTo(std::string& loop) const {
    for (auto one = texts_.rbegin(); one != texts_.rend(); ++one) loop.insert(one->first, one->second);
  }

 private:
  void add(std::size_t at, const std::string& text) { texts_.emplace(at - before_, text); }
  std::string placeOf(std::size_t at) const {
    return lineDirective(source_.unit, source_.lines.lineAt(at)) + columnPadding(source_.unit.text, at);
  }

  const LaunchSource& source_;
  std::size_t before_;                             // what the text has less than the file, modulo its greatest number
  std::multimap<std::size_t, std::string> texts_;  // of one place, in the order in which they stand there
};

/// The loops of an iteration that threads of a device share, and the nest the other way round: where they do, these are
/// looked at beside the launched loop.
class SharedLoops {
 public:
  SharedLoops(const LaunchSource& source, LaunchNames& names, const std::string& audit, const std::string& margin,
              BodyMarks& marks)
      : source_(source), names_(names), audit_(audit), margin_(margin), marks_(marks) {}

  /// Marks those that can be marked; of the others it is said that nobody looks at them.
  std::string text() {
    const Launch& launch = source_.launch;
    if (launch.band) mark(launch.band->loops, launch.band->apart);
    if (launch.lanes) mark(launch.lanes->loops, launch.lanes->apart);
    for (const Launch& other : launch.instead)
      if (other.turn) markTurned(other);
    return text_;
  }

 private:
  using Pairs = std::vector<std::pair<ArrayId, ArrayId>>;

  template <class Loop>
  void mark(const std::vector<Loop>& shared, const Pairs& apart) {
    std::string areShared = areDifferent(source_.model(), apart);
    if (!apart.empty()) {
      const std::string expression = std::exchange(areShared, names_.another("are_shared"));
      text_ += margin_ + "const bool " + areShared + " = " + expression + ";\n";
    }
    for (const Loop& one : shared)
      if (const LoopSite* const site = siteAt(source_.model().loops[static_cast<std::size_t>(one.loop)].at))
        markInner(*site, areShared);
  }
  const LoopSite* siteAt(const SourcePoint& at) const {
    const auto& loops = source_.function.loops;
    const auto site = std::find_if(loops.begin(), loops.end(), [&](const LoopSite& one) { return one.at == at; });
    return site == loops.end() ? nullptr : &*site;
  }
  /// Threads share loops where no two of these are one array.
  static std::string areDifferent(const LoopModel& model, const Pairs& apart) {
    const auto address = [&](ArrayId id) {
      return "static_cast<const volatile void*>(" + model.arrays[static_cast<std::size_t>(id.value)].base + ")";
    };
    std::string text;
    for (const auto& [one, other] : apart)
      text += (text.empty() ? "" : " && ") + address(one) + " != " + address(other);
    return text.empty() ? "true" : text;
  }
  const char* whyNotSeen(const LoopSite& site) const {
    if (!site.body) return partElsewhere;
    return followsDirective(source_.unit.text, site.begin) ? "a directive stands in front of it" : nullptr;
  }
  /// In front of a loop, an object for it.
  std::string declarations(const LoopSite& site, const std::string& inner, const std::string& areShared) {
    const std::string at = names_.another("inner_site");
    return margin_ + siteDeclaration(source_, at, site.at) + margin_ + "clustrix::audit::Loop " + inner + "(" + audit_ +
           ", " + at + ", " + areShared + ");\n";
  }
  void markInner(const LoopSite& site, const std::string& areShared) {
    if (const char* const why = whyNotSeen(site)) return isNotSeen(site, why);
    const std::string inner = names_.another("inner"), watched = names_.another("watched");
    const Legality& legality =
        source_.plan.loops[static_cast<std::size_t>(&site - source_.function.loops.data())].legality;
    AuditWriter writer(site, legality, names_, inner, margin_);
    writer.isIn(source_.site);
    marks_.around(site, declarations(site, inner, areShared) + writer.text(watched));
    marks_.body(*site.body, iterationOf(watched));
  }
  void markTurned(const Launch& launch) {
    const LoopSite* const site = siteAt(launch.site->model.loops[0].at);
    if (!site) return;
    if (const char* const why = whyNotSeen(*site)) return isNotSeen(*site, why);
    const std::string turned = names_.another("turned"), watched = names_.another("watched");
    text_ += declarations(*site, turned, areDifferent(launch.site->model, launch.turn->apart)) +
             AuditWriter(*launch.site, launch.legality, names_, turned, margin_).text(watched);
    marks_.body(*source_.site.body, "const clustrix::audit::Round " + names_.another("round") + "(" + watched + ");");
    marks_.body(*site->body, iterationOf(watched));
  }
  void isNotSeen(const LoopSite& site, const char* why) {
    const std::string at = names_.another("inner_site");
    text_ += margin_ + siteDeclaration(source_, at, site.at) + margin_ + "const clustrix::audit::NotSeen " +
             names_.another("inner") + "(" + at + ", " + quoted(why) + ");\n";
  }
  std::string iterationOf(const std::string& watched) {
    return "const clustrix::audit::Iteration " + names_.another("iteration") + "(" + watched + ");";
  }

  const LaunchSource& source_;
  LaunchNames& names_;
  const std::string& audit_;
  const std::string& margin_;
  BodyMarks& marks_;
  std::string text_;
};

const char* whyNotSeen(const LaunchSource& source) {
  if (source.site.call) return "it is a call";
  const auto& declared = source.site.declaredNames;
  const auto isDeclared = [&](const Reduction& one) {
    return one.scalar >= 0 &&
           std::find(declared.begin(), declared.end(),
                     source.model().scalars[static_cast<std::size_t>(one.scalar)].name) != declared.end();
  };
  const Legality& legality = source.launch.legality;
  if (legality.form == Form::Scan && std::any_of(legality.reductions.begin(), legality.reductions.end(), isDeclared))
    return "its running value is read from an array";
  if (!source.site.body) return partElsewhere;
  return source.launch.turn ? "its nest runs the other way round" : nullptr;
}

}  // namespace

std::string watchedText(const LaunchSource& source, LaunchNames& names, const std::string& margin,
                        const std::string& begin, std::string& loop) {
  if (!source.options.audit) return "";
  const std::string audit = names.another("audit");
  if (const char* why = whyNotSeen(source))
    return margin + "const clustrix::audit::NotSeen " + audit + "(" + names.site + ", " + quoted(why) + ");\n";
  BodyMarks marks(source, begin);
  const std::string watched = names.another("watched");
  marks.body(*source.site.body,
             "const clustrix::audit::Iteration " + names.another("iteration") + "(" + watched + ");");
  const std::string& told = source.model().kernel.needsIteration ? names.launched : names.loop;
  const char* const where = source.options.pastGuards ? ", clustrix::audit::Where::Always" : "";
  AuditWriter writer(source.site, source.launch.legality, names, audit, margin);
  writer.asksRuntime(!source.model().kernel.needsIteration);
  std::string text = margin + "clustrix::audit::Loop " + audit + "(" + told + where + ");\n" + writer.text(watched);
  text += SharedLoops(source, names, audit, margin, marks).text();
  marks.applyTo(loop);
  return text;
}

}  // namespace clustrix::compiler
