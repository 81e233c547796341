/// One open stream: frames come out, subscriptions go in.
///
/// It closes when ``close()`` is called or when whoever reads the frames stops.
public struct SandboxStream: Sendable {
  /// The frames as a WebSocket carries them, one JSON text each.
  public let frames: AsyncStream<String>
  let id: Int
  let sandbox: Sandbox

  /// Takes a client's message: `{"type":"subscribe","stream":"user"}` or its opposite; anything else is ignored.
  public func receive(_ message: String) async { await sandbox.receive(message, from: id) }

  /// Ends the stream.
  public func close() async { await sandbox.disconnect(id) }
}
