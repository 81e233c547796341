import Glibc

/// The threads of the process, which a limit of processes (`ulimit -u`) or of memory (`ulimit -v`) may not allow.
enum Threads {
  /// The number of threads that a command needs besides the first one.
  static let fewest = 10

  /// How many more threads can be started at once, up to ``fewest``.
  ///
  /// The libraries try again for ever where none can be.
  static func possible() -> Int {
    // Each waits there until all were tried.
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(gate, nil)
    pthread_mutex_lock(gate)
    var threads: [pthread_t] = []
    while threads.count < fewest {
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { gate in
          if let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) {
            pthread_mutex_lock(gate)
            pthread_mutex_unlock(gate)
          }
          return nil
        }, gate)
      guard failure == 0 else { break }
      threads.append(thread)
    }
    pthread_mutex_unlock(gate)
    for thread in threads { pthread_join(thread, nil) }
    pthread_mutex_destroy(gate)
    gate.deallocate()
    return threads.count
  }
}
