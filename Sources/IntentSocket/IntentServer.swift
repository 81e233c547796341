internal import Glibc
internal import Synchronization

/// What a server says to a line.
public struct IntentAnswer: Hashable, Sendable {
  /// The line, without its line feed.
  public var line: String
  /// Whether the client hears of what happens from now on.
  public var subscribes: Bool

  /// Makes an answer.
  public init(_ line: String, subscribes: Bool = false) {
    self.line = line
    self.subscribes = subscribes
  }
}

/// Takes lines from other programs of the same user, one after the other from each, and answers them.
///
/// One thread waits for all clients, so that none can hold up another; answering is somebody else's, and waits nowhere.
public final class IntentServer: Sendable {
  /// How the server speaks, which it leaves to its owner.
  public struct Manners: Sendable {
    /// Whether somebody may speak at all.
    public var isTrusted: @Sendable (IntentPeer) -> Bool
    /// Answers one line.
    public var answer: @Sendable (_ line: String) async -> IntentAnswer
    /// What one is told who is sent away.
    public var refusal: @Sendable (IntentRefusal) -> String
    /// What a subscriber is told of lines that it could not be sent.
    public var missed: @Sendable (Int) -> String

    /// Makes manners; every part is needed.
    public init(
      isTrusted: @escaping @Sendable (IntentPeer) -> Bool, answer: @escaping @Sendable (String) async -> IntentAnswer,
      refusal: @escaping @Sendable (IntentRefusal) -> String, missed: @escaping @Sendable (Int) -> String
    ) {
      self.isTrusted = isTrusted
      self.answer = answer
      self.refusal = refusal
      self.missed = missed
    }
  }

  /// What the loop is asked for from other threads.
  enum Message: Sendable {
    case answered(Int, IntentAnswer)
    case tell(String)
  }

  struct State {
    var messages: [Message] = []
    var isStopped = false
    var subscribers = 0
    var clients = 0
    var holdsName = true
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  let place: IntentPlace
  let limits: IntentLimits
  let manners: Manners
  let state = Mutex(State())
  let wake: WakePipe

  /// Takes the name in a folder and begins to listen; whoever had the name keeps its clients and gets no new ones.
  ///
  /// - Throws: ``IntentSocketError``; then nothing is left behind.
  public init(directory: String, limits: IntentLimits, manners: Manners) throws(IntentSocketError) {
    place = IntentPlace(directory: directory)
    self.limits = limits
    self.manners = manners
    wake = try WakePipe()
    let loop = try IntentLoop(self)
    do {
      try OwnThread.start { loop.run() }
    } catch {
      loop.close()
      throw error
    }
  }

  deinit {
    state.withLock { $0.isStopped = true }
    wake.ring()
  }

  /// Where clients find it.
  public var path: String { place.path }
  /// How many listen to what happens.
  public var subscribers: Int { state.withLock { $0.subscribers } }
  /// How many are connected.
  public var clients: Int { state.withLock { $0.clients } }
  /// Whether new clients come here, and not to a howdah that was started later.
  public var holdsName: Bool { state.withLock { $0.holdsName } }

  /// Tells every subscriber a line; costs nothing where there is none.
  public func tell(_ line: @autoclosure () -> String) {
    guard subscribers > 0 else { return }
    post(.tell(line()))
  }

  func post(_ message: Message) {
    let isFirst = state.withLock { state in
      guard !state.isStopped else { return false }
      state.messages.append(message)
      return state.messages.count == 1
    }
    if isFirst { wake.ring() }
  }

  /// Sends everybody away and gives the name back; returns when that is done.
  public func stop() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard !state.isStopped else { return true }
        state.waiting.append(continuation)
        state.isStopped = true
        return false
      }
      if isOver { continuation.resume() } else { wake.ring() }
    }
  }
}

/// A pipe by which another thread ends a wait.
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(IntentSocketError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(errno, doing: "make a pipe") }
    for end in ends { keepToOneself(end) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func ring() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  func silence() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) > 0 {}
  }
}

/// A thread that may wait in the kernel for as long as it takes.
enum OwnThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ body: @escaping @Sendable () -> Void) throws(IntentSocketError) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Body(body))
    // Signals are for the threads that wait for them.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let result = pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard result == 0 else {
      box.release()
      throw .system(result, doing: "start a thread")
    }
    pthread_detach(thread)
  }
}
