import Synchronization

/// Writes a message at each quarter of a large download.
final class DownloadProgress: Sendable {
  private let quarter = Mutex(0)
  /// Smaller files arrive before a message could be read.
  private static let minimumBytes = 4 << 20

  /// The message for the current progress; `nil` if no further quarter has arrived.
  func message(bytes: Int, total: Int?) -> String? {
    guard let total, total >= Self.minimumBytes else { return nil }
    let current = bytes * 4 / total
    let isNew = quarter.withLock { quarter in
      defer { quarter = max(quarter, current) }
      return current > quarter
    }
    return isNew && current < 4 ? "\(current * 25) % of \((total + 500_000) / 1_000_000) MB" : nil
  }
}
