/// Reads and changes the signed-in account's settings on its server.
public struct ProfileService: Sendable {
  /// The account's posting and reading preferences.
  public var preferences: @Sendable () async throws -> Preferences
  /// Changes the profile and the posting defaults; `nil` members stay as they are.
  public var update: @Sendable (ProfileEdit) async throws -> Account

  public var removeAvatar: @Sendable () async throws -> Account
  public var removeHeader: @Sendable () async throws -> Account

  public init(
    preferences: @escaping @Sendable () async throws -> Preferences,
    update: @escaping @Sendable (ProfileEdit) async throws -> Account,
    removeAvatar: @escaping @Sendable () async throws -> Account,
    removeHeader: @escaping @Sendable () async throws -> Account
  ) {
    self.preferences = preferences
    self.update = update
    self.removeAvatar = removeAvatar
    self.removeHeader = removeHeader
  }

  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// A new account's preferences; every change succeeds.
    public let willing = ProfileService(
      preferences: { Preferences() },
      update: { edit in
        var account = Account.fixtures.you
        if let name = edit.displayName { account.displayName = name }
        return account
      }, removeAvatar: { Account.fixtures.you }, removeHeader: { Account.fixtures.you })
    public let offline = ProfileService(
      preferences: { throw MastodonError.fixtures.offline }, update: { _ in throw MastodonError.fixtures.offline },
      removeAvatar: { throw MastodonError.fixtures.offline }, removeHeader: { throw MastodonError.fixtures.offline })
  }
}
