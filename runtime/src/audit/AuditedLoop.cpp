#include "audit/AuditedLoop.h"

#include <utility>

namespace clustrix::audit {

AuditedLoop::AuditedLoop(Level& level, std::string site, Frame frame, Findings& findings, Claims* claims)
    : level_(level),
      site_(std::move(site)),
      frame_(frame),
      findings_(findings),
      claims_(claims),
      first_(++level.tick),
      stretches_(level.shadow.cleared()) {}

void AuditedLoop::beginBody() {
  for (const Finding& found : keptBack_) findings_.add(found);
  keptBack_.clear();
  inBody_ = true;
  ++iterations_;
}

void AuditedLoop::endBody() {
  inBody_ = false;
  born_.clear();
  stretches_.see(level_.shadow.cleared(), iterations_);
  ++level_.tick;
}

void AuditedLoop::judge(bool isWrite, std::uintptr_t begin, std::size_t bytes, Code code, const Conflict* conflict) {
  if (isExempt(combined_, begin)) return;
  const bool isOnFrame = begin >= frame_.low && begin < frame_.top;
  if (isExempt(privates_, begin) || (isOnFrame && !holding(named_, begin))) {
    // Slots of the stack are used again and again: nobody but a reader minds who wrote there before.
    if (conflict && conflict->hazard == Hazard::ReadAfterWrite)
      find(Fault::StalePrivate, begin, code, &conflict->before);
    return;
  }
  if (conflict) {
    constexpr Fault faults[] = {Fault::ReadAfterWrite, Fault::WriteAfterRead, Fault::WriteAfterWrite};
    find(faults[static_cast<int>(conflict->hazard)], begin, code, &conflict->before);
  }
  if (!claims_) return;
  const std::uint64_t iteration = level_.tick - first_;
  const bool isClaimed = isWrite ? claims_->writes(iteration, begin, bytes) : claims_->reads(iteration, begin, bytes);
  if (!isClaimed && !holding(born_, begin))
    find(isWrite ? Fault::UnclaimedWrite : Fault::UnclaimedRead, begin, code, nullptr);
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

const Object* AuditedLoop::holding(const std::vector<Object>& objects, std::uintptr_t address) {
  for (const Object& one : objects)
    if (one.holds(address)) return &one;
  return nullptr;
}

/// Whether one of the objects has the address, and no other object of the loop where they may lie in each other.
bool AuditedLoop::isExempt(const std::vector<Object>& objects, std::uintptr_t address) const {
  const Object* const one = holding(objects, address);
  if (!one || !mayOverlap_) return one != nullptr;
  for (const auto* all : {&privates_, &combined_, &named_})
    for (const Object& other : *all)
      if (other.holds(address) && other.name != one->name) return false;
  return true;
}

std::string AuditedLoop::nameOf(std::uintptr_t address) const {
  for (const auto* objects : {&privates_, &named_})
    if (const Object* const object = holding(*objects, address))
      return object->element == 0
                 ? object->name
                 : object->name + "[" + std::to_string((address - object->begin) / object->element) + "]";
  return "";
}

}  // namespace clustrix::audit
