#include "coherence/ResidentLaunch.h"

#include <algorithm>
#include <utility>

#include "coherence/HomeNow.h"
#include "coherence/ResidentJob.h"
#include "coherence/ResidentUndo.h"
#include "support/BackOff.h"
#include "support/BestEffort.h"
#include "support/Clock.h"

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
    if (makeImages() && prepare() && fetchAll() && saveAll()) {
      if (!plan_.steady) foresee();
      carryOut();
    }
    jobs_.clear();
    residents_.publish();
    return std::move(run_);
  }

 private:
  // Everything that may be thrown has been thrown before.
  void carryOut() noexcept {
    launchAll();
    waitForAll();
    if (run_.started && !undone()) settle();
  }

  bool fail(int device, Status status) {
    run_.execution.problems.push_back({device, status.failure, std::move(status.message)});
    return false;
  }
  DeviceId idOf(int device) const { return plan_.devices[static_cast<std::size_t>(device)].id; }

  // Memory that belongs to no image yet.
  struct NewMemory {
    Backend& backend;
    std::vector<std::pair<DeviceId, DeviceAddress>> pieces;
    ~NewMemory() {
      for (const auto& [device, address] : pieces)
        bestEffort([&, device = device, address = address] { static_cast<void>(backend.release(device, address)); });
    }
  };

  // All memory first, then all copies, so that a failure gives back what is new and nothing else has changed.
  bool makeImages() {
    if (plan_.images.empty()) return true;
    NewMemory memory{backend_, {}};
    memory.pieces.reserve(plan_.images.size());
    for (const NewImage& image : plan_.images) {
      DeviceAddress address{};
      Status status = backend_.allocate(idOf(image.device), Image::bytesFor(image.host), address);
      if (!status.ok()) return fail(image.device, std::move(status));
      memory.pieces.push_back({idOf(image.device), address});
    }
    for (std::size_t i = 0; i < plan_.images.size(); ++i)
      if (!moveInto(plan_.images[i], memory.pieces[i].second)) return false;
    Directory with = directory_;
    std::vector<Image> old;
    for (std::size_t i = 0; i < plan_.images.size(); ++i) {
      const NewImage& image = plan_.images[i];
      const ImageId id = with.add(idOf(image.device), image.host, memory.pieces[i].second);
      for (ImageId absorbed : image.absorbs) {
        with.absorb(id, absorbed);
        old.push_back(with.remove(absorbed));
      }
    }
    directory_ = std::move(with);
    memory.pieces.clear();
    residents_.publish();
    for (const Image& image : old) bestEffort([&] { static_cast<void>(backend_.release(image.device, image.memory)); });
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
    return status.ok() || fail(image.device, std::move(status));
  }

  bool prepare() {
    std::size_t nodes = 0;
    for (const ResidentPart& part : plan_.parts) {
      jobs_.push_back(std::make_unique<ResidentJob>(backend_, part, idOf(part.device)));
      ResidentJob& job = *jobs_.back();
      job.begin = now();
      Status status = job.stream.open();
      if (status.ok() && part.combine.bytes > 0)
        status = backend_.allocate(job.device, part.combine.bytes, job.partials);
      if (status.ok()) status = job.workspace.allocate(plan_.workspaces.bytes(part.chunk));
      if (status.ok() && facts_.body.rollBack != nullptr) status = job.rollBack.allocate();
      if (!status.ok()) return fail(part.device, std::move(status));
      std::vector<Mirror> mirrors;
      mirrors.reserve(part.uses.size());
      for (const ImageUse& use : part.uses) mirrors.push_back(directory_.at(use.image).mirror());
      job.object.emplace(facts_.body, *facts_.arrays, part.bufferOf, mirrors, job.rollBack.address(), plan_.workspaces,
                         job.workspace.address(), plan_.workspaces.workers(part.chunk));
      nodes += part.combine.nodes.size();
      if (part.combine.stays) job.results = {part.device, job.device, part.chunk, part.combine, {}};
    }
    run_.execution.problems.reserve(jobs_.size());
    run_.execution.spans.reserve(jobs_.size());
    run_.execution.left.reserve(jobs_.size());
    run_.execution.nodes.reserve(nodes);
    run_.execution.waiting.reserve(jobs_.size());
    return true;
  }

  bool fetchAll() {
    int last = 0;
    for (const auto& job : jobs_)
      for (const Fetch& fetch : job->part.fetches) last = std::max(last, fetch.round);
    for (int round = 0; round <= last; ++round)
      if ((round > 0 && !haveArrived()) || !fetchRound(round)) return false;
    return !plan_.fetchFirst || haveArrived();
  }

  bool fetchRound(int round) {
    for (const auto& job : jobs_)
      for (const Fetch& fetch : job->part.fetches) {
        if (fetch.round != round) continue;
        Status status = fetchInto(*job, fetch, directory_);
        if (!status.ok()) return fail(job->part.device, std::move(status));
      }
    return true;
  }

  bool haveArrived() {
    bool arrived = true;
    for (const auto& job : jobs_) {
      Status status = job->stream.synchronize();
      if (!status.ok()) arrived = fail(job->part.device, std::move(status));
    }
    return arrived;
  }

  // Of a loop that may roll back.
  bool saveAll() {
    if (facts_.body.rollBack == nullptr) return true;
    undo_.emplace(backend_);
    for (const auto& job : jobs_) {
      Status status = undo_->save(*job, directory_);
      if (status.ok()) status = job->rollBack.clear(job->stream);
      if (!status.ok()) return fail(job->part.device, std::move(status));
    }
    return true;
  }

  // An iteration has asked for it, or a chunk has failed, of which the next attempt might ask: nothing has run.
  bool undone() {
    if (!undo_) return false;
    for (const auto& job : jobs_)
      if (job->status.ok() && job->rollBack.isSet()) *facts_.body.rollBack = 1;
    if (*facts_.body.rollBack == 0 && run_.execution.problems.empty()) return false;
    try {
      Directory settled = directory_;
      undo_->restore(settled);
      abandonLost(settled);
      residents_.stopIfLost(settled, {}, why());
      directory_ = std::move(settled);
    } catch (const std::exception&) {
      residents_.stopNow("memory has run out while a launch was undone");
    }
    run_.started = false;
    return true;
  }

  // What is true where all goes well.
  void foresee() {
    Directory after = directory_;
    if (plan_.after && after.baselines().kept().empty()) {
      after.become(*plan_.after);
      for (const ResidentPart& part : plan_.parts)
        for (const ImageUse& use : part.uses)
          if (!use.writes.empty()) after.writtenAgain(use.image, use.array, &site_);
    } else {
      for (const auto& job : jobs_) arrived(*job, after);
      for (const auto& job : jobs_) written(*job, after);
      after.hostWrote(plan_.combined);
    }
    after_ = std::move(after);
  }

  void launchAll() {
    for (const auto& job : jobs_) {
      job->status = launchOne(*job);
      if (job->launched) run_.started = true;
      job->waiting = true;
    }
  }

  // Refused at once, it has not begun; what fails later shows when it is waited for.
  Status launchOne(ResidentJob& job) {
    const ResidentPart& part = job.part;
    try {
      Status status = job.stream.launch({facts_.body.kernel, job.object->get(), part.chunk, facts_.block, job.partials,
                                         &facts_.copies, plan_.workspaces.workers(part.chunk)});
      job.launched = status.ok();
      if (!status.ok() || part.combine.bytes == 0) return status;
      job.unsent = true;
      status = sendResults(job, part.combine);
      job.unsent = false;
      return status;
    } catch (const std::exception&) {
      return job.unsent ? Status{} : Status{Failure::Failed, noHostMemory};
    }
  }

  Copy results(const ResidentJob& job, Chunk blocks) const {
    return copyOfResults(facts_, job.part.combine, job.partials, blocks, blockResults_);
  }

  Status sendResults(ResidentJob& job, const CombineStep& step) {
    if (step.nodes.empty()) return job.stream.copy(results(job, step.range()));
    Status status = job.stream.fold({facts_.body.kernel, foldOf(facts_, step, reinterpret_cast<void*>(job.partials))});
    job.folded = status.ok();
    if (step.stays) return status;
    for (Chunk node : step.nodes)
      if (status.ok()) status = job.stream.copy(results(job, {node.begin, node.begin + 1}));
    return status;
  }

  // The kernel has run, and only the way home wanted memory: each result alone, then, where they have not met.
  Status sendNow(const ResidentJob& job) {
    const CombineStep& step = job.part.combine;
    if (!job.folded) return backend_.copyNow(job.device, results(job, step.range()));
    Status status;
    for (Chunk node : step.nodes)
      if (status.ok()) status = backend_.copyNow(job.device, results(job, {node.begin, node.begin + 1}));
    return status;
  }

  void waitForAll() {
    std::size_t left = jobs_.size();
    for (BackOff patience; left > 0;) {
      const std::size_t before = left;
      for (const auto& job : jobs_) {
        if (!job->waiting || (left > 1 && !job->stream.finished())) continue;
        waitFor(*job);
        job->waiting = false;
        job->end = now();
        --left;
      }
      if (left == before) patience.wait();
    }
    for (const auto& job : jobs_)
      if (!job->status.ok()) fail(job->part.device, std::move(job->status));
  }

  void waitFor(ResidentJob& job) {
    Status waited;
    try {
      waited = job.rollBack.fetch(job.stream);
      if (Status ended = job.stream.synchronize(); waited.ok()) waited = std::move(ended);
      if (waited.ok() && job.status.ok() && job.unsent) waited = sendNow(job);
    } catch (const std::exception&) {
      waited = {Failure::Failed, noHostMemory};
    }
    if (job.status.ok() || waited.failure == Failure::DeviceLost) job.status = std::move(waited);
  }

  // What was fetched is valid before what was written: a chunk may have fetched what another has overwritten.
  void settle() {
    Execution& execution = run_.execution;
    for (const auto& job : jobs_)
      if (job->status.ok()) {
        execution.spans.push_back({job->part.device, job->part.chunk, job->begin, job->end});
        keepResults(*job);
      } else {
        execution.left.push_back(job->part.chunk);
      }
    execution.bytesIn = plan_.bytesIn;
    execution.bytesBetween = plan_.bytesBetween;
    if (!execution.problems.empty()) return settleFailed();
    if (after_) directory_ = std::move(*after_);
  }

  // Those that stay, for whoever lets them meet.
  void keepResults(ResidentJob& job) {
    Execution& execution = run_.execution;
    const CombineStep& combine = job.part.combine;
    if (combine.stays && job.folded) {
      job.results.memory = std::exchange(job.partials, {});
      execution.waiting.push_back(std::move(job.results));
      return;
    }
    execution.bytesOut += facts_.partialSize * static_cast<std::size_t>(combine.leaving());
    if (!job.unsent || job.folded)
      execution.nodes.insert(execution.nodes.end(), combine.nodes.begin(), combine.nodes.end());
  }

  void arrived(const ResidentJob& job, Directory& directory) const {
    const IntervalSet missing = job.missing();
    for (const Fetch& fetch : job.part.fetches)
      directory.fetched(fetch.to, IntervalSet(RowsList{fetch.rows}) - missing);
    for (const Snapshot& snapshot : job.snapshots) {
      const StagingBuffer& staged = snapshot.staged;
      for (Index r = 0; snapshot.fetch->baseline && r < staged.rows.count; ++r)
        directory.keepBaseline(staged.bounds(r), snapshot.bytes, static_cast<std::size_t>(r * staged.pitch));
    }
  }

  void written(const ResidentJob& job, Directory& directory) const {
    const IntervalSet missing = job.missing();
    for (const ImageUse& use : job.part.uses) {
      directory.certain(use.writes);
      directory.written(use.image, use.writes + (use.mayWrite - missing), use.array, &site_);
    }
  }

  // Chunks that did not end well: what they write is undefined, and they are run again from what is whole.
  void settleFailed() {
    try {
      Directory settled = directory_;
      for (const auto& job : jobs_)
        if (job->status.ok() && !plan_.steady) arrived(*job, settled);
      for (const auto& job : jobs_)
        if (job->status.ok() && !plan_.steady) written(*job, settled);
      settled.hostWrote(plan_.combined);
      abandonFailed(settled);
      directory_ = std::move(settled);
    } catch (const std::exception&) {
      bringHomeNow();
    }
  }

  std::string why() const {
    const std::vector<Problem>& problems = run_.execution.problems;
    const auto lost = std::find_if(problems.begin(), problems.end(),
                                   [](const Problem& problem) { return problem.failure == Failure::DeviceLost; });
    return lost == problems.end() ? "" : lost->message;
  }

  void abandonLost(Directory& directory) {
    for (const auto& job : jobs_) {
      if (job->status.failure != Failure::DeviceLost) continue;
      const std::vector<Image> images = directory.images();
      for (const Image& image : images)
        if (image.device == job->device) directory.undefined(image.id, image.valid);
    }
  }

  void abandonFailed(Directory& directory) {
    IntervalSet rewritten;
    for (const auto& job : jobs_) {
      if (job->status.ok()) continue;
      for (const ImageUse& use : job->part.uses) {
        if (job->launched) directory.undefined(use.image, use.written());
        rewritten += use.writes - use.reads;
      }
    }
    abandonLost(directory);
    residents_.stopIfLost(directory, rewritten, why());
  }

  // The same where the host has no memory left: all comes home. What chunks that failed were to write is as it was
  // before the launch; everything else is as foreseen.
  void bringHomeNow() noexcept {
    HomeNow home(backend_);
    const Directory& after = after_ ? *after_ : directory_;
    for (Bounds piece : after.stale())
      forEachFailed(piece, 0, [&](Bounds part, const ImageUse* use) {
        if (use == nullptr) home.bring(after, part);
      });
    for (Bounds piece : directory_.stale())
      forEachFailed(piece, 0, [&](Bounds part, const ImageUse* use) {
        if (use != nullptr) bringAsBefore(home, part, *use);
      });
    if (home.failed()) residents_.stopNow("memory has run out and a device failed that held the only copy of results");
    residents_.releaseAll();
  }

  // What is written before it is read again need not come home.
  void bringAsBefore(HomeNow& home, Bounds bytes, const ImageUse& use) noexcept {
    use.writes.forEachPart(bytes, [&](Bounds part, bool isWritten) {
      use.reads.forEachPart(part, [&](Bounds each, bool isRead) {
        if (!isWritten || isRead) home.bring(directory_, each, launchedInto(use) ? &use.image : nullptr);
      });
    });
  }
  bool launchedInto(const ImageUse& use) const {
    for (const auto& job : jobs_)
      for (const ImageUse& each : job->part.uses)
        if (&each == &use) return job->launched;
    return false;
  }

  // The parts of `bytes`, each with what a failed job from `first` on does with it, or null: no two jobs write a byte.
  template <class Visit>
  void forEachFailed(Bounds bytes, std::size_t first, const Visit& visit) {
    while (first < jobs_.size() && jobs_[first]->status.ok()) ++first;
    if (first == jobs_.size()) return visit(bytes, nullptr);
    forEachWritten(bytes, first, 0, visit);
  }
  template <class Visit>
  void forEachWritten(Bounds bytes, std::size_t job, std::size_t number, const Visit& visit) {
    const std::vector<ImageUse>& uses = jobs_[job]->part.uses;
    if (number == uses.size()) return forEachFailed(bytes, job + 1, visit);
    const ImageUse& use = uses[number];
    use.writes.forEachPart(bytes, [&](Bounds part, bool isWritten) {
      if (isWritten) return visit(part, &use);
      use.mayWrite.forEachPart(part, [&](Bounds each, bool mayBe) {
        if (mayBe) return visit(each, &use);
        forEachWritten(each, job, number + 1, visit);
      });
    });
  }

  Backend& backend_;
  ResidentArrays& residents_;
  Directory& directory_;
  const LaunchFacts& facts_;
  const Site& site_;
  const ResidentPlan& plan_;
  void* blockResults_;
  std::optional<ResidentUndo> undo_;  // of a loop that may roll back; outlives the jobs' streams, which copy into it
  std::vector<std::unique_ptr<ResidentJob>> jobs_;
  std::optional<Directory> after_;  // none: the launch leaves the directory as it is
  ResidentRun run_;
};

}  // namespace

ResidentRun executeResident(Backend& backend, ResidentArrays& residents, const LaunchFacts& facts, const Site& site,
                            const ResidentPlan& plan, void* blockResults) {
  return Run(backend, residents, facts, site, plan, blockResults).all();
}

}  // namespace clustrix::runtime
