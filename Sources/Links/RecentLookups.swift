public import FoundationEssentials
public import MastodonKit
import Synchronization

/// Hands what was just looked up to the screen that shows it, so that it is not requested twice.
///
/// `profile @rook` looks the account up to know its id, and the profile shows that account; the link of a post is checked
/// by loading the post, and the thread shows it. Each thing is handed over once, and only for a few seconds.
public final class RecentLookups: Sendable {
  private let accounts: Recent<Account>
  private let statuses: Recent<Status>

  /// The number of seconds for which something is handed over.
  static let lifetime: TimeInterval = 10

  public init(now: @escaping @Sendable () -> Date) {
    accounts = Recent(now: now)
    statuses = Recent(now: now)
  }

  public func remembering(_ service: AccountService) -> AccountService {
    var kept = service
    kept.lookup = { [accounts] in accounts.keep(try await service.lookup($0)) }
    return kept
  }

  /// Keeps the posts that are loaded, with their authors.
  public func remembering(_ service: StatusService) -> StatusService {
    var kept = service
    kept.status = { [accounts, statuses] id in
      let status = statuses.keep(try await service.status(id))
      _ = accounts.keep(status.account)
      return status
    }
    return kept
  }

  /// Takes an account from what was found, else from the server.
  public func handing(_ service: AccountService) -> AccountService {
    var handing = service
    handing.account = { [accounts] id in
      if let account = accounts.take(id) { return account }
      return try await service.account(id)
    }
    return handing
  }

  /// Takes a post from what was found, else from the server.
  public func handing(_ service: StatusService) -> StatusService {
    var handing = service
    handing.status = { [statuses] id in
      if let status = statuses.take(id) { return status }
      return try await service.status(id)
    }
    return handing
  }
}

/// The values of one kind that were found lately.
private final class Recent<Value: Identifiable & Sendable>: Sendable where Value.ID: Sendable {
  private let found = Mutex<[Value.ID: (value: Value, date: Date)]>([:])
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  func keep(_ value: Value) -> Value {
    let now = now()
    found.withLock { found in
      found = found.filter { Self.isRecent($1.date, now) }
      found[value.id] = (value, now)
    }
    return value
  }

  func take(_ id: Value.ID) -> Value? {
    let now = now()
    let found = found.withLock { $0.removeValue(forKey: id) }
    return found.flatMap { Self.isRecent($0.date, now) ? $0.value : nil }
  }

  private static func isRecent(_ date: Date, _ now: Date) -> Bool {
    (0..<RecentLookups.lifetime).contains(now.timeIntervalSince(date))
  }
}
