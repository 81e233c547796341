/// Reads and changes what the signed-in account has chosen on its server.
public struct ProfileService: Sendable {
  /// How the account is set to post and to read.
  public var preferences: @Sendable () async throws -> Preferences
  /// Changes the profile and the posting defaults; what an edit leaves out stays.
  public var update: @Sendable (ProfileEdit) async throws -> Account

  /// Makes the service from its parts.
  public init(
    preferences: @escaping @Sendable () async throws -> Preferences,
    update: @escaping @Sendable (ProfileEdit) async throws -> Account
  ) {
    self.preferences = preferences
    self.update = update
  }
}

extension ProfileService {
  /// Services that answer from fixtures, at once and without a network.
  public static let fixtures = Fixtures()

  /// One service for each way that it can go.
  public struct Fixtures: Sendable {
    /// A new account's preferences; every change is taken.
    public let willing = ProfileService(
      preferences: { Preferences() },
      update: { edit in
        var account = Account.fixtures.you
        if let name = edit.displayName { account.displayName = name }
        return account
      })
    /// Fails as it does without a network.
    public let offline = ProfileService(
      preferences: { throw MastodonError.fixtures.offline }, update: { _ in throw MastodonError.fixtures.offline })
  }
}
