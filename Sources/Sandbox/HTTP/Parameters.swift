import FoundationEssentials
import MastodonKit

/// The parameters of a request: query, form, multipart and JSON body merged into one tree, as in Rails.
struct Parameters: Sendable {
  /// A value.
  ///
  /// JSON booleans and numbers become text, as in a form.
  indirect enum Value: Sendable, Equatable {
    case text(String)
    case list([Value])
    case table([String: Value])
    case file(Multipart.File)
  }

  private var root: [String: Value] = [:]
  /// Whether a text and a list are different things, as for Rails, which drops the one where the other is permitted.
  var isStrict = false
  /// The parameters of the query only, for links to other pages.
  private(set) var queryPairs: [(key: String, value: String)] = []

  init() {}

  init(of request: SandboxRequest) throws(APIError) {
    try Self.check(request.query)
    queryPairs = Self.pairs(request.query)
    for (key, value) in queryPairs { set(key, .text(value.withoutNUL)) }
    guard !request.body.isEmpty else { return }
    let header = request.headers["Content-Type"] ?? ""
    let type = header.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    // Rails refuses what is not UTF-8.
    let text = String(validating: request.body, as: UTF8.self)
    guard text != nil || type == "multipart/form-data" else { throw Self.badEncoding }
    if type == "application/json" {
      do {
        if case .table(let table)? = Value(try MastodonJSON.decode(JSONTree.self, from: Data(request.body))) {
          root.merge(table) { $1 }
        }
      } catch {
        throw .badRequest("Error occurred while parsing request parameters")
      }
    } else if type == "multipart/form-data" {
      for part in Multipart.parts(of: request.body, type: header) {
        set(part.name, part.file.map(Value.file) ?? .text(part.text.withoutNUL))
      }
    } else if type.isEmpty || type == "application/x-www-form-urlencoded" {
      try Self.check(text ?? "")
      for (key, value) in Self.pairs(text ?? "") {
        set(key, .text(value.withoutNUL))
      }
    }
  }

  private static let badEncoding = APIError.badRequest("Invalid parameter encoding")

  /// Refuses escapes that are not UTF-8.
  private static func check(_ text: String) throws(APIError) {
    for part in text.split(separator: "&") {
      guard let bytes = PercentCoding.bytes(part) else { continue }
      guard String(validating: bytes, as: UTF8.self) != nil else { throw badEncoding }
    }
  }

  /// A text; `nil` if missing or empty.
  ///
  /// For a list, its first element.
  func text(_ key: String) -> String? {
    if isStrict, case .list? = root[key] { return nil }
    return root[key]?.text
  }

  /// An uploaded file: a part of a form, or a `data:` URL with Base64, as Mastodon accepts in JSON.
  func file(_ key: String) -> Multipart.File? {
    switch root[key] {
    case .file(let file)?: file
    case .text(let text)?: Multipart.File(dataURL: text)
    default: nil
    }
  }

  /// An integer; `nil` if missing or not a number.
  func integer(_ key: String) -> Int? { text(key).flatMap { Int($0) } }

  /// The number of entries that a client asks for, within a limit.
  ///
  /// As in Ruby, a text counts as the number with which it starts, and a negative one as a positive one.
  func limit(standard: Int, most: Int) -> Int {
    guard has("limit") else { return standard }
    let digits = (text("limit") ?? "").drop { $0 == "-" || $0 == "+" || $0 == " " }.prefix { $0.isASCII && $0.isNumber }
    return digits.isEmpty ? 0 : min(Int(digits) ?? most, most)
  }

  var offset: Int { min(max(integer("offset") ?? 0, 0), 1_000_000) }

  /// A boolean by Rails' rules: a few values are false, any other is true.
  func flag(_ key: String) -> Bool? {
    text(key).map { !["0", "f", "F", "false", "FALSE", "off", "OFF"].contains($0) }
  }

