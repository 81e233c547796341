// Signals as bytes in a pipe, and the terminal put back however the program ends.
#define _GNU_SOURCE
#include "CEditLine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>

int cel_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return 0;
}

// MARK: signals

static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH};
enum { watched_count = sizeof watched / sizeof *watched };
static struct sigaction before_watch[watched_count];
static int signal_pipe[2] = {-1, -1};
static bool watching;

static void note_signal(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  (void)!write(signal_pipe[1], &byte, 1);
  errno = saved;
}

static void watch(int number, struct sigaction *before) {
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(number, &action, before);
}

int cel_signals_start(void) {
  if (watching || (signal_pipe[0] < 0 && cel_pipe(signal_pipe) != 0)) return -1;
  watching = true;
  for (int i = 0; i < watched_count; i++) {
    watch(watched[i], &before_watch[i]);
    // Started by nohup or in the background of a script: what was ignored stays ignored.
    if (before_watch[i].sa_handler == SIG_IGN) sigaction(watched[i], &before_watch[i], 0);
  }
  return signal_pipe[0];
}

void cel_signals_unblock(void) {
  sigset_t mask;
  sigemptyset(&mask);
  for (int i = 0; i < watched_count; i++) sigaddset(&mask, watched[i]);
  pthread_sigmask(SIG_UNBLOCK, &mask, 0);
}

void cel_signals_stop(void) {
  if (!watching) return;
  watching = false;
  for (int i = 0; i < watched_count; i++) sigaction(watched[i], &before_watch[i], 0);
}

void cel_stop_group(void) { kill(0, SIGTSTP); }

void cel_stop(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, before;
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaction(SIGTSTP, &standard, &before);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  // To this very thread: the stop has happened when raise returns, so the handler is not put back too early.
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, 0);
  sigaction(SIGTSTP, &before, 0);
}

void cel_quit(void) { kill(0, SIGQUIT); }

void cel_ignore_quit(bool ignores) {
  static struct sigaction before;
  static bool is_ignored;
  if (ignores == is_ignored) return;
  is_ignored = ignores;
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  if (ignores)
    sigaction(SIGQUIT, &ignore, &before);
  else
    sigaction(SIGQUIT, &before, 0);
}

// MARK: the guard

// Every signal ends the program that is not handled above, cannot be handled, stops it, or is ignored by default.
static bool is_fatal(int number) {
  switch (number) {
  case SIGKILL: case SIGSTOP: case SIGTTIN: case SIGTTOU: case SIGCHLD: case SIGURG: return false;
  }
  for (int i = 0; i < watched_count; i++)
    if (watched[i] == number) return false;
  return true;
}
enum { signal_count = NSIG };
static struct sigaction before_guard[signal_count];
static bool is_guarded[signal_count];
static struct termios original;
static int guarded_input = -1, guarded_output = -1;
static char farewell_bytes[64];
static volatile sig_atomic_t armed;
static bool guard_registered;

void cel_guard_restore(void) {
  // In the background the terminal is somebody else's.
  if (guarded_input < 0 || tcgetpgrp(guarded_input) != getpgrp()) return;
  (void)!write(guarded_output, farewell_bytes, strlen(farewell_bytes));
  tcsetattr(guarded_input, TCSANOW, &original);
}

static void restore_at_exit(void) {
  if (armed) cel_guard_restore();
  armed = 0;
}

static void restore_and_die(int number) {
  // What is said about the crash begins a line.
  if (armed) (void)!write(guarded_output, "\r\n", 2);
  restore_at_exit();
  sigaction(number, &before_guard[number], 0);
  // Delivered on return, to whoever was there before us: the default, or Swift's backtracer.
  raise(number);
}

int cel_guard_start(int input, int output, const char *farewell) {
  if (tcgetattr(input, &original) != 0) return -1;
  guarded_input = input;
  guarded_output = output;
  strncpy(farewell_bytes, farewell, sizeof farewell_bytes - 1);
  if (!guard_registered) atexit(restore_at_exit);
  guard_registered = true;
  struct sigaction action = {.sa_handler = restore_and_die, .sa_flags = SA_ONSTACK};
  for (int number = 1; number < signal_count; number++) {
    // The C library keeps some numbers for itself. What is ignored, as a broken pipe may be, ends nothing.
    if (!is_fatal(number) || sigaction(number, 0, &before_guard[number]) != 0) continue;
    if (before_guard[number].sa_handler == SIG_IGN) continue;
    is_guarded[number] = sigaction(number, &action, 0) == 0;
  }
  return 0;
}

void cel_guard_stop(void) {
  if (guarded_input < 0) return;
  restore_at_exit();
  for (int number = 1; number < signal_count; number++) {
    if (is_guarded[number]) sigaction(number, &before_guard[number], 0);
    is_guarded[number] = false;
  }
  guarded_input = -1;
}

void cel_guard_arm(bool on) { armed = on; }

void cel_guard_raw(void) {
  if (guarded_input < 0) return;
  struct termios raw = original;
  raw.c_iflag |= ICRNL;
  raw.c_iflag &= ~(tcflag_t)(INLCR | IGNCR | IXON);
  raw.c_oflag |= OPOST | ONLCR;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHOE | ECHOK | ECHONL | IEXTEN | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(guarded_input, TCSANOW, &raw);
}

static unsigned char control_key(int index) {
  unsigned char key = original.c_cc[index];
  return key == (unsigned char)_POSIX_VDISABLE ? 0 : key;
}
unsigned char cel_interrupt_key(void) { return control_key(VINTR); }
unsigned char cel_suspend_key(void) { return control_key(VSUSP); }
unsigned char cel_quit_key(void) { return control_key(VQUIT); }

void cel_window_size(int fd, int *columns, int *rows) {
  struct winsize size = {0};
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) size.ws_col = size.ws_row = 0;
  *columns = size.ws_col;
  *rows = size.ws_row;
}

// MARK: crashes

void cel_protect_memory(void) {
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
  // A program that is started inherits it, which has the same secrets in its environment or its input.
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

// Not SIGQUIT: whoever typed that wanted the program to end.
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { crash_count = sizeof crashes / sizeof *crashes };
static struct sigaction before_crash[crash_count];
static char crash_notice[256];
static volatile sig_atomic_t has_crashed;
// A stack that has overflowed has no room for a handler.
static char crash_stack[1 << 16];

// Calls nothing that is not async-signal-safe (signal-safety(7)): the heap and every lock may be in any state.
static void tell_and_die(int number) {
  if (!has_crashed) {
    has_crashed = 1;
    (void)!write(STDERR_FILENO, crash_notice, strlen(crash_notice));
  }
  for (int i = 0; i < crash_count; i++)
    if (crashes[i] == number) sigaction(number, &before_crash[i], 0);
  // Delivered on return, to Swift's backtracer if that is on, or else the default, so that the exit status stays.
  raise(number);
}

void cel_crash_notice_start(const char *notice) {
  strncpy(crash_notice, notice, sizeof crash_notice - 1);
  stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack}, before;
  // Swift's backtracer has a stack of its own.
  if (sigaltstack(0, &before) == 0 && before.ss_flags & SS_DISABLE) sigaltstack(&stack, 0);
  struct sigaction action = {.sa_handler = tell_and_die, .sa_flags = SA_ONSTACK};
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &before_crash[i]);
}

// MARK: arguments

static int argument_count;
static char **arguments;

// glibc passes main's arguments to constructors.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int cel_argument_count(void) { return argument_count; }
const char *cel_argument(int index) { return index < argument_count ? arguments[index] : 0; }
