public import FoundationEssentials

/// Keeps secrets in files that only their owner can read: `secrets/<account>.json` among the data.
///
/// One file for each account and for each host that the program is registered with (`secrets/<host>.app.json`), so that adding one never rewrites another. Modes that let others read are put right before
/// anything is read, and reported.
public struct SecretsFile: Sendable {
  private let directory: String
  private let now: @Sendable () -> Date
  private let report: @Sendable (StoreNotice) -> Void

  /// Makes the store; nothing is read yet.
  ///
  /// `now` dates the name of a damaged file that is set aside, `report` hears of that and of modes put right.
  public init(
    locations: FileLocations, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (StoreNotice) -> Void
  ) {
    directory = FileLocations.join(locations.data, "secrets")
    self.now = now
    self.report = report
  }

  /// The files as a place for secrets.
  public var secrets: Secrets {
    Secrets(
      load: { try read(path(of: $0)) },
      save: { try write($0, path(of: $1)) },
      delete: { try write(AccountSecrets?.none, path(of: $0)) },
      loadApplication: { try read(path(ofHost: $0)) },
      saveApplication: { try write($0, path(ofHost: $1)) })
  }

  private func read<Content: Codable & Sendable>(_ path: String) throws(StoreError) -> Content? {
    guard try makePrivate(path) else { return nil }
    let file: JSONFile<Content> = file(path)
    return try file.load()
  }

  private func write<Content: Codable & Sendable>(_ content: Content?, _ path: String) throws(StoreError) {
    if content != nil { try Directory(path: directory).make() }
    guard try makePrivate(path) else { return }
    let file: JSONFile<Content> = file(path)
    try file.update { _ in content }
    // Nobody can wait for the lock of an account that is gone, but for one who deletes it too.
    if content == nil { try StoredFile(path: path + ".lock").remove() }
  }

  /// Closes directory and file to others; answers whether the directory is there.
  private func makePrivate(_ path: String) throws(StoreError) -> Bool {
    guard let wasOpen = try Directory(path: directory).makePrivate() else { return false }
    if wasOpen { report(.madePrivate(path: directory)) }
    if try StoredFile(path: path).makePrivate() { report(.madePrivate(path: path)) }
    return true
  }

  private func path(of account: KnownAccount.ID) -> String {
    FileLocations.join(directory, StoredFile.name(for: account) + ".json")
  }

  /// No account's file: an account has an `@` in its name, a host has none.
  private func path(ofHost host: String) -> String {
    FileLocations.join(directory, StoredFile.name(for: host) + ".app.json")
  }

  private func file<Content: Codable & Sendable>(_ path: String) -> JSONFile<Content> {
    JSONFile(path: path, now: now, report: report)
  }
}
