/// One client as the server sees it: bytes come in and go out, and what is to be done follows from them.
///
/// A value without a socket and without a clock of its own; the server's loop does what it says.
struct IntentConnection {
  /// Why a client is sent away.
  enum End: Hashable {
    case tooLong
    case tooSlow
    /// It has closed, or was answered all that it asked.
    case done
  }

  /// What a client may make others hold for it.
  let limits: IntentLimits
  private(set) var incoming: [UInt8] = []
  private(set) var outgoing: [UInt8] = []
  /// Whether a line of its is being answered; the next waits, unread, in the kernel.
  private(set) var isBusy = false
  /// Whether it hears of everything that happens.
  private(set) var isSubscribed = false
  /// How many lines it was not sent since it did not read the earlier ones.
  private(set) var missed = 0
  private var hasClosed = false
  private var deadline: UInt64

  init(limits: IntentLimits, now: UInt64) {
    self.limits = limits
    deadline = now + limits.patience
  }

  /// Whether bytes are wanted of it.
  var wantsToRead: Bool { !isBusy && !hasClosed }
  /// Whether it is to be written to.
  var wantsToWrite: Bool { !outgoing.isEmpty }
  /// When it is sent away unless something moves.
  var expiry: UInt64? { (isSubscribed && outgoing.isEmpty) || (isBusy && outgoing.isEmpty) ? nil : deadline }

  /// Takes what came, or that nothing will come any more.
  mutating func receive(_ bytes: some Collection<UInt8>, now: UInt64) {
    if bytes.isEmpty { hasClosed = true }
    // Bytes do not move the deadline: a line takes as long as it takes, not as long as somebody drips.
    incoming += bytes
  }

  /// The next whole line to answer; `nil` while there is none.
  mutating func nextLine() -> Result<String, IntentRefusal>? {
    guard !isBusy else { return nil }
    while let end = incoming.firstIndex(of: 10) {
      let line = incoming[..<end]
      guard line.count <= limits.lineBytes else { return .failure(.tooLong) }
      let text = String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
      incoming.removeSubrange(...end)
      // A subscriber says nothing any more; an empty line means nothing.
      if isSubscribed || text.isEmpty { continue }
      isBusy = true
      return .success(text)
    }
    return incoming.count > limits.lineBytes ? .failure(.tooLong) : nil
  }

  /// Takes the answer to its line.
  mutating func answer(_ line: String, subscribes: Bool, now: UInt64) {
    isBusy = false
    isSubscribed = isSubscribed || subscribes
    queue(line, now: now)
    deadline = now + limits.patience
  }

  /// Takes something that happened; what does not fit is counted, and said when there is room again.
  mutating func tell(_ line: String, missedLine: (Int) -> String, now: UInt64) {
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
    if outgoing.isEmpty { deadline = now + limits.patience }
    outgoing += Array(line.utf8)
    outgoing.append(10)
  }

  /// Takes note that so many bytes are out.
  mutating func wrote(_ count: Int, now: UInt64) {
    outgoing.removeFirst(count)
    if count > 0 { deadline = now + limits.patience }
  }

  /// Whether it is to be sent away now.
  func end(at now: UInt64) -> End? {
    // A subscriber that will say nothing more still listens, until writing to it fails.
    if hasClosed, !isBusy, outgoing.isEmpty, !isSubscribed { return .done }
    if let expiry, now >= expiry { return .tooSlow }
    return nil
  }
}

/// Why a client is refused before anybody looks at what it asks.
public enum IntentRefusal: Error, Hashable, Sendable, CaseIterable {
  /// It is another user's.
  case stranger
  /// There are as many clients as there may be.
  case crowded
  /// Its line does not end.
  case tooLong
  /// It says nothing, or does not read what it is told.
  case tooSlow
}

/// What clients may make a server hold for them.
public struct IntentLimits: Hashable, Sendable {
  /// How many there may be at once.
  public var connections: Int
  /// How long a line may be, in bytes.
  public var lineBytes: Int
  /// How much one may leave unread before what happens is counted instead, in bytes.
  public var outgoingBytes: Int
  /// How long one may take over a line, or over reading, in milliseconds.
  public var patience: UInt64

  /// The limits of a person's machine: generous for programs, narrow for what is none.
  public init(
    connections: Int = 32, lineBytes: Int = 65_536, outgoingBytes: Int = 262_144, patience: UInt64 = 10_000
  ) {
    self.connections = connections
    self.lineBytes = lineBytes
    self.outgoingBytes = outgoingBytes
    self.patience = patience
  }
}
