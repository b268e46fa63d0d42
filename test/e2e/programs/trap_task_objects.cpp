// Loops over objects of a library in which an iteration writes, rebinds or empties what other iterations see.
#include "show.h"
#include "task_objects.h"

#include <memory>
#include <utility>

namespace {

[[clustrix::cluster]] double writeShared(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    w.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double copyOfHandle(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = w;
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double assignedHandle(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    x = w;
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double bracedHandle(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x{w};
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double assignedThroughCall(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::same(x) = w;
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double assignedThroughMember(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    x.add_(1.0) = w;
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double assignedTwice(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x;
    (x = la::ones(2)) = w;
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double sharedByMember(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    x.share(w);
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double sharedByFunction(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::assign(x, w);
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double listOfShared(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::List x;
    x.push(w);
    x.at(0).add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double listElementAssigned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::List x{la::ones(2)};
    x.at(0) = w;
    x.at(0).add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double listGiven(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::List x{la::ones(1), w};
    x.at(1).add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double referenceFromCall(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::Tensor& r = la::same(x);
    x = w;
    r.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double referenceFromMember(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    auto&& r = x.add_(1.0);
    x = w;
    r.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double peeked(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::Peek p(x);
    x = w;
    p.get().add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double peekedAnew(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::Peek p(x);
    p = la::Peek(w);
    p.get().add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double drawn(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::draw().tensor(2);
    s += (x.item() + w.item()) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double drawnLater(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const la::Draw d = la::draw();
    s += (d.tensor(2).item() + w.item()) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double defaultArgument(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::aliasOf();
    x.add_(1.0);
    s += (x.item() + w.item()) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double movedMatrix(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Matrix x = std::move(m);
    s += x.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double movedTensor(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = std::move(w);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double moveAssigned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x;
    x = std::move(w);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double moveAssignedMatrix(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Matrix x;
    x = std::move(m);
    s += x.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double consumed(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::consume(std::move(w));
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double castToMove(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Matrix x(static_cast<la::Matrix&&>(m));
    s += x.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double taken(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Matrix x = m.take();
    s += x.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double swapped(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    std::swap(x, w);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double swappedByMember(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    x.swap(w);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double swappedMatrix(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Matrix x(1, 1, i);
    m.swap(x);
    s += x.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double swappedOwn(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2), y = w;
    std::swap(x, y);
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double swappedByFunction(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2), y = w;
    la::swap(x, y);
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double exchanged(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = std::exchange(w, la::full(1, i));
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double chosenConst(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const la::Tensor x = la::ones(2), y = w;
    (i % 2 ? x : y).add_(1.0);
    s += y.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double chosenReference(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const la::Tensor x = la::ones(2), y = w;
    const la::Tensor& z = i % 2 ? x : y;
    z.add_(1.0);
    s += y.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double chosenValue(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::Tensor z = i % 2 ? x : w;
    z.add_(1.0);
    s += z.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double chosenOuter(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    (i % 2 ? x : w).add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double chosenTemporary(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const la::Tensor& z = i % 2 ? w : la::ones(2);
    z.add_(1.0);
    s += z.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double eitherOf(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    la::either(w, x).add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double comma(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    (x.add_(1.0), w).add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double commaAssigned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(2);
    (s += 1, x) = w;
    x.add_(1.0);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double rowWritten(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    m.row(0) = i;
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double rowHeld(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto r = m.row(0);
    r += 1;
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double rowCopied(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::View r = m.row(0), s = r;
    s.fill(i);
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double rowAssigned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::View r = m.row(0);
    la::Matrix x(1, m.columns(), i);
    r = x.row(0);
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementWritten(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    m(0, 0) = i;
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementCompound(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    m(0, 0) += i;
    s += (m(0, 1)) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementStepped(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    ++m(0, 0);
    m(0, 1)--;
    s += (m(0, 1)) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementReference(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    double& e = m(0, 0);
    e = i;
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementPointer(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    double* e = &m(0, 0);
    *e = i;
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementGiven(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    s += (la::least(-i, m(0, 0))) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementOfData(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    m.data()[0] = i;
    s += 1 * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementsOfRange(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    for (double& e : m) e += 1;
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementsOfView(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    for (double& e : m.row(0)) e += 1;
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double elementSwapped(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    double x = i;
    std::swap(x, m(0, 0));
    s += x * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double matrixCleared(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    m.clear();
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double matrixAssigned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    m = la::Matrix(1, 1, i);
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double matrixAdded(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    m += la::Matrix(m.rows(), m.columns(), i);
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double constantShown(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const la::Matrix& x = m;
    x.shown() = i;
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double constantCast(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const la::Matrix& x = m;
    const_cast<la::Matrix&>(x).clear();
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double matrixReference(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto& x = m;
    x.clear();
    s += m.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double tensorReference(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    auto&& x = w;
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double tensorAssigned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    s += w.item() * (i + 1);
    w = la::full(2, i);
  }
  return s;
}

[[clustrix::cluster]] double tensorAdded(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    w += la::full(1, i);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double tensorFromItself(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    w = w + w;
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double pointerToTensor(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1), y = w;
    la::Tensor* p = i % 2 ? &x : &y;
    p->add_(1.0);
    s += y.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double addressOf(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor y = w;
    la::Tensor* p = std::addressof(y);
    p->add_(1.0);
    s += y.item() * (i + 1);
  }
  return s;
}

// What lasts.
[[clustrix::cluster]] double staticTensor(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    static la::Tensor x = la::ones(1);
    x.add_(i);
    s += (x.item() + w.item()) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double staticConstant(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    static const la::Tensor x = la::ones(1);
    x.add_(i);
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double threadTensor(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    thread_local la::Tensor x = la::ones(1);
    x.add_(i);
    s += x.item() * (i + 1);
  }
  return s;
}

const la::Tensor global = la::ones(3);

la::Matrix globalMatrix(2, 2, 1);

[[clustrix::cluster]] double globalTensor(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    global.add_(i);
    s += global.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double globalCleared(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    globalMatrix(0, 0) = i;
    s += globalMatrix.norm() * (i + 1);
  }
  return s;
}

void touchGlobal(int i) { globalMatrix(0, 1) = i; }

[[clustrix::cluster]] double globalTouched(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    touchGlobal(i);
    s += globalMatrix.norm() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double carriedTensor(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  la::Tensor x;
  for (int i = 0; i < n; ++i) {  // want: serial
    s += x.sum() * (i + 1);
    x = la::full(2, i);
  }
  s += x.sum();
  return s;
}

[[clustrix::cluster]] double carriedMatrix(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  la::Matrix x(1, 1);
  for (int i = 0; i < n; ++i) {  // want: serial
    x = la::Matrix(2, 2, i);
    s += x.norm() * (i + 1);
  }
  s += x.norm();
  return s;
}

[[clustrix::cluster]] double carriedPoint(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  la::Point p(1, 2);
  for (int i = 0; i < n; ++i) {  // want: serial
    p.shift(i);
    s += p.x() * (i + 1);
  }
  s += p.x();
  return s;
}

[[clustrix::cluster]] double carriedPointElement(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  la::Point p(1, 2);
  for (int i = 0; i < n; ++i) {  // want: serial
    p.x() += i;
    s += p.x() * (i + 1);
  }
  s += p.x();
  return s;
}

[[clustrix::cluster]] double carriedPointAssigned(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  la::Point p(1, 2);
  for (int i = 0; i < n; ++i) {  // want: serial
    s += p.x() * (i + 1);
    p = la::Point(i, i);
  }
  s += p.x();
  return s;
}

// Elsewhere than in a statement of its own.
[[clustrix::cluster]] double inCondition(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (w.add_(1.0).item() > 3) s += 1 * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double inInitialiser(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (la::Tensor x = w; x.add_(1.0).item() > 3) s += 1 * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double inSwitch(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    switch (static_cast<int>(w.add_(1.0).item()) % 3) {
      case 0:
        s += 1 * (i + 1);
        break;
      default:
        s += 2 * (i + 1);
    }
  }
  return s;
}

[[clustrix::cluster]] double inWhile(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    while ((x = w).add_(1.0).item() < 40) s += 1;
    s += x.item();
  }
  return s;
}

[[clustrix::cluster]] double inInnerLoop(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    for (int k = 0; k < 2; ++k) {
      x.add_(1.0);
      x = w;
    }
    s += x.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double inHeadOfInnerLoop(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    int k = 0;
    for (la::Tensor x = w; k < 2; ++k, x = w) x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double inShortCircuit(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    if (i % 2 && (x = w).defined()) s += 1 * (i + 1);
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double behindContinue(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    for (int k = 0; k < 3; ++k) {
      x.add_(1.0);
      if (k % 2) continue;
      x = w;
    }
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double behindBreak(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    for (int k = 0; k < 3; ++k) {
      x = w;
      if (k == i) break;
      x = la::ones(1);
    }
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double behindGoto(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = w;
    if (i % 2) goto done;
    x = la::ones(1);
  done:
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double inSwitchCases(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    switch (i % 3) {
      case 0:
        x = w;
        break;
      case 1:
        x = la::ones(2);
        [[fallthrough]];
      default:
        break;
    }
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double inTernary(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    i % 2 ? x = w : x = la::ones(1);
    x.add_(1.0);
    s += w.item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double asArgument(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = la::ones(1);
    s += (la::plus(x = w, w).item()) * (i + 1);
    x.add_(1.0);
  }
  return s;
}

[[clustrix::cluster]] double chained(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    s += w.t().t().add_(1.0).item() * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double inList(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    s += (la::total({la::ones(2), w.add_(1.0)})) * (i + 1);
  }
  return s;
}

[[clustrix::cluster]] double inSizeOfInner(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int k = 0; k < w.add_(1.0).item() && k < 2; ++k) s += k;
  }
  return s;
}

[[clustrix::cluster]] double leavesEarly(la::Tensor& w, la::Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = w;
    x.add_(1.0);
    if (x.item() > 6) break;
    s += x.item() * (i + 1);
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
    run("writeShared", writeShared, n);
    run("copyOfHandle", copyOfHandle, n);
    run("assignedHandle", assignedHandle, n);
    run("bracedHandle", bracedHandle, n);
    run("assignedThroughCall", assignedThroughCall, n);
    run("assignedThroughMember", assignedThroughMember, n);
    run("assignedTwice", assignedTwice, n);
    run("sharedByMember", sharedByMember, n);
    run("sharedByFunction", sharedByFunction, n);
    run("listOfShared", listOfShared, n);
    run("listElementAssigned", listElementAssigned, n);
    run("listGiven", listGiven, n);
    run("referenceFromCall", referenceFromCall, n);
    run("referenceFromMember", referenceFromMember, n);
    run("peeked", peeked, n);
    run("peekedAnew", peekedAnew, n);
    run("drawn", drawn, n);
    run("drawnLater", drawnLater, n);
    run("defaultArgument", defaultArgument, n);
    run("movedMatrix", movedMatrix, n);
    run("movedTensor", movedTensor, n);
    run("moveAssigned", moveAssigned, n);
    run("moveAssignedMatrix", moveAssignedMatrix, n);
    run("consumed", consumed, n);
    run("castToMove", castToMove, n);
    run("taken", taken, n);
    run("swapped", swapped, n);
    run("swappedByMember", swappedByMember, n);
    run("swappedMatrix", swappedMatrix, n);
    run("swappedOwn", swappedOwn, n);
    run("swappedByFunction", swappedByFunction, n);
    run("exchanged", exchanged, n);
    run("chosenConst", chosenConst, n);
    run("chosenReference", chosenReference, n);
    run("chosenValue", chosenValue, n);
    run("chosenOuter", chosenOuter, n);
    run("chosenTemporary", chosenTemporary, n);
    run("eitherOf", eitherOf, n);
    run("comma", comma, n);
    run("commaAssigned", commaAssigned, n);
    run("rowWritten", rowWritten, n);
    run("rowHeld", rowHeld, n);
    run("rowCopied", rowCopied, n);
    run("rowAssigned", rowAssigned, n);
    run("elementWritten", elementWritten, n);
    run("elementCompound", elementCompound, n);
    run("elementStepped", elementStepped, n);
    run("elementReference", elementReference, n);
    run("elementPointer", elementPointer, n);
    run("elementGiven", elementGiven, n);
    run("elementOfData", elementOfData, n);
    run("elementsOfRange", elementsOfRange, n);
    run("elementsOfView", elementsOfView, n);
    run("elementSwapped", elementSwapped, n);
    run("matrixCleared", matrixCleared, n);
    run("matrixAssigned", matrixAssigned, n);
    run("matrixAdded", matrixAdded, n);
    run("constantShown", constantShown, n);
    run("constantCast", constantCast, n);
    run("matrixReference", matrixReference, n);
    run("tensorReference", tensorReference, n);
    run("tensorAssigned", tensorAssigned, n);
    run("tensorAdded", tensorAdded, n);
    run("tensorFromItself", tensorFromItself, n);
    run("pointerToTensor", pointerToTensor, n);
    run("addressOf", addressOf, n);
    run("staticTensor", staticTensor, n);
    run("staticConstant", staticConstant, n);
    run("threadTensor", threadTensor, n);
    run("globalTensor", globalTensor, n);
    run("globalCleared", globalCleared, n);
    run("globalTouched", globalTouched, n);
    run("carriedTensor", carriedTensor, n);
    run("carriedMatrix", carriedMatrix, n);
    run("carriedPoint", carriedPoint, n);
    run("carriedPointElement", carriedPointElement, n);
    run("carriedPointAssigned", carriedPointAssigned, n);
    run("inCondition", inCondition, n);
    run("inInitialiser", inInitialiser, n);
    run("inSwitch", inSwitch, n);
    run("inWhile", inWhile, n);
    run("inInnerLoop", inInnerLoop, n);
    run("inHeadOfInnerLoop", inHeadOfInnerLoop, n);
    run("inShortCircuit", inShortCircuit, n);
    run("behindContinue", behindContinue, n);
    run("behindBreak", behindBreak, n);
    run("behindGoto", behindGoto, n);
    run("inSwitchCases", inSwitchCases, n);
    run("inTernary", inTernary, n);
    run("asArgument", asArgument, n);
    run("chained", chained, n);
    run("inList", inList, n);
    run("inSizeOfInner", inSizeOfInner, n);
    run("leavesEarly", leavesEarly, n);
  }
  put("global", global.sum());
  put("globalMatrix", globalMatrix.norm());
}
