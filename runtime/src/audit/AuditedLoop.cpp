#include "audit/AuditedLoop.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clustrix::audit {

AuditedLoop::AuditedLoop(Level& level, std::string site, Frame frame, Findings& findings, Claims* claims)
    : level_(level),
      site_(std::move(site)),
      frame_(frame),
      findings_(findings),
      claims_(claims),
      first_(++level.tick + 1),
      stretches_(level.shadow.cleared()) {}

void AuditedLoop::beginBody() {
  for (const Finding& found : keptBack_) findings_.add(found);
  keptBack_.clear();
  level_.tick = std::max(level_.tick, first_);
  inBody_ = true;
  iterations_ = std::max<std::uint64_t>(iterations_, level_.tick - first_ + 1);
  for (Growing& one : growing_) {
    const Piece elements = one.elements();
    one.now = {"", elements.begin, elements.bytes};
  }
}

void AuditedLoop::endBody() {
  inBody_ = false;
  born_.clear();
  origins_.clear();
  stretches_.see(level_.shadow.cleared(), iterations_);
  ++level_.tick;
}

void AuditedLoop::callElementsAs(const AuditedLoop& other) {
  std::copy_if(other.named_.begin(), other.named_.end(), std::back_inserter(named_),
               [](const Object& one) { return one.element > 0; });
}

void AuditedLoop::end() {
  level_.tick = std::max(level_.tick, first_ + static_cast<Tick>(iterations_));
  if (!claims_ || mayBeLeft_) return;
  Finding found;
  found.loop = site_;
  const std::uint64_t most = claims_->iterations() + (endsInBody_ ? 1 : 0);
  if (iterations_ < claims_->iterations() || iterations_ > most) {
    found.fault = Fault::OtherCount;
    found.iteration = iterations_;
    found.earlier = claims_->iterations();
    return findings_.add(found);
  }
  if (stretches().count > 0) return;  // who has written what is not known any more
  for (const Piece& piece : claims_->written()) {
    const std::uintptr_t end = piece.begin + piece.bytes;
    const std::uintptr_t place = level_.shadow.firstUnwritten(piece.begin, end, first_);
    if (place == end || holding(privates_, place) || holding(combined_, place)) continue;
    found.fault = Fault::Unwritten;
    found.place = nameOf(place);
    return findings_.add(found);
  }
}

void AuditedLoop::judge(const Access& access, const Conflict* conflict) {
  if (level_.tick < first_) return;  // what the loop goes through is made, `for (int x : {3, 4})`
  const std::uintptr_t begin = access.begin;
  const bool isBehind = claims_ && inBody_ && iterations_ > claims_->iterations();
  if (isBehind && access.isWrite && (!isOnFrame(begin) || holding(combined_, begin))) endsInBody_ = false;
  if (isExempt(combined_, begin) || isGrowing(begin)) return;
  if (isExempt(privates_, begin) || (isOnFrame(begin) && !holding(named_, begin))) {
    // Slots of the stack are used again and again: nobody but a reader minds who wrote there before.
    if (conflict && conflict->hazard == Hazard::ReadAfterWrite)
      find(Fault::StalePrivate, begin, access.code, &conflict->before);
    return;
  }
  if (conflict) {
    constexpr Fault faults[] = {Fault::ReadAfterWrite, Fault::WriteAfterRead, Fault::WriteAfterWrite};
    find(faults[static_cast<int>(conflict->hazard)], begin, access.code, &conflict->before);
  }
  if (claims_ && !isClaimed(access))
    find(access.isWrite ? Fault::UnclaimedWrite : Fault::UnclaimedRead, begin, access.code, nullptr);
}

bool AuditedLoop::isClaimed(const Access& access) {
  // A kernel has copies of the variables of the function around it, or is no code.
  const Object* const variable = access.isWrite || !isOnFrame(access.begin) ? nullptr : holding(named_, access.begin);
  if (variable && variable->element == 0) return true;
  const std::uint64_t iteration = level_.tick - first_;
  return (access.isWrite ? claims_->writes(iteration, access.begin, access.bytes)
                         : claims_->reads(iteration, access.begin, access.bytes, access.isOwn)) ||
         holding(born_, access.begin);
}

void AuditedLoop::find(Fault fault, std::uintptr_t at, Code code, const Touch* before) {
  Finding found;
  found.fault = fault;
  found.loop = site_;
  found.place = nameOf(at);
  found.iteration = level_.tick - first_;
  found.code = code;
  if (before) {
    found.earlier = before->tick - first_;
    found.earlierCode = before->code;
  }
  if (inBody_ && !mayBeLeft_)
    findings_.add(found);
  else
    keptBack_.push_back(std::move(found));
}

bool AuditedLoop::isExempt(const std::vector<Object>& objects, std::uintptr_t address) const {
  const Object* const one = holding(objects, address);
  if (!one || !mayOverlap_) return one != nullptr;
  for (const auto* all : {&privates_, &combined_, &named_})
    for (const Object& other : *all)
      if (other.holds(address) && other.name != one->name) return false;
  return true;
}

bool AuditedLoop::isGrowing(std::uintptr_t address) const {
  return std::any_of(growing_.begin(), growing_.end(), [&](const Growing& one) { return one.now.holds(address); });
}

std::string AuditedLoop::nameOf(std::uintptr_t address) const {
  const std::string name = nameIn(privates_, address);
  return name.empty() ? nameIn(named_, address) : name;
}

}  // namespace clustrix::audit
