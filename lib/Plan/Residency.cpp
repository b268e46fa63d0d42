#include "Plan/Residency.h"

#include "Support/Identifiers.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

bool isLaunched(const FunctionPlan& plan, int loop) { return plan.loops[static_cast<std::size_t>(loop)].launch >= 0; }

/// Whether a launch may leave its results on the devices. After a search the loop's own text runs; a container that
/// grows may move; what follows a pointer is only known where there is an iteration; an extremum that has no variable
/// is read where it lies; a loop that runs in place wants all that it may touch at home.
bool canStay(const AnnotatedFunction& function, const FunctionPlan& plan, int loop) {
  if (!isLaunched(plan, loop)) return false;
  if (plan.launches[static_cast<std::size_t>(plan.loops[static_cast<std::size_t>(loop)].launch)].inPlace) return false;
  const LoopModel& model = function.loops[static_cast<std::size_t>(loop)].model;
  const Legality& legality = plan.loops[static_cast<std::size_t>(loop)].legality;
  const bool readsBack =
      std::any_of(model.scalars.begin(), model.scalars.end(), [](const ScalarState& scalar) { return scalar.located; });
  return legality.form != Form::Search && model.appends.empty() && !model.kernel.needsIteration && !readsBack;
}

/// Numbers in memory that the launch's block reads and writes on the host.
class BlockTouch {
 public:
  explicit BlockTouch(const HostCode& code) : code_(code) {}

  void add(const LoopModel& model) {
    for (const ScalarState& scalar : model.scalars)
      if (scalar.inMemory) note(touch_.writes, scalar.expression);
    if (!model.kernel.finalVariable.empty()) note(touch_.writes, model.kernel.finalVariable);
    for (const MemoryScalar& scalar : model.memoryScalars)
      if (!scalar.header) note(touch_.reads, scalar.expression);
  }
  /// What the loop's head reads on the host, and the block with it.
  void add(const HostEffect& head) {
    for (const std::string& place : head.reads) note(touch_.reads, place);
  }
  /// A place that leads to another one is a part of its text, and has to be known first.
  HostEffect touch() {
    const auto shorter = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
    std::stable_sort(touch_.reads.begin(), touch_.reads.end(), shorter);
    std::stable_sort(touch_.writes.begin(), touch_.writes.end(), shorter);
    return touch_;
  }

 private:
  static bool holds(const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  }
  void note(std::vector<std::string>& list, const std::string& place) {
    if (!holds(code_.registers, place) && !holds(list, place)) list.push_back(place);
  }

  const HostCode& code_;
  HostEffect touch_;
};

const HostNode* nodeOf(const HostNode& node, int loop) {
  if (node.kind == HostNode::Loop && node.loop == loop) return &node;
  for (const HostNode& child : node.children)
    if (const HostNode* found = nodeOf(child, loop)) return found;
  return nullptr;
}

/// What the init, the condition and the step of a loop touch.
HostEffect headTouch(const HostNode* loop) {
  if (loop == nullptr) return HostEffect::everything();
  HostEffect all = loop->touch;
  const auto add = [&](const HostNode& part) {
    if (part.touch.anything || part.touch.lends >= 0 || !part.touch.frees.empty() || !part.expression)
      all = HostEffect::everything();
    all.reads.insert(all.reads.end(), part.touch.reads.begin(), part.touch.reads.end());
  };
  for (const HostNode& child : loop->children) {
    if (child.kind == HostNode::Code) add(child);
    const bool tests = child.kind == HostNode::Sequence && !child.children.empty() &&
                       child.children.front().kind == HostNode::Code && child.children.front().expression;
    if (tests) add(child.children.front());
  }
  return all;
}

/// Whether places of the head can be named in front of the loop: a variable that the head declares cannot.
bool areOutside(const HostEffect& head, const LoopModel& model) {
  const std::string& own = model.loops[0].variable;
  return own.empty() || !model.kernel.finalVariable.empty() ||
         std::none_of(head.reads.begin(), head.reads.end(),
                      [&](const std::string& place) { return hasWord(place, own); });
}

