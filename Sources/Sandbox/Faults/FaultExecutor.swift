import Glibc
import NIOCore
import NIOHTTP1
import NIOSSL
import NIOWebSocket
import Synchronization

/// Performs the steps of a fault on a connection, below NIO's encoders.
struct FaultExecutor {
  let channel: any Channel

  /// Performs steps.
  ///
  /// The connection cannot be used for HTTP afterwards.
  func perform(_ steps: [FaultStep]) async throws {
    for step in steps {
      switch step {
      case .send(let bytes): try await send(bytes)
      case .drip(let bytes, let speed): try await drip(bytes, bytesPerSecond: speed)
      case .pour(let bytes): while true { try await send(bytes) }
      case .silence: try await channel.closeFuture.get()
      case .close: try await channel.close().get()
      case .reset: try await reset()
      }
    }
  }

  /// Waits, or returns early when the client disconnects.
  func pause(seconds: Double) async throws {
    let over = channel.eventLoop.makePromise(of: Void.self)
    let timer = channel.eventLoop.scheduleTask(in: .milliseconds(Int64(seconds * 1000))) { over.succeed() }
    channel.closeFuture.whenComplete { _ in
      timer.cancel()
      over.succeed()
    }
    try await over.futureResult.get()
  }

  /// Sends bytes without encoding and waits until they are written.
  func send(_ bytes: [UInt8]) async throws {
    let channel = channel
    try await channel.eventLoop.flatSubmit {
      let sent = channel.eventLoop.makePromise(of: Void.self)
      do {
        let pipeline = channel.pipeline.syncOperations
        let encoder: ChannelHandlerContext
        do {
          encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
        } catch {
          encoder = try pipeline.context(handlerType: WebSocketFrameEncoder.self)
        }
        encoder.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: sent)
      } catch {
        sent.fail(error)
      }
      return sent.futureResult
    }.get()
  }

  private func drip(_ bytes: [UInt8], bytesPerSecond: Int) async throws {
    // 20 writes per second at most.
    let size = max(bytesPerSecond / 20, 1)
    var rest = bytes[...]
    while !rest.isEmpty {
      try await send(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      try await pause(seconds: Double(size) / Double(bytesPerSecond))
    }
  }

  /// Closes the connection with a TCP reset.
  private func reset() async throws {
    if let options = channel as? any SocketOptionProvider {
      try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    let channel = channel
    try await channel.eventLoop.flatSubmit {
      let closed = channel.eventLoop.makePromise(of: Void.self)
      do {
        // Below TLS, which would say goodbye first.
        try channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self).close(promise: closed)
      } catch {
        channel.close(promise: closed)
      }
      return closed.futureResult
    }.get()
  }
}

/// The faults of one connection.
///
/// The first request is checked twice, for the upgrade and for the response, but must count as one.
final class ConnectionFaults: Sendable {
  private let book: FaultInjector
  private let decided = Mutex<Fault??>(nil)

  init(_ book: FaultInjector) { self.book = book }

  /// Chooses the fault for a request that asks for an upgrade.
  func decide(_ request: SandboxRequest) -> Fault? {
    let fault = book.fault(for: request, isUpgrade: true)
    decided.withLock { $0 = .some(fault) }
    return fault
  }

  /// Returns the fault chosen before, or chooses one now.
  func take(_ request: SandboxRequest) -> Fault? {
    let known = decided.withLock { decided in
      defer { decided = nil }
      return decided
    }
    return known ?? book.fault(for: request, isUpgrade: false)
  }
}
