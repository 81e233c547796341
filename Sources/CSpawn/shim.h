#pragma once

// glibc declares this for _GNU_SOURCE alone (2.34 and later), and Swift imports <spawn.h> without it. The type of the actions is
// left out: to include <spawn.h> here would make its types those of this module too.
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);
