public import FoundationEssentials

/// Stores the known accounts in `accounts.json` in the data folder.
///
/// Safe with several processes: a change reads, changes and replaces the file under a lock.
public struct AccountsFile: Sendable {
  private let file: JSONFile<KnownAccounts>

  /// Creates the store; nothing is read yet.
  ///
  /// `now` dates the name of a damaged file that is set aside; `report` is told about it.
  public init(
    locations: FileLocations, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (StoreNotice) -> Void
  ) {
    file = JSONFile(
      file: locations.file(FileLocations.join(locations.data, "accounts.json")), now: now, report: report,
      version: { _ in 1 }, content: { KnownAccounts(reading: $0) })
  }

  /// Loads the known accounts; none if there is no file.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read or is damaged. A damaged one stays where it is: if it counted
  ///   as empty, the next command would use the wrong account.
  public func load() throws(StoreError) -> KnownAccounts {
    try file.loadStrictly() ?? KnownAccounts()
  }

  /// Changes the known accounts and returns the result.
  ///
  /// A damaged file is set aside and reported, so that signing in again replaces it.
  ///
  /// - Throws: ``StoreError`` if they cannot be written; then nothing is changed.
  @discardableResult
  public func update(_ change: (inout KnownAccounts) -> Void) throws(StoreError) -> KnownAccounts {
    var result = KnownAccounts()
    try file.update { kept in
      result = kept ?? KnownAccounts()
      change(&result)
      return result
    }
    return result
  }
}
