// What SwiftUI gives to its shaders. Declared only.
#pragma once
#include <metal_stdlib>

namespace SwiftUI {
struct Layer {
  metal::texture2d<half> tex;
  float2 info[5];
  half4 sample(float2 position) const;
};
}  // namespace SwiftUI
