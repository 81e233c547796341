public import LocalStore
public import MastodonKit

/// Completes names from what is stored: hosts, recent hashtags; and accounts from posts that are shown.
///
/// What cannot be read only costs its completion.
@MainActor
public struct NameCompletion {
  private let accounts: AccountManager
  private let storage: Database

  /// Creates a completion over the accounts and the database; nothing is read yet.
  public init(accounts: AccountManager, storage: Database) {
    self.accounts = accounts
    self.storage = storage
  }

  /// The hosts of the user's accounts, of saved servers, and of a few large servers, each once.
  public var hosts: [String] {
    var hosts: [String] = []
    // An unreadable file only costs its completion.
    do { hosts += try accounts.known().all.map { $0.id.split(separator: "@").last.map(String.init) ?? "" } } catch {}
    // So does an unreadable database.
    do { hosts += try storage.savedServerService.all().map(\.host) } catch {}
    var seen: Set<String> = ["", "sandbox"]
    return (hosts + Self.largeServers).filter { seen.insert($0).inserted }
  }

  private static let largeServers = [
    "mastodon.social", "mastodon.online", "mstdn.social", "mas.to", "fosstodon.org", "hachyderm.io", "infosec.exchange",
    "chaos.social", "troet.cafe", "mastodon.world",
  ]

  /// Completions of `@…` by the accounts of posts, in alphabetical order, and of `#…` by recent hashtags; case is ignored.
  public func words(beginning: String, in statuses: [Status]) -> [String] {
    if beginning.hasPrefix("#") {
      // An unreadable database only costs their completion.
      do { return try storage.recentTags.all(String(beginning.dropFirst())).map { "#\($0)" } } catch { return [] }
    }
    let typed = beginning.lowercased()
    let emoji = statuses.flatMap { $0.displayed.emojis + $0.account.emojis }.map { ":\($0.shortcode):" }
    let handles = statuses.flatMap { [$0.account, $0.displayed.account] }.map { "@\($0.acct)" }
    return Set(beginning.hasPrefix(":") ? emoji : handles).filter { $0.lowercased().hasPrefix(typed) }.sorted()
  }
}
