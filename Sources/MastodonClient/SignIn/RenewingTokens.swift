public import FoundationEssentials
public import MastodonKit

/// Keeps one account's token fresh: renews it shortly before it expires, and once when the server refuses it.
///
/// However many requests find the token too old, the server is asked for another one once. What it gives is kept where it
/// lasts before anything uses it, since the refresh token that it was asked with is worth nothing from then on.
public actor RenewingTokens {
  /// The world as the keeper sees it.
  public struct Access: Sendable {
    /// The token where it lasts, which another process may have renewed; `nil` if nobody is signed in any more.
    public var load: @Sendable () throws -> Token?
    /// Keeps a token where it lasts.
    public var save: @Sendable (Token) throws -> Void
    /// Asks the server for another token.
    public var renew: @Sendable (_ refresh: Secret) async throws(MastodonError) -> Token
    /// The clock.
    public var now: @Sendable () -> Date
    /// Hears that a renewed token could not be kept: it serves this run, and the next must sign in again.
    public var report: @Sendable (any Error) -> Void

    /// Makes the ways; every part is needed.
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
  /// How often the token was replaced by another sign-in's.
  private var signIns = 0
  private var renewal: Task<Result<Token, MastodonError>, Never>?

  /// Takes the account's token; `nil` if there is none.
  public init(_ token: Token?, access: Access) {
    self.token = token
    self.access = access
  }

  /// The tokens as a client asks for them.
  public nonisolated var source: TokenSource {
    TokenSource(
      current: { await self.current() },
      renewed: { refused throws(MastodonError) in try await self.renewed(refused) })
  }

  /// Takes the token of another sign-in of the same account.
  ///
  /// What is being renewed then is worth nothing any more: it is neither kept nor used.
  public func replace(with token: Token) {
    renewal = nil
    signIns += 1
    self.token = token
  }

  /// The token to use now.
  func current() async -> Secret? {
    guard let token else { return nil }
    // One that cannot be renewed is used all the same: the server decides.
    if isDue(token), let fresh = await renewal(of: token).token { return Secret(fresh.accessToken) }
    return Secret(token.accessToken)
  }

  /// Another token after one was refused, or `nil` if only the person can get one.
  func renewed(_ refused: Secret) async throws(MastodonError) -> Secret? {
    guard let token else { return nil }
    // Somebody else was refused as well and has a new one already.
    guard token.accessToken == refused.reveal else { return Secret(token.accessToken) }
    switch await renewal(of: token) {
    case .success(let fresh): return Secret(fresh.accessToken)
    case .failure(.unauthorized), .failure(.rejected), .failure(.forbidden), .failure(.signedOut): return nil
    case .failure(let error): throw error
    }
  }

  /// Whether a token is about to expire: in its last minute, or the last tenth of a short life.
  private func isDue(_ token: Token) -> Bool {
    guard token.refreshToken != nil, let life = token.expiresIn, let end = token.expiresAt else { return false }
    return access.now() >= end.addingTimeInterval(-min(60, Double(life) / 10))
  }

  /// The one renewal that is under way, begun now if there is none.
  private func renewal(of old: Token) async -> Result<Token, MastodonError> {
    if let renewal { return await renewal.value }
    // A task of its own: who asked first may give up, and the others still need it.
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
      // Some servers let the refresh token stay and do not repeat it.
      fresh.refreshToken = fresh.refreshToken ?? refresh
      if fresh.scope.isEmpty { fresh.scope = old.scope }
      do { try access.save(fresh) } catch { access.report(error) }
      return .success(fresh)
    } catch {
      // Another process may have used the refresh token in the same moment.
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