/// Whether a number that the block computes may be an element.
bool readsElements(const LoopModel& model) {
  return std::any_of(model.symbols.begin(), model.symbols.end(),
                     [](const Symbol& symbol) { return symbol.kind == SymbolKind::Parameter && symbol.mayRead; });
}

/// A head that calls something is as the model has it: members of objects, whose places it knows. What is declared in
/// front of the launch may be the value of an element.
HostEffect blockTouch(const AnnotatedFunction& function, int loop) {
  const LoopSite& site = function.loops[static_cast<std::size_t>(loop)];
  HostEffect head = headTouch(nodeOf(function.hostCode.body, loop));
  if (!areOutside(head, site.model)) head = HostEffect::everything();
  if (head.anything && (readsElements(site.model) || !site.declared.empty())) return HostEffect::everything();
  BlockTouch block(function.hostCode);
  if (!head.anything) block.add(head);
  block.add(site.model);
  for (const LoopModel& model : site.otherInstantiations) block.add(model);
  return block.touch();
}

/// The marks of one function. A mark is needed where something may be on the devices: behind a launch or a call that
/// lends, and in front of the next place where everything comes home.
class Marking {
 public:
  Marking(const AnnotatedFunction& function, const std::vector<bool>& lendable, FunctionPlan& plan)
      : function_(function), lendable_(lendable), plan_(plan) {}

  /// Something may be on the devices where the function begins: a caller's arrays, or what a `clustrix::resident`
  /// keeps.
  void run() {
    visit(function_.hostCode.body, true);
    std::stable_sort(plan_.residency.marks.begin(), plan_.residency.marks.end(),
                     [](const HostMark& a, const HostMark& b) { return a.begin < b.begin; });
  }

  /// Whether something may be on the devices behind a node, where nothing was in front of it.
  bool mayLaunch(const HostNode& node) const {
    if (node.kind == HostNode::Code) {
      const HostEffect touch = touchOf(node);
      return !touch.anything && (touch.lends >= 0 || std::any_of(node.embedded.begin(), node.embedded.end(),
                                                                 [&](int loop) { return stays(loop); }));
    }
    if (node.kind == HostNode::Loop && isLaunched(plan_, node.loop)) return stays(node.loop);
    return std::any_of(node.children.begin(), node.children.end(),
                       [&](const HostNode& child) { return mayLaunch(child); });
  }

 private:
  bool stays(int loop) const { return canStay(function_, plan_, loop); }

  bool lends(int function) const { return function >= 0 && lendable_[static_cast<std::size_t>(function)]; }

  /// What a statement touches, loops in the middle of it included: those that are launches touch nothing themselves,
  /// but nothing else must be touched behind them.
  HostEffect touchOf(const HostNode& node) const {
    HostEffect touch = node.touch;
    if (touch.lends >= 0 && !lends(touch.lends)) return HostEffect::everything();
    for (const int loop : node.embedded) {
      const int parent = function_.loops[static_cast<std::size_t>(loop)].parent;
      const bool outermost = std::find(node.embedded.begin(), node.embedded.end(), parent) == node.embedded.end();
      if (outermost && (!stays(loop) || !touch.nothing())) return HostEffect::everything();
    }
    return touch;
  }

  bool touchesAnything(const HostNode& node) const {
    if (node.kind == HostNode::Code && !touchOf(node).nothing()) return true;
    if (node.kind == HostNode::Loop && (isLaunched(plan_, node.loop) || !node.touch.nothing())) return true;
    return std::any_of(node.children.begin(), node.children.end(),
                       [&](const HostNode& child) { return touchesAnything(child); });
  }

