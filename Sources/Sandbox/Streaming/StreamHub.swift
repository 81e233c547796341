/// The open streams and their channels.
struct StreamHub {
  struct Listener {
    var bearer: RequestContext.Bearer
    var channels: [StreamChannel]
    var style = StreamFrame.Style.webSocket
    var continuation: AsyncStream<String>.Continuation
  }

  private(set) var listeners: [Int: Listener] = [:]
  private var next = 0

  mutating func add(_ listener: Listener) -> Int {
    next += 1
    listeners[next] = listener
    return next
  }

  mutating func remove(_ id: Int) { listeners.removeValue(forKey: id)?.continuation.finish() }

  mutating func end(_ token: Int64) {
    for (id, listener) in listeners where listener.bearer.tokenID == token { remove(id) }
  }

  mutating func subscribe(_ id: Int, to channel: StreamChannel) {
    guard listeners[id]?.channels.contains(channel) == false else { return }
    listeners[id]?.channels.append(channel)
  }

  mutating func unsubscribe(_ id: Int, from channel: StreamChannel) {
    listeners[id]?.channels.removeAll { $0 == channel }
  }

  /// The number of frames that may wait for a client that does not read them; then its stream ends.
  static let backlog = AsyncStream<String>.Continuation.BufferingPolicy.bufferingOldest(1024)

  func send(_ frame: String, to id: Int) {
    if let listener = listeners[id] { Self.send(frame, to: listener) }
  }

  private static func send(_ frame: String, to listener: Listener) {
    if case .dropped = listener.continuation.yield(frame) { listener.continuation.finish() }
  }

  /// Sends an event to every matching channel, once for each.
  func send(
    _ event: StaticString, where wants: (StreamChannel, RequestContext.Bearer) throws -> Bool,
    payload: (RequestContext.Bearer, StreamChannel) throws -> String?
  ) rethrows {
    for listener in listeners.values {
      for channel in listener.channels where try wants(channel, listener.bearer) {
        let payload = try payload(listener.bearer, channel)
        Self.send(StreamFrame.event(event, payload: payload, on: channel, style: listener.style), to: listener)
      }
    }
  }
}
