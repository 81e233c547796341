import Glibc

/// Writes to what may be a pipe that nobody reads, without the signal that ends this program then.
///
/// - Returns: The result of `write`, and `errno`.
public func withoutPipeSignal(_ write: () -> Int) -> (count: Int, code: Int32) {
  var pipeSignal = sigset_t()
  var before = sigset_t()
  sigemptyset(&pipeSignal)
  sigaddset(&pipeSignal, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
  let count = write()
  let code = errno
  if count < 0, code == EPIPE {
    var atOnce = timespec()
    sigtimedwait(&pipeSignal, nil, &atOnce)
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  return (count, code)
}
