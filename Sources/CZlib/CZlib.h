/* The system's zlib, for gzip on the wire. */
#include <zlib.h>
