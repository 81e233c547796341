public import FoundationEssentials

/// Keeps secrets in files that only their owner can read: `secrets/<account>.json` among the data.
///
/// One file for each account, so that adding one never rewrites another. Modes that let others read are put right before
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
    Secrets(load: load, save: save, delete: delete)
  }

  @Sendable private func load(_ account: KnownAccount.ID) throws(StoreError) -> AccountSecrets? {
    let path = path(of: account)
    guard try makePrivate(path) else { return nil }
    return try file(path).load()
  }

  @Sendable private func save(_ secrets: AccountSecrets, _ account: KnownAccount.ID) throws(StoreError) {
    let path = path(of: account)
    try Directory(path: directory).make()
    _ = try makePrivate(path)
    try file(path).update { _ in secrets }
  }

  @Sendable private func delete(_ account: KnownAccount.ID) throws(StoreError) {
    let path = path(of: account)
    guard try makePrivate(path) else { return }
    try file(path).update { _ in nil }
    // Nobody can wait for the lock of an account that is gone, but for one who deletes it too.
    try StoredFile(path: path + ".lock").remove()
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

  private func file(_ path: String) -> JSONFile<AccountSecrets> {
    JSONFile(path: path, now: now, report: report)
  }
}
