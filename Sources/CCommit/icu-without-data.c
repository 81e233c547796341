// The data of ICU that a program has which needs none, as in ICU's own stubdata.cpp: a table of contents without entries.
//
// Packages refer to Foundation, which has ICU with 34 MB of data: names of languages, calendars, formats. Nothing here asks for
// them: times, widths, names of languages and of hosts are this program's own or those of FoundationEssentials.
#if !defined(DEBUG) && __has_include("../../.build/commit.h")
#include "../../.build/commit.h"
#endif

// The name that the data has in the toolchain's ICU, written by Tools/release.
#ifdef ICU_DATA
#include <stdint.h>

struct icu_data {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, reserved;
  uint8_t is_big_endian, charset_family, character_size, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4], padding[8];
  uint32_t count, reserved_count;
  int64_t contents[2];
};

_Alignas(16) const struct icu_data ICU_DATA = {
    .header_size = 32, .magic = {0xda, 0x27}, .info_size = 20, .character_size = 2,
    .format = {'T', 'o', 'C', 'P'}, .format_version = {1}};
#endif
