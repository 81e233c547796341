/// The pages of docs/ that are part of the program.
#pragma once

/// docs/language.md.
const char *_Nonnull howdah_language_page(void);

/// docs/json.md.
const char *_Nonnull howdah_json_page(void);

/// docs/sandbox.md.
const char *_Nonnull howdah_sandbox_page(void);

/// docs/plugins.md.
const char *_Nonnull howdah_plugins_page(void);
