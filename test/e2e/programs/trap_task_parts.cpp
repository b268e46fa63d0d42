// Objects of a library without a destructor: in arrays, structures and lambdas, and given to functions of the program.
#include "show.h"
#include "task_objects.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace {

// Without a destructor.
struct Holder {
  la::Cell cell;
  int number = 0;
  const la::Cell& get() const { return cell; }
  void put(double x) const { cell.put(x); }
};

[[clustrix::cluster]] double cellCopied(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Cell c = w.cell();
    c.put(i);
    s += c.get() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellsInArray(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Cell c[2] = {w.cell(), w.cell()};
    c[1].put(i);
    s += (c[0].get()) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellInArrayAssigned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Cell c[2];
    c[1] = w.cell();
    c[1].put(i);
    s += (c[1].get()) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellsInStdArray(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    std::array<la::Cell, 2> c = {w.cell(), w.cell()};
    c[1].put(i);
    s += (c[0].get()) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellsInRange(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Cell c[2] = {w.cell(), w.cell()};
    for (auto& one : c) one.put(i);
    s += (c[0].get()) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellInPair(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    std::pair<la::Cell, int> c{w.cell(), i};
    c.first.put(i);
    s += c.first.get() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellInTemporaryPair(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    std::pair<la::Cell, int>(w.cell(), i).first.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellInTuple(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    std::tuple<la::Cell, int> c{w.cell(), i};
    std::get<0>(c).put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellInOptional(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    std::optional<la::Cell> c = w.cell();
    c->put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellInOptionalRead(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    std::optional<la::Cell> c = w.cell();
    (*c).put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double wrapped(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    auto r = std::ref(x);
    r.get() = w;
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double behindAddress(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    *std::addressof(x) = w;
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double tied(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::Cell c = x.cell();
    int k = 0;
    std::tie(c, k) = std::make_tuple(w.cell(), i);
    c.put(i);
    s += (w.item() + k) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double bytesCopied(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::Cell c = x.cell();
    const la::Cell d = w.cell();
    std::memcpy(std::addressof(c), std::addressof(d), sizeof c);
    c.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellsFilled(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::Cell c[2] = {x.cell(), x.cell()};
    std::fill(c, c + 2, w.cell());
    c[1].put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellOfStructPointed(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    Holder h{w.cell(), i};
    const la::Cell* p = &h.cell;
    p->put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellInStruct(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    Holder h{w.cell(), i};
    h.cell.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellInTemporary(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    Holder{w.cell(), i}.cell.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellOfStruct(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    Holder h{w.cell(), i};
    h.get().put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellInsideStruct(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    Holder h{w.cell(), i};
    h.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellBound(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    Holder h{w.cell(), i};
    auto [c, k] = h;
    c.put(i);
    s += (w.item() + k) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellBoundByReference(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    Holder h{w.cell(), i};
    auto& [c, k] = h;
    c.put(i);
    s += (w.item() + k) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellBoundOfPair(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto [c, k] = std::make_pair(w.cell(), i);
    c.put(i);
    s += (w.item() + k) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellOuter(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  la::Cell c = w.cell();
  for (int i = 0; i < n; ++i) {  // want: serial
    c.put(i);
    s += c.get() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellOfOuterStruct(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  const Holder h{w.cell(), 1};
  for (int i = 0; i < n; ++i) {  // want: serial
    h.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellMemberOfOuterStruct(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  const Holder h{w.cell(), 1};
  for (int i = 0; i < n; ++i) {  // want: serial
    h.cell.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellByGetterOfOuterStruct(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  const Holder h{w.cell(), 1};
  for (int i = 0; i < n; ++i) {  // want: serial
    h.get().put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double structCopied(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  const Holder h{w.cell(), 1};
  for (int i = 0; i < n; ++i) {  // want: serial
    Holder g = h;
    g.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellsOuter(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  la::Cell c[2] = {w.cell(), w.cell()};
  for (int i = 0; i < n; ++i) {  // want: serial
    c[i % 2].put(i);
    s += (c[0].get()) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellsOuterCopied(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  la::Cell c[2] = {w.cell(), w.cell()};
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Cell d = c[i % 2];
    d.put(i);
    s += d.get() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellsInVector(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  std::vector<la::Cell> c = {w.cell(), w.cell()};
  for (int i = 0; i < n; ++i) {  // want: serial
    c[static_cast<std::size_t>(i % 2)].put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellAssigned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  la::Cell c = w.cell();
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::full(1, i);
    c = x.cell();
    s += c.get() * (i + 1);
  }
  c = w.cell();
  s += c.get();
  return s;
}

[[clustrix::cluster]] double cellCaptured(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const la::Cell c = w.cell();
    auto f = [c](double x) { c.put(x); };
    f(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellCapturedAnew(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto f = [c = w.cell()](double x) { c.put(x); };
    f(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellCapturedOuter(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  const la::Cell c = w.cell();
  auto f = [c](double x) { c.put(x); };
  for (int i = 0; i < n; ++i) {  // want: serial
    f(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double viewCapturedMutable(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto f = [r = m.row(0)](double x) mutable { r = x; };
    f(i);
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double viewReturned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto f = [&] { return m.row(0); };
    f() = i;
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellReturned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto f = [&] { return w.cell(); };
    f().put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double cellReturnedAndHeld(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto f = [&] { return w.cell(); };
    auto c = f();
    c.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double capturedAll(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto f = [&](double x) { w.add_(x); };
    f(1);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double capturedAndRebound(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    auto f = [&] { x = w; };
    f();
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double capturedReference(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto f = [&t = w] { t.add_(1.0); };
    f();
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double capturedTensor(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto f = [t = w] { t.add_(1.0); };
    f();
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double capturedMatrix(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  const la::Matrix x = m;
  auto f = [x](double v) {
    x.shown() = v;
    return x.norm();
  };
  for (int i = 0; i < n; ++i) {  // want: serial
    s += f(i) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double outerLambda(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  auto f = [&](double x) { w.add_(x); };
  for (int i = 0; i < n; ++i) {  // want: serial
    f(1);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double function(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  std::function<void()> f = [&] { w.add_(1.0); };
  for (int i = 0; i < n; ++i) {  // want: serial
    f();
    s += w.item() * (i + 1);
  }
  return s;
}

// Helpers.
void addTo(const la::Tensor& x) { x.add_(1.0); }

void addToCopy(la::Tensor x) { x.add_(1.0); }

void putInto(la::Cell c, double x) { c.put(x); }

void putIntoReference(const la::Cell& c, double x) { c.put(x); }

void fillView(la::View v, double x) { v = x; }

void fillShown(const la::Matrix& x, double v) { x.shown() = v; }

void clearIt(la::Matrix& x) { x.clear(); }

void rebind(la::Tensor& x, const la::Tensor& to) { x = to; }

void rebindBehind(la::Tensor& r, la::Tensor& x, const la::Tensor& to) {
  x = to;
  r.add_(1.0);
}

la::Tensor& itself(la::Tensor& x) { return x; }

const la::Tensor& constantItself(const la::Tensor& x) { return x; }

la::Cell cellOf(const la::Tensor& x) { return x.cell(); }

la::Tensor copyOf(const la::Tensor& x) { return x; }

[[clustrix::cluster]] double helperWrites(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    addTo(w);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperWritesCopy(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    addToCopy(w);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperWritesOwnCopy(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = w;
    addTo(x);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperPuts(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    putInto(w.cell(), i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperPutsReference(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    putIntoReference(w.cell(), i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperPutsNamed(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Cell c = w.cell();
    putInto(c, i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperPutsOuter(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  const la::Cell c = w.cell();
  for (int i = 0; i < n; ++i) {  // want: serial
    putIntoReference(c, i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperFills(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    fillView(m.row(0), i);
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperFillsShown(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    fillShown(m, i);
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperClears(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    clearIt(m);
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperRebinds(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    rebind(x, w);
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperRebindsBehind(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    rebindBehind(la::same(x), x, w);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperReturns(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    itself(w).add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperReturnsOwn(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    itself(x) = w;
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperReturnsConstant(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const la::Tensor x = w;
    constantItself(x).add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperReturnsConstantOuter(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    constantItself(w).add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperReturnsCell(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    cellOf(w).put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperReturnsHeldCell(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const auto c = cellOf(w);
    c.put(i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double helperReturnsCopy(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    copyOf(w).add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

// Members.

struct Net {
  la::Tensor weight;
  la::Matrix bias;
  double last = 0;
  void bump() { weight.add_(1.0); }
  void bumpConstant() const { weight.add_(1.0); }
  [[clustrix::cluster]] double train(int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) {  // want: serial
      weight.add_(1.0);
      s += weight.item() * (i + 1);
    }
    return s;
  }
  [[clustrix::cluster]] double trainByCall(int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) {  // want: serial
      bump();
      s += weight.item() * (i + 1);
    }
    return s;
  }
  [[clustrix::cluster]] double set(int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) {  // want: serial
      bias = la::Matrix(1, 1, i);
      s += bias.norm() * (i + 1);
    }
    return s;
  }
  [[clustrix::cluster]] double setElement(int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) {  // want: serial
      s += bias.norm() * (i + 1);
      this->bias(0, 0) = i;
    }
    return s;
  }
  [[clustrix::cluster]] double setByLambda(int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) {  // want: serial
      s += bias.norm() * (i + 1);
      [this, i] { bias(0, 0) = i; }();
    }
    return s;
  }
  [[clustrix::cluster]] double keep(int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) {  // want: serial
      s += last;
      last = la::full(2, i).sum();
    }
    return s;
  }
};

[[clustrix::cluster]] double memberOfStruct(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  Net net{w, m};
  for (int i = 0; i < n; ++i) {  // want: serial
    net.weight.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double functionOfStruct(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  Net net{w, m};
  for (int i = 0; i < n; ++i) {  // want: serial
    net.bump();
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double functionOfConstantStruct(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  const Net net{w, m};
  for (int i = 0; i < n; ++i) {  // want: serial
    net.bumpConstant();
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double functionBehindPointer(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  const Net net{w, m};
  const Net* p = &net;
  for (int i = 0; i < n; ++i) {  // want: serial
    p->bumpConstant();
    s += w.item() * (i + 1);
  }
  return s;
}

void run(const char* name, double (*trap)(la::Tensor&, la::Matrix&, int), int n) {
  la::Tensor w(std::vector<double>{1, 2, 3});
  la::Matrix m(2, 3, 0.5);
  put(name, trap(w, m, n));
  put("w", w.sum());
  put("m", m.norm());
}

}  // namespace

int main() {
  for (const int n : {0, 1, 2, 11}) {
    run("cellCopied", cellCopied, n);
    run("cellsInArray", cellsInArray, n);
    run("cellInArrayAssigned", cellInArrayAssigned, n);
    run("cellsInStdArray", cellsInStdArray, n);
    run("cellsInRange", cellsInRange, n);
    run("cellInPair", cellInPair, n);
    run("cellInTemporaryPair", cellInTemporaryPair, n);
    run("cellInTuple", cellInTuple, n);
    run("cellInOptional", cellInOptional, n);
    run("cellInOptionalRead", cellInOptionalRead, n);
    run("wrapped", wrapped, n);
    run("behindAddress", behindAddress, n);
    run("tied", tied, n);
    run("bytesCopied", bytesCopied, n);
    run("cellsFilled", cellsFilled, n);
    run("cellOfStructPointed", cellOfStructPointed, n);
    run("cellInStruct", cellInStruct, n);
    run("cellInTemporary", cellInTemporary, n);
    run("cellOfStruct", cellOfStruct, n);
    run("cellInsideStruct", cellInsideStruct, n);
    run("cellBound", cellBound, n);
    run("cellBoundByReference", cellBoundByReference, n);
    run("cellBoundOfPair", cellBoundOfPair, n);
    run("cellOuter", cellOuter, n);
    run("cellOfOuterStruct", cellOfOuterStruct, n);
    run("cellMemberOfOuterStruct", cellMemberOfOuterStruct, n);
    run("cellByGetterOfOuterStruct", cellByGetterOfOuterStruct, n);
    run("structCopied", structCopied, n);
    run("cellsOuter", cellsOuter, n);
    run("cellsOuterCopied", cellsOuterCopied, n);
    run("cellsInVector", cellsInVector, n);
    run("cellAssigned", cellAssigned, n);
    run("cellCaptured", cellCaptured, n);
    run("cellCapturedAnew", cellCapturedAnew, n);
    run("cellCapturedOuter", cellCapturedOuter, n);
    run("viewCapturedMutable", viewCapturedMutable, n);
    run("viewReturned", viewReturned, n);
    run("cellReturned", cellReturned, n);
    run("cellReturnedAndHeld", cellReturnedAndHeld, n);
    run("capturedAll", capturedAll, n);
    run("capturedAndRebound", capturedAndRebound, n);
    run("capturedReference", capturedReference, n);
    run("capturedTensor", capturedTensor, n);
    run("capturedMatrix", capturedMatrix, n);
    run("outerLambda", outerLambda, n);
    run("function", function, n);
    run("helperWrites", helperWrites, n);
    run("helperWritesCopy", helperWritesCopy, n);
    run("helperWritesOwnCopy", helperWritesOwnCopy, n);
    run("helperPuts", helperPuts, n);
    run("helperPutsReference", helperPutsReference, n);
    run("helperPutsNamed", helperPutsNamed, n);
    run("helperPutsOuter", helperPutsOuter, n);
    run("helperFills", helperFills, n);
    run("helperFillsShown", helperFillsShown, n);
    run("helperClears", helperClears, n);
    run("helperRebinds", helperRebinds, n);
    run("helperRebindsBehind", helperRebindsBehind, n);
    run("helperReturns", helperReturns, n);
    run("helperReturnsOwn", helperReturnsOwn, n);
    run("helperReturnsConstant", helperReturnsConstant, n);
    run("helperReturnsConstantOuter", helperReturnsConstantOuter, n);
    run("helperReturnsCell", helperReturnsCell, n);
    run("helperReturnsHeldCell", helperReturnsHeldCell, n);
    run("helperReturnsCopy", helperReturnsCopy, n);
    run("memberOfStruct", memberOfStruct, n);
    run("functionOfStruct", functionOfStruct, n);
    run("functionOfConstantStruct", functionOfConstantStruct, n);
    run("functionBehindPointer", functionBehindPointer, n);
    Net net{la::ones(2), la::Matrix(1, 2, 1)};
    put("train", net.train(n));
    put("trainByCall", net.trainByCall(n));
    put("set", net.set(n));
    put("setElement", net.setElement(n));
    put("setByLambda", net.setByLambda(n));
    put("keep", net.keep(n));
    put("weight", net.weight.sum());
    put("bias", net.bias.norm());
  }
}
