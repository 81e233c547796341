/// The commit that a release was built from.
#pragma once

/// The commit and its date, such as `58dd15da2c1e, 2026-11-26`; empty if unknown.
const char *_Nonnull howdah_commit(void);
