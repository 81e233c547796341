internal import MastodonKit

/// What makes pushes to one account arrive: whose they are, where they go, and the keys that open them.
///
/// A change of any of them means that the server has to be told anew, so they are the key of the task that does it.
public struct PushTokens: Hashable, Sendable {
  /// The account, `user@host`.
  public var account: String
  /// Where the server pushes to.
  public var endpoint: PushEndpoint
  /// What opens the pushes.
  public var keys: PushKeys

  /// Makes tokens.
  public init(account: String, endpoint: PushEndpoint, keys: PushKeys) {
    self.account = account
    self.endpoint = endpoint
    self.keys = keys
  }
}

extension PushTokens {
  /// The address and the keys as one line, for a vault.
  public var secret: String {
    // An address is printable ASCII and the others are base64: two signs alone would need escaping.
    let quoted = endpoint.url.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return """
      {"auth":"\(keys.authenticationText)","endpoint":"\(quoted)","key":"\(Base64URL.encode(keys.privateKey))"}
      """
  }

  /// Reads a line that was kept; `nil` for what is none.
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
