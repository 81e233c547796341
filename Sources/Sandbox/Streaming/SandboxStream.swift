/// An open stream.
///
/// It ends with ``close()``, or when the task that reads the frames is cancelled.
public struct SandboxStream: Sendable {
  /// The frames: one JSON text each.
  public let frames: AsyncStream<String>
  let id: Int
  let sandbox: Sandbox

  /// Handles a client's message, such as `{"type":"subscribe","stream":"user"}`; others are ignored.
  public func receive(_ message: String) async { await sandbox.receive(message, from: id) }

  public func close() async { await sandbox.disconnect(id) }
}
