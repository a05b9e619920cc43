// Limits of integers.
#pragma once
#include <metal_integer>
