public import FoundationEssentials

/// Something that could not be sent, because the server could not be reached; it is kept on this machine and sent later.
public struct OutboxItem: Hashable, Sendable, Codable, Identifiable {
  public enum Content: Hashable, Sendable, Codable {
    /// A request such as a favourite.
    case request(QueuedRequest)
    case post(Draft.ID)
  }

  /// The same for everything that would undo or replace it: of a favourite and its removal, the later one counts.
  public var id: String
  public var content: Content
  /// When it was tried first.
  public var date: Date
  /// Why it could not be sent as it is when it was tried last; `nil` if it could, or was not tried.
  public var problem: String?

  public init(_ request: QueuedRequest, at date: Date) {
    id = request.key
    content = .request(request)
    self.date = date
  }

  public init(post draft: Draft.ID, at date: Date) {
    id = Self.id(ofPost: draft)
    content = .post(draft)
    self.date = date
  }

  public static func id(ofPost draft: Draft.ID) -> String { "post \(draft)" }
}

/// A request that changes something and that can be repeated without harm: sending it twice does what sending it once does.
public struct QueuedRequest: Hashable, Sendable, Codable {
  /// The HTTP method; `nil` for POST.
  public var method: String?
  /// The path as the API's documentation writes it: `/api/v1/statuses/:id/favourite`.
  public var template: String
  /// The values of the variable parts, in order, not encoded.
  public var arguments: [String]
  /// The names and values of its form, not encoded.
  public var fields: [[String]]
  /// The operation, in words that follow "could not": "favourite the post".
  public var operation: String

  public init(method: String? = nil, template: String, arguments: [String], fields: [[String]], operation: String) {
    self.method = method
    self.template = template
    self.arguments = arguments
    self.fields = fields
    self.operation = operation
  }

  /// The post that it acts on; `nil` if it acts on something else.
  public var status: Status.ID? {
    if template.hasPrefix("/api/v1/statuses/:id") { return arguments.first.map { Status.ID($0) } }
    return template.hasPrefix("/api/v1/polls/:id") ? arguments.first.flatMap { UnreadID.status(Poll.ID($0)) } : nil
  }

  /// Whether it deletes something, so that it is done if that does not exist.
  public var isDeletion: Bool { method == "DELETE" }

  /// The same for a request and the one that undoes it.
  public var key: String {
    let parts = template.split(separator: "/").map(String.init)
    let act = parts.last.map { $0.hasPrefix("un") ? String($0.dropFirst(2)) : $0 } ?? ""
    // Each member of a list is one of its own.
    let members = isAboutList ? fields.compactMap(\.last) : []
    return (parts.dropLast() + [act] + arguments + members).joined(separator: " ")
  }

  private var isAboutList: Bool { template.hasPrefix("/api/v1/lists/") }

  /// Whether it has options, such as how long a mute lasts: then it may change what was done before.
  private var hasOptions: Bool { !isAboutList && !fields.isEmpty }

  /// The request that does both: an option of a follow that it does not name stays as the earlier one has it.
  public func after(_ earlier: QueuedRequest) -> QueuedRequest {
    guard template == earlier.template, template == "/api/v1/accounts/:id/follow" else { return self }
    let names = Set(fields.compactMap(\.first))
    var both = self
    both.fields = earlier.fields.filter { field in field.first.map { !names.contains($0) } ?? false } + fields
    return both
  }

  /// Whether one undoes the other, so that nothing is left to send: a favourite and its removal.
  ///
  /// One with options changes what was there before, or was to be there afterwards: then the later one is sent.
  public func undoes(_ other: QueuedRequest) -> Bool {
    key == other.key && (template != other.template || method != other.method) && !hasOptions && !other.hasOptions
  }
}

/// A post that waits in the outbox, in the place of the id that it gets from the server.
public enum WaitingPost {
  /// Returns the id that stands for the post of a draft until it is sent.
  public static func id(_ draft: Draft.ID) -> Status.ID { Status.ID(prefix + draft) }

  /// The draft of the post that an id stands for; `nil` for a server's id.
  public static func draft(_ id: Status.ID) -> Draft.ID? {
    id.rawValue.hasPrefix(prefix) ? String(id.rawValue.dropFirst(prefix.count)) : nil
  }

  private static let prefix = "draft:"
}

