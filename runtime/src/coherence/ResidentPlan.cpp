#include "coherence/ResidentPlan.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "coherence/Relays.h"
#include "memory/Alignment.h"
#include "reductions/Collective.h"
#include "support/ByteSize.h"
#include "support/Shown.h"

namespace clustrix::runtime {
namespace {

// An image as it will be when the launch begins to fetch.
struct View {
  ImageId id{};
  DeviceId device{};
  Bounds host;
  IntervalSet valid;
};

class Planner {
 public:
  Planner(const Directory& directory, const LaunchFacts& facts, const std::vector<ResidentDevice>& devices,
          const RoomOf& room, bool meets)
      : directory_(directory), facts_(facts), room_(room), next_(static_cast<int>(directory.nextId())) {
    plan_.devices = devices;
    plan_.meets = meets;
    plan_.workspaces = facts.workspaces;
    for (const ResidentDevice& device : devices) machines_[device.id] = device.machine;
  }

  ResidentAnswer plan(const std::vector<Share>& shares) {
    findImages();
    if (!addParts(shares)) return refused("what the loop touches is not known");
    if (!writesApart()) return refused("two chunks may write the same bytes");
    if (crowded()) return refused("the devices hold too many pieces of arrays", true);
    for (std::size_t part = 0; part < plan_.parts.size(); ++part) placeImages(part);
    addUnusedDevices();
    if (!fits()) return refused("the arrays do not fit the devices' memory beside those that are there", true);
    viewsByPlace_ = PlaceIndex(views_.size(), [this](std::size_t v) { return views_[v].host; });
    for (std::size_t part = 0; part < plan_.parts.size(); ++part) fetchAll(part);
    relay(plan_, [this](ImageId image) {
      const auto found = machines_.find(viewOf(image).device);
      return found == machines_.end() ? -1 : found->second;  // a device without a part is nobody's neighbour
    });
    combineAtHome();
    if (!home_.empty()) return {std::nullopt, home_, "bytes have to come home first", false};
    plan_.fetchFirst = fetchesWhatIsWritten();
    return {std::move(plan_), {}, "", false};
  }

 private:
  static ResidentAnswer refused(const std::string& why, bool noRoom = false) { return {std::nullopt, {}, why, noRoom}; }

  // Once: planning for many devices looks at none of them for each other one.
  void findImages() {
    for (const Image& image : directory_.images()) imagesOf_[image.device].push_back(&image);
  }

  bool addParts(const std::vector<Share>& shares) {
    for (const Share& share : shares) {
      auto traffic = chunkTraffic(facts_, share.chunk, 0);
      if (!traffic) return false;
      ResidentPart part;
      part.device = share.device;
      part.chunk = share.chunk;
      part.bufferOf = traffic->bufferOf;
      for (std::size_t b = 0; b < traffic->buffers.size(); ++b) {
        const BufferTraffic& of = traffic->traffic[b];
        ImageUse use;
        use.array = nameOf(part.bufferOf, static_cast<int>(b));
        use.reads = IntervalSet(of.exactIn) + IntervalSet(of.guardedIn);
        use.writes = IntervalSet(of.exactOut);
        use.mayWrite = IntervalSet(of.changedOut) - use.writes;
        part.uses.push_back(std::move(use));
      }
      if (facts_.partialSize > 0) {
        part.combine = combineStep(facts_, share.chunk);
        if (plan_.meets) part.combine = staying(facts_, std::move(part.combine));
        plan_.bytesOut += facts_.partialSize * static_cast<std::size_t>(part.combine.leaving());
      }
      plan_.parts.push_back(std::move(part));
      traffic_.push_back(std::move(*traffic));
    }
    return true;
  }

  std::string nameOf(const std::vector<int>& bufferOf, int buffer) const {
    const auto first = std::find(bufferOf.begin(), bufferOf.end(), buffer);
    return (*facts_.arrays)[static_cast<std::size_t>(first - bufferOf.begin())].name;
  }

  bool writesApart() const {
    IntervalSet all;
    for (const ResidentPart& part : plan_.parts) {
      IntervalSet own;
      for (const ImageUse& use : part.uses) own += use.written();
      if (overlap(all, own)) return false;
      all += own;
    }
    return true;
  }

  // A window that slides leaves a piece behind each time; planning looks at all that are there.
  bool crowded() const { return directory_.images().size() > mostImages * plan_.devices.size(); }

