internal import FoundationEssentials
internal import MastodonKit
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// One request and its response, between the task that wants it and the connection that carries it.
///
/// The task waits for the head, then for the body, whole or in parts; the connection reports what it reads. The last
/// byte, a failure, a limit, or the cancellation of the task ends the exchange, whichever comes first.
final class HTTPExchange: NetworkUse {
  /// What the task waits for.
  private enum Event {
    /// The request's head was sent, and the chunk before.
    case room
    case head
    /// Any bytes of the body.
    case part
    /// The end of the body.
    case whole
  }

  private enum Stage {
    case connecting, sending, receiving
  }

  private struct State {
    var stage = Stage.connecting
    var channel: (any Channel)?
    var head: HTTPResponse?
    /// The bytes of the body that were read and not taken, uncompressed.
    var bytes = ByteBuffer()
    /// The size of the body so far, in bytes.
    var received = 0
    /// When something was last read or sent.
    var progress = NIODeadline.now()
    var isWriting = false
    /// Whether the connection is not read because enough bytes wait.
    var isHeld = false
    var waiting: (event: Event, continuation: CheckedContinuation<Void, Never>)?
    /// The end: success with the last byte.
    var end: Result<Void, TransportFailure>?

    func has(_ event: Event) -> Bool {
      if end != nil { return true }
      switch event {
      case .room: return head != nil || stage == .sending && !isWriting
      case .head: return head != nil
      case .part: return bytes.readableBytes > 0
      case .whole: return false
      }
    }
  }

  let request: HTTPRequest
  let server: ServerAddress
  /// Whether the request must not be sent over a connection that was used before.
  let needsNewConnection: Bool
  /// The size in bytes of a body that is sent in chunks.
  let uploadLength: Int?
  let stack: NetworkStack
  private let loop: any EventLoop
  private let deadline: NIODeadline
  /// Whether the body is taken in parts: it may be large, and each byte adds a millisecond to the deadline.
  private let isDownload: Bool
  private let began = NIODeadline.now()
  private let state = Mutex(State())

  /// The number of bytes that wait for the task before the connection is no longer read.
  private static let most = 64 << 10

