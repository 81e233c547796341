import NIOCore
import NIOPosix

extension PushSender {
  /// Sends pushes to loopback addresses over plain HTTP, and refuses all others.
  ///
  /// Uses the server's event loop, so it runs as one of the server's tasks.
  static func loopback(on group: any EventLoopGroup, _ tasks: ServerTasks) -> PushSender {
    PushSender { request in
      guard request.endpoint.isReachable else { return nil }
      let posting = tasks.begin { () -> Int? in
        // No status: the caller treats it as a push service that could not be reached.
        try? await post(request, on: group)
      }
      return await posting?.value ?? nil
    }
  }

  private static func post(_ request: PushRequest, on group: any EventLoopGroup) async throws -> Int? {
    let host = request.endpoint.host == "[::1]" ? "::1" : request.endpoint.host
    let channel = try await ClientBootstrap(group: group).connectTimeout(.seconds(5))
      .connect(host: host, port: request.endpoint.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    // The push counts as failed after ten seconds.
    let deadline = channel.channel.eventLoop.scheduleTask(in: .seconds(10)) { channel.channel.close(promise: nil) }
    defer { deadline.cancel() }
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(bytes: request.bytes))
      var answer: [UInt8] = []
      for try await bytes in inbound {
        answer += bytes.readableBytesView
        if let end = answer.firstIndex(of: UInt8(ascii: "\r")) {
          return String(decoding: answer[..<end], as: UTF8.self).split(separator: " ").dropFirst().first
            .flatMap { Int($0) }
        }
        if answer.count > 1024 { return nil }
      }
      return nil
    }
  }
}

extension PushRequest {
  /// The request in HTTP/1.1 format.
  fileprivate var bytes: [UInt8] {
    let host = endpoint.origin.split(separator: "/").last ?? ""
    let fields =
      [("Host", String(host)), ("Content-Length", String(body.count)), ("Connection", "close")]
      + headers.map { ($0.name, $0.value) }
    let head = "POST \(endpoint.target) HTTP/1.1\r\n" + fields.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    return Array(head.utf8) + body
  }
}
