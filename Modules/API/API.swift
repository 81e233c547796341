/// The server's own JSON: of a post, and of any request.
public enum API {
  /// The actions of the commands; the root carries them out.
  @MainActor
  public struct Action {
    /// Sends a request with the account's token and returns the server's answer unchanged.
    public var send: (Request) async throws -> Answer
    /// Reads a file, or standard input for `-`.
    public var read: (_ path: String) async throws -> [UInt8]
    public var host: String
    /// The account, `@user@host`.
    public var account: String

    public init(
      send: @escaping (Request) async throws -> Answer, read: @escaping (_ path: String) async throws -> [UInt8],
      host: String, account: String
    ) {
      self.send = send
      self.read = read
      self.host = host
      self.account = account
    }
  }

  /// A request of the command `api`.
  public struct Request: Hashable, Sendable {
    public enum Method: String, CaseIterable, Sendable {
      // The names of HTTP.
      case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    public struct Field: Hashable, Sendable {
      /// The name, such as `status`.
      public var name: String
      public var value: String
    }

    public var method: Method
    /// The path, with a query if there is one, and with variable parts as `:name`.
    public var path: String
    /// The values of the variable parts, in order, not encoded.
    public var arguments: [String] = []
    /// Sent in the query by `GET`, else in the body.
    public var fields: [Field] = []
    /// The body, in place of the fields.
    public var body: [UInt8]?
    /// The paths of files to upload, each with the name of its field.
    public var files: [Field] = []
    public var headers: [Field] = []
  }

  public struct Answer: Hashable, Sendable {
    public var status: Int
    /// The MIME type, if the server names one.
    public var type: String?
    public var body: [UInt8]
    /// Why the request failed, in the server's words; empty if it gives none.
    public var reason: String
    /// The path of the next page; `nil` at the end.
    public var next: String?

    public init(status: Int = 200, type: String? = nil, body: [UInt8], reason: String = "", next: String? = nil) {
      self.status = status
      self.type = type
      self.body = body
      self.reason = reason
      self.next = next
    }

    public init(json: String, next: String? = nil) {
      self.init(type: "application/json", body: Array(json.utf8), next: next)
    }
  }
}
