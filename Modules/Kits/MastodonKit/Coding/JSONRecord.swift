/// An object in JSON that is read by the names of its members, such as a small file of the app's own.
///
/// It is what entities are read with, opened to other modules: reading needs no decoder's container, whose first use in a process
/// costs a one-shot command more than the reading.
public struct JSONRecord {
  private let value: ParsedValue

  private init?(_ value: ParsedValue?) {
    guard let value, value.kind == .object else { return nil }
    self.value = value
  }

  /// Reads bytes; `nil` if they are JSON and not an object.
  ///
  /// - throws: ``JSONSyntaxError`` for what is not JSON.
  public init?(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    let document: Result<JSONDocument, JSONSyntaxError> = bytes.withUnsafeBytes { bytes in
      do throws(JSONSyntaxError) { return .success(try JSONDocument(bytes)) } catch { return .failure(error) }
    }
    self.init(try document.get().root)
  }

  /// A string; `nil` for anything else.
  public func string(_ name: String) -> String? { value.member(name)?.string }

  /// An integer; `nil` for anything else.
  public func integer(_ name: String) -> Int? { value.member(name)?.integer() }

  /// An object; `nil` for anything else.
  public func record(_ name: String) -> JSONRecord? { JSONRecord(value.member(name)) }

  /// The objects of a list; `nil` if there is no list or something else is in it.
  public func records(_ name: String) -> [JSONRecord]? {
    guard let list = value.member(name), list.kind == .array else { return nil }
    var records: [JSONRecord] = []
    var place = list.index + 1
    while place < list.document.next(list.index) {
      guard let record = JSONRecord(list.sibling(at: place)) else { return nil }
      records.append(record)
      place = list.document.next(place)
    }
    return records
  }

  /// The object itself as an entity of Mastodon's; `nil` if it is unreadable.
  public func entity<Entity: Decodable>(as type: Entity.Type = Entity.self) -> Entity? {
    // The object comes from another program; the caller handles one that is not an entity.
    try? value.expendable.decode(type)
  }

  /// A member as an entity of Mastodon's; `nil` if it is missing or unreadable.
  public func entity<Entity: Decodable>(_ name: String, as type: Entity.Type = Entity.self) -> Entity? {
    FieldSource.document(value).entity(name)
  }
}
