public import TerminalKit

/// One thing to do.
public struct Todo: Hashable, Sendable, Codable, Identifiable {
  public let id: String
  public var title: String
  public var note = ""
  public var isDone = false

  /// The JSON for scripts.
  public var json: JSONValue {
    ["id": .string(id), "title": .string(title), "note": .string(note), "done": .bool(isDone)]
  }
}

extension Todo {
  /// A new thing to do, with an id that none of the others has.
  public init(_ title: String, besides others: [Todo]) {
    self.init(id: String((others.compactMap { Int($0.id) }.max() ?? 0) + 1), title: title)
  }
}

/// Reads and writes what is to be done; a test replaces one closure.
public struct TodoService: Sendable {
  public var all: @Sendable () async throws -> [Todo]
  public var save: @Sendable ([Todo]) async throws -> Void

  public init(
    all: @escaping @Sendable () async throws -> [Todo], save: @escaping @Sendable ([Todo]) async throws -> Void
  ) {
    (self.all, self.save) = (all, save)
  }
}

extension Reference.Kind {
  /// A thing to do: what the numbers of the list stand for.
  public static let todo = Reference.Kind(rawValue: "todo")
}

extension Todo {
  public static let fixtures = Fixtures()

  /// Fixed things to do, which all previews share.
  public final class Fixtures: Sendable {
    public let milk = Todo(id: "1", title: "Buy milk")
    public let boat = Todo(id: "2", title: "Paint the boat", note: "Green, two coats.")
    public let done = Todo(id: "3", title: "Return the books", isDone: true)
    public let hostile = Todo(id: "4", title: "\u{1B}[31mred\u{7}\nand two lines")
  }
}
