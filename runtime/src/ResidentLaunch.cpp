#include "ResidentLaunch.h"

#include <chrono>
#include <cstring>
#include <thread>

#include "KernelObject.h"
#include "ReadableMemory.h"

namespace clustrix::runtime {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::uintptr_t integer(DeviceAddress address) { return static_cast<std::uintptr_t>(address); }

// A stream of one device, waited for and closed when it goes.
class OpenStream {
 public:
  OpenStream(Backend& backend, DeviceId device) : backend_(backend), device_(device) {}
  ~OpenStream() {
    if (open_) static_cast<void>(backend_.closeStream(device_, stream_));
  }
  OpenStream(const OpenStream&) = delete;
  OpenStream& operator=(const OpenStream&) = delete;

  Status open() {
    Status status = backend_.openStream(device_, stream_);
    open_ = status.ok();
    return status;
  }
  Status copy(const Copy& copy) { return backend_.copy(device_, stream_, copy); }
  Status launch(const KernelStart& start) { return backend_.launch(device_, stream_, start); }
  bool finished() { return backend_.finished(device_, stream_); }
  Status synchronize() { return open_ ? backend_.synchronize(device_, stream_) : Status{}; }

 private:
  Backend& backend_;
  const DeviceId device_;
  bool open_ = false;
  StreamId stream_{};
};

// Host bytes as a guarded fetch has read them.
struct Snapshot {
  const Fetch* fetch = nullptr;
  std::shared_ptr<const Bytes> bytes;  // row after row
  IntervalSet missing;                 // that could not be read
};

// One chunk on its way. Its snapshots live until the stream is closed.
struct Job {
  Job(Backend& backend_, const ResidentPart& part_, DeviceId device_)
      : part(part_), device(device_), backend(backend_), stream(backend_, device_) {}
  ~Job() {
    static_cast<void>(stream.synchronize());
    if (partials != DeviceAddress{}) static_cast<void>(backend.release(device, partials));
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  const ResidentPart& part;
  const DeviceId device;
  Backend& backend;
  DeviceAddress partials{};
  std::vector<Snapshot> snapshots;
  bool launched = false;
  bool waiting = false;
  Status status;
  double begin = 0, end = 0;
  OpenStream stream;
};

class Run {
 public:
  Run(Backend& backend, ResidentArrays& residents, const LaunchFacts& facts, const Site& site, const ResidentPlan& plan,
      void* blockResults)
      : backend_(backend),
        residents_(residents),
        directory_(residents.directory),
        facts_(facts),
        site_(site),
        plan_(plan),
        blockResults_(blockResults) {}

  ResidentRun all() {
    if (makeImages() && prepare() && fetchAll()) {
      launchAll();
      waitForAll();
      if (run_.started) settle();
    }
    jobs_.clear();
    residents_.publish();
    return std::move(run_);
  }

 private:
  bool fail(int device, const Status& status) {
    run_.execution.problems.push_back({device, status.failure, status.message});
    return false;
  }
  DeviceId idOf(int device) const { return plan_.devices[static_cast<std::size_t>(device)].id; }

  // All memory first, then all copies, so that a failure gives back what is new and nothing else has changed.
  bool makeImages() {
    std::vector<DeviceAddress> memory;
    bool made = true;
    for (const NewImage& image : plan_.images) {
      DeviceAddress address{};
      const Status status = backend_.allocate(idOf(image.device), Image::bytesFor(image.host), address);
      if (!status.ok()) {
        made = fail(image.device, status);
        break;
      }
      memory.push_back(address);
    }
    for (std::size_t i = 0; made && i < plan_.images.size(); ++i) made = moveInto(plan_.images[i], memory[i]);
    if (!made) {
      for (std::size_t i = 0; i < memory.size(); ++i)
        static_cast<void>(backend_.release(idOf(plan_.images[i].device), memory[i]));
      return false;
    }
    for (std::size_t i = 0; i < plan_.images.size(); ++i) {
      const NewImage& image = plan_.images[i];
      const ImageId id = directory_.add(idOf(image.device), image.host, memory[i]);
      for (ImageId old : image.absorbs) {
        directory_.absorb(id, old);
        residents_.release(old);
      }
    }
    residents_.publish();
    return true;
  }

  bool moveInto(const NewImage& image, DeviceAddress memory) {
    if (image.absorbs.empty()) return true;
    const DeviceId device = idOf(image.device);
    Image target;
    target.host = image.host;
    target.memory = memory;
    OpenStream stream(backend_, device);
    Status status = stream.open();
    for (ImageId id : image.absorbs) {
      const Image& old = directory_.at(id);
      for (const Rows& rows : rowsOf(old.valid))
        if (status.ok()) status = stream.copy(between(old, target, rows, device));
    }
    if (status.ok()) status = stream.synchronize();
    return status.ok() || fail(image.device, status);
  }

