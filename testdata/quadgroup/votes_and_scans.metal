// Ballot of odd lanes is 0b1010 in every quad; inclusive scan of ones counts 1..4.
// RUN: votes_and_scans --simd-width 8 --grid 8 --group 8 --buffer 0=uint:zeros(8) --buffer 1=uint:zeros(8)
//      --expect 0=uint:10,10,10,10,10,10,10,10 --expect 1=uint:1,2,3,4,1,2,3,4

#include <metal_stdlib>
using namespace metal;

kernel void votes_and_scans(device uint* ballot [[buffer(0)]], device uint* scan [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    ballot[i] = quad_vote::vote_t(quad_ballot((i & 1) != 0));
    scan[i] = quad_prefix_inclusive_sum(1u);
}
