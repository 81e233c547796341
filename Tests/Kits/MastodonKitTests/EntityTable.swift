import FoundationEssentials
import Testing

/// Fixtures/api/entities.tsv: what the API's entities hold, and complete objects made from it.
struct EntityTable: Sendable {
  struct Row: Sendable {
    let entity: String
    let field: String
    let type: String
    let isRequired: Bool
    let isDeprecated: Bool
    let isAlwaysNull: Bool
    /// Whether the program has no use for it.
    let isUnread: Bool
    /// `configuration[urls][status]` as its parts, an empty one for the elements of a list.
    let path: [String]
  }

  let rows: [Row]
  private let rowsByEntity: [String: [Row]]

  /// The table, read once for the hundreds of cases that ask it.
  static let documented = Result { try EntityTable() }

  private init() throws {
    let path = Payload.folder.replacing("payloads", with: "api") + "/entities.tsv"
    let data = try #require(FileManager.default.contents(atPath: path))
    rows = String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst(2).map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(
        entity: cells[0], field: cells[1], type: cells[2], isRequired: cells[3] == "yes",
        isDeprecated: cells[4] == "deprecated", isAlwaysNull: cells[4] == "always null",
        isUnread: cells[4] == "not read",
        path: cells[1].split(separator: "[", omittingEmptySubsequences: false).map { String($0.prefix { $0 != "]" }) })
    }
    rowsByEntity = Dictionary(grouping: rows, by: \.entity)
  }

  func rows(of entities: [String]) -> [Row] {
    entities.flatMap { rowsByEntity[$0] ?? [] }
  }

  /// An object with every field that is not deprecated, except where an entity would contain itself.
  ///
  /// A brief one has only the required fields of the entities in it, so that hundreds can be read in a moment.
  func object(_ entities: [String], isBrief: Bool = false) -> AnyJSON {
    Maker(table: self, whole: isBrief ? entities : nil).object(entities, inside: [])
  }
}

/// Creates objects out of a table.
private struct Maker {
  let table: EntityTable
  /// The entities that are made with all their fields, nil for all of them.
  let whole: [String]?

  func object(_ entities: [String], inside outer: [String]) -> AnyJSON {
    var tree = Tree()
    for row in table.rows(of: entities) where !row.isDeprecated && !row.isAlwaysNull {
      if row.isRequired || whole?.contains(row.entity) != false { tree.insert(row.type, at: row.path[...]) }
    }
    return value(of: tree, named: "", inside: outer + entities) ?? .null
  }

  private struct Tree {
    var type = "object"
    var children: [(name: String, tree: Tree)] = []

    mutating func insert(_ type: String, at path: ArraySlice<String>) {
      guard let name = path.first else {
        self.type = type
        return
      }
      let index = children.firstIndex { $0.name == name } ?? children.endIndex
      if index == children.endIndex { children.append((name, Tree())) }
      children[index].tree.insert(type, at: path.dropFirst())
    }
  }

  private func value(of tree: Tree, named name: String, inside outer: [String]) -> AnyJSON? {
    guard let first = tree.children.first else { return value(of: tree.type, named: name, inside: outer) }
    if first.name.isEmpty { return value(of: first.tree, named: name, inside: outer).map { .array([$0]) } }
    return .object(
      tree.children.reduce(into: [:]) { members, child in
        members[child.name == "<lang>" ? "de" : child.name] = value(of: child.tree, named: child.name, inside: outer)
      })
  }

  private func value(of type: String, named name: String, inside outer: [String]) -> AnyJSON? {
    switch (type, name) {
    case (_, "token_type"): .string("Bearer")
    case (_, "size"): .string("640x480")
    case (_, "width"): .number(640)
    case (_, "height"): .number(480)
    case (_, "aspect"): .number(640.0 / 480)
    case ("string", _): .string("the \(name)")
    case ("url", _): .string("https://town.example/\(name)")
    case ("html", _): .string("<p>The \(name).</p>")
    case ("boolean", _): .bool(true)
    case ("integer", _): .number(7)
    case ("float", _): .number(1.5)
    case ("integer as string", _): .string("7")
    case ("seconds", _): .number(1_795_219_200)
    case ("seconds as string", _): .string("1795219200")
    case ("datetime", _): .string("2026-11-21T11:00:00.000Z")
    case ("date", _): .string("2026-11-21")
    default: composed(type, named: name, inside: outer)
    }
  }

  private func composed(_ type: String, named name: String, inside outer: [String]) -> AnyJSON? {
    if let words = type.inner("enum") {
      return .string(words.split(separator: "|").first.map(String.init) ?? "")
    }
    if let element = type.inner("array") {
      if let words = element.inner("enum") { return .array(words.split(separator: "|").map { .string(String($0)) }) }
      return value(of: element, named: name, inside: outer).map { .array([$0]) }
    }
    if let value = type.inner("object") {
      let element = String(value.drop { $0 != "," }.dropFirst())
      return self.value(of: element, named: name, inside: outer).map { .object(["username": $0]) }
    }
    let entity = String(type.prefix { $0 != "|" })
    if entity == "object" { return .object([:]) }
    return outer.contains(entity) ? nil : object([entity], inside: outer)
  }
}

extension String {
  /// The text in the brackets of `word{…}` or `word<…>`.
  fileprivate func inner(_ word: String) -> String? {
    guard hasPrefix(word + "{") || hasPrefix(word + "<") else { return nil }
    return String(dropFirst(word.count + 1).dropLast())
  }
}
