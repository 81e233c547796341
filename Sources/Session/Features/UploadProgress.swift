import FeatureKit
import MastodonClient
import Synchronization

/// Describes how far an upload is, at each further percent.
final class UploadProgress: Sendable {
  private let name: String
  private let began: Duration
  private let percent = Mutex(-1)

  init(name: String, began: Duration) {
    self.name = name
    self.began = began
  }

  /// `Uploading film.mp4: 42 % of 12.5 MB, 3.1 MB/s, 3 s left`; `nil` if no further percent was sent.
  func text(_ progress: MediaProgress, now: Duration) -> String? {
    guard let total = progress.total, total > 0 else { return nil }
    let current = min(progress.bytes * 100 / total, 100)
    let isNew = percent.withLock { percent in
      // It starts again if the file is sent again.
      defer { percent = current }
      return current != percent
    }
    guard isNew else { return nil }
    let elapsed = now - began
    let text = "Uploading \(name): \(current) % of \(Self.size(total))"
    guard elapsed >= .seconds(1) else { return text }
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let left = Pace(progress.bytes, of: total, since: elapsed).left
    return text + ", \(Self.size(Int(Double(progress.bytes) / seconds)))/s" + (left.isEmpty ? "" : ", \(left)")
  }

  /// `512 KB` or `12.5 MB`.
  private static func size(_ bytes: Int) -> String {
    guard bytes >= 1_000_000 else { return "\(bytes / 1000) KB" }
    let tenths = bytes / 100_000
    return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
  }
}
