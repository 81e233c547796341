import GRDB

/// A row of a table.
protocol TableRow {
  static var columns: String { get }
  /// The table, with the name that conditions give it.
  static var table: String { get }

  init(_ row: Row)
}

extension TableRow {
  static var select: String { "SELECT \(columns) FROM \(table)" }
}

/// Queries with cached statements.
extension Database {
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(try cachedStatement(sql: sql), arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
  }

  func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type, _ sql: String, _ arguments: StatementArguments = []
  ) throws -> Value? {
    try Value.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
  }

  func values<Value: DatabaseValueConvertible>(
    _ type: Value.Type, _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [Value] {
    try Value.fetchAll(try cachedStatement(sql: sql), arguments: arguments)
  }

  /// The rows of a table that fulfil conditions.
  func all<Value: TableRow>(_ conditions: String, _ arguments: StatementArguments = []) throws -> [Value] {
    try rows("\(Value.select) \(conditions)", arguments).map(Value.init)
  }

  func first<Value: TableRow>(_ conditions: String, _ arguments: StatementArguments = []) throws -> Value? {
    try row("\(Value.select) \(conditions)", arguments).map(Value.init)
  }

  /// - throws: `APIError.recordNotFound` if there is none.
  func found<Value: TableRow>(_ conditions: String, _ arguments: StatementArguments = []) throws -> Value {
    guard let value: Value = try first(conditions, arguments) else { throw APIError.recordNotFound }
    return value
  }

  func has(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool { try row(sql, arguments) != nil }

  /// Runs a statement and returns the number of changed rows.
  @discardableResult
  func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
    try cachedStatement(sql: sql).execute(arguments: arguments)
    return changesCount
  }
}

extension Sequence<Int64> {
  /// The ids as a JSON array, for `IN (SELECT value FROM json_each(?))`, which allows any number with one statement.
  var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}

extension StringProtocol {
  /// The text escaped for `LIKE … ESCAPE '\\'`.
  var literalPattern: String { map { "%_\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() }
}

extension Moment: DatabaseValueConvertible {
  var databaseValue: DatabaseValue { milliseconds.databaseValue }
  static func fromDatabaseValue(_ value: DatabaseValue) -> Moment? {
    Int64.fromDatabaseValue(value).map(Moment.init(milliseconds:))
  }
}
