public import MastodonKit

extension Endpoint where Response == Preferences {
  /// The account's posting and reading preferences.
  public static var preferences: Endpoint {
    Endpoint(.get, "/api/v1/preferences", access: .account, .readAccounts, to: "load your preferences")
  }
}
