public struct PostLanguage: Hashable, Sendable {
  /// The code of ISO 639, perhaps with a region: `en`, `pt-BR`.
  public let code: String

  public init(code: String) { self.code = code }

  /// Reads a code or an English name, in any case, or the beginning of only one name; `nil` if it is none of these.
  ///
  /// A code of three letters without a name here is accepted too, since there are thousands of languages.
  public init?(_ word: String) {
    let lower = word.lowercased()
    if let known = Self.names.first(where: { $0.code.lowercased() == lower || $0.name.lowercased() == lower }) {
      code = known.code
      return
    }
    let begun = lower.count < 3 ? [] : Self.names.filter { $0.name.lowercased().hasPrefix(lower) }
    if begun.count == 1, !Self.posted.contains(lower) {
      code = begun[0].code
      return
    }
    let parts = lower.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), parts.count <= 2,
      parts.allSatisfy({ (2...4).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLetter } })
    else { return nil }
    // All codes of two letters are known.
    guard first.count == 3 || Self.short.contains(String(first)) else { return nil }
    code = parts.count == 2 ? "\(first)-\(parts[1].uppercased())" : lower
  }

  /// The codes of two letters of ISO 639-1.
  private static let short = codes(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el \
    en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu \
    ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na \
    nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn \
    so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """)

  /// The codes of three letters that Mastodon offers to writers.
  private static let posted = codes(
    "ast chr ckb cnr csb gsw jbo kab ldn lfn moh nds pap pdc sco sma smj szl tok vai xal zba zgh")

  private static func codes(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

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
