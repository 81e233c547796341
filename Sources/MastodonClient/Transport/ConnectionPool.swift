internal import NIOCore
internal import Synchronization

/// The connections that are kept for the next request, and the requests that wait for one.
final class ConnectionPool: Sendable {
  /// The time after which a connection that is not used is closed.
  static let idle = TimeAmount.seconds(30)
  /// The number of connections to one server.
  private static let most = 8
  /// The time for which a promise to keep a connection holds; Apache's default is 5 seconds, that of nginx 75.
  private static let keptFor = TimeAmount.seconds(4)

  /// The place for an exchange.
  enum Place {
    case kept(any Channel)
    /// A new connection, which counts as open until ``remove(_:to:)``; an unused one is to be closed for it.
    case new(insteadOf: (any Channel)?)
    /// None yet: the exchange is sent as soon as there is one.
    case later
  }

  private struct Origin {
    /// The connections that no exchange uses, the latest last.
    var kept: [any Channel] = []
    /// The number of connections that are open or being opened.
    var open = 0
    var waiting: [HTTPExchange] = []
    /// When the server last promised to keep a connection open.
    var promise: NIODeadline?

    mutating func place(for exchange: HTTPExchange) -> Place {
      if !exchange.needsNewConnection, let channel = kept.popLast() { return .kept(channel) }
      if open >= most, kept.isEmpty {
        waiting.append(exchange)
        return .later
      }
      let unused = open >= most ? kept.removeFirst() : nil
      open += 1
      return .new(insteadOf: unused)
    }
  }

  private let origins = Mutex<[ServerAddress: Origin]>([:])

  /// Finds the place for an exchange.
  func place(for exchange: HTTPExchange) -> Place {
    origins.withLock { $0[exchange.server, default: Origin()].place(for: exchange) }
  }

  /// Keeps a connection for the next exchange.
  func keep(_ channel: any Channel, to server: ServerAddress) {
    sendNext(to: server) { $0.kept.append(channel) }
  }

  /// Removes a connection that has closed, or `nil` for one that could not be opened.
  func remove(_ channel: (any Channel)?, to server: ServerAddress) {
    sendNext(to: server) { origin in
      origin.open -= 1
      origin.kept.removeAll { $0 === channel }
    }
  }

  private func sendNext(to server: ServerAddress, after change: (inout Origin) -> Void) {
    let next = origins.withLock { origins -> HTTPExchange? in
      change(&origins[server, default: Origin()])
      guard let origin = origins[server], let next = origin.waiting.firstIndex(where: { !$0.isOver }) else {
        origins[server]?.waiting = []
        return nil
      }
      origins[server]?.waiting.removeFirst(next + 1)
      return origin.waiting[next]
    }
    if let next { next.stack.send(next) }
  }

  /// Records whether a server keeps its connections open.
  func note(keepsConnection: Bool, of server: ServerAddress) {
    origins.withLock { $0[server, default: Origin()].promise = keepsConnection ? .now() : nil }
  }

  /// Whether a server promised a moment ago to keep a connection open.
  func hasPromise(of server: ServerAddress) -> Bool {
    origins.withLock { $0[server]?.promise.map { .now() - $0 < Self.keptFor } ?? false }
  }
}