  static Copy between(const Image& from, const Image& to, const Rows& rows, DeviceId peer) {
    Copy copy = into(to, rows);
    copy.kind = CopyKind::DeviceToDevice;
    copy.from = integer(from.at(rows.begin));
    copy.peer = peer;
    return copy;
  }
  static Copy into(const Image& to, const Rows& rows) {
    Copy copy;
    copy.from = static_cast<std::uintptr_t>(rows.begin);
    copy.to = integer(to.at(rows.begin));
    copy.width = static_cast<std::size_t>(rows.length);
    copy.rows = static_cast<std::size_t>(rows.count);
    copy.fromPitch = copy.toPitch = static_cast<std::size_t>(rows.pitch);
    return copy;
  }

  bool prepare() {
    for (const ResidentPart& part : plan_.parts) {
      jobs_.push_back(std::make_unique<Job>(backend_, part, idOf(part.device)));
      Job& job = *jobs_.back();
      job.begin = now();
      Status status = job.stream.open();
      if (status.ok() && part.combine.bytes > 0)
        status = backend_.allocate(job.device, part.combine.bytes, job.partials);
      if (!status.ok()) return fail(part.device, status);
    }
    return true;
  }

  bool fetchAll() {
    for (const auto& job : jobs_)
      for (const Fetch& fetch : job->part.fetches) {
        const Status status = fetchOne(*job, fetch);
        if (!status.ok()) return fail(job->part.device, status);
      }
    bool arrived = true;
    for (const auto& job : jobs_)
      if (plan_.fetchFirst) {
        const Status status = job->stream.synchronize();
        if (!status.ok()) arrived = fail(job->part.device, status);
      }
    return arrived;
  }

  Status fetchOne(Job& job, const Fetch& fetch) {
    const Image& to = directory_.at(fetch.to);
    if (fetch.from) {
      const Image& from = directory_.at(*fetch.from);
      return job.stream.copy(between(from, to, fetch.rows, from.device));
    }
    return fetch.guarded ? fetchGuarded(job, fetch, to) : job.stream.copy(into(to, fetch.rows));
  }

  static Status fetchGuarded(Job& job, const Fetch& fetch, const Image& to) {
    const Rows& rows = fetch.rows;
    const auto bytes = std::make_shared<Bytes>(static_cast<std::size_t>(rows.size()));
    std::vector<Bounds> missing;
    for (Index r = 0; r < rows.count; ++r)
      if (!copyReadable(static_cast<std::uintptr_t>(rows.begin + r * rows.pitch), static_cast<std::size_t>(rows.length),
                        bytes->data() + r * rows.length, missing))
        return {Failure::Unsupported, "the system does not let the program ask which of its memory is readable"};
    RowsList holes;
    for (Bounds hole : missing) holes.push_back(run(hole));
    job.snapshots.push_back({&fetch, bytes, IntervalSet(holes)});
    if (!missing.empty()) return copyAvailable(job, to);
    Copy copy = into(to, rows);
    copy.from = reinterpret_cast<std::uintptr_t>(bytes->data());
    copy.fromPitch = static_cast<std::size_t>(rows.length);
    return job.stream.copy(copy);
  }

  static Status copyAvailable(Job& job, const Image& to) {
    const Snapshot& snapshot = job.snapshots.back();
    const Rows& rows = snapshot.fetch->rows;
    for (Index r = 0; r < rows.count; ++r) {
      const Index begin = rows.begin + r * rows.pitch;
      const IntervalSet row(Bounds{begin, begin + rows.length});
      for (Bounds piece : row - snapshot.missing) {
        Copy copy = into(to, run(piece));
        copy.from = reinterpret_cast<std::uintptr_t>(snapshot.bytes->data() + r * rows.length + (piece.begin - begin));
        const Status status = job.stream.copy(copy);
        if (!status.ok()) return status;
      }
    }
    return {};
  }

  void launchAll() {
    for (const auto& job : jobs_) {
      job->status = launchOne(*job);
      if (job->launched) run_.started = true;
      job->waiting = true;
    }
  }

