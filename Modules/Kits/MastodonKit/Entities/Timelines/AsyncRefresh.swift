/// A background task of the server after a response, such as fetching more replies.
public struct AsyncRefresh: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<AsyncRefresh>

  /// The refresh's id.
  public var id: ID
  /// Whether it still runs.
  public var state: State
  /// How much it has found by now.
  public var resultCount: Int?

  /// Creates a refresh.
  public init(id: ID, state: State = .finished, resultCount: Int? = nil) {
    self.id = id
    self.state = state
    self.resultCount = resultCount
  }

  /// Whether work still runs.
  public enum State: OpenEnum {
    /// It does.
    case running
    /// It does not.
    case finished
    /// A state that this version does not know.
    case unknown(String)

    /// Those with a name.
    public static let known: [State] = [.running, .finished]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .running: "running"
      case .finished: "finished"
      case .unknown(let word): word
      }
    }
  }
}

extension AsyncRefresh: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id
    case state = "status"
    case resultCount = "result_count"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    state = json.choice(.state) ?? .finished
    resultCount = json.integer(.resultCount)
  }
}

/// One refresh, as a server sends it.
public struct AsyncRefreshEnvelope: Hashable, Sendable {
  /// The refresh.
  public var asyncRefresh: AsyncRefresh

  /// Creates a response.
  public init(asyncRefresh: AsyncRefresh) {
    self.asyncRefresh = asyncRefresh
  }
}

extension AsyncRefreshEnvelope: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case asyncRefresh = "async_refresh"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    asyncRefresh = try json.decode(AsyncRefresh.self, forKey: .asyncRefresh)
  }
}
