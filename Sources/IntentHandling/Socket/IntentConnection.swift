/// The state of one client: the bytes received and to be sent, and what follows from them.
///
/// A value without a socket and without a clock; the server's loop carries out what it decides.
struct IntentConnection {
  /// Why a client is disconnected.
  enum End: Hashable {
    case tooLong
    case timedOut
    /// It has closed the connection, and every line has been responded to.
    case done
  }

  let limits: IntentLimits
  private(set) var incoming: [UInt8] = []
  private(set) var outgoing: [UInt8] = []
  /// Whether a line is being responded to; the next one stays in the kernel's buffer.
  private(set) var isBusy = false
  /// Whether it receives events.
  private(set) var isSubscribed = false
  /// The number of events that were dropped because it did not read the earlier ones.
  private(set) var missed = 0
  private var hasClosed = false
  private var deadline: UInt64

  init(limits: IntentLimits, now: UInt64) {
    self.limits = limits
    deadline = now + limits.timeout
  }

  var wantsToRead: Bool { !isBusy && !hasClosed }
  var wantsToWrite: Bool { !outgoing.isEmpty }
  /// When it times out unless data is transferred.
  var expiry: UInt64? { (isSubscribed && outgoing.isEmpty) || (isBusy && outgoing.isEmpty) ? nil : deadline }

  /// Takes received bytes; none mean that the client has closed its side.
  mutating func receive(_ bytes: some Collection<UInt8>, now: UInt64) {
    if bytes.isEmpty { hasClosed = true }
    // Single bytes do not extend the deadline: it is for the whole line.
    incoming += bytes
  }

  /// The next complete line to respond to; `nil` if there is none.
  mutating func nextLine() -> Result<String, IntentRejection>? {
    guard !isBusy else { return nil }
    while let end = incoming.firstIndex(of: 10) {
      let line = incoming[..<end]
      guard line.count <= limits.lineBytes else { return .failure(.lineTooLong) }
      let text = String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
      incoming.removeSubrange(...end)
      // Lines of subscribers and empty lines are ignored.
      if isSubscribed || text.isEmpty { continue }
      isBusy = true
      return .success(text)
    }
    return incoming.count > limits.lineBytes ? .failure(.lineTooLong) : nil
  }

  /// Queues the response to its line.
  mutating func respond(_ line: String, subscribes: Bool, now: UInt64) {
    isBusy = false
    isSubscribed = isSubscribed || subscribes
    queue(line, now: now)
    deadline = now + limits.timeout
  }

  /// Queues an event; events that exceed the limit are counted, and the count is sent when there is room again.
  mutating func send(_ line: String, missedLine: (Int) -> String, now: UInt64) {
    guard outgoing.count < limits.outgoingBytes else {
      missed += 1
      return
    }
    if missed > 0 {
      queue(missedLine(missed), now: now)
      missed = 0
    }
    queue(line, now: now)
  }

  private mutating func queue(_ line: String, now: UInt64) {
    if outgoing.isEmpty { deadline = now + limits.timeout }
    outgoing += Array(line.utf8)
    outgoing.append(10)
  }

  /// Removes bytes that have been sent.
  mutating func wrote(_ count: Int, now: UInt64) {
    outgoing.removeFirst(count)
    if count > 0 { deadline = now + limits.timeout }
  }

  /// Whether and why to disconnect it now.
  func end(at now: UInt64) -> End? {
    // A subscriber may close its sending side; it is disconnected when writing to it fails.
    if hasClosed, !isBusy, outgoing.isEmpty, !isSubscribed { return .done }
    if let expiry, now >= expiry { return .timedOut }
    return nil
  }
}

/// Why a client is rejected before its request is looked at.
public enum IntentRejection: Error, Hashable, Sendable, CaseIterable {
  /// It belongs to another user.
  case untrusted
  case tooManyClients
  case lineTooLong
  /// It sends no complete line, or does not read, for too long.
  case timedOut
}

public struct IntentLimits: Hashable, Sendable {
  public var connections: Int = 32
  public var lineBytes: Int = 65_536
  /// The bytes that a subscriber may leave unread before further events are dropped.
  public var outgoingBytes: Int = 262_144
  /// The time limit for a client to send or read a line, in milliseconds.
  public var timeout: UInt64 = 10_000
}
