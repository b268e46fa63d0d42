// Loop: one launch of one loop, as the rewritten file tells it: guards, arrays, footprint, kernel.
//
//     Loop loop(site, iterations);            // planning state; devices are not touched before run()
//     const auto a_ = loop.array("a", a);
//     loop.disjoint(a_, b_);
//     if (!loop.run(footprint, kernel)) { ... the original loop ... }
//
// Of a nest, the inner loop may be launched in place of the outer one, which then runs in order:
//
//     loop.inner(iterations of the inner loop);
//     if (!loop.run(footprint, kernel)) {
//       if (loop.prefersInner()) { ... the outer loop, around a Loop of the inner one ... } else { ... as written ... }
//     }
//
// The types of arrays, footprint and kernel end here: below are ids, bytes and functions.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "clustrix/Footprint.h"
#include "clustrix/Inspection.h"
#include "clustrix/Interval.h"
#include "clustrix/Kernel.h"
#include "clustrix/Launch.h"
#include "clustrix/Memory.h"
#include "clustrix/Options.h"
#include "clustrix/Padding.h"
#include "clustrix/Residency.h"
#include "clustrix/Rows.h"
#include "clustrix/Scan.h"
#include "clustrix/Search.h"
#include "clustrix/Touches.h"
#include "clustrix/WorkVector.h"

