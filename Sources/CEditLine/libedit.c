// libedit's own odds and ends: where its drawing goes, which is nowhere, and reading .editrc without losing our bindings.
#define _GNU_SOURCE
#include "CEditLine.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
static ssize_t swallow(void *cookie, const char *bytes, size_t count) {
  (void)cookie, (void)bytes;
  return (ssize_t)count;
}
static FILE *sink(void) {
  cookie_io_functions_t functions = {.write = swallow};
  return fopencookie(0, "w", functions);
}
#else
static int swallow(void *cookie, const char *bytes, int count) {
  (void)cookie, (void)bytes;
  return count;
}
static FILE *sink(void) { return funopen(0, 0, swallow, 0, 0); }
#endif

// The end of a new pseudo-terminal that a program would use; the other end stays open as long as the program.
static int invisible_terminal(void) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0) return -1;
  fcntl(master, F_SETFD, FD_CLOEXEC);
  const char *name = grantpt(master) == 0 && unlockpt(master) == 0 ? ptsname(master) : 0;
  int terminal = name ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
  struct winsize size = {.ws_row = 4, .ws_col = cel_columns};
  if (terminal < 0 || ioctl(terminal, TIOCSWINSZ, &size) != 0) {
    close(master);
    return -1;
  }
  return terminal;
}

EditLine *cel_create(const char *program, int fallback) {
  // Stream and terminal live as long as the editor, and the editor as long as the program.
  FILE *nowhere = sink();
  int terminal = invisible_terminal();
  if (terminal < 0) terminal = fallback;
  if (!nowhere) return 0;
  // It asks terminfo, whose state is one for the whole process.
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  EditLine *editor = el_init_fd(program, stdin, nowhere, nowhere, terminal, terminal, terminal);
  pthread_mutex_unlock(&lock);
  return editor;
}

void cel_use_utf8(void) {
  static const char *const names[] = {"", "C.UTF-8", "en_US.UTF-8"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (setlocale(LC_CTYPE, names[i]) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
}

// Only a regular file: a FIFO would be waited for, and a device may have no end. -1 in `error` is for those.
static FILE *open_settings(const char *path, int *error) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat status;
  if (descriptor < 0) return 0;
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= cel_editrc_limit) {
    FILE *file = fdopen(descriptor, "r");
    if (file) return file;
  } else {
    *error = -1;
  }
  close(descriptor);
  return 0;
}

static FILE *open_editrc(const char *_Nullable path, int *error) {
  if (!path) path = getenv("EDITRC");
  if (path) return open_settings(path, error);
  const char *home = getenv("HOME");
  char *name = 0;
  if (!home || asprintf(&name, "%s/.editrc", home) < 0) return 0;
  FILE *file = open_settings(name, error);
  free(name);
  return file;
}

static bool is_bind(const wchar_t *word) {
  const wchar_t *colon = wcschr(word, L':');
  return wcscmp(colon ? colon + 1 : word, L"bind") == 0;
}

// The escape sequence that `bind \e[5~ …` and `bind ^[[5~ …` mean; other notations concern single keys only.
static const wchar_t *escape_sequence(const wchar_t *word, wchar_t *buffer, size_t size) {
  if (wcsncmp(word, L"\\e", 2) != 0 && wcsncmp(word, L"^[", 2) != 0) return 0;
  if (wcslen(word) >= size) return 0;
  buffer[0] = 033;
  wcscpy(buffer + 1, word + 2);
  return buffer;
}

int cel_source(
    EditLine *editor, const char *_Nullable path, void *context, void (*after)(void *context),
    void (*bound)(void *context, const wchar_t *sequence),
    const cel_replacement *_Nullable replacements, size_t replacement_count) {
  int error = 0;
  FILE *file = open_editrc(path, &error);
  if (!file) return error;
  TokenizerW *tokenizer = tok_winit(0);
  char *line = 0;
  size_t capacity = 0;
  ssize_t length;
  while (tokenizer && (length = getline(&line, &capacity, file)) != -1) {
    if (length > 0 && line[length - 1] == '\n') line[--length] = 0;
    if (length == 0 || line[0] == '#') continue;
    wchar_t *wide = calloc((size_t)length + 1, sizeof *wide);
    const wchar_t **words = 0;
    int count = 0;
    bool is_read = wide && mbstowcs(wide, line, (size_t)length + 1) != (size_t)-1
        && tok_wstr(tokenizer, wide, &count, &words) == 0 && count > 0;
    if (is_read && is_bind(words[0]))
      for (int i = 1; i < count && words[i]; i++)
        for (size_t k = 0; k < replacement_count; k++)
          if (wcscmp(words[i], replacements[k].name) == 0) words[i] = replacements[k].use;
    if (is_read && el_wparse(editor, count, words) != -1 && is_bind(words[0])) {
      for (int i = 1; i < count && words[i]; i++) {
        wchar_t sequence[32];
        if (wcscmp(words[i], L"-v") == 0 || wcscmp(words[i], L"-e") == 0) after(context);
        if (words[i][0] == L'-') continue;
        if (escape_sequence(words[i], sequence, 32)) bound(context, sequence);
        break;
      }
    }
    tok_wreset(tokenizer);
    free(wide);
  }
  if (tokenizer) tok_wend(tokenizer);
  free(line);
  fclose(file);
  return 0;
}

void cel_reserve(EditLine *editor, size_t count) {
  wchar_t *filler = calloc(count + 1, sizeof *filler);
  if (!filler) return;
  // Not spaces: ed-move-to-beg skips those, also behind the end of a line.
  wmemset(filler, L'x', count);
  el_winsertstr(editor, filler);
  free(filler);
}
