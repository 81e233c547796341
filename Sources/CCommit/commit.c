#include "commit.h"

// Written by Tools/release. A debug build leaves it out: the file may be that of an earlier commit.
#if !defined(DEBUG) && __has_include("../../.build/commit.h")
#include "../../.build/commit.h"
#else
#define HOWDAH_COMMIT ""
#endif

const char *howdah_commit(void) { return HOWDAH_COMMIT; }
