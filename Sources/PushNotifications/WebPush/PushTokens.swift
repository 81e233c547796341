internal import MastodonKit

/// The subscription data of one account: its push address and the keys that decrypt its pushes.
///
/// When any of them changes, the server must be updated, so they are the key of the task that does so.
public struct PushTokens: Hashable, Sendable {
  /// The account, `user@host`.
  public var account: String
  /// The address that the server pushes to.
  public var endpoint: PushEndpoint
  /// The keys that decrypt the pushes.
  public var keys: PushKeys

  /// Creates tokens.
  public init(account: String, endpoint: PushEndpoint, keys: PushKeys) {
    self.account = account
    self.endpoint = endpoint
    self.keys = keys
  }
}

extension PushTokens {
  /// The address and the keys as one line of JSON, to be stored as a secret.
  public var secret: String {
    // The address is printable ASCII and the keys are base64: only two characters need escaping.
    let quoted = endpoint.url.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return """
      {"auth":"\(keys.authenticationText)","endpoint":"\(quoted)","key":"\(Base64URL.encode(keys.privateKey))"}
      """
  }

  /// Parses a stored line; `nil` if it is invalid.
  public init?(account: String, secret: String) {
    let record: JSONRecord?
    do { record = try JSONRecord(Array(secret.utf8)) } catch { return nil }
    guard let record, let address = record.string("endpoint"),
      let key = record.string("key").flatMap({ Base64URL.decode($0) }),
      let authentication = record.string("auth").flatMap({ Base64URL.decode($0) }),
      let keys = PushKeys(privateKey: key, authentication: authentication)
    else { return nil }
    let endpoint: PushEndpoint
    do throws(PushFailure) { endpoint = try PushEndpoint(parsing: address) } catch { return nil }
    self.init(account: account, endpoint: endpoint, keys: keys)
  }
}
