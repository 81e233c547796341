public import MastodonKit

extension Endpoint where Response == Preferences {
  /// The account's posting and reading preferences.
  public static var preferences: Endpoint {
    Endpoint(
      .get, "/api/v1/preferences", access: .account, scope: .readAccounts, operation: "load your preferences")
  }
}

extension Endpoint where Response == Profile {

  /// Changes the own profile (API version 8).
  public static func updateProfile(_ edit: ProfileEdit) -> Endpoint {
    Endpoint(
      .patch, "/api/v1/profile", body: edit.fields(isProfile: true).form, access: .account,
      scope: .writeAccounts, operation: "change the profile")
  }
}
