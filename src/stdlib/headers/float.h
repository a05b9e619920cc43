// Limits of floats.
#pragma once
#include <metal_limits>