  /// Both return whether something may be on the devices behind the node.
  bool visit(const HostNode& node, bool resident) {
    switch (node.kind) {
      case HostNode::Code:
        return visitCode(node, resident);
      case HostNode::Loop:
        return visitLoop(node, resident);
      case HostNode::Choice: {
        bool after = node.children.empty() && resident;
        for (const HostNode& child : node.children) after = visit(child, resident) || after;
        return after;
      }
      case HostNode::Jumps: {
        const bool inside = resident || mayLaunch(node);
        for (const HostNode& child : node.children) visit(child, inside);
        return inside;
      }
      case HostNode::Sequence:
        return visitSequence(node, resident);
      case HostNode::Lifetime:
        break;
    }
    return resident;
  }

  bool visitSequence(const HostNode& node, bool resident) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const HostNode& child = node.children[i];
      resident = visit(child, resident);
      if (child.kind != HostNode::Lifetime) continue;
      // Nothing reaches the variable's own memory but what is launched while it lives.
      const bool needed = (resident && child.touch.anything) ||
                          std::any_of(node.children.begin() + static_cast<std::ptrdiff_t>(i), node.children.end(),
                                      [&](const HostNode& later) { return mayLaunch(later); });
      if (needed) plan_.residency.marks.push_back({HostMark::Lifetime, child.begin, child.end, {}, child.owner});
    }
    return resident;
  }

  bool visitCode(const HostNode& node, bool resident) {
    HostEffect touch = touchOf(node);
    const bool launches = mayLaunch(node);
    for (const int loop : node.embedded) setLaunch(loop, launches && stays(loop), resident && !touch.anything);
    if (touch.anything && !resident) return false;
    if (!resident) touch = HostEffect{false, {}, {}, touch.lends};
    mark(node, touch);
    return !touch.anything && (resident || launches);
  }

  bool visitLoop(const HostNode& node, bool resident) {
    if (isLaunched(plan_, node.loop)) {
      setLaunch(node.loop, stays(node.loop), resident);
      return stays(node.loop);
    }
    if (mayLaunch(node)) {
      if (resident) mark(node, effective(node.touch));
      for (const HostNode& child : node.children) visit(child, true);
      return true;
    }
    const bool inside = std::any_of(node.children.begin(), node.children.end(),
                                    [&](const HostNode& child) { return touchesAnything(child); });
    const HostEffect touch = inside ? HostEffect::everything() : effective(node.touch);
    if (resident) mark(node, touch);
    for (const HostNode& child : node.children) visit(child, false);
    return resident && !touch.anything;
  }

  /// Nothing is lent in a loop's header.
  static HostEffect effective(const HostEffect& touch) {
    return touch.lends >= 0 || !touch.frees.empty() ? HostEffect::everything() : touch;
  }

  void setLaunch(int loop, bool stays, bool resident) {
    if (!isLaunched(plan_, loop)) return;
    Launch& launch = plan_.launches[static_cast<std::size_t>(plan_.loops[static_cast<std::size_t>(loop)].launch)];
    launch.resident = stays;
    if (!resident) return;
    launch.before = stays ? blockTouch(function_, loop) : HostEffect::everything();
  }

  void mark(const HostNode& node, const HostEffect& touch) {
    if (touch.nothing()) return;
    const HostMark::Kind kind = node.expression ? HostMark::Expression
                                : node.sole     ? HostMark::Braces
                                                : HostMark::Statement;
    plan_.residency.marks.push_back({kind, node.begin, node.end, touch});
  }

  const AnnotatedFunction& function_;
  const std::vector<bool>& lendable_;
  FunctionPlan& plan_;
};

void collectLends(const HostNode& node, std::vector<int>& found) {
  if (node.touch.lends >= 0) found.push_back(node.touch.lends);
  for (const HostNode& child : node.children) collectLends(child, found);
}

/// Whether a function's one launch has to do with what a `clustrix::resident` keeps. Scans want all at home.
bool mayFindKept(const AnnotatedFunction& function, const FunctionPlan& plan) {
  return std::any_of(plan.launches.begin(), plan.launches.end(), [&](const Launch& launch) {
    return !launch.hostAlone && canStay(function, plan, launch.loop) &&
           plan.loops[static_cast<std::size_t>(launch.loop)].legality.form != Form::Scan;
  });
}

