constant float a = 0x1.8p-3f + .5e+10h - 1'000u * 'c' / u8"s\"\\" R"x(raw "text)x";
<: :> <% %> %: <:: and not_eq a->*b .* ... ::
/* comment */ // line \
 continued
ident\
ifier été \u00e9t "broken \
string" "open
'open
#pragma METAL fp math_mode(safe)
#pragma unroll(4)
kernel void k(device float4 *p [[buffer(0)]], uint i [[thread_position_in_grid]]) { p[i] *= a; }
