public struct PostLanguage: Hashable, Sendable {
  /// The code of ISO 639, perhaps with a region: `en`, `pt-BR`.
  public let code: String

  public init(code: String) { self.code = code }

  /// Reads a code or an English name, in any case; `nil` if it is neither.
  ///
  /// A code without a name here is accepted too, since there are thousands of languages.
  public init?(_ word: String) {
    let lower = word.lowercased()
    if let known = Self.names.first(where: { $0.code.lowercased() == lower || $0.name.lowercased() == lower }) {
      code = known.code
      return
    }
    let parts = lower.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), parts.count <= 2,
      parts.allSatisfy({ (2...4).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLetter } })
    else { return nil }
    code = parts.count == 2 ? "\(first)-\(parts[1].uppercased())" : lower
  }

  /// The English name, or the code if there is none here.
  public var name: String { Self.names.first { $0.code == code }?.name ?? code }

  /// The codes with a name, for completion.
  public static var codes: [String] { names.map(\.code) }

  private static let names: [(code: String, name: String)] = [
    ("ar", "Arabic"), ("bg", "Bulgarian"), ("bn", "Bengali"), ("br", "Breton"), ("ca", "Catalan"), ("cs", "Czech"),
    ("cy", "Welsh"), ("da", "Danish"), ("de", "German"), ("el", "Greek"), ("en", "English"), ("eo", "Esperanto"),
    ("es", "Spanish"), ("et", "Estonian"), ("eu", "Basque"), ("fa", "Persian"), ("fi", "Finnish"), ("fr", "French"),
    ("ga", "Irish"), ("gd", "Scottish Gaelic"), ("gl", "Galician"), ("he", "Hebrew"), ("hi", "Hindi"),
    ("hr", "Croatian"), ("hu", "Hungarian"), ("id", "Indonesian"), ("is", "Icelandic"), ("it", "Italian"),
    ("ja", "Japanese"), ("ko", "Korean"), ("lt", "Lithuanian"), ("lv", "Latvian"), ("nl", "Dutch"),
    ("no", "Norwegian"), ("pl", "Polish"), ("pt", "Portuguese"), ("pt-BR", "Brazilian Portuguese"),
    ("ro", "Romanian"), ("ru", "Russian"), ("sk", "Slovak"), ("sl", "Slovenian"), ("sr", "Serbian"),
    ("sv", "Swedish"), ("ta", "Tamil"), ("th", "Thai"), ("tr", "Turkish"), ("uk", "Ukrainian"), ("ur", "Urdu"),
    ("vi", "Vietnamese"), ("zh", "Chinese"), ("zh-CN", "Simplified Chinese"), ("zh-TW", "Traditional Chinese"),
  ]
}
