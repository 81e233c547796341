@testable import Sandbox

extension Sandbox {
  /// Waits until somebody listens to a stream.
  ///
  /// Nothing tells a client that its wish was heard, and what happens before is not streamed: a test that waits for an
  /// event must not make it too soon.
  func isHeard(on kind: StreamChannel.Kind) async {
    while !hub.listeners.values.contains(where: { $0.channels.contains { $0.kind == kind } }), !Task.isCancelled {
      await Task.yield()
    }
  }
}
