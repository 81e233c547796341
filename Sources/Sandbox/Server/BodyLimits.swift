import NIOCore
import NIOHTTP1
import Synchronization

/// Limits on the size and duration of requests.
struct BodyLimits: Sendable {
  /// The maximum size of a request's headers, in bytes.
  var head = 128 << 10
  /// The maximum time of a connection without a request.
  var silence = TimeAmount.seconds(30)
  /// The maximum size of a body, in bytes.
  var largest = 112 << 20
  /// The maximum size of all bodies in memory, in bytes.
  var total = 192 << 20
  /// The maximum time without data, and the base of the maximum total time.
  var patience = TimeAmount.seconds(30)
  /// The number of received bytes that extends the total time by one second.
  var bytesPerSecond = 8192

  /// When a body times out that started at `start`, with `received` bytes, the last of them at `latest`.
  func deadline(from start: NIODeadline, latest: NIODeadline, received: Int) -> NIODeadline {
    let whole = start + patience + .milliseconds(Int64(received) * 1000 / Int64(max(bytesPerSecond, 1)))
    return min(whole, latest + patience)
  }
}

/// Limits the memory of all request bodies of a server.
final class BodyBudget: Sendable {
  private let limit: Int
  private let held = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Reserves memory if it is available.
  func take(_ count: Int) -> Bool {
    held.withLock { held in
      guard held + count <= limit else { return false }
      held += count
      return true
    }
  }

  func release(_ count: Int) { held.withLock { $0 -= count } }
}

/// Collects the parts of a request within the limits.
struct RequestReader: ~Copyable {
  enum Outcome {
    case request(HTTPRequestHead, [UInt8])
    case refused(APIError)
  }

  private let limits: BodyLimits
  private let budget: BodyBudget
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var held = 0

  init(_ limits: BodyLimits, _ budget: BodyBudget) {
    self.limits = limits
    self.budget = budget
  }

  deinit { budget.release(held) }

  mutating func take(_ part: HTTPServerRequestPart) -> Outcome? {
    switch part {
    case .head(let new):
      head = new
      return nil
    case .body(let bytes):
      let count = bytes.readableBytes
      guard body.count + count <= limits.largest else {
        return .refused(APIError(status: 413, message: "Payload Too Large"))
      }
      guard budget.take(count) else {
        return .refused(
          APIError(status: 503, message: "Too many large requests at once", headers: ["Retry-After": "10"]))
      }
      held += count
      body.append(contentsOf: bytes.readableBytesView)
      return nil
    case .end:
      defer {
        head = nil
        body = []
      }
      return head.map { .request($0, body) }
    }
  }

  /// Releases the memory of a handled request.
  mutating func finish() {
    budget.release(held)
    held = 0
  }
}

/// Closes a connection whose request body times out.
final class SlowBodyHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: BodyLimits
  private var start: NIODeadline?
  private var latest = NIODeadline.now()
  private var received = 0
  private var timer: Scheduled<Void>?

  init(_ limits: BodyLimits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      latest = .now()
      start = latest
      received = 0
      wait(context)
    case .body(let bytes):
      received += bytes.readableBytes
      latest = .now()
    case .end: stop()
    }
    context.fireChannelRead(data)
  }

  func handlerRemoved(context: ChannelHandlerContext) { stop() }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  private func stop() {
    timer?.cancel()
    timer = nil
    start = nil
  }

  private func wait(_ context: ChannelHandlerContext) {
    guard let start else { return }
    let waiting = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: limits.deadline(from: start, latest: latest, received: received)) {
      waiting.value.handler.check(waiting.value.context)
    }
  }

  /// More data may have arrived since the timer was set.
  private func check(_ context: ChannelHandlerContext) {
    guard let start else { return }
    guard limits.deadline(from: start, latest: latest, received: received) <= .now() else { return wait(context) }
    stop()
    let body = APIError(status: 408, message: "Request Timeout").response.body
    let head = HTTPResponseHead(
      version: .http1_1, status: .requestTimeout,
      headers: [
        "Content-Type": "application/json; charset=utf-8", "Content-Length": "\(body.count)", "Connection": "close",
      ])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.close(promise: nil)
  }
}