  /// A list; a single value is a list of one, for a strict instance only where Mastodon takes one.
  func texts(_ key: String, orText: Bool = false) -> [String] {
    switch root[key] {
    case .text? where isStrict && !orText, .table? where isStrict: []
    case .list(let values)?: values.compactMap(\.text)
    case .table(let table)?: table.sorted { $0.key < $1.key }.compactMap(\.value.text)
    case .text(let text)?: text.isEmpty ? [] : [text]
    case .file?, nil: []
    }
  }

  func table(_ key: String) -> Parameters? {
    guard case .table(let table)? = root[key] else { return nil }
    return Parameters(root: table, isStrict: isStrict)
  }

  /// A list of nested objects.
  func tables(_ key: String) -> [Parameters] {
    guard case .list(let values)? = root[key] else { return table(key).map(\.numbered) ?? [] }
    return values.compactMap {
      if case .table(let table) = $0 { Parameters(root: table, isStrict: isStrict) } else { nil }
    }
  }

  /// The keys that were sent.
  var names: Set<String> { Set(root.keys) }

  mutating func remove(_ key: String) { root[key] = nil }

  /// Whether a key was sent, even without a value.
  func has(_ key: String) -> Bool { root[key] != nil }

  /// Decodes a JSON array of strings that the sandbox has written.
  static func texts(json: String) -> [String] {
    // The instance wrote the column itself, so it is a list.
    (try? JSONDecoder().decode([String].self, from: Data(json.utf8))) ?? []
  }

  /// A list of objects sent as `key[0][x]`.
  private var numbered: [Parameters] {
    root.sorted { $0.key < $1.key }.compactMap {
      if case .table(let table) = $0.value { Parameters(root: table, isStrict: isStrict) } else { nil }
    }
  }

  private init(root: [String: Value], isStrict: Bool) {
    self.root = root
    self.isStrict = isStrict
  }

  static func pairs(_ text: String) -> [(key: String, value: String)] {
    text.split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (PercentCoding.decode(sides[0]), sides.count > 1 ? PercentCoding.decode(sides[1]) : "")
    }
  }

  /// Sets a value for a key such as `a[b][]`.
  private mutating func set(_ key: String, _ value: Value) {
    var steps: [Substring] = []
    if let bracket = key.firstIndex(of: "["), bracket != key.startIndex {
      steps = key[bracket...].split(separator: "[", omittingEmptySubsequences: true)
        .map { $0.hasSuffix("]") ? $0.dropLast() : $0 }
      steps.insert(key[..<bracket], at: 0)
    } else {
      steps = [key[...]]
    }
    // Limits the recursion for keys with very many brackets.
    guard let name = steps.first, steps.count <= 6 else { return }
    root[String(name)] = Self.inserting(value, at: steps.dropFirst(), into: root[String(name)])
  }

  private static func inserting(_ value: Value, at steps: ArraySlice<Substring>, into old: Value?) -> Value {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    if step.isEmpty {
      var list: [Value] = if case .list(let list)? = old { list } else { [] }
      // `k[][x]=1&k[][y]=2` is one object; a repeated key starts the next.
      if let key = rest.first, case .table(let table)? = list.last, table[String(key)] == nil {
        list[list.count - 1] = inserting(value, at: rest, into: list.last)
      } else {
        list.append(inserting(value, at: rest, into: nil))
      }
      return .list(list)
    }
    var table: [String: Value] = if case .table(let table)? = old { table } else { [:] }
    table[String(step)] = inserting(value, at: rest, into: table[String(step)])
    return .table(table)
  }
}

extension Parameters.Value {
  /// `null` counts as absent.
  fileprivate init?(_ json: JSONTree) {
    switch json {
    case .null: return nil
    case .text(let text): self = .text(text.withoutNUL)
    case .list(let values): self = .list(values.compactMap(Self.init))
    case .object(let values): self = .table(values.compactMapValues(Self.init))
    }
  }

  fileprivate var text: String? {
    switch self {
    case .text(let text): text.isEmpty ? nil : text
    case .list(let list): list.first?.text
    case .table, .file: nil
    }
  }
}

extension String {
  /// The string without NUL characters, at which SQLite would truncate it.
  fileprivate var withoutNUL: String { utf8.contains(0) ? replacing("\0", with: "") : self }
}
