/// Language codes that servers accept for a post.
public enum LanguageCode {
  /// Whether a code is in ISO 639-1 or among the others that Mastodon lists, with or without a region.
  ///
  /// An account's default is sent only in that case: Takahe returns `unk` for none, and rejects it in a post.
  public static func isListed(_ code: String) -> Bool {
    guard let language = code.lowercased().split(separator: "-", omittingEmptySubsequences: false).first else {
      return false
    }
    return listed.contains(String(language)) && isWellFormed(code)
  }

  /// Whether a code can be a language's, and not one for none or several.
  public static func isLanguage(_ code: String) -> Bool {
    isWellFormed(code) && !["unk", "und", "mis", "mul", "zxx"].contains(code.lowercased().prefix { $0 != "-" })
  }

  private static func isWellFormed(_ code: String) -> Bool {
    let parts = code.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count) else { return false }
    return parts.count <= 3
      && parts.allSatisfy { part in
        (2...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { (65...90).contains($0 & 0xDF) || (48...57).contains($0) }
      }
  }

  private static let listed = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo \
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg \
    ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn \
    no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw \
    ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ast chr ckb cnr csb gsw jbo \
    kab ldn lfn moh nds pdc sco sma smj szl tok vai xal zba zgh
    """.split(separator: " ").map(String.init))
}