namespace clustrix {

namespace audit {
class Loop;
}

namespace runtime {
struct LoopState;

/// Loops of fewer operations run as written, whatever else might be said of them: it would take longer to say it. 0
/// where every loop is looked at: before the settings are known, and where they force, verify, list or log loops. Its
/// square is an Index.
inline std::atomic<Index> leastOperations{0};
/// Loops of fewer, which run as written too, the summary counts. 0 where it wants to know more of them, or nothing.
inline std::atomic<Index> leastCounted{0};
/// Counts a launch of such a loop.
void countSmall(const Site& site);

/// Whether a loop has fewer operations than that. No result is waiting on a device, which it might read.
inline bool isBelow(Index iterations, Index operations, Index least) {
  if (operations < 1) operations = 1;
  return iterations < least && operations < least && iterations * operations < least && nothingOnDevices();
}

/// A number that a guard asks of, by its name in the source: for reports.
struct NamedNumber {
  const char* name;
  Interval value;
};

/// An array without its type. `extent` is negative where it is not known.
struct ArrayFacts {
  const char* name = "";
  const void* base = nullptr;
  std::size_t elementSize = 1;
  Index extent = -1;
  ElementKind kind = ElementKind::Bytes;
  bool combined = false;       // iterations combine into its elements: blocks of them have copies of it
  bool scratch = false;        // the runtime's own, not the program's
  bool forgotten = false;      // see Loop::forgets()
  bool hasNoMemory = false;    // of the program's: threads have workspaces, and nothing is left behind the loop
  const void* room = nullptr;  // a Room of which they are the elements, with where they are in its container now
  ObjectBytes (*inContainer)(const void* room) = nullptr;
  CopyValue copyValue = nullptr;  // of one element without what is padding; null where nothing is
  std::size_t alignment = 1;      // of an element: a device reads nothing that is not so aligned
  /// Of an array that stands for the rows of a container, each of which is memory of its own: calls `visit` with each
  /// until that is false, and answers whether it never was. `base` is then where the container has its rows' headers.
  RowWalk eachRow = nullptr;
  const void* container = nullptr;
  const void* rowsKind = nullptr;  // null: behind pointers, which lead anywhere
};

/// The caller's two lambdas and its kernel. They are called inside Loop::run only, on the calling thread.
struct LoopBody {
  const Kernel* kernel = nullptr;
  const void* footprint = nullptr;
  void (*callFootprint)(const void* footprint, Chunk chunk, Footprint& touched) = nullptr;
  const void* build = nullptr;
  void (*callBuild)(const void* build, const Memory& at, void* kernel) = nullptr;
  int onlyWrites = -1;      // when not negative: of all arrays, this one alone is written, whatever the footprint says
  int* rollBack = nullptr;  // what iterations set that roll back, on the host or from a device; null where none do
};
}  // namespace runtime

/// Whether a loop is too small to gain anywhere. `operations`: see Loop::operations().
inline bool isSmall(Index iterations, Index operations) {
  return __builtin_expect(
      runtime::isBelow(iterations, operations, runtime::leastOperations.load(std::memory_order_relaxed)), 1);
}

/// Whether a loop inside has iterations enough to be launched in each iteration of the one around it.
constexpr bool isWide(Index iterations) { return iterations >= 256; }

class Loop {
 public:
  /// `site` outlives the program's loops: a static constant.
  Loop(const Site& site, Index iterations) : site_(&site), iterations_(iterations) {}
  /// The same for a loop that may leave its results on the devices, where `residency` finds them.
  Loop(const Site& site, Index iterations, const Residency& residency)
      : site_(&site), iterations_(iterations), residency_(residency.id()) {}
  Loop(const Site& site, Index iterations, const BriefResidency& residency)
      : site_(&site), iterations_(iterations), residency_(residency.id()) {}
  ~Loop() {
    if (state_ != nullptr) end();
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// Arithmetic operations of an iteration, roughly. Said first, it spares loops that are too small all that follows.
  void operations(Index count) {
    operations_ = count > 1 ? static_cast<double>(count) : 1.0;
    isSmall_ = isSmall_ || isSmall(iterations_, count);
    if (isSmall_ || !runtime::isBelow(iterations_, count, runtime::leastCounted.load(std::memory_order_relaxed)))
      return;
    runtime::countSmall(*site_);
    isSmall_ = true;
  }

  /// Iterations call libraries: those that have threads of their own leave the cores to the loop's.
  void callsLibraries();

  /// An iteration may roll back: see RollBack.h. Then `run` answers false, and nothing has changed.
  void rollsBack(Iterations kind = Iterations::Plain) {
    if (!isSmall_) addRollBack(kind);
  }

  /// Iterations are tasks that never throw.
  void tasks(Iterations kind);

  /// Where it rolls back, nobody sees any more what the array holds: it need not be as it was.
  template <class T>
  void forgets(Array<T> array) {
    if (!isSmall_) forgetArray(array.id);
  }

  /// The one loop inside may be launched by itself, of about so many iterations: see prefersInner().
  void inner(Index iterations) {
    if (!isSmall_) inner_ = iterations;
  }
  /// Once `run` has answered false: whether all guards hold, and the loop is to launch the one inside, in order.
  bool prefersInner() const { return inner_ > 0 && choseInner(); }

  /// A guard: when false, `run` returns false. The log tells what was `asked`, a literal, and the numbers in it.
  void require(bool condition, const char* asked, std::initializer_list<runtime::NamedNumber> numbers = {}) {
    if (__builtin_expect(!condition, 0)) fail(asked, numbers, nullptr);
  }
  /// A guard: `value` cannot leave `allowed`.
  void inRange(const Interval& value, const Interval& allowed, const char* asked,
               std::initializer_list<runtime::NamedNumber> numbers = {}) {
    if (__builtin_expect(!value.within(allowed), 0)) fail(asked, numbers, &value);
  }

  template <class T>
  Array<T> array(const char* name, T* base) {
    return array(name, base, Index{-1});
  }
  /// `extent`: elements that exist from `base`; regions are clipped to them.
  template <class T, class Extent>
  Array<T> array(const char* name, T* base, Extent extent) {
    runtime::ArrayFacts facts{name, base, sizeof(T), static_cast<Index>(extent), elementKind<T>()};
    facts.copyValue = runtime::paddedValue<T>();
    facts.alignment = alignof(T);
    return {add(facts), base};
  }

  /// Of a vector that each iteration makes for itself: see WorkVector.h.
  template <class T, class Extent>
  Array<T> array(const char* name, NoMemory<T> memory, Extent extent) {
    require(memory.exists, "each iteration's own vectors have memory");
    runtime::ArrayFacts facts{name, nullptr, sizeof(T), static_cast<Index>(extent), elementKind<T>()};
    facts.alignment = alignof(T);
    facts.hasNoMemory = true;
    return {add(facts), nullptr};
  }

  /// All elements of the rows of a container of containers, for loops in place: their kernel has the container itself.
  /// `Levels`: 2 of the rows of planes, `cube[k][i]`.
  template <int Levels = 1, class C>
  auto rows(const char* name, C& container) {
    return rows<Levels>(name, container, runtime::wholeRow);
  }
  /// The same of a part of each object that a container holds: `part(object)` is elementsOf() a member.
  template <int Levels = 1, class C, class P>
  auto rows(const char* name, C& container, P part) {
    using T = runtime::RowElement<Levels, C, P>;
    runtime::ArrayFacts facts{name, runtime::firstOf(container), sizeof(T), -1, elementKind<T>()};
    facts.copyValue = runtime::paddedValue<T>();
    facts.container = &container;
    facts.rowsKind = &runtime::containerKind<Levels, std::remove_const_t<C>>;
    facts.eachRow = runtime::walkOf<Levels, std::remove_const_t<C>>(part);
    return Array<T>{add(facts), nullptr};
  }

  /// All elements behind an array of pointers, `a[i][j]`, for loops in place. `Levels`: 2 of `a[k][i][j]`. What the
  /// loop reaches of them is said by reaches().
  template <int Levels = 1, class P>
  auto rowsBehind(const char* name, const P* pointers) {
    using T = runtime::Behind<Levels, P>;
    runtime::ArrayFacts facts{name, pointers, sizeof(T), -1, elementKind<T>()};
    facts.copyValue = runtime::paddedValue<T>();
    return Array<T>{isSmall_ ? 0 : addPointers(facts, Levels), nullptr};
  }
  /// One or more of the accesses keep to these subscripts, the outermost first, all bounds inclusive.
  template <class T>
  void reaches(Array<T> rows, std::initializer_list<Interval> subscripts) {
    if (!isSmall_) addReach(rows.id, subscripts.begin(), static_cast<int>(subscripts.size()));
  }

  /// The elements of a container with those that the loop adds: see Room.h. The room outlives this.
  template <class R, class T = typename R::Element>
  Array<T> array(const char* name, R& room) {
    runtime::ArrayFacts facts{name, room.data(), sizeof(T), room.size(), elementKind<T>()};
    facts.copyValue = runtime::paddedValue<T>();
    facts.room = &room;
    facts.inContainer = [](const void* of) { return static_cast<const R*>(of)->inContainer(); };
    return {add(facts), room.data()};
  }
  /// Between the passes of a scan, which have counted `size` elements, old ones included: makes room for them. False:
  /// there is none.
  template <class T, class R>
  bool place(Array<T> array, R& room, Index size) {
    return place(array, room, size - room.size(), 1);
  }
  /// The same for `step` elements in each of so many iterations.
  template <class T, class R>
  bool place(Array<T> array, R& room, Index iterations, Index step) {
    if (!room.make(iterations, step)) return false;
    placeArray(array.id, room.data(), room.size());
    return true;
  }

  /// An array that the kernel's Combined names, in the order of those; the footprint `combines` into it.
  template <class T>
  Array<T> combined(const char* name, T* base) {
    return combined(name, base, Index{-1});
  }
  template <class T, class Extent>
  Array<T> combined(const char* name, T* base, Extent extent) {
    runtime::ArrayFacts facts{name, base, sizeof(T), static_cast<Index>(extent), elementKind<T>(), true};
    facts.alignment = alignof(T);
    return {add(facts), base};
  }

  /// A guard: what `a` writes in the whole loop overlaps nothing that `b` touches. Of rows behind pointers, `a` and
  /// `a`: no two of them overlap.
  template <class T, class U>
  void disjoint(Array<T> a, Array<U> b) {
    disjointArrays(a.id, b.id, false);
  }
  /// The same, but passes too when both start at the same address and have elements of the same size.
  template <class T, class U>
  void sameOrDisjoint(Array<T> a, Array<U> b) {
    disjointArrays(a.id, b.id, true);
  }
  /// A guard: what `a` touches does not overlap a variable, `object("x", x)`.
  template <class T>
  void disjoint(Array<T> a, ObjectBytes bytes) {
    disjointObject(a.id, bytes);
  }
  /// A guard: two variables, `object("x", x)` and `object("y", y)`, do not overlap.
  void disjoint(ObjectBytes first, ObjectBytes second) {
    const auto a = reinterpret_cast<std::uintptr_t>(first.begin), b = reinterpret_cast<std::uintptr_t>(second.begin);
    if (a + first.size > b && b + second.size > a) failDisjoint(first, second);
  }

  /// A list of indices that the loop follows, at these positions, both inclusive.
  template <class T>
  Inspected inspected(Array<T> list, Index from, Index to) {
    return inspected(Numbers<std::remove_cv_t<T>>{list}, from, to);
  }
  template <class T>
  Inspected inspected(Numbers<T> list, Index from, Index to) {
    return Inspected(isSmall_ ? nullptr : addInspection(inArray(list), from, to));
  }
  /// The same at `positions()`, which other lists tell: they are read when this one is.
  template <class T, class Where>
  Inspected inspected(Array<T> list, const Where& positions) {
    return inspected(Numbers<std::remove_cv_t<T>>{list}, positions);
  }
  template <class T, class Where>
  Inspected inspected(Numbers<T> list, const Where& positions) {
    return Inspected(isSmall_ ? nullptr : addInspection(inArray(list), std::function<ListRange()>(positions)));
  }
  /// A guard: no number is twice in the list at these positions, both inclusive.
  template <class T>
  void distinct(Array<T> list, Index from, Index to) {
    distinct(Numbers<std::remove_cv_t<T>>{list}, from, to);
  }
  template <class T>
  void distinct(Numbers<T> list, Index from, Index to) {
    if (!isSmall_) addDistinct(inArray(list), from, to);
  }

  /// The elements of the array that iterations touch. `go(elements)` tells them, by the lists and the numbers; where
  /// those are what they were, it is not asked again. It is called before run() returns, or not at all.
  template <class T, class Go>
  TouchedBy touched(Array<T> array, std::initializer_list<Inspected> lists, std::initializer_list<Index> numbers,
                    const Go& go) {
    return TouchedBy(isSmall_ ? nullptr : addTouched(array.id, lists, numbers, go));
  }
  /// A guard: no two iterations touch the same of these.
  void apart(TouchedBy elements) {
    if (!isSmall_) addApart(elements);
  }

  /// A guard in place of one for each pair: nothing that the loop writes, of these arrays and variables, overlaps
  /// anything else among them that it touches. `own`: arrays that have storage of their own each. `written`, `read`:
  /// variables, `object("x", x)`.
  void allDisjoint(std::initializer_list<AnyArray> arrays, std::initializer_list<AnyArray> own = {},
                   std::initializer_list<ObjectBytes> written = {}, std::initializer_list<ObjectBytes> read = {}) {
    if (!isSmall_) addAllDisjoint(arrays, own, written, read);
  }

  /// True: all iterations ran. False: none ran and nothing changed; the caller runs the original loop.
  template <class F, class B>
  bool run(const F& footprint, const B& build) {
    return !isSmall_ && runBody(bodyOf(footprint, build), nullptr);
  }
  /// As above; `total` is all iterations combined, starting from identity(). Unchanged when the answer is false.
  template <class F, class B, class Partial>
  bool run(const F& footprint, const B& build, Partial& total) {
    return !isSmall_ && runBody(bodyOf(footprint, build), &total);
  }

  /// What the function around the loop is told, of which `ran` says whether all iterations have run. Last of all: what
  /// waits for the end of the loop as written is the answer's from here on.
  runtime::Answer answer(bool ran) {
    if (ran) return runtime::allRan;
    return state_ == nullptr ? asWritten : waiting();
  }

  /// For kernels that tell whether an iteration leaves the loop and write nothing. The answer is an iteration from
  /// which the loop's own text has to run: none before it leaves. It is the first that does, or the last one; or an
  /// earlier one, where looking further in parallel does not pay or a guard failed.
  template <class F, class B>
  Index search(const F& footprint, const B& build) {
    using K = std::decay_t<decltype(build(std::declval<const Memory&>()))>;
    Index begin = 0;
    if (isSmall_) return begin;
    const auto shifted = [&](Chunk chunk, Footprint& touched) {
      footprint(Chunk{chunk.begin + begin, chunk.end + begin}, touched);
    };
    const auto searcher = [&](const Memory& at) { return Searcher<K>(build(at), begin); };
    return searchBody(bodyOf(shifted, searcher), begin);
  }

  /// For kernels whose iterations use running values: `carried` is those before the loop, and behind it when the answer
  /// is true. The footprint is told those before and behind each chunk. False: as for `run`.
  template <class F, class B, class Partial>
  bool scan(const F& footprint, const B& build, Partial& carried) {
    return scan(footprint, build, carried, [](const Partial&) { return true; });
  }
  /// The same where `place(running)`, with the values behind the loop, has arrays placed between the passes: the first
  /// has written nothing. Where it answers false, so does the scan.
  template <class F, class B, class Partial, class P>
  bool scan(const F& footprint, const B& build, Partial& carried, const P& place) {
    using K = std::decay_t<decltype(build(std::declval<const Memory&>()))>;
    static_assert(std::is_trivially_copyable_v<Partial>, "running values are copied between devices as bytes");
    if (isSmall_ || !mayScan(runtime::IsHostOnly<K>::value)) return false;
    const scan::Blocks blocks{iterations_, scan::blockSize(iterations_)};
    const Index count = blocks.count();
    if (count <= 0) return true;
    const std::unique_ptr<Partial[]> starts(new (std::nothrow) Partial[static_cast<std::size_t>(count)]);
    const std::unique_ptr<Partial[]> ends(new (std::nothrow) Partial[static_cast<std::size_t>(count)]);
    if (starts == nullptr || ends == nullptr) {
      leave();
      return false;
    }
    const auto starts_ = scratch(starts.get(), count);
    const auto ends_ = scratch(ends.get(), count);

    const auto readBy = [&](Chunk chunk, Footprint& touched) {
      footprint(blocks.of(chunk), touched, carried, carried);
      touched.writes(starts_).box(chunk.begin, {1, chunk.size()});
    };
    const auto totals = [&](const Memory& at) { return scan::Total<K>(build(at), blocks, at(starts_)); };
    runtime::LoopBody first = bodyOf(readBy, totals);
    first.onlyWrites = starts_.id;
    if (!runPass(first, count, blocks.size)) return false;

    Partial running = carried;
    for (Index block = 0; block < count; ++block) {
      const Partial total = starts[static_cast<std::size_t>(block)];
      starts[static_cast<std::size_t>(block)] = running;
      K::combine(running, total);
    }
    if (!place(static_cast<const Partial&>(running))) return false;
    const auto touchedBy = [&](Chunk chunk, Footprint& touched) {
      const Partial& before = starts[static_cast<std::size_t>(chunk.begin)];
      footprint(blocks.of(chunk), touched, before,
                chunk.end < count ? starts[static_cast<std::size_t>(chunk.end)] : running);
      touched.reads(starts_).box(chunk.begin, {1, chunk.size()});
      touched.writes(ends_).box(chunk.begin, {1, chunk.size()});
    };
    const auto writers = [&](const Memory& at) { return scan::Writer<K>(build(at), blocks, at(starts_), at(ends_)); };
    if (!runPass(bodyOf(touchedBy, writers), count, blocks.size)) return false;
    carried = ends[static_cast<std::size_t>(count) - 1];
    return true;
  }

 private:
  friend class audit::Loop;

  template <class T>
  Array<T> scratch(T* base, Index extent) {
    runtime::ArrayFacts facts{"running values", base, sizeof(T), extent, ElementKind::Bytes};
    facts.scratch = true;
    return {add(facts), base};
  }
  /// Whether a guard has not failed so far, and there are enough threads, or devices unless it is for the host alone,
  /// for running a loop twice.
  bool mayScan(bool hostAlone);
  /// One pass over `count` blocks of `size` iterations.
  bool runPass(const runtime::LoopBody& body, Index count, Index size);

  template <class F, class B>
  static runtime::LoopBody bodyOf(const F& footprint, const B& build) {
    using K = std::decay_t<decltype(build(std::declval<const Memory&>()))>;
    static_assert(std::is_trivially_copyable_v<K>, "a kernel is copied to devices as bytes");
    return {&runtime::kernelOf<K>, &footprint,
            [](const void* f, Chunk chunk, Footprint& touched) { (*static_cast<const F*>(f))(chunk, touched); }, &build,
            [](const void* b, const Memory& at, void* kernel) { new (kernel) K((*static_cast<const B*>(b))(at)); }};
  }

  int add(const runtime::ArrayFacts& array) { return isSmall_ ? 0 : addArray(array); }
  void disjointArrays(int a, int b, bool sameAllowed) {
    if (!isSmall_) addDisjoint(a, b, sameAllowed);
  }
  void disjointObject(int a, ObjectBytes bytes) {
    if (!isSmall_) addDisjoint(a, bytes);
  }
  int addArray(const runtime::ArrayFacts& array);
  int addPointers(const runtime::ArrayFacts& array, int levels);
  void addReach(int array, const Interval* subscripts, int count);
  void placeArray(int array, const void* base, Index extent);
  void addDisjoint(int a, int b, bool sameAllowed);
  void addDisjoint(int a, ObjectBytes bytes);
  void addAllDisjoint(std::initializer_list<AnyArray> arrays, std::initializer_list<AnyArray> own,
                      std::initializer_list<ObjectBytes> written, std::initializer_list<ObjectBytes> read);
  void addRollBack(Iterations kind);
  void forgetArray(int array);
  runtime::Inspection* addInspection(const runtime::NumbersInArray& list, Index from, Index to);
  runtime::Inspection* addInspection(const runtime::NumbersInArray& list, std::function<ListRange()> positions);
  void addDistinct(const runtime::NumbersInArray& list, Index from, Index to);
  runtime::TouchedElements* addTouched(int array, std::initializer_list<Inspected> lists,
                                       std::initializer_list<Index> numbers, std::function<void(AllTouches&)> go);
  void addApart(TouchedBy elements);
  void fail(const char* asked, std::initializer_list<runtime::NamedNumber> numbers, const Interval* value) noexcept;
  void failDisjoint(ObjectBytes first, ObjectBytes second) noexcept;
  bool runBody(const runtime::LoopBody& body, void* total);
  bool launch(const runtime::LoopBody& body, void* total);
  bool choseInner() const;
  runtime::Answer waiting();
  /// `begin`: what the body's iteration 0 stands for.
  Index searchBody(const runtime::LoopBody& body, Index& begin);

  /// All that has been said so far, for the runtime; made when first asked for. Throws where memory has run out.
  runtime::LoopState& state();
  /// What `say(state)` returns; 0 where memory runs out, and the loop is left to the caller.
  template <class Say>
  int said(const Say& say) noexcept;
  /// Nothing more is said of the loop, which runs as written: it finds the host whole.
  void leave() noexcept;
  void asWrittenSince(const std::exception& exception) noexcept;
  void end();

  const Site* site_;
  Index iterations_;
  std::uint64_t residency_ = 0;
  double operations_ = 1;
  Index inner_ = 0;       // iterations of the loop inside, where that may be launched instead
  bool isSmall_ = false;  // or left to the caller for another reason
  bool required_ = true;
  runtime::LoopState* state_ = nullptr;
};

}  // namespace clustrix
