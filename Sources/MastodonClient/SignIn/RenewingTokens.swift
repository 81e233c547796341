public import FoundationEssentials
public import MastodonKit

/// Keeps one account's token valid: renews it shortly before it expires, and once when the server rejects it.
///
/// However many requests find the token expired, it is renewed once. The new token is saved before it is used, because
/// the old refresh token is invalid from then on.
public actor RenewingTokens {
  /// The dependencies of the keeper.
  public struct Access: Sendable {
    /// Loads the stored token, which another process may have renewed; `nil` if the account was signed out.
    public var load: @Sendable () throws -> Token?
    public var save: @Sendable (Token) throws -> Void
    public var renew: @Sendable (_ refresh: Secret) async throws(MastodonError) -> Token
    public var now: @Sendable () -> Date
    /// Reports that a renewed token could not be saved: it is used in this run, and the next must sign in again.
    public var report: @Sendable (any Error) -> Void

    /// Creates access; every part is required.
    public init(
      load: @escaping @Sendable () throws -> Token?, save: @escaping @Sendable (Token) throws -> Void,
      renew: @escaping @Sendable (_ refresh: Secret) async throws(MastodonError) -> Token,
      now: @escaping @Sendable () -> Date, report: @escaping @Sendable (any Error) -> Void
    ) {
      self.load = load
      self.save = save
      self.renew = renew
      self.now = now
      self.report = report
    }
  }

  private let access: Access
  private var token: Token?
  /// The number of times that the token was replaced by another sign-in.
  private var signIns = 0
  private var renewal: Task<Result<Token, MastodonError>, Never>?

  /// Creates a keeper for the account's token; `nil` if there is none.
  public init(_ token: Token?, access: Access) {
    self.token = token
    self.access = access
  }

  public nonisolated var source: TokenSource {
    TokenSource(
      current: { await self.current() },
      renewed: { refused throws(MastodonError) in try await self.renewed(refused) })
  }

  /// Uses the token of another sign-in to the same account.
  ///
  /// The result of a renewal in progress is dropped.
  public func replace(with token: Token) {
    renewal = nil
    signIns += 1
    self.token = token
  }

  /// The token to use now.
  func current() async -> Secret? {
    guard let token else { return nil }
    // A token that cannot be renewed is used anyway: the server decides.
    if isDue(token), let fresh = await renewal(of: token).token { return Secret(fresh.accessToken) }
    return Secret(token.accessToken)
  }

  /// Returns a new token after one was rejected, or `nil` if the user has to sign in again.
  func renewed(_ refused: Secret) async throws(MastodonError) -> Secret? {
    guard let token else { return nil }
    // Another request was rejected as well and has renewed the token already.
    guard token.accessToken == refused.reveal else { return Secret(token.accessToken) }
    switch await renewal(of: token) {
    case .success(let fresh): return Secret(fresh.accessToken)
    case .failure(.unauthorized), .failure(.rejected), .failure(.forbidden), .failure(.signedOut): return nil
    case .failure(let error): throw error
    }
  }

  /// Whether a token is about to expire: in its last minute, or in the last tenth of a short life.
  private func isDue(_ token: Token) -> Bool {
    guard token.refreshToken != nil, let life = token.expiresIn, let end = token.expiresAt else { return false }
    return access.now() >= end.addingTimeInterval(-min(60, Double(life) / 10))
  }

  /// The renewal in progress, started now if there is none.
  private func renewal(of old: Token) async -> Result<Token, MastodonError> {
    if let renewal { return await renewal.value }
    // A task of its own: the first caller may be cancelled while others still need it.
    let task = Task { await self.renew(old) }
    renewal = task
    let signIn = signIns
    let result = await task.value
    if signIn != signIns, let token { return .success(token) }
    if renewal == task {
      renewal = nil
      if let fresh = result.token { token = fresh }
    }
    return result
  }

  private func renew(_ old: Token) async -> Result<Token, MastodonError> {
    if let other = renewedElsewhere(old) { return .success(other) }
    guard let refresh = old.refreshToken else { return .failure(.signedOut) }
    let signIn = signIns
    do {
      var fresh = try await access.renew(Secret(refresh))
      if signIn != signIns, let token { return .success(token) }
      // Some servers keep the refresh token and do not repeat it.
      fresh.refreshToken = fresh.refreshToken ?? refresh
      if fresh.scope.isEmpty { fresh.scope = old.scope }
      // By this clock, which may not be the server's: else a token that is new would be due at once.
      fresh.createdAt = access.now()
      do { try access.save(fresh) } catch { access.report(error) }
      return .success(fresh)
    } catch {
      // Another process may have used the refresh token at the same moment.
      if let other = renewedElsewhere(old) { return .success(other) }
      return .failure(error)
    }
  }

  /// The token that another process has stored in the meantime, if it is still valid.
  private func renewedElsewhere(_ old: Token) -> Token? {
    // The caller throws the error of its own renewal if this finds no token.
    guard let kept = try? access.load(), kept.accessToken != old.accessToken else { return nil }
    return isDue(kept) ? nil : kept
  }
}

extension Result<Token, MastodonError> {
  fileprivate var token: Token? { if case .success(let token) = self { token } else { nil } }
}