  /// Creates an exchange that has not begun.
  init(
    _ request: HTTPRequest, to server: ServerAddress, over stack: NetworkStack, until deadline: NIODeadline,
    uploadLength: Int? = nil, isDownload: Bool = false
  ) throws(TransportFailure) {
    // A line break would begin another header.
    let isValid = request.headers.allSatisfy { field in
      [field.name, field.value].allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 } }
    }
    guard isValid else { throw .malformedResponse }
    self.request = request
    self.server = server
    self.stack = stack
    self.deadline = deadline
    self.uploadLength = uploadLength
    self.isDownload = isDownload
    needsNewConnection = stack.needsNewConnection(for: request, to: server)
    loop = try stack.eventLoop()
  }

  // MARK: - The task

  /// Sends the request, as soon as there is a connection.
  func begin() throws(TransportFailure) {
    _ = try stack.begin(self)
    checkTime()
    stack.send(self)
  }

  /// Sends the body in chunks, each when the one before has been sent, until the server answers.
  func send(_ body: UploadBody) async throws {
    while true {
      await wait(for: .room)
      let channel = state.withLock { state in
        state.isWriting = true
        return state.head == nil && state.end == nil ? state.channel : nil
      }
      guard let channel else { return }
      let chunk = try await body.next()
      channel.writeAndFlush(HTTPConnection.Message.chunk(chunk)).whenComplete { [self] _ in
        update { $0.isWriting = false }
      }
      if chunk == nil { return }
    }
  }

  /// Waits for the head of the response.
  func head() async throws(TransportFailure) -> HTTPResponse {
    await wait(for: .head)
    let (head, end) = state.withLock { ($0.head, $0.end) }
    if let head { return head }
    if case .failure(let failure) = end { throw await stack.explained(failure, of: server) }
    throw .closedBeforeResponse
  }

  /// Waits for bytes of the body; none at its end.
  func part() async throws(TransportFailure) -> ByteBuffer { try await bytes(after: .part) }

  /// Waits for the whole body.
  func body() async throws(TransportFailure) -> ByteBuffer { try await bytes(after: .whole) }

  private func bytes(after event: Event) async throws(TransportFailure) -> ByteBuffer {
    await wait(for: event)
    let (bytes, end) = state.withLock { state in
      defer { state.bytes = ByteBuffer() }
      return (state.bytes, state.end)
    }
    if case .failure(let failure) = end { throw failure }
    return bytes
  }

  private func wait(for event: Event) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isHere, held) = state.withLock { state -> (Bool, (any Channel)?) in
          if state.has(event) { return (true, nil) }
          state.waiting = (event, continuation)
          guard state.isHeld else { return (false, nil) }
          state.isHeld = false
          state.progress = .now()
          return (false, state.channel)
        }
        if isHere { continuation.resume() }
        held?.read()
      }
    } onCancel: {
      finish(.cancelled)
    }
  }

  /// Ends the exchange for its task; one that has not ended is given up.
  func close() {
    finish(.cancelled)
    stack.end(self)
  }

  func cancel() { finish(.cancelled) }

  // MARK: - The connection

  /// Whether the exchange is over, so that nothing needs to be sent.
  var isOver: Bool { state.withLock { $0.end != nil } }

  /// Gives the connection that the exchange uses, which is closed if it fails.
  func uses(_ channel: any Channel) {
    let isOver = state.withLock { state in
      if state.end == nil { state.channel = channel }
      return state.end != nil
    }
    if isOver { channel.close(promise: nil) }
  }

  /// Reports that the request was sent, or its head alone if its body follows in chunks.
  func sent(whole isWhole: Bool) { update { $0.stage = isWhole ? .receiving : .sending } }

  /// Reports the head of the response.
  func received(_ head: HTTPResponse) { update { $0.head = head } }

  /// Reports a part of the body.
  func received(_ bytes: ByteBuffer) {
    var bytes = bytes
    var isTooLarge = false
    update { state in
      state.received += bytes.readableBytes
      isTooLarge = !isDownload && state.received > stack.limits.responseBytes
      if !isTooLarge { state.bytes.writeBuffer(&bytes) }
    }
    if isTooLarge { finish(.tooLarge) }
  }

  /// Whether the connection may be read on; if not, it is read when the task wants more.
  func mayRead() -> Bool {
    state.withLock { state in
      if case .whole? = state.waiting?.event { return true }
      state.isHeld = state.end == nil && state.bytes.readableBytes >= Self.most
      return !state.isHeld
    }
  }

  private func update(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.progress = .now()
      change(&state)
      guard let waiting = state.waiting, state.has(waiting.event) else { return nil }
      state.waiting = nil
      return waiting.continuation
    }
    waiting?.resume()
  }

  /// Ends the exchange, with `nil` after the last byte; only the first end counts.
  ///
  /// After a failure its connection is closed.
  func finish(_ failure: TransportFailure?) {
    let (channel, waiting) = state.withLock { state -> ((any Channel)?, CheckedContinuation<Void, Never>?) in
      guard state.end == nil else { return (nil, nil) }
      defer { (state.channel, state.waiting) = (nil, nil) }
      state.end = failure.map { .failure($0) } ?? .success(())
      return (failure == nil ? nil : state.channel, state.waiting?.continuation)
    }
    channel?.close(promise: nil)
    waiting?.resume()
  }

  // MARK: - Time

  /// Ends the exchange if a limit has passed, and looks again when the next one can.
  private func checkTime() {
    guard let (stage, time, grace) = state.withLock({ $0.end == nil ? limit($0) : nil }) else { return }
    let (now, limits) = (NIODeadline.now(), stack.limits)
    guard time <= now else {
      // The limit may come closer when the stage changes.
      loop.scheduleTask(deadline: min(time, now + TimeAmount(limits.read))) { [weak self] in self?.checkTime() }
      return
    }
    switch stage {
    case .connecting: finish(stack.failure(ChannelError.connectTimeout(TimeAmount(limits.connect)), of: server))
    case .receiving: finish(.timedOut(seconds: limits.read.wholeSeconds))
    case .sending: finish(.timedOut(seconds: (limits.total + grace).wholeSeconds))
    }
  }

  /// The time at which the exchange fails unless it gets on, and the stage that would have lasted too long; while the
  /// request is sent, that is the whole.
  private func limit(_ state: State) -> (stage: Stage, time: NIODeadline, grace: Duration) {
    // Slow connections are allowed for: 1 KB per second suffices.
    let grace = Duration.milliseconds(isDownload ? state.received : 0)
    let whole = deadline + TimeAmount(grace)
    let part: NIODeadline =
      switch state.stage {
      case .connecting: began + TimeAmount(stack.limits.connect)
      case .receiving where !state.isHeld: state.progress + TimeAmount(stack.limits.read)
      default: whole
      }
    return part < whole ? (state.stage, part, grace) : (.sending, whole, grace)
  }
}
