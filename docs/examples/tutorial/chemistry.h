#pragma once

/// How much of the tracer reacts away in a unit of time, where its concentration is `u`.
double reacted(double u);
