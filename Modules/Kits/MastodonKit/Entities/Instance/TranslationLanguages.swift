public struct TranslationLanguages: Hashable, Sendable, Decodable {
  /// The target languages of translations, by source language.
  ///
  /// `und` stands for a detected language.
  public var targets: [String: [String]]

  public init(targets: [String: [String]] = [:]) { self.targets = targets }

  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    targets = json.names.reduce(into: [:]) { $0[$1] = json.listIfPresent($1) }
  }
}
