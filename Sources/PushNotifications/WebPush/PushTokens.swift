internal import MastodonKit
internal import TerminalKit

/// The subscription data of one account: its push address and the keys that decrypt its pushes.
///
/// When any of them changes, the server must be updated, so they are the key of the task that does so.
public struct PushTokens: Hashable, Sendable {
  /// The account, `user@host`.
  public var account: String
  public var endpoint: PushEndpoint
  public var keys: PushKeys
}

extension PushTokens {
  /// The address and the keys as one line of JSON, to be stored as a secret.
  public var secret: String {
    let members: JSONValue = [
      "auth": .string(keys.authenticationText), "endpoint": .string(endpoint.url),
      "key": .string(Base64URL.encode(keys.privateKey)),
    ]
    return members.serialized()
  }

  /// Parses a stored line; `nil` if it is invalid.
  public init?(account: String, secret: String) {
    // The caller reports an invalid line and creates new tokens.
    guard let record = try? JSONRecord(Array(secret.utf8)), let address = record.string("endpoint"),
      let key = record.string("key").flatMap({ Base64URL.decode($0) }),
      let authentication = record.string("auth").flatMap({ Base64URL.decode($0) }),
      let keys = PushKeys(privateKey: key, authentication: authentication),
      let endpoint = try? PushEndpoint(parsing: address)  // Reported in the same way.
    else { return nil }
    self.init(account: account, endpoint: endpoint, keys: keys)
  }
}
