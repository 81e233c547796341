import Glibc

/// Waits for something to become so, looking often and giving up in the end: no test sleeps for a fixed time.
enum Deadline {
  /// The time limit on a busy machine for things that take a moment.
  static let usual = Duration.seconds(90)

  /// Looks until the answer is not nil.
  @discardableResult
  static func first<Value>(_ what: String, within limit: Duration = usual, _ look: () throws -> Value?) throws -> Value
  {
    let end = ContinuousClock.now + limit
    while true {
      if let value = try look() { return value }
      guard ContinuousClock.now < end else { throw Problem("waited \(limit) in vain for \(what)") }
      poll(nil, 0, 5)
    }
  }
}