  // An image for each buffer: one that covers it, or a new one around it and all images that it overlaps.
  void placeImages(std::size_t p) {
    ResidentPart& part = plan_.parts[p];
    const DeviceId device = plan_.devices[static_cast<std::size_t>(part.device)].id;
    struct Interval {
      Bounds host;
      const Image* image;  // null: a buffer
      std::size_t buffer;
    };
    std::vector<Interval> all;
    for (const Image* image : imagesOf_[device]) all.push_back({image->host, image, 0});
    for (std::size_t b = 0; b < traffic_[p].buffers.size(); ++b)
      all.push_back({traffic_[p].buffers[b].host, nullptr, b});
    std::sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.host.begin < b.host.begin; });
    Index before = 0;  // where the group before ends
    for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
      Bounds hull = all[first].host;
      for (last = first + 1; last < all.size() && all[last].host.begin < hull.end; ++last)
        hull.end = std::max(hull.end, all[last].host.end);
      std::vector<const Image*> images;
      std::vector<std::size_t> buffers;
      for (std::size_t i = first; i < last; ++i) {
        if (all[i].image != nullptr)
          images.push_back(all[i].image);
        else
          buffers.push_back(all[i].buffer);
      }
      if (!buffers.empty())
        hull = withMargin(hull, images, {before, last < all.size() ? all[last].host.begin : hull.end + size(hull)});
      before = hull.end;
      const ImageId id = buffers.empty() ? keepAll(images) : cover(part.device, hull, images);
      for (std::size_t b : buffers) part.uses[b].image = id;
    }
    usedDevices_.insert(device);
  }

  static Index size(Bounds interval) { return interval.end - interval.begin; }

  // An image that grows a second time will again, since a window slides over its array: twice as large, it moves its
  // bytes a few times only. `free`: what no other image or buffer lies in.
  static Bounds withMargin(Bounds hull, const std::vector<const Image*>& images, Bounds free) {
    if (images.empty()) return hull;
    const Bounds old{images.front()->host.begin, images.back()->host.end};
    const bool again = std::any_of(images.begin(), images.end(), [](const Image* image) { return image->grown; });
    if (!again) return hull;
    Bounds wide = hull;
    if (hull.end > old.end) wide.end = std::max(hull.end, std::min(free.end, hull.end + size(hull)));
    if (hull.begin < old.begin) wide.begin = std::min(hull.begin, std::max(free.begin, hull.begin - size(hull)));
    return wide;
  }

  ImageId keepAll(const std::vector<const Image*>& images) {
    for (const Image* image : images) addView({image->id, image->device, image->host, image->valid});
    return images.front()->id;
  }

  ImageId cover(int device, Bounds hull, const std::vector<const Image*>& images) {
    if (images.size() == 1 && images[0]->host.begin == hull.begin && images[0]->host.end == hull.end)
      return keepAll(images);
    NewImage image{static_cast<ImageId>(next_++), device, hull, {}};
    View view{image.id, plan_.devices[static_cast<std::size_t>(device)].id, hull, {}};
    for (const Image* old : images) {
      image.absorbs.push_back(old->id);
      view.valid += old->valid;
    }
    plan_.images.push_back(image);
    addView(std::move(view));
    return plan_.images.back().id;
  }

  void addView(View view) {
    viewOf_[view.id] = views_.size();
    views_.push_back(std::move(view));
  }

  // New images are made beside those that they absorb; results come when these have gone.
  bool fits() {
    struct Need {
      std::size_t fresh = 0, results = 0, old = 0, absorbed = 0;
    };
    std::vector<Need> needs(plan_.devices.size());
    const auto of = [&](int device) -> Need& { return needs[static_cast<std::size_t>(device)]; };
    for (const ResidentPart& part : plan_.parts)
      of(part.device).results +=
          allocatedBytes(part.combine.bytes) + allocatedBytes(plan_.workspaces.bytes(part.chunk));
    for (const NewImage& image : plan_.images) {
      of(image.device).fresh += allocatedBytes(Image::bytesFor(image.host));
      for (ImageId id : image.absorbs) of(image.device).absorbed += allocatedBytes(directory_.at(id).bytes());
    }
    for (std::size_t d = 0; d < needs.size(); ++d) {
      const ResidentDevice& device = plan_.devices[d];
      Need& need = needs[d];
      for (const Image* image : imagesOf_[device.id]) need.old += allocatedBytes(image->bytes());
      const std::size_t more = need.fresh + (need.results > need.absorbed ? need.results - need.absorbed : 0);
      plan_.peaks.push_back(need.old + more);
      if (device.budget != 0 && plan_.peaks.back() > device.budget) return false;
      if (need.fresh > 0 && more > room_(device.id)) return false;
    }
    return true;
  }

  const View& viewOf(ImageId id) const { return views_[viewOf_.at(id)]; }

  void fetchAll(std::size_t p) {
    ResidentPart& part = plan_.parts[p];
    for (std::size_t b = 0; b < part.uses.size(); ++b) {
      const ImageUse& use = part.uses[b];
      const IntervalSet& valid = viewOf(use.image).valid;
      const IntervalSet& stale = directory_.stale();
      // What goes home where it has changed needs the host's bytes to compare with, even where the device has them.
      const IntervalSet fresh = use.mayWrite - stale;
      const IntervalSet missing = (use.reads + use.mayWrite) - valid;
      const IntervalSet exact = IntervalSet(traffic_[p].traffic[b].exactIn);
      const IntervalSet fromHost = missing - stale - fresh;
      fromHostPlainly(part, use.image, fromHost & exact);
      for (const Rows& rows : rowsOf(fromHost - exact)) add(part, {use.image, std::nullopt, rows, true, false, 0});
      for (const Rows& rows : rowsOf(fresh)) add(part, {use.image, std::nullopt, rows, true, true, 0});
      fromDevices(part, use.image, missing & stale);
    }
  }

  void combineAtHome() {
    for (const TouchedBytes& touched : facts_.whole)
      if (touched.access == Access::Combines) plan_.combined += IntervalSet(touched.rows);
    home_ += plan_.combined & directory_.stale();
  }

  // Devices that take no part in the launch may have what it needs.
  void addUnusedDevices() {
    for (const Image& image : directory_.images())
      if (usedDevices_.count(image.device) == 0) addView({image.id, image.device, image.host, image.valid});
  }

  // Short rows are slow to copy: the gaps come along where the host has them right.
  void fromHostPlainly(ResidentPart& part, ImageId to, const IntervalSet& bytes) {
    const Index gap = std::min(plan_.devices[static_cast<std::size_t>(part.device)].fillGap, smallestPage - 1);
    for (const Rows& rows : rowsOf(bytes)) {
      const Bounds span{rows.begin, rows.end()};
      const bool fill = rows.count > 1 && rows.pitch - rows.length <= gap && !directory_.stale().overlaps(span);
      add(part, {to, std::nullopt, fill ? run(span) : rows, false, false, 0});
    }
  }

  void fromDevices(ResidentPart& part, ImageId to, IntervalSet bytes) {
    const Peers& peers = plan_.devices[static_cast<std::size_t>(part.device)].peers;
    if (bytes.empty()) return;
    std::vector<std::size_t> near;
    viewsByPlace_.forEachIn(bytes.around(), [&](std::size_t v) {
      near.push_back(v);
      return true;
    });
    std::sort(near.begin(), near.end());
    for (std::size_t v : near) {
      const View& view = views_[v];
      if (bytes.empty()) return;
      if (view.id == to || !peers.contains(view.device) || !bytes.overlaps(view.host)) continue;
      const IntervalSet held = bytes & view.valid;
      bytes -= held;
      for (const Rows& rows : rowsOf(held)) add(part, {to, view.id, rows, false, false, 0});
    }
    home_ += bytes;
  }

  void add(ResidentPart& part, const Fetch& fetch) {
    (fetch.from ? plan_.bytesBetween : plan_.bytesIn) += static_cast<std::size_t>(fetch.rows.size());
    part.fetches.push_back(fetch);
  }

  bool fetchesWhatIsWritten() const {
    std::map<ImageId, std::vector<const ImageUse*>> uses;
    for (const ResidentPart& part : plan_.parts)
      for (const ImageUse& use : part.uses) uses[use.image].push_back(&use);
    for (const ResidentPart& part : plan_.parts)
      for (const Fetch& fetch : part.fetches)
        if (fetch.from && isWritten(uses[*fetch.from], IntervalSet(RowsList{fetch.rows}))) return true;
    return false;
  }
  static bool isWritten(const std::vector<const ImageUse*>& uses, const IntervalSet& bytes) {
    return std::any_of(uses.begin(), uses.end(), [&](const ImageUse* use) {
      return overlap(bytes, use->writes) || overlap(bytes, use->mayWrite);
    });
  }

  const Directory& directory_;
  const LaunchFacts& facts_;
  const RoomOf& room_;
  int next_;
  ResidentPlan plan_;
  std::vector<ChunkTraffic> traffic_;  // by part
  std::map<DeviceId, int> machines_;
  std::map<DeviceId, std::vector<const Image*>> imagesOf_;
  std::vector<View> views_;
  std::map<ImageId, std::size_t> viewOf_;
  PlaceIndex viewsByPlace_;
  std::set<DeviceId> usedDevices_;
  IntervalSet home_;
};

