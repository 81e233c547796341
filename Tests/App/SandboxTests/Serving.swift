import NIOCore
import NIOPosix

@testable import Sandbox

/// Runs a server for a test.
func serving(
  _ configuration: SandboxConfiguration = SandboxConfiguration(), limits: BodyLimits = BodyLimits(),
  _ body: (TestInstance, Int) async throws -> Void
) async throws {
  let instance = try await TestInstance(configuration: configuration)
  let server = SandboxServer(instance.sandbox, port: 0, limits: limits)
  let port = try await server.start()
  do { try await body(instance, port) } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

/// Sends bytes and reads until the server closes the connection or a number of responses has arrived.
func exchange(_ port: Int, _ bytes: String, answers: Int = .max) async throws -> String {
  let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
      }
    }
  return try await channel.executeThenClose { inbound, outbound in
    try await outbound.write(ByteBuffer(string: bytes))
    var text = ""
    for try await part in inbound {
      text += String(buffer: part)
      if text.count(of: "HTTP/1.1 ") >= answers,
        ["}", "]", "\r\n\r\n", "\r\n\r\nOK"].contains(where: text.hasSuffix)
      {
        break
      }
    }
    return text
  }
}

/// Sends a request on a connection of its own.
func request(
  _ port: Int, _ target: String, _ headers: KeyValuePairs<String, String> = [:], method: String = "GET",
  host: String = "localhost"
) async throws -> String {
  let lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + headers.map { "\($0.key): \($0.value)" }
  return try await exchange(port, lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n")
}