/// Ids of what could not be read; the server is asked for its own when the request is sent.
public enum UnreadID {
  /// The id that stands for the poll of a post.
  public static func poll(of status: Status.ID) -> Poll.ID { Poll.ID("status:" + status.rawValue) }

  /// The post whose poll an id stands for; `nil` for a server's id.
  public static func status(_ poll: Poll.ID) -> Status.ID? { rest(poll.rawValue, "status:").map { Status.ID($0) } }

  /// The id that stands for the list of a name.
  public static func list(named name: String) -> List.ID { List.ID("name:" + name) }

  /// The name of the list that an id stands for; `nil` for a server's id.
  public static func name(_ list: String) -> String? { rest(list, "name:") }

  private static func rest(_ id: String, _ prefix: String) -> String? {
    id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
  }
}

public struct WaitingItem: Hashable, Sendable, Identifiable {
  public var item: OutboxItem
  /// The place, counted up: what was added later has a higher one.
  public var place: Int64
  /// Whether it was sent before without an answer, so that the server may have it.
  public var mayHaveArrived: Bool
  /// When it was added, in seconds since 1970, or 0 after a sign-out.
  ///
  /// It tells the item from one that has replaced it in its place.
  public var stamp: Double

  public var id: OutboxItem.ID { item.id }

  public init(_ item: OutboxItem, place: Int64, mayHaveArrived: Bool = false, stamp: Double? = nil) {
    self.item = item
    self.place = place
    self.mayHaveArrived = mayHaveArrived
    self.stamp = stamp ?? item.date.timeIntervalSince1970
  }
}

public struct OutboxContents: Hashable, Sendable {
  /// The waiting items, in the order in which they are sent.
  public var items: [WaitingItem]
  /// The number of items that cannot be read; they are kept and skipped.
  public var unreadable: Int

  public init(_ items: [WaitingItem] = [], unreadable: Int = 0) {
    self.items = items
    self.unreadable = unreadable
  }
}

/// Stores what waits to be sent; each change is on disk when the call returns.
public struct OutboxService: Sendable {
  public var all: @Sendable () throws -> OutboxContents
  /// The first item after a place; `nil` for none.
  ///
  /// What was added before a date is skipped.
  public var next: @Sendable (_ place: Int64, _ since: Date?) throws -> WaitingItem?
  /// The item with an id; `nil` if it does not wait.
  public var find: @Sendable (OutboxItem.ID) throws -> WaitingItem?
  /// Adds an item at the end, in place of the one with its id.
  public var add: @Sendable (OutboxItem, _ mayHaveArrived: Bool) throws -> Void
  /// Records before an item is sent that the server may have it, and afterwards if it certainly does not; with its problem.
  public var mark: @Sendable (WaitingItem, _ mayHaveArrived: Bool) throws -> Void
  /// Deletes an item that was answered, unless another one has replaced it meanwhile.
  public var settle: @Sendable (WaitingItem) throws -> Void
  /// Deletes these items; `nil` for everything, also what cannot be read.
  public var delete: @Sendable ([OutboxItem.ID]?) throws -> Void
  /// Begins to send for the account; `nil` if another process or prompt does.
  ///
  /// The lock ends with the process.
  public var lock: @Sendable () throws -> SendingLock?

  public init(
    all: @escaping @Sendable () throws -> OutboxContents,
    next: @escaping @Sendable (_ place: Int64, _ since: Date?) throws -> WaitingItem?,
    find: @escaping @Sendable (OutboxItem.ID) throws -> WaitingItem?,
    add: @escaping @Sendable (OutboxItem, _ mayHaveArrived: Bool) throws -> Void,
    mark: @escaping @Sendable (WaitingItem, _ mayHaveArrived: Bool) throws -> Void,
    settle: @escaping @Sendable (WaitingItem) throws -> Void,
    delete: @escaping @Sendable ([OutboxItem.ID]?) throws -> Void, lock: @escaping @Sendable () throws -> SendingLock?
  ) {
    self.all = all
    self.next = next
    self.find = find
    self.add = add
    self.mark = mark
    self.settle = settle
    self.delete = delete
    self.lock = lock
  }
}

/// The right to send for an account, which one prompt or process has at a time.
public final class SendingLock: Sendable {
  private let end: @Sendable () -> Void

  /// Creates a lock; `end` is called when it is released.
  public init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
