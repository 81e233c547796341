import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A WebSocket stream that fails in a given way.
struct FaultyStream {
  let channel: ServerConnection.WebSocket
  let head: HTTPRequestHead
  let sandbox: Sandbox
  let fault: Fault.Stream

  func run() async throws {
    let executor = FaultExecutor(channel: channel.channel)
    switch fault {
    case .refuse, .closeAtOnce:
      try await channel.executeThenClose { _, _ in }
    case .closeAfter(let events):
      try await WebSocketConnection(channel: channel, head: head, sandbox: sandbox, eventLimit: events).run()
    case .halfOpen:
      try await channel.executeThenClose { inbound, _ in
        for try await _ in inbound {}
      }
    case .garbageFrames:
      // An undefined opcode and an impossible length.
      let bytes = [0x8F, 0x7F] + [UInt8](repeating: 0xFF, count: 64)
      try await channel.executeThenClose { _, _ in try await executor.perform([.send(bytes), .silence]) }
    case .oversizedFrame(let bytes):
      let length = (0..<8).reversed().map { UInt8(truncatingIfNeeded: bytes >> ($0 * 8)) }
      let bytes = [0x81, 0x7F] + length + [UInt8](repeating: UInt8(ascii: " "), count: 1024)
      try await channel.executeThenClose { _, _ in try await executor.perform([.send(bytes), .silence]) }
    case .invalidUTF8: try await say([0x22, 0xC3, 0x28, 0xFF, 0xFE, 0x22])
    case .noJSON: try await say(Array("{\"event\":\"update\",\"payload\":".utf8))
    }
  }

  /// Sends an invalid message, then continues as usual.
  private func say(_ bytes: [UInt8]) async throws {
    let conversation = WebSocketConnection(channel: channel, head: head, sandbox: sandbox, firstMessage: bytes)
    try await conversation.run()
  }
}
