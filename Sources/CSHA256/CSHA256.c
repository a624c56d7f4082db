#include "CSHA256.h"

// Section 4.2.2.
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

// The words of section 6.2.2, step 1.
static void schedule(uint32_t *words, const uint8_t *block) {
    for (int i = 0; i < 16; i++, block += 4) {
        words[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    }
    for (int i = 16; i < 64; i++) {
        uint32_t x = words[i - 15], y = words[i - 2];
        words[i] = words[i - 16] + (rotated(x, 7) ^ rotated(x, 18) ^ x >> 3) + words[i - 7]
            + (rotated(y, 17) ^ rotated(y, 19) ^ y >> 10);
    }
}

void CSHATakeBlocksPlainly(uint32_t *state, const void *blocks, size_t count) {
    const uint8_t *block = blocks;
    uint32_t words[64];
    for (; count > 0; count--, block += 64) {
        schedule(words, block);
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (int i = 0; i < 64; i++) {
            uint32_t first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g))
                + constants[i] + words[i];
            uint32_t second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + first;
            d = c, c = b, b = a, a = first + second;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
}

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

// SHA, and SSE4.1 for what surrounds it: Intel's manual, CPUID, leaves 7 and 1. A virtual machine takes microseconds for each
// CPUID: it is asked once.
static int hasInstructions(void) {
    enum { unknown, no, yes };
    static _Atomic int answer = unknown;
    if (answer == unknown) {
        unsigned a, b, c, d;
        int has = __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1 && __get_cpuid(1, &a, &b, &c, &d) && c >> 19 & 1;
        answer = has ? yes : no;
    }
    return answer == yes;
}

// Four rounds at a time. The instructions want the state as two vectors, of the words a, b, e, f and of c, d, g, h.
__attribute__((target("sha,sse4.1"))) static void takeBlocksByInstructions(
    uint32_t *state, const uint8_t *block, size_t count) {
    const __m128i bigEndian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(badc, efgh, 8), cdgh = _mm_blend_epi16(efgh, badc, 0xf0), words[4];
    for (; count > 0; count--, block += 64) {
        __m128i oldABEF = abef, oldCDGH = cdgh;
        for (int i = 0; i < 16; i++) {
            __m128i next;
            if (i < 4) {
                next = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)block + i), bigEndian);
            } else {
                __m128i last = words[(i + 3) & 3];
                next = _mm_add_epi32(
                    _mm_sha256msg1_epu32(words[i & 3], words[(i + 1) & 3]),
                    _mm_alignr_epi8(last, words[(i + 2) & 3], 4));
                next = _mm_sha256msg2_epu32(next, last);
            }
            words[i & 3] = next;
            next = _mm_add_epi32(next, _mm_loadu_si128((const __m128i *)constants + i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, next);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(next, 0x0e));
        }
        abef = _mm_add_epi32(abef, oldABEF);
        cdgh = _mm_add_epi32(cdgh, oldCDGH);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#endif

void CSHATakeBlocks(uint32_t *state, const void *blocks, size_t count) {
#if defined(__x86_64__)
    if (hasInstructions()) return takeBlocksByInstructions(state, blocks, count);
#endif
    CSHATakeBlocksPlainly(state, blocks, count);
}