  Status launchOne(Job& job) {
    const ResidentPart& part = job.part;
    std::vector<std::uintptr_t> elementZero(facts_.arrays->size(), 0);
    for (std::size_t a = 0; a < elementZero.size(); ++a) {
      if (part.bufferOf[a] < 0) continue;
      const Image& image = directory_.at(part.uses[static_cast<std::size_t>(part.bufferOf[a])].image);
      const std::uintptr_t base = reinterpret_cast<std::uintptr_t>((*facts_.arrays)[a].base);
      // Modulo 2^64: the address of element 0 may lie before the image.
      elementZero[a] = integer(image.memory) + (base - static_cast<std::uintptr_t>(Image::alignedBegin(image.host)));
    }
    const KernelObject object(facts_.body, Memory(elementZero.data()));
    Status status =
        job.stream.launch({facts_.body.kernel, object.get(), part.chunk, facts_.block, job.partials, &facts_.copies});
    // Refused at once, it has not begun; what fails later shows when it is waited for.
    job.launched = status.ok();
    if (!status.ok() || part.combine.bytes == 0) return status;
    Copy copy;
    copy.kind = CopyKind::DeviceToHost;
    copy.from = integer(job.partials);
    copy.to = reinterpret_cast<std::uintptr_t>(blockResults_) +
              static_cast<std::size_t>(part.combine.firstBlock) * facts_.partialSize;
    copy.width = part.combine.bytes;
    return job.stream.copy(copy);
  }

  void waitForAll() {
    std::size_t left = jobs_.size();
    for (int spins = 0; left > 0;) {
      const std::size_t before = left;
      for (const auto& job : jobs_) {
        if (!job->waiting || (left > 1 && !job->stream.finished())) continue;
        const Status waited = job->stream.synchronize();
        if (job->status.ok() || waited.failure == Failure::DeviceLost) job->status = waited;
        job->waiting = false;
        job->end = now();
        --left;
      }
      if (left < before) continue;
      // Short kernels are worth a busy wait; long ones should leave the core to others.
      if (++spins < 200)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    for (const auto& job : jobs_)
      if (!job->status.ok()) fail(job->part.device, job->status);
  }

  // What was fetched is valid before what was written: a chunk may have fetched what another has overwritten.
  void settle() {
    Execution& execution = run_.execution;
    for (const auto& job : jobs_)
      if (job->status.ok()) arrived(*job);
    for (const auto& job : jobs_)
      if (job->status.ok()) {
        written(*job);
        execution.spans.push_back({job->part.device, job->part.chunk, job->begin, job->end});
        execution.bytesOut += job->part.combine.bytes;
      }
    execution.bytesIn = plan_.bytesIn;
    execution.bytesBetween = plan_.bytesBetween;
    if (execution.problems.empty()) return;
    abandonFailed();
  }

  static IntervalSet missingOf(const Job& job) {
    IntervalSet missing;
    for (const Snapshot& snapshot : job.snapshots) missing += snapshot.missing;
    return missing;
  }

  void arrived(const Job& job) {
    const IntervalSet missing = missingOf(job);
    for (const Fetch& fetch : job.part.fetches)
      directory_.fetched(fetch.to, IntervalSet(RowsList{fetch.rows}) - missing);
    for (const Snapshot& snapshot : job.snapshots) {
      const Rows& rows = snapshot.fetch->rows;
      for (Index r = 0; snapshot.fetch->baseline && r < rows.count; ++r) {
        const Index begin = rows.begin + r * rows.pitch;
        directory_.keepBaseline({begin, begin + rows.length}, snapshot.bytes,
                                static_cast<std::size_t>(r * rows.length));
      }
    }
  }

  void written(const Job& job) {
    const IntervalSet missing = missingOf(job);
    for (const ImageUse& use : job.part.uses) {
      directory_.certain(use.writes);
      directory_.written(use.image, use.writes + (use.mayWrite - missing), use.array, &site_);
    }
  }

  // Chunks that did not end well: what they write is undefined, and they are run again from what is whole.
  void abandonFailed() {
    IntervalSet rewritten;
    for (const auto& job : jobs_) {
      if (job->status.ok()) continue;
      run_.execution.left.push_back(job->part.chunk);
      for (const ImageUse& use : job->part.uses) {
        if (job->launched) directory_.undefined(use.image, use.written());
        rewritten += use.writes - use.reads;
      }
      if (job->status.failure == Failure::DeviceLost) {
        const std::vector<Image> images = directory_.images();
        for (const Image& image : images)
          if (image.device == job->device) directory_.undefined(image.id, image.valid);
      }
    }
    residents_.stopIfLost(rewritten);
  }

  Backend& backend_;
  ResidentArrays& residents_;
  Directory& directory_;
  const LaunchFacts& facts_;
  const Site& site_;
  const ResidentPlan& plan_;
  void* blockResults_;
  std::vector<std::unique_ptr<Job>> jobs_;
  ResidentRun run_;
};

}  // namespace

ResidentRun executeResident(Backend& backend, ResidentArrays& residents, const LaunchFacts& facts, const Site& site,
                            const ResidentPlan& plan, void* blockResults) {
  return Run(backend, residents, facts, site, plan, blockResults).all();
}

}  // namespace clustrix::runtime
