#include "pages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char language[] = {
#embed "../../docs/language.md"
  , 0
};

static const char json[] = {
#embed "../../docs/json.md"
  , 0
};

static const char sandbox[] = {
#embed "../../docs/sandbox.md"
  , 0
};

static const char plugins[] = {
#embed "../../docs/plugins.md"
  , 0
};

const char *howdah_language_page(void) { return language; }

const char *howdah_json_page(void) { return json; }

const char *howdah_sandbox_page(void) { return sandbox; }

const char *howdah_plugins_page(void) { return plugins; }
