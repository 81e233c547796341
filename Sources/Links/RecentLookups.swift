public import FoundationEssentials
public import MastodonKit
import Synchronization

/// Hands what was just looked up to the screen that shows it, so that it is not requested twice.
///
/// `profile @rook` looks the account up to know its id, and the profile shows that account; the link of a post is checked
/// by loading the post, and the thread shows it. Each thing is handed over once, and only for a few seconds.
public final class RecentLookups: Sendable {
  private struct Found {
    var accounts: [Account.ID: (account: Account, date: Date)] = [:]
    var statuses: [Status.ID: (status: Status, date: Date)] = [:]
  }

  private let found = Mutex(Found())
  private let now: @Sendable () -> Date

  /// The number of seconds for which something is handed over.
  static let lifetime: TimeInterval = 10

  public init(now: @escaping @Sendable () -> Date) { self.now = now }

  public func remembering(_ service: AccountService) -> AccountService {
    var kept = service
    kept.lookup = { [self] in keep(try await service.lookup($0)) }
    return kept
  }

  /// Keeps the posts that are loaded, with their authors.
  public func remembering(_ service: StatusService) -> StatusService {
    var kept = service
    kept.status = { [self] in keep(try await service.status($0)) }
    return kept
  }

  /// Takes an account from what was found, else from the server.
  public func handing(_ service: AccountService) -> AccountService {
    var handing = service
    handing.account = { [self] id in
      if let account = take(id) { return account }
      return try await service.account(id)
    }
    return handing
  }

  /// Takes a post from what was found, else from the server.
  public func handing(_ service: StatusService) -> StatusService {
    var handing = service
    handing.status = { [self] id in
      if let status = take(id) { return status }
      return try await service.status(id)
    }
    return handing
  }

  private func keep(_ account: Account) -> Account {
    let now = now()
    found.withLock { found in
      found.accounts = found.accounts.filter { Self.isRecent($1.date, now) }
      found.accounts[account.id] = (account, now)
    }
    return account
  }

  private func keep(_ status: Status) -> Status {
    let now = now()
    found.withLock { found in
      found.statuses = found.statuses.filter { Self.isRecent($1.date, now) }
      found.statuses[status.id] = (status, now)
      found.accounts[status.account.id] = (status.account, now)
    }
    return status
  }

  private func take(_ id: Account.ID) -> Account? {
    let now = now()
    return found.withLock { $0.accounts.removeValue(forKey: id) }.flatMap {
      Self.isRecent($0.date, now) ? $0.account : nil
    }
  }

  private func take(_ id: Status.ID) -> Status? {
    let now = now()
    return found.withLock { $0.statuses.removeValue(forKey: id) }.flatMap {
      Self.isRecent($0.date, now) ? $0.status : nil
    }
  }

  private static func isRecent(_ date: Date, _ now: Date) -> Bool {
    (0..<lifetime).contains(now.timeIntervalSince(date))
  }
}
