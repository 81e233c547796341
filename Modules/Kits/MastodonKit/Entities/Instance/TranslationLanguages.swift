/// Which languages a server translates into which.
public struct TranslationLanguages: Hashable, Sendable {
  /// The languages that a status can be translated into, by the one that it is written in.
  ///
  /// `und` stands for a language that
  /// the server finds out.
  public var targets: [String: [String]]

  /// Makes a list of languages.
  public init(targets: [String: [String]] = [:]) { self.targets = targets }
}

extension TranslationLanguages: Codable {
  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(FieldName.self)
    targets = json.names.reduce(into: [:]) { $0[$1.stringValue] = json.listIfPresent($1) }
  }

  /// Writes the languages as Mastodon does.
  public func encode(to encoder: any Encoder) throws { try targets.encode(to: encoder) }
}