std::size_t bytesFrom(const ResidentPart& part, bool host) {
  std::size_t bytes = 0;
  for (const Fetch& fetch : part.fetches)
    if (fetch.from.has_value() != host) bytes += static_cast<std::size_t>(fetch.rows.size());
  return bytes;
}

}  // namespace

std::string printPeak(std::size_t bytes, DeviceId device, const std::string& name) {
  if (bytes == 0) return "";
  return "\nclustrix: plan:   at most " + printByteSize(bytes) + " of memory on device " +
         std::to_string(static_cast<int>(device)) + " (" + name + ")";
}

ResidentAnswer planResident(const Directory& directory, const LaunchFacts& facts, const std::vector<Share>& shares,
                            const std::vector<ResidentDevice>& devices, const RoomOf& room) {
  if (shares.size() > 1 && resultsMayMeet(facts)) {
    ResidentAnswer answer = Planner(directory, facts, devices, room, true).plan(shares);
    if (!answer.noRoom) return answer;
  }
  return Planner(directory, facts, devices, room, false).plan(shares);
}

std::string print(const ResidentPlan& plan, const Site& site, Index iterations) {
  std::ostringstream out;
  out << "clustrix: plan: " << site.function << " at " << shown(site.file) << ':' << site.line << ": " << iterations
      << " iterations on " << plan.parts.size() << " devices, where the arrays stay; " << printByteSize(plan.bytesIn)
      << " to devices, " << printByteSize(plan.bytesBetween) << " between devices, " << printByteSize(plan.bytesOut)
      << " back";
  if (plan.meets) out << meetingNote;
  for (const ResidentPart& part : plan.parts) {
    std::size_t fresh = 0;
    for (const NewImage& image : plan.images)
      if (image.device == part.device) fresh += allocatedBytes(Image::bytesFor(image.host));
    out << "\nclustrix: plan:   iterations [" << part.chunk.begin << ", " << part.chunk.end << ") on "
        << plan.devices[static_cast<std::size_t>(part.device)].name << ": " << part.uses.size() << " images, "
        << printByteSize(fresh) << " of them new, " << printByteSize(bytesFrom(part, true)) << " from the host, "
        << printByteSize(bytesFrom(part, false)) << " from other devices";
  }
  for (std::size_t d = 0; d < plan.peaks.size(); ++d)
    out << printPeak(plan.peaks[d], plan.devices[d].id, plan.devices[d].name);
  return out.str();
}

std::string printSteps(const ResidentPlan& plan) {
  std::ostringstream out;
  for (const NewImage& image : plan.images) {
    out << "allocate image " << static_cast<int>(image.id) << " on device " << image.device << " for ["
        << image.host.begin << ", " << image.host.end << ')';
    for (ImageId old : image.absorbs) out << ", absorbs image " << static_cast<int>(old);
    out << '\n';
  }
  for (const ResidentPart& part : plan.parts)
    for (const Fetch& fetch : part.fetches) {
      out << "fetch    image " << static_cast<int>(fetch.to) << ' ' << fetch.rows;
      if (fetch.from) out << " from image " << static_cast<int>(*fetch.from);
      out << (fetch.guarded ? " where readable" : "") << (fetch.baseline ? ", keeping it" : "") << '\n';
    }
  if (plan.fetchFirst) out << "wait     for all that is fetched\n";
  for (const ResidentPart& part : plan.parts)
    out << "launch   iterations [" << part.chunk.begin << ", " << part.chunk.end << ") on device " << part.device
        << '\n';
  return out.str();
}

}  // namespace clustrix::runtime
