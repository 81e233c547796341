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

const char *howdah_language_page(void) { return language; }

const char *howdah_json_page(void) { return json; }
