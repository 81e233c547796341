internal import Glibc
internal import Synchronization

public struct IntentResponse: Hashable, Sendable {
  /// The line, without its line feed.
  public var line: String
  /// Whether the client receives events from now on.
  public var subscribes: Bool

  public init(_ line: String, subscribes: Bool = false) {
    self.line = line
    self.subscribes = subscribes
  }
}

/// Receives lines from other programs of the same user and sends the responses, one line of each client at a time.
///
/// One thread waits for all clients, so that none can delay another; it never waits for a response.
public final class IntentServer: Sendable {
  /// The closures with which the owner of the server handles clients.
  public struct Handler: Sendable {
    public var isTrusted: @Sendable (IntentPeer) -> Bool
    public var respond: @Sendable (_ line: String) async -> IntentResponse
    /// The line that a rejected client gets.
    public var rejection: @Sendable (IntentRejection) -> String
    /// The line that tells a subscriber how many events it has missed.
    public var missed: @Sendable (Int) -> String
  }

  /// A message from another thread to the loop.
  enum Message: Sendable {
    case answered(Int, IntentResponse)
    case broadcast(String)
  }

  struct State {
    var messages: [Message] = []
    var isStopped = false
    var subscribers = 0
    var clients = 0
    var ownsName = true
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  let folder: IntentSocketFolder
  let limits: IntentLimits
  let handler: Handler
  let state = Mutex(State())
  let wake: WakePipe

  /// Takes over the socket's name in a folder and starts to listen.
  ///
  /// A previous owner keeps its clients and gets no new ones.
  ///
  /// - Throws: ``IntentSocketError``, and leaves no files behind.
  public init(directory: String, limits: IntentLimits, handler: Handler) throws(IntentSocketError) {
    folder = IntentSocketFolder(directory: directory)
    self.limits = limits
    self.handler = handler
    wake = try WakePipe()
    let loop = try IntentServerLoop(self)
    do {
      try DetachedThread.start { loop.run() }
    } catch {
      loop.close()
      throw error
    }
  }

  deinit {
    state.withLock { $0.isStopped = true }
    wake.signal()
  }

  public var path: String { folder.path }
  public var subscribers: Int { state.withLock { $0.subscribers } }
  public var clients: Int { state.withLock { $0.clients } }
  /// Whether new clients connect to this process, not to one that was started later.
  public var ownsName: Bool { state.withLock { $0.ownsName } }

  /// Sends a line to all subscribers; the line is not evaluated if there are none.
  public func send(_ line: @autoclosure () -> String) {
    guard subscribers > 0 else { return }
    post(.broadcast(line()))
  }

  func post(_ message: Message) {
    let isFirst = state.withLock { state in
      guard !state.isStopped else { return false }
      state.messages.append(message)
      return state.messages.count == 1
    }
    if isFirst { wake.signal() }
  }

  /// Disconnects all clients and releases the name; returns when that is done.
  public func stop() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard !state.isStopped else { return true }
        state.waiting.append(continuation)
        state.isStopped = true
        return false
      }
      if isOver { continuation.resume() } else { wake.signal() }
    }
  }
}

/// A pipe that wakes up a thread waiting in `poll`.
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(IntentSocketError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(errno, operation: "create a pipe") }
    for end in ends { makePrivate(end) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func signal() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) > 0 {}
  }
}

/// A thread that may block.
enum DetachedThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ body: @escaping @Sendable () -> Void) throws(IntentSocketError) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Body(body))
    // Signals are handled by other threads.
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
      throw .system(result, operation: "start a thread")
    }
    pthread_detach(thread)
  }
}
