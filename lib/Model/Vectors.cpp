// What the stages hand on is made of vectors of values that hold vectors. Their functions are compiled here, and not in
// each file that copies such a value or lets go of it: in files that are not optimised that is half the work.
#include "clustrix/Effect.h"
#include "clustrix/KernelText.h"
#include "clustrix/LoopModel.h"
#include "clustrix/Polynomial.h"
#include "clustrix/Source.h"

template class std::vector<clustrix::compiler::Edit>;
template class std::vector<clustrix::compiler::Effect>;
template class std::vector<clustrix::compiler::Capture>;
template class std::vector<clustrix::compiler::BodyPiece>;
template class std::vector<clustrix::compiler::KernelFunction>;
template class std::vector<clustrix::compiler::PrivateMember>;
template class std::vector<clustrix::compiler::LocalDefinition>;
template class std::vector<clustrix::compiler::DeviceFunction>;
template class std::vector<clustrix::compiler::InnerLoop>;
template class std::vector<clustrix::compiler::OnceStatement>;
template class std::vector<clustrix::compiler::Symbol>;
template class std::vector<clustrix::compiler::NestedLoop>;
template class std::vector<clustrix::compiler::ArrayObject>;
template class std::vector<clustrix::compiler::Access>;
template class std::vector<clustrix::compiler::Update>;
template class std::vector<clustrix::compiler::ScalarState>;
template class std::vector<clustrix::compiler::MemoryScalar>;
template class std::vector<clustrix::compiler::Leave>;
template class std::vector<clustrix::compiler::DistributionPoint>;
template class std::vector<clustrix::compiler::Obligation>;
template class std::vector<clustrix::compiler::Requirement>;
template class std::vector<clustrix::compiler::Append>;
template class std::vector<clustrix::compiler::Work>;
template class std::vector<clustrix::compiler::LoopModel>;
template class std::vector<clustrix::compiler::Polynomial>;
template class std::vector<clustrix::compiler::LoopSite>;
