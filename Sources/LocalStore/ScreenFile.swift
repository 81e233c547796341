public import FoundationEssentials

/// Something that a number on the screen stands for.
public struct ShownReference: Hashable, Sendable, Codable {
  /// What it is: `status`, `account`.
  public var kind: String
  /// Its id on the server.
  public var id: String

  /// Makes a reference.
  public init(kind: String, id: String) {
    self.kind = kind
    self.id = id
  }
}

/// Keeps what the numbers on the screen stand for, so that `howdah open 1` works after `howdah home`.
///
/// One file for each account in `shown/` among the state, since an id means nothing on another server. It is replaced
/// whole but without waiting for the disk, and a damaged one counts as none: it is gone with the next screen anyway.
public struct ScreenFile: Sendable {
  private let file: JSONFile<[Int: [ShownReference]]>

  /// Makes the store for an account, `user@host`; nothing is read yet.
  public init(
    locations: FileLocations, account: String, now: @escaping @Sendable () -> Date,
    report: @escaping @Sendable (StoreNotice) -> Void
  ) {
    let directory = FileLocations.join(locations.state, "shown")
    file = JSONFile(
      path: FileLocations.join(directory, StoredFile.name(for: account) + ".json"), now: now, report: report,
      durable: false)
  }

  /// What each number stands for, the preferred meaning first; nothing if no screen was kept.
  public func load() throws(StoreError) -> [Int: [ShownReference]] {
    try file.load() ?? [:]
  }

  /// Keeps what is shown now in place of what was.
  public func save(_ shown: [Int: [ShownReference]]) throws(StoreError) {
    try file.update { _ in shown }
  }
}
