#include "Emit/AuditText.h"

#include "Emit/Expressions.h"
#include "Emit/Lines.h"

#include <set>

namespace clustrix::compiler {
namespace {

class AuditWriter {
 public:
  AuditWriter(const LaunchSource& source, LaunchNames& names, const std::string& audit, const std::string& margin)
      : source_(source), model_(source.model()), names_(names), audit_(audit), margin_(margin) {}

  std::string text() {
    const Legality& legality = source_.launch.legality;
    for (const Reduction& one : legality.reductions) {
      if (one.scalar < 0) {
        sayArray("combines", one.array);
        continue;
      }
      if (model_.scalars[static_cast<std::size_t>(one.scalar)].located)
        sayBest(model_.scalars[static_cast<std::size_t>(one.scalar)].expression);
      else
        sayScalar("combines", one.scalar);
      for (const int location : one.locations) sayScalar("combines", location);
    }
    for (const Private& one : legality.privates) {
      const bool handedOn = model_.scalars[static_cast<std::size_t>(one.scalar)].handedOn;
      sayScalar(isStepping(one.scalar) ? "steps" : handedOn ? "combines" : "isPrivate", one.scalar);
    }
    for (const PrivateArray& one : legality.privateArrays) sayArray("isPrivate", one.array);
    for (std::size_t scalar = 0; scalar < model_.scalars.size(); ++scalar)
      if (isStepping(static_cast<int>(scalar))) sayScalar("steps", static_cast<int>(scalar));
    const std::set<std::string>& stepped = source_.site.stepped;
    for (const std::string& name : source_.site.named)
      say(stepped.contains(name) || name == model_.loops[0].variable ? "steps" : "names", name, name);
    return text_;
  }

 private:
  bool isStepping(int scalar) const { return model_.scalars[static_cast<std::size_t>(scalar)].entry.has_value(); }
  void sayScalar(const char* what, int scalar) {
    const ScalarState& state = model_.scalars[static_cast<std::size_t>(scalar)];
    say(what, state.name, state.expression);
  }
  void sayBest(const std::string& value) {
    const std::string best = names_.another("best");
    text_ += margin_ + "const auto " + best + " = [&] { return " + value + "; };\n" + margin_ + audit_ + ".looksBack(" +
             best + ");\n";
  }
  /// Of an array that the runtime knows, it knows where it is.
  void sayArray(const char* what, ArrayId id) {
    const ArrayObject& array = model_.arrays[static_cast<std::size_t>(id.value)];
    if (names_.usedArrays().contains(id))
      say(what, array.name, names_.array(id));
    else
      say(what, array.name, array.base + (array.extent ? ", " + *array.extent : ""));
  }
  /// The first that is said of a variable counts.
  void say(const std::string& what, const std::string& name, const std::string& place) {
    if (said_.insert(name).second) text_ += margin_ + audit_ + "." + what + "(" + quoted(name) + ", " + place + ");\n";
  }

  const LaunchSource& source_;
  const LoopModel& model_;
  LaunchNames& names_;
  const std::string& audit_;
  const std::string& margin_;
  std::set<std::string> said_;
  std::string text_;
};

/// `begin`: see watchedText.
void markBody(std::string& loop, const LaunchSource& source, const std::string& begin, const std::string& mark) {
  const BodyPlace& body = *source.site.body;
  std::size_t before = source.site.begin;  // what the text has less than the file, modulo its greatest number
  if (!begin.empty()) before += (source.model().restart->end - source.model().restart->begin) - begin.size();
  const std::size_t at = body.begin + (body.isBlock ? 1 : 0);
  // What stands behind it keeps its line and column.
  const std::string text = (body.isBlock ? " " : "{ ") + mark + "\n" +
                           lineDirective(source.unit, source.lines.lineAt(at)) + columnPadding(source.unit.text, at);
  if (!body.isBlock) loop.insert(body.end - before, " }");
  loop.insert(at - before, text);
}

const char* whyNotSeen(const LaunchSource& source) {
  if (source.site.call) return "it is a call";
  if (!source.site.body) return "a macro has part of its body";
  // Its container moves what earlier iterations have added.
  if (!source.model().appends.empty()) return "it adds to a container";
  if (source.launch.turn) return "its nest runs the other way round";
  return source.launch.legality.form == Form::Scan ? "it is a scan" : nullptr;
}

}  // namespace

std::string watchedText(const LaunchSource& source, LaunchNames& names, const std::string& margin,
                        const std::string& begin, std::string& loop) {
  if (!source.options.audit) return "";
  const std::string audit = names.another("audit");
  if (const char* why = whyNotSeen(source))
    return margin + "const clustrix::audit::NotSeen " + audit + "(" + names.site + ", " + quoted(why) + ");\n";
  markBody(loop, source, begin, "const clustrix::audit::Iteration " + names.another("iteration") + "(" + audit + ");");
  const std::string& told = source.model().kernel.needsIteration ? names.launched : names.loop;
  const char* const where = source.options.pastGuards ? ", clustrix::audit::Where::Always" : "";
  return margin + "clustrix::audit::Loop " + audit + "(" + told + where + ");\n" +
         AuditWriter(source, names, audit, margin).text();
}

}  // namespace clustrix::compiler
