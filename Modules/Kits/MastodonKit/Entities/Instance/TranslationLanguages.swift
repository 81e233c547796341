public struct TranslationLanguages: Hashable, Sendable, DecodableEntity {
  /// The target languages of translations, by source language.
  ///
  /// `und` stands for a detected language.
  public var targets: [String: [String]]

  public init(targets: [String: [String]] = [:]) { self.targets = targets }

  public init(_ json: Fields) throws {
    targets = json.names.reduce(into: [:]) { $0[$1] = json.listIfPresent($1) }
  }
}
