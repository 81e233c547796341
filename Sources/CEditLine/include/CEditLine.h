// What Swift cannot say to libedit and the terminal itself: variadic calls, FILE streams, signal handlers.
// One typed function for each use, so that a wrong argument does not compile.
#pragma once

#include <histedit.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>
#include <wchar.h>

#pragma clang assume_nonnull begin

typedef int (*cel_read_function)(EditLine *_Nullable editor, wchar_t *_Nullable key);
typedef unsigned char (*cel_edit_function)(EditLine *_Nullable editor, wint_t key);

// MARK: libedit

// An editor with a terminal of its own that nobody sees: a pseudo-terminal with one very wide row.
//
// libedit cannot be told not to draw, and its drawing writes behind its buffers where lines wrap (re_fastputc in
// 20221030). On this terminal no line wraps. `fallback` is used where there are no pseudo-terminals.
EditLine *_Nullable cel_create(const char *program, int fallback);

// How many columns that terminal has.
enum { cel_columns = 65535 };

// A command of libedit and the one that its keys get instead.
typedef struct {
  const wchar_t *name;
  const wchar_t *use;
} cel_replacement;

// The largest .editrc in bytes.
enum { cel_editrc_limit = 1 << 20 };

// Reads the person's .editrc (`path`, or else $EDITRC, or else ~/.editrc) line by line, so that `after` can put our bindings
// back when a line of the file replaced the whole key map. `bound` hears of each key sequence the file binds.
// Returns -1 if there is one that is not a file, or is too large, and was not read.
int cel_source(
    EditLine *editor, const char *_Nullable path, void *context, void (*after)(void *_Nullable context),
    void (*bound)(void *_Nullable context, const wchar_t *_Nonnull sequence),
    const cel_replacement *_Nullable replacements, size_t count);

// Gives libedit buffers for `count` characters, before the first line; they never shrink.
//
// When libedit deletes, it moves as many characters as it deletes from behind the end of the line (c_delafter,
// c_delbefore): its buffers must be twice as long as a line may be.
void cel_reserve(EditLine *editor, size_t count);

// Puts the cursor back into the line.
//
// Some of libedit's commands leave it outside, where the next character is written over the heap: ed-move-to-end steps
// back from the start of an empty line in vi mode, em-exchange-mark goes to where the line once had its end.
static inline void cel_keep_cursor(EditLine *editor) {
  const LineInfoW *line = el_wline(editor);
  if (line->cursor < line->buffer) el_cursor(editor, (int)(line->buffer - line->cursor));
  if (line->cursor > line->lastchar) el_cursor(editor, -(int)(line->cursor - line->lastchar));
}

static inline void cel_set_read(EditLine *editor, cel_read_function function) {
  el_wset(editor, EL_GETCFN, function);
}
static inline void cel_set_signal(EditLine *editor, bool on) { el_wset(editor, EL_SIGNAL, (int)on); }
static inline void cel_set_editor(EditLine *editor, const wchar_t *name) { el_wset(editor, EL_EDITOR, name); }
static inline void cel_set_edits(EditLine *editor, bool on) { el_wset(editor, EL_EDITMODE, (int)on); }
static inline void cel_set_context(EditLine *editor, void *context) { el_wset(editor, EL_CLIENTDATA, context); }
static inline void *_Nullable cel_context(EditLine *editor) {
  void *context = 0;
  el_wget(editor, EL_CLIENTDATA, &context);
  return context;
}
static inline bool cel_is_vi(EditLine *editor) {
  const wchar_t *name = 0;
  return el_wget(editor, EL_EDITOR, &name) == 0 && name && name[0] == L'v';
}
// libedit keeps the pointers: pass memory that lives as long as the program.
static inline void cel_add_function(
    EditLine *editor, const wchar_t *name, const wchar_t *help, cel_edit_function function) {
  el_wset(editor, EL_ADDFN, name, help, function);
}
static inline int cel_bind(EditLine *editor, const wchar_t *key, const wchar_t *command) {
  return el_wset(editor, EL_BIND, key, command, (wchar_t *)0);
}
// The other map of vi: command mode.
static inline int cel_bind_alternative(EditLine *editor, const wchar_t *key, const wchar_t *command) {
  return el_wset(editor, EL_BIND, L"-a", key, command, (wchar_t *)0);
}

static inline void cel_set_history(EditLine *editor, HistoryW *history) {
  el_wset(editor, EL_HIST, history_w, history);
}
static inline void cel_history_size(HistoryW *history, int size) {
  HistEventW event;
  history_w(history, &event, H_SETSIZE, size);
}
static inline void cel_history_enter(HistoryW *history, const wchar_t *line) {
  HistEventW event;
  history_w(history, &event, H_ENTER, line);
}
static inline void cel_history_clear(HistoryW *history) {
  HistEventW event;
  history_w(history, &event, H_CLEAR);
}
// libedit remembers where Up had got to; the next line starts from the newest entry again.
static inline void cel_history_rewind(HistoryW *history) {
  HistEventW event;
  history_w(history, &event, H_FIRST);
}

// MARK: the terminal

// Makes libedit and wcwidth treat text as UTF-8; call before the first editor and before threads start.
void cel_use_utf8(void);

// A pipe of which neither end blocks or is inherited; 0, or -1 and errno.
int cel_pipe(int ends[_Nonnull 2]);

// Installs handlers that write each signal's number to the pipe: INT TERM HUP TSTP CONT WINCH.
// Returns the end to read, or -1 if that is done already.
int cel_signals_start(void);
void cel_signals_stop(void);
// Lets this thread be told: a program started by a worker thread has everything blocked.
void cel_signals_unblock(void);

// Sends SIGTSTP to the process group, as ^Z does; it comes back through the pipe.
void cel_stop_group(void);
// Stops this process and returns when it is continued.
void cel_stop(void);
// Sends SIGQUIT to the process group, as ^\ does.
void cel_quit(void);

/// Ignores the signal of the quit key, or handles it as before.
void cel_ignore_quit(bool ignores);

// The arguments that the program was started with, the first one being its name. Swift reads them from /proc, and finds none
// where that is missing.
int cel_argument_count(void);
const char *_Nullable cel_argument(int index);

// Writes `notice` to standard error when the program crashes, then lets it end as it would have.
// Called before cel_guard_start, so that a crash restores the terminal first.
void cel_crash_notice_start(const char *notice);

// Keeps the memory out of core dumps and away from other programs of the user: it has tokens.
void cel_protect_memory(void);

// Remembers the terminal's settings and puts them back at exit and on fatal signals, after writing `farewell`.
// Returns -1 if `input` is no terminal.
int cel_guard_start(int input, int output, const char *farewell);
void cel_guard_stop(void);
// Whether an exit or a crash writes the farewell and restores the settings: not while somebody else has the terminal.
void cel_guard_arm(bool armed);
void cel_guard_restore(void);
// Turns off echo, canonical input, and keys that are signals; turns on what libedit and we expect of output.
void cel_guard_raw(void);
// The terminal's own control characters, as they were at the start; 0 if disabled.
unsigned char cel_interrupt_key(void);
unsigned char cel_suspend_key(void);
unsigned char cel_quit_key(void);

// Columns and rows, 0 if unknown.
void cel_window_size(int fd, int *columns, int *rows);

#pragma clang assume_nonnull end
