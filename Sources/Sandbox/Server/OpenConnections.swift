import NIOCore
import Synchronization

/// The connections that are open, so that a server that stops can close also those that never said a word.
final class OpenConnections: Sendable {
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  func add(_ channel: any Channel) {
    channels.withLock { $0[ObjectIdentifier(channel)] = channel }
    channel.closeFuture.whenComplete { [weak self] _ in
      _ = self?.channels.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
  }

  func closeAll() async {
    let open = channels.withLock { Array($0.values) }
    for channel in open {
      channel.close(promise: nil)
      do { try await channel.closeFuture.get() } catch { continue }
    }
  }
}
