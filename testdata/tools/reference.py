#!/usr/bin/env python3
"""Prints the expected values that stand in testdata/kernels/*.metal.

Independent of deburr: plain Python, every float operation rounded to binary32 on its own, elementary functions
from Python's double precision and rounded once. Run it and compare by eye; nothing reads its output.
"""
import math
import struct
import sys


def f(x):
    """Rounds to the nearest float (binary32, ties to even)."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


def h(x):
    """Rounds to the nearest half (binary16, ties to even)."""
    return struct.unpack("<e", struct.pack("<e", x))[0]


def add(a, b): return f(a + b)
def sub(a, b): return f(a - b)
def mul(a, b): return f(a * b)
def div(a, b): return f(a / b)


def text(x):
    """The shortest decimal that reads back as the same float."""
    if x == int(x) and abs(x) < 1e6:
        return str(int(x))
    for digits in range(1, 10):
        s = f"{x:.{digits}g}"
        if f(float(s)) == x:
            return s
    raise AssertionError(x)


def show(name, kind, values):
    print(f"{name:14} {kind}:{','.join(text(v) for v in values)}")


def saxpy():
    x = [f(v) for v in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.1)]
    y = [f(v) for v in (1, -1, 2, -2, 3, -3, 4, -4, 5, 1e-3)]
    show("saxpy", "float", [add(mul(2.5, a), b) for a, b in zip(x, y)])


def stencil5():
    w, h_ = 5, 4
    s = [f(0.1 * i) for i in range(20)]
    s[7] = f(9.5)
    d = []
    for y in range(h_):
        for x in range(w):
            i = y * w + x
            if x in (0, w - 1) or y in (0, h_ - 1):
                d.append(s[i])
                continue
            lap = sub(add(add(add(s[i - 1], s[i + 1]), s[i - w]), s[i + w]), mul(4.0, s[i]))
            d.append(add(s[i], mul(f(0.2), lap)))
    show("stencil5 in", "float", s)
    show("stencil5", "float", d)


def clamp(v, lo, hi): return max(lo, min(v, hi))


def blur3x3():
    w, h_ = 4, 3
    s = [float(v) for v in (16, 0, 0, 8, 0, 0, 32, 0, 4, 0, 0, 64)]
    k = [0.25, 0.5, 0.25]
    d = []
    for y in range(h_):
        for x in range(w):
            acc = 0.0
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    v = s[clamp(y + dy, 0, h_ - 1) * w + clamp(x + dx, 0, w - 1)]
                    acc = add(acc, mul(mul(k[dy + 1], k[dx + 1]), v))
            d.append(acc)
    show("blur3x3", "float", d)


def tree(values):
    t = list(values)
    s = len(t) // 2
    while s:
        for l in range(s):
            t[l] = add(t[l], t[l + s])
        s //= 2
    return t[0]


def reduce():
    v = [f(x) for x in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1e8, 1, -1e8, 1, 2, 4, 8, 16)]
    show("reduce", "float", [tree(v[:8]), tree(v[8:])])


def matmul(name, n):
    a = [f((i * 7 % 11) * 0.3) for i in range(n * n)]
    b = [f((i * 5 % 13) - 6) for i in range(n * n)]
    c = []
    for row in range(n):
        for col in range(n):
            acc = 0.0
            for k in range(n):
                acc = add(acc, mul(a[row * n + k], b[k * n + col]))
            c.append(acc)
    show(name + " A", "float", a)
    show(name + " B", "float", b)
    show(name + " C", "float", c)


def mandelbrot():
    w = h_ = 8
    out = []
    for py in range(h_):
        for px in range(w):
            cx = add(-2.0, div(mul(3.0, float(px)), float(w)))
            cy = add(-1.5, div(mul(3.0, float(py)), float(h_)))
            x = y = 0.0
            it = 0
            while it < 32:
                x2, y2 = mul(x, x), mul(y, y)
                if add(x2, y2) > 4.0:
                    break
                y = add(mul(mul(2.0, x), y), cy)
                x = add(sub(x2, y2), cx)
                it += 1
            out.append(it)
    show("mandelbrot", "uint", out)


def nbody():
    p = [(0, 0, 0, 1), (1, 0, 0, 2), (0, 2, 0, 3), (0.5, -1, 1.5, 4)]
    out = []
    for px, py, pz, _ in p:
        a = [0.0, 0.0, 0.0]
        for qx, qy, qz, m in p:
            d = [sub(float(qx), float(px)), sub(float(qy), float(py)), sub(float(qz), float(pz))]
            r2 = add(add(add(mul(d[0], d[0]), mul(d[1], d[1])), mul(d[2], d[2])), f(0.01))
            inv = f(1 / math.sqrt(r2))
            s = mul(mul(mul(float(m), inv), inv), inv)
            a = [add(v, mul(e, s)) for v, e in zip(a, d)]
        out += a + [0.0]
    show("nbody", "float4", out)


def softmax():
    rows = [[1, 2, 3, 4, 5, 6, 7, 8], [-8, 0.5, 0.5, 8, 7.5, -1, 3, 3.25]]
    out = []
    for r in rows:
        m = max(r)
        e = [f(math.exp(sub(float(v), float(m)))) for v in r]
        sums = []
        for lane in range(4):
            s = 0.0
            for c in range(lane, 8, 4):
                s = add(s, e[c])
            sums.append(s)
        inv = div(1.0, tree(sums))
        out += [mul(v, inv) for v in e]
    show("softmax", "float", out)


def histogram():
    # two groups of 4 threads, 16 bytes each; byte i is i * i mod 8
    bins = [0] * 256
    values = [i * i % 8 for i in range(128)]
    for v in values:
        bins[v] += 1
    show("histogram in", "uchar", values[:16])
    show("histogram", "uint", bins[:8])


def bitonic():
    d = [50, 10, 40, 30, 7, 90, 3, 60]
    for j, k in ((1, 2), (2, 4), (4, 8)):
        e = list(d)
        for t in range(4):
            i = 2 * t - (t & (j - 1))
            p = i + j
            if (e[i] > e[p]) == ((i & k) == 0):
                e[i], e[p] = e[p], e[i]
        show(f"bitonic j={j} k={k}", "uint", e)


def cnd(d):
    k = div(1.0, add(1.0, mul(f(0.2316419), abs(d))))
    p = f(1.330274429)
    for c in (-1.821255978, 1.781477937, -0.356563782, 0.319381530):
        p = add(f(c), mul(k, p))
    p = mul(k, p)
    c = mul(mul(f(0.39894228), f(math.exp(mul(mul(-0.5, d), d)))), p)
    return sub(1.0, c) if d > 0.0 else c


def blackscholes():
    r, v = f(0.02), f(0.30)
    call, put = [], []
    for s, x, t in zip((20.0, 10.0, 30.0, 5.0), (20.0, 50.0, 25.0, 1.0), (1.0, 4.0, 0.25, 10.0)):
        sq = f(math.sqrt(t))
        drift = mul(add(r, mul(mul(0.5, v), v)), t)
        d1 = div(add(f(math.log(div(s, x))), drift), mul(v, sq))
        d2 = sub(d1, mul(v, sq))
        c1, c2 = cnd(d1), cnd(d2)
        e = f(math.exp(mul(-r, t)))
        call.append(sub(mul(s, c1), mul(mul(x, e), c2)))
        put.append(sub(mul(mul(x, e), sub(1.0, c2)), mul(s, sub(1.0, c1))))
    show("blackscholes C", "float", call)
    show("blackscholes P", "float", put)


def boxrgba8():
    w, h_ = 3, 2
    s = [(10 * i + c * 40 + (i * c) % 7) % 256 for i in range(6) for c in range(4)]
    d = []
    for y in range(h_):
        for x in range(w):
            for c in range(4):
                acc = 0
                for dy in (-1, 0, 1):
                    for dx in (-1, 0, 1):
                        acc += s[4 * (clamp(y + dy, 0, h_ - 1) * w + clamp(x + dx, 0, w - 1)) + c]
                d.append(acc // 9)
    show("boxrgba8 in", "uchar4", s)
    show("boxrgba8", "uchar4", d)


def q4matvec():
    cols, rows, n = 64, 2, 4
    nb = cols // 32
    w = []
    for block in range(rows * nb):
        w += list(struct.pack("<e", h(0.01 * (block + 1))))
        w += [(block * 31 + k * 17) % 256 for k in range(16)]
    x = [f(((i * 3) % 8) * 0.25 - 1) for i in range(cols)]
    y = []
    for row in range(rows):
        lanes = []
        for lane in range(n):
            acc = 0.0
            for b in range(lane, nb, n):
                p = w[(row * nb + b) * 18:]
                d = struct.unpack("<e", bytes(p[:2]))[0]
                s = 0.0
                for k in range(16):
                    q = p[2 + k]
                    s = add(s, mul(float((q & 15) - 8), x[b * 32 + k]))
                    s = add(s, mul(float((q >> 4) - 8), x[b * 32 + k + 16]))
                acc = add(acc, mul(d, s))
            lanes.append(acc)
        y.append(tree(lanes))
    show("q4matvec w", "uchar", w)
    show("q4matvec x", "float", x)
    show("q4matvec y", "float", y)


def launch():
    show("launch", "uint", [100 + 7 + i for i in range(6)])


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for name, run in (("saxpy", saxpy), ("stencil5", stencil5), ("blur3x3", blur3x3), ("reduce", reduce),
                      ("matmul_naive", lambda: matmul("matmul n=4", 4)), ("matmul_tiled", lambda: matmul("matmul n=8", 8)),
                      ("mandelbrot", mandelbrot), ("nbody", nbody), ("softmax", softmax), ("histogram", histogram),
                      ("bitonic", bitonic), ("blackscholes", blackscholes), ("boxrgba8", boxrgba8),
                      ("q4matvec", q4matvec), ("launch", launch)):
        if not wanted or name in wanted:
            run()
