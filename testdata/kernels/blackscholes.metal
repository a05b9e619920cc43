// European options, four of them: log, exp, sqrt and a polynomial.
//
// RUN: blackscholes --grid 4 --group 4
//      --buffer 0=float:20,10,30,5 --buffer 1=float:20,50,25,1 --buffer 2=float:1,4,0.25,10
//      --buffer 3=float:zeros(4) --buffer 4=float:zeros(4)
//      --expect 3=float:2.564314,0.021346688,5.332094,4.2003503
//      --expect 4=float:2.1682873,36.177162,0.20740438,0.019081168
//      --tolerance 1e-5,1e-5

#include <metal_stdlib>
using namespace metal;

static float cnd(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float p = k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float c = 0.39894228f * exp(-0.5f * d * d) * p;
    return d > 0.0f ? 1.0f - c : c;
}

kernel void blackscholes(device const float* S [[buffer(0)]],
                         device const float* X [[buffer(1)]],
                         device const float* T [[buffer(2)]],
                         device float* call [[buffer(3)]],
                         device float* put [[buffer(4)]],
                         uint i [[thread_position_in_grid]])
{
    const float r = 0.02f, v = 0.30f;
    float s = S[i], x = X[i], t = T[i];
    float sq = sqrt(t);
    float d1 = (log(s / x) + (r + 0.5f * v * v) * t) / (v * sq);
    float d2 = d1 - v * sq;
    float c1 = cnd(d1), c2 = cnd(d2);
    float e = exp(-r * t);
    call[i] = s * c1 - x * e * c2;
    put[i] = x * e * (1.0f - c2) - s * (1.0f - c1);
}
