#include "ResidentLaunch.h"

#include "Clock.h"
#include "KernelObject.h"
#include "Patience.h"
#include "ResidentJob.h"

namespace clustrix::runtime {
namespace {

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
    if (plan_.images.empty()) return true;
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
        if (status.ok()) status = stream.copy(copyBetween(old, target, rows, device));
    }
    if (status.ok()) status = stream.synchronize();
    return status.ok() || fail(image.device, status);
  }

  bool prepare() {
    for (const ResidentPart& part : plan_.parts) {
      jobs_.push_back(std::make_unique<ResidentJob>(backend_, part, idOf(part.device)));
      ResidentJob& job = *jobs_.back();
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
        const Status status = fetchInto(*job, fetch, directory_);
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

  void launchAll() {
    for (const auto& job : jobs_) {
      job->status = launchOne(*job);
      if (job->launched) run_.started = true;
      job->waiting = true;
    }
  }

  Status launchOne(ResidentJob& job) {
    const ResidentPart& part = job.part;
    std::vector<Mirror> mirrors;
    mirrors.reserve(part.uses.size());
    for (const ImageUse& use : part.uses) mirrors.push_back(directory_.at(use.image).mirror());
    const KernelObject object(facts_.body, *facts_.arrays, part.bufferOf, mirrors);
    Status status =
        job.stream.launch({facts_.body.kernel, object.get(), part.chunk, facts_.block, job.partials, &facts_.copies});
    // Refused at once, it has not begun; what fails later shows when it is waited for.
    job.launched = status.ok();
    if (!status.ok() || part.combine.bytes == 0) return status;
    return sendResults(job, part.combine);
  }

  Status sendResults(ResidentJob& job, const CombineStep& step) {
    const auto send = [&](Chunk blocks) {
      return job.stream.copy(copyOfResults(facts_, step, job.partials, blocks, blockResults_));
    };
    if (step.nodes.empty()) return send(step.range());
    Status status = job.stream.fold({facts_.body.kernel, foldOf(facts_, step, reinterpret_cast<void*>(job.partials))});
    for (Chunk node : step.nodes)
      if (status.ok()) status = send({node.begin, node.begin + 1});
    return status;
  }

  void waitForAll() {
    std::size_t left = jobs_.size();
    for (Patience patience; left > 0;) {
      const std::size_t before = left;
      for (const auto& job : jobs_) {
        if (!job->waiting || (left > 1 && !job->stream.finished())) continue;
        const Status waited = job->stream.synchronize();
        if (job->status.ok() || waited.failure == Failure::DeviceLost) job->status = waited;
        job->waiting = false;
        job->end = now();
        --left;
      }
      if (left == before) patience.wait();
    }
    for (const auto& job : jobs_)
      if (!job->status.ok()) fail(job->part.device, job->status);
  }

  // What was fetched is valid before what was written: a chunk may have fetched what another has overwritten.
  void settle() {
    Execution& execution = run_.execution;
    for (const auto& job : jobs_)
      if (job->status.ok() && !plan_.steady) arrived(*job);
    for (const auto& job : jobs_)
      if (job->status.ok()) {
        if (!plan_.steady) written(*job);
        execution.spans.push_back({job->part.device, job->part.chunk, job->begin, job->end});
        const CombineStep& combine = job->part.combine;
        execution.bytesOut += facts_.partialSize * static_cast<std::size_t>(combine.leaving());
        execution.nodes.insert(execution.nodes.end(), combine.nodes.begin(), combine.nodes.end());
      }
    execution.bytesIn = plan_.bytesIn;
    execution.bytesBetween = plan_.bytesBetween;
    if (execution.problems.empty()) return;
    abandonFailed();
  }

  void arrived(const ResidentJob& job) {
    const IntervalSet missing = job.missing();
    for (const Fetch& fetch : job.part.fetches)
      directory_.fetched(fetch.to, IntervalSet(RowsList{fetch.rows}) - missing);
    for (const Snapshot& snapshot : job.snapshots) {
      const StagedRows& staged = snapshot.staged;
      for (Index r = 0; snapshot.fetch->baseline && r < staged.rows.count; ++r)
        directory_.keepBaseline(staged.bounds(r), snapshot.bytes, static_cast<std::size_t>(r * staged.pitch));
    }
  }

  void written(const ResidentJob& job) {
    const IntervalSet missing = job.missing();
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
  std::vector<std::unique_ptr<ResidentJob>> jobs_;
  ResidentRun run_;
};

}  // namespace

ResidentRun executeResident(Backend& backend, ResidentArrays& residents, const LaunchFacts& facts, const Site& site,
                            const ResidentPlan& plan, void* blockResults) {
  return Run(backend, residents, facts, site, plan, blockResults).all();
}

}  // namespace clustrix::runtime
