public import MastodonKit

/// Takes posts out of Howdah: to the clipboard, to the web browser, and as the server's own JSON.
public enum Sharing {
  /// Everything that the commands can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Finds a post on a screen, or else on the server.
    public var status: (Status.ID) async throws -> Status
    /// Sends a request with the account's token and returns the server's answer unchanged.
    public var send: (Request) async throws -> Answer
    /// The server of the account.
    public var host: String
    /// The account, `@user@host`.
    public var account: String
    /// Opens a page in the web browser; `false` if there is none.
    public var browse: (_ url: String) -> Bool
    /// Whether the output is text on a terminal.
    public var isShown: () -> Bool

    /// Makes an action from its closures.
    public init(
      status: @escaping (Status.ID) async throws -> Status, send: @escaping (Request) async throws -> Answer,
      host: String, account: String, browse: @escaping (_ url: String) -> Bool, isShown: @escaping () -> Bool
    ) {
      self.status = status
      self.send = send
      self.host = host
      self.account = account
      self.browse = browse
      self.isShown = isShown
    }
  }

  /// A request of the command `api`.
  public struct Request: Hashable, Sendable {
    /// How it is sent.
    public enum Method: String, CaseIterable, Sendable {
      // The names of HTTP.
      // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
      case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    /// A named value.
    public struct Field: Hashable, Sendable {
      /// The name, such as `status`.
      public var name: String
      /// The value.
      public var value: String
    }

    /// How it is sent.
    public var method: Method
    /// The path, with a query if there is one.
    public var path: String
    /// Sent in the query by `GET`, else in the body.
    public var fields: [Field] = []
  }

  /// What the server sent.
  public struct Answer: Hashable, Sendable {
    /// The JSON.
    public var json: String
    /// The path of the next page; `nil` at the end.
    public var next: String?

    /// Makes an answer.
    public init(json: String, next: String? = nil) {
      self.json = json
      self.next = next
    }
  }
}
