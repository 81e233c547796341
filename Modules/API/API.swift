public import MastodonKit

/// The server's own JSON: of a post, and of any request.
public enum API {
  /// The actions of the commands; the root carries them out.
  @MainActor
  public struct Action {
    /// Sends a request with the account's token and returns the server's answer unchanged.
    public var send: (RawRequest) async throws -> RawResponse
    /// Reads a file, or standard input for `-`.
    public var read: (_ path: String) async throws -> [UInt8]
    public var host: String
    /// The account, `@user@host`.
    public var account: String

    public init(
      send: @escaping (RawRequest) async throws -> RawResponse,
      read: @escaping (_ path: String) async throws -> [UInt8], host: String, account: String
    ) {
      self.send = send
      self.read = read
      self.host = host
      self.account = account
    }
  }
}
