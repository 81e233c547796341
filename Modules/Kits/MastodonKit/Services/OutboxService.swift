public import FoundationEssentials

/// Something that could not be sent, because the server could not be reached; it is kept on this machine and sent later.
public struct OutboxItem: Hashable, Sendable, Codable, Identifiable {
  /// What is to be sent.
  public enum Content: Hashable, Sendable, Codable {
    /// A request such as a favourite.
    case request(QueuedRequest)
    /// A post, whose text is the draft with this id.
    case post(Draft.ID)
  }

  /// The same for everything that would undo or replace it: of a favourite and its removal, the later one counts.
  public var id: String
  /// What is to be sent.
  public var content: Content
  /// When it was tried first.
  public var date: Date

  /// Makes an item of a request.
  public init(_ request: QueuedRequest, at date: Date) {
    id = request.key
    content = .request(request)
    self.date = date
  }

  /// Makes an item of a post.
  public init(post draft: Draft.ID, at date: Date) {
    id = "post \(draft)"
    content = .post(draft)
    self.date = date
  }
}

/// A request that changes something and that can be repeated without harm: sending it twice does what sending it once does.
public struct QueuedRequest: Hashable, Sendable, Codable {
  /// The path as the API's documentation writes it: `/api/v1/statuses/:id/favourite`.
  public var template: String
  /// The values of the variable parts, in order, not encoded.
  public var arguments: [String]
  /// The names and values of its form, not encoded.
  public var fields: [[String]]
  /// The operation, in words that follow "could not": "favourite the post".
  public var operation: String

  /// Makes a request.
  public init(template: String, arguments: [String], fields: [[String]], operation: String) {
    self.template = template
    self.arguments = arguments
    self.fields = fields
    self.operation = operation
  }

  /// The post that it acts on; `nil` if it acts on something else.
  public var status: Status.ID? {
    template.hasPrefix("/api/v1/statuses/:id/") ? arguments.first.map { Status.ID($0) } : nil
  }

  /// The same for a request and the one that undoes it.
  public var key: String {
    let parts = template.split(separator: "/").map(String.init)
    let act = parts.last.map { $0.hasPrefix("un") ? String($0.dropFirst(2)) : $0 } ?? ""
    return (parts.dropLast() + [act] + arguments).joined(separator: " ")
  }
}

/// Stores what waits to be sent; each change is on disk when the call returns.
public struct OutboxService: Sendable {
  /// All items of the account, the oldest first.
  public var all: @Sendable () throws -> [OutboxItem]
  /// Adds an item, replacing the one with its id.
  public var add: @Sendable (OutboxItem) throws -> Void
  /// Deletes an item; nothing happens if there is none with this id.
  public var delete: @Sendable (OutboxItem.ID) throws -> Void
  /// Reserves an item for this process from a time to another; false if it is gone or reserved by another process.
  public var claim: @Sendable (OutboxItem.ID, _ now: Date, _ until: Date) throws -> Bool
  /// Ends a reservation; what was sent is deleted, unless another item has replaced it meanwhile.
  public var release: @Sendable (OutboxItem.ID, _ wasSent: Bool) throws -> Void

  /// Creates the service from its closures.
  public init(
    all: @escaping @Sendable () throws -> [OutboxItem], add: @escaping @Sendable (OutboxItem) throws -> Void,
    delete: @escaping @Sendable (OutboxItem.ID) throws -> Void,
    claim: @escaping @Sendable (OutboxItem.ID, _ now: Date, _ until: Date) throws -> Bool,
    release: @escaping @Sendable (OutboxItem.ID, _ wasSent: Bool) throws -> Void
  ) {
    self.all = all
    self.add = add
    self.delete = delete
    self.claim = claim
    self.release = release
  }
}
