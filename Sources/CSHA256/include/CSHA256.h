// The blocks of SHA-256 (FIPS 180-4, section 6.2.2). What goes into a block is up to the caller.

#ifndef FEEDCACHE_CSHA256_H
#define FEEDCACHE_CSHA256_H

#include <stddef.h>
#include <stdint.h>

// Takes `count` blocks of 64 bytes into the state of eight words, by the processor's instructions where it has them.
void CSHATakeBlocks(uint32_t *state, const void *blocks, size_t count);

// The same in plain C, on every processor.
void CSHATakeBlocksPlainly(uint32_t *state, const void *blocks, size_t count);

#endif
