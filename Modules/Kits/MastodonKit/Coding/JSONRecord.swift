/// A JSON object whose members are read by name, such as a small file of the app.
///
/// It uses the parser for entities, because the first use of a decoder's container in a process costs a one-shot
/// command more than the reading.
public struct JSONRecord {
  let value: ParsedValue

  private init?(_ value: ParsedValue?) {
    guard let value, value.kind == .object else { return nil }
    self.value = value
  }

  /// Parses bytes; `nil` if they are JSON but not an object.
  ///
  /// - throws: ``JSONSyntaxError`` for invalid JSON.
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

  /// The objects in a list; `nil` if there is no list or it contains anything else.
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

  /// Decodes the object as an entity; `nil` if it is unreadable.
  public func entity<Entity: Decodable>(as type: Entity.Type = Entity.self) -> Entity? {
    // The object comes from another program; the caller handles one that is not an entity.
    try? value.expendable.decode(type)
  }
}
