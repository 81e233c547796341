/// A thing that a number on the screen stands for.
public struct Reference: Hashable, Sendable {
  public var kind: Kind
  /// The thing's id, which is unique among those of its kind.
  public var id: String

  public init(kind: Kind, id: String) {
    self.kind = kind
    self.id = id
  }

  /// A kind of thing, by the name that JSON and files have for it.
  ///
  /// A struct and not an enum: a file of another version may name a kind that this one does not know, and keeps it.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name in JSON and files.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name in JSON and files.
    public var description: String { rawValue }

    public static let status = Kind(rawValue: "status")
    public static let account = Kind(rawValue: "account")
    public static let notification = Kind(rawValue: "notification")
    public static let draft = Kind(rawValue: "draft")
    /// A line of the text being written.
    public static let line = Kind(rawValue: "line")
    public static let field = Kind(rawValue: "field")
    public static let tag = Kind(rawValue: "tag")
    public static let link = Kind(rawValue: "link")
    public static let collection = Kind(rawValue: "collection")
    public static let search = Kind(rawValue: "search")
    /// The posts of one account in a catch-up, by the account's id.
    public static let author = Kind(rawValue: "author")
    public static let tab = Kind(rawValue: "tab")
  }

  /// The signed-in account that it came to, `user@host`, in a list of several; the id begins with it.
  public var account: String? {
    guard let end = id.firstIndex(of: "/") else { return nil }
    let accounts = id[..<end].split(separator: ",")
    return accounts.allSatisfy { $0.contains("@") } ? accounts.first.map(String.init) : nil
  }

  /// The reference as the server of that account knows it.
  public var ofAccount: Reference {
    guard account != nil, let end = id.firstIndex(of: "/") else { return self }
    return Reference(kind: kind, id: String(id[id.index(after: end)...]))
  }

  /// The reference as one of an account's, in a list of several.
  public func of(_ account: String) -> Reference { Reference(kind: kind, id: "\(account)/\(id)") }

  /// The same thing of the post that a post quotes.
  public static func quoted(_ reference: Reference) -> Reference {
    Reference(kind: Kind(rawValue: quotedPrefix + reference.kind.rawValue), id: reference.id)
  }

  /// What a reference made with ``quoted(_:)`` stands for; `nil` for any other.
  public var ofQuoted: Reference? {
    guard kind.rawValue.hasPrefix(Self.quotedPrefix) else { return nil }
    return Reference(kind: Kind(rawValue: String(kind.rawValue.dropFirst(Self.quotedPrefix.count))), id: id)
  }

  private static let quotedPrefix = "quoted_"
}
