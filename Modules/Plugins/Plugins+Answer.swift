import FeatureKit
import MastodonKit
import TerminalKit

extension Plugins {
  struct Answer: Hashable, Sendable {
    /// One document of it.
    enum Part: Hashable, Sendable {
      case heading(String)
      case paragraph(String)
      case list([String], isOrdered: Bool)
      case table(columns: [String], rows: [[String]])
      case status(id: String, text: String, account: String?)
      case fields([Field])
      case link(text: String, url: String)
      case warning(String)
    }

    struct Field: Hashable, Sendable {
      var name: String
      var value: String
    }

    /// The documents in order; a text has a paragraph for each line.
    var parts: [Part] = []
    /// Whether it is a text and not documents.
    var isText = false
    var failure: AppError?
    /// The commands that it asks for.
    var commands: [String] = []
    /// The number of documents of a kind that this version does not know.
    var unknown = 0

    /// The most documents of one answer.
    static let maximumParts = 1000
    static let maximumCommands = 20
  }
}

extension Plugins.Answer {
  /// Reads what a plugin has printed: documents if it begins with a brace or a bracket, or else a text.
  ///
  /// - Throws: ``AppError`` for documents that cannot be read.
  init(_ output: [UInt8], of name: String) throws {
    let first = output.first { !Self.isSpace($0) }
    guard let first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      isText = true
      var lines = Sanitizer.clean(String(decoding: output, as: UTF8.self))
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      parts = lines.map(Part.paragraph)
      return
    }
    let records = try Self.records(in: output, of: name)
    guard records.count <= Self.maximumParts else {
      throw AppError.validation(
        "\(name) printed more than \(Self.maximumParts) documents.", suggestion: Self.repair)
    }
    for (index, record) in records.enumerated() { try add(record, number: index + 1, of: name) }
    guard commands.count <= Self.maximumCommands else {
      throw AppError.validation(
        "\(name) asked for more than \(Self.maximumCommands) commands.", suggestion: Self.repair)
    }
  }

  /// Whether it has nothing but headings.
  var isIdle: Bool {
    !isText && commands.isEmpty
      && parts.allSatisfy { if case .heading = $0 { true } else { false } }
  }

  /// Whether it has nothing but documents that this version can't show.
  var isUnreadable: Bool { unknown > 0 && parts.isEmpty && commands.isEmpty }

  private static let repair = "Nothing was shown or run. Report this to the plugin's author."

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The objects of one value, a list of objects, or lines of objects.
  private static func records(in output: [UInt8], of name: String) throws -> [JSONRecord] {
    // As one value, which a list becomes as a member.
    if let whole = try? JSONRecord(output) {
      return whole.records("documents") ?? [whole]
    }
    // Neither is a list; then each line is an object.
    if let list = try? JSONRecord(Array(#"{"documents":"#.utf8) + output + Array("}".utf8)) {
      guard let records = list.records("documents") else {
        throw AppError.validation(
          "\(name) printed a list that contains something other than documents.", suggestion: repair)
      }
      return records
    }
    var records: [JSONRecord] = []
    for (index, line) in output.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard !line.allSatisfy(isSpace) else { continue }
      // What is wrong with it is for its author.
      guard let record = try? JSONRecord(Array(line)) else {
        throw AppError.validation("\(name) printed invalid JSON in line \(index + 1).", suggestion: repair)
      }
      records.append(record)
    }
    return records
  }

  private mutating func add(_ record: JSONRecord, number: Int, of name: String) throws {
    func missing(_ member: String) -> AppError {
      .validation("Document \(number) of \(name) has no valid “\(member)”.", suggestion: Self.repair)
    }
    func text(_ member: String = "text") throws -> String {
      guard let text = record.string(member) else { throw missing(member) }
      return Sanitizer.clean(text)
    }
    if let command = record.string("run") {
      commands.append(command)
      return
    }
    switch record.string("type") {
    case "heading": parts.append(.heading(try text()))
    case "paragraph": parts.append(.paragraph(try text()))
    case "warning": parts.append(.warning(try text()))
    case "list":
      guard let items = record.entity("items", as: [Cell].self) else { throw missing("items") }
      parts.append(.list(items.map(\.text), isOrdered: record.entity("ordered", as: Bool.self) ?? false))
    case "table":
      guard let rows = record.entity("rows", as: [[Cell]].self) else { throw missing("rows") }
      let columns = record.entity("columns", as: [Cell].self) ?? []
      parts.append(.table(columns: columns.map(\.text), rows: rows.map { $0.map(\.text) }))
    case "status":
      let id = try text("id")
      guard ReferenceSyntax.id(in: "id:\(id)") != nil else { throw missing("id") }
      parts.append(.status(id: id, text: try text(), account: record.string("account").map(Sanitizer.clean)))
    case "fields":
      guard let fields = record.records("fields") else { throw missing("fields") }
      parts.append(
        .fields(
          try fields.map { field in
            guard let name = field.string("name"), let value = field.entity("value", as: Cell.self) else {
              throw missing("fields")
            }
            return Plugins.Answer.Field(name: Sanitizer.clean(name), value: value.text)
          }))
    case "link": parts.append(.link(text: record.string("text").map(Sanitizer.clean) ?? "", url: try text("url")))
    case "error":
      let suggestion = record.string("suggestion").map(Sanitizer.clean) ?? "Type help \(name)."
      failure = failure ?? .validation(try text(), suggestion: suggestion)
    default: unknown += 1
    }
  }

  /// A text, a number or a truth value as text.
  private struct Cell: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      // Every kind is tried in turn.
      if let text = try? container.decode(String.self) {
        self.text = Sanitizer.clean(text)
        return
      }
      // As a whole number.
      if let number = try? container.decode(Int.self) {
        text = String(number)
        return
      }
      // As any number.
      if let number = try? container.decode(Double.self) {
        text = String(number)
        return
      }
      text = try container.decode(Bool.self) ? "yes" : "no"
    }
  }
}