/// Whether keeping arrays can pay: devices run more than one launch, or one in a loop.
bool launchesAgain(const AnnotatedFunction& function, const FunctionPlan& plan) {
  int launches = 0;
  for (const Launch& launch : plan.launches) {
    if (launch.hostAlone) continue;
    if (function.loops[static_cast<std::size_t>(launch.loop)].parent >= 0) return true;
    ++launches;
  }
  return launches > 1;
}

/// Whether anything but launches touches memory. What host code that is not told of touches is unknown.
bool touchesMemory(const HostNode& node, const FunctionPlan& plan) {
  if (node.kind == HostNode::Loop && isLaunched(plan, node.loop)) return false;
  return !node.touch.nothing() || std::any_of(node.children.begin(), node.children.end(),
                                              [&](const HostNode& child) { return touchesMemory(child, plan); });
}

/// Whether a function without a residency begins with all that the program keeps on devices at home. Its launches see
/// to it themselves, and one without loops is as good as not annotated.
bool beginsAtHome(const AnnotatedFunction& function, const FunctionPlan& plan) {
  const HostCode& code = function.hostCode;
  return code.begin > 0 && !function.loops.empty() && (!code.problem.empty() || touchesMemory(code.body, plan));
}

/// The other way round, a nest stays where it stays as it is.
void keepOther(Launch& launch) {
  for (Launch& other : launch.instead) {
    other.resident = launch.resident;
    other.before = launch.before;
  }
}

/// The inner ways of a nest stay in the function's residency, or in one around the nest: all that the host does between
/// their launches is the outer loop's head, which touches nothing that the nest writes.
void keepInner(const AnnotatedFunction& function, Launch& launch) {
  for (Launch& inner : launch.inner) {
    inner.resident = true;
    inner.before = blockTouch(function, inner.loop);
    keepInner(function, inner);
  }
}

/// Functions whose host code is told, and which come to a launch, themselves or in functions that they lend to.
std::vector<bool> lendable(const SourceUnit& unit, ClusterPlan& plan) {
  std::vector<bool> result(unit.functions.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < unit.functions.size(); ++f) {
      const HostCode& code = unit.functions[f].hostCode;
      if (result[f] || !code.problem.empty()) continue;
      result[f] = Marking(unit.functions[f], result, plan.functions[f]).mayLaunch(code.body);
      changed = changed || result[f];
    }
  }
  return result;
}

}  // namespace

void planResidency(const SourceUnit& unit, ClusterPlan& plan) {
  const std::vector<bool> able = lendable(unit, plan);
  std::vector<bool> borrows(unit.functions.size()), lends(unit.functions.size());
  for (std::size_t f = 0; f < unit.functions.size(); ++f) {
    std::vector<int> called;
    if (able[f]) collectLends(unit.functions[f].hostCode.body, called);
    for (const int function : called) {
      const auto other = static_cast<std::size_t>(function);
      if (!able[other]) continue;
      lends[f] = true;
      borrows[other] = true;
    }
  }
  for (std::size_t f = 0; f < unit.functions.size(); ++f) {
    FunctionPlan& its = plan.functions[f];
    for (Launch& launch : its.launches) keepInner(unit.functions[f], launch);
    const bool brief = !launchesAgain(unit.functions[f], its) && !lends[f] && !borrows[f];
    if (!able[f] || (brief && !mayFindKept(unit.functions[f], its))) {
      its.residency.home = beginsAtHome(unit.functions[f], its);
      continue;
    }
    its.residency.present = true;
    its.residency.brief = brief;
    Marking(unit.functions[f], able, its).run();
  }
  for (FunctionPlan& its : plan.functions)
    for (Launch& launch : its.launches) keepOther(launch);
}

}  // namespace clustrix::compiler
