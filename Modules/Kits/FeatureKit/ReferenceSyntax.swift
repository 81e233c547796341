import TerminalKit

/// The syntax of references on the command line: a number on the screen, an id, a URL or an address.
public enum ReferenceSyntax {
  /// The maximum length of a range.
  static let longestRange = 100

  /// Parses `3`, `1-3` and `1,3,5-7`, also in full-width digits; `nil` for anything else, and for a longer range.
  public static func numbers(_ word: String) -> [Int]? {
    let word = halfWidth(word)
    var result: [Int] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      switch (ends.count, ends.first ?? nil, ends.last ?? nil) {
      case (1, let only?, _): result.append(only)
      case (2, let first?, let last?) where first <= last && last - first < longestRange: result += first...last
      default: return nil
      }
    }
    return result
  }

  /// A word with the digits and signs of a Japanese keyboard as those of ASCII: `１－３`.
  private static func halfWidth(_ word: String) -> String {
    // They begin with this byte, and few words have it.
    guard word.utf8.contains(0xEF) else { return word }
    return String(
      String.UnicodeScalarView(
        word.unicodeScalars.map { scalar in
          (0xFF0C...0xFF19).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        }))
  }

  /// After the number of a post or the label of a live line: the post that it quotes.
  public static let quoted = "q"

  /// The number or the label in `3q`; `nil` for any other word.
  public static func quoting(_ word: String) -> String? {
    guard word.lowercased().hasSuffix(quoted), word.count > 1 else { return nil }
    let post = String(word.dropLast())
    let isNumber = post.count <= 4 && numbers(post)?.count == 1
    return isNumber || LineLabel(post) != nil ? post : nil
  }

  /// The mistake in a word that was meant as numbers, and a suggestion; `nil` for any other word.
  static func mistake(inNumbers word: String) -> (message: String, suggestion: String)? {
    let word = halfWidth(word)
    guard word.contains("-") || word.contains(","), word.contains(where: \.isNumber),
      word.utf8.allSatisfy({ (48...57).contains($0) || $0 == 0x2D || $0 == 0x2C })
    else { return nil }
    let example = "Write 1-3 for a range, and 1,4,6 for several."
    for part in word.split(separator: ",") {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
      guard ends.count == 2, part.first != "-", part.last != "-" else { continue }
      if ends[0] > ends[1] { return ("“\(part)” goes backwards.", "Write \(ends[1])-\(ends[0]).") }
      if ends[1] - ends[0] >= longestRange {
        return ("“\(part)” is too long.", "A range has at most \(longestRange) numbers.")
      }
    }
    return ("“\(word.prefix(40))” is not a list of numbers.", example)
  }

  /// The fewest digits of an id without letters that needs no `id:` before it.
  ///
  /// Mastodon's, Pixelfed's and Takahe's have 17 to 19. Fewer digits are a number on the screen.
  private static let fewestDigits = 15

  /// Whether a word is an id and never a number on the screen: 5 or more letters and digits, or 15 or more digits.
  ///
  /// Mastodon's are 18 digits, GoToSocial's 26 characters, Akkoma's 18.
  public static func isID(_ word: String) -> Bool {
    hasFormOfID(word) && (word.utf8.count >= fewestDigits || !isDigits(word))
  }

  /// Whether a word may be an id where no number can be meant: 5 or more letters and digits, with at least one digit.
  public static func hasFormOfID(_ word: String) -> Bool {
    word.utf8.count >= 5 && word.utf8.contains { (48...57).contains($0) }
      && word.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0 & 0xDF) }
  }

  private static func isDigits(_ word: String) -> Bool { word.utf8.allSatisfy { (48...57).contains($0) } }

  /// An id as it is typed: with `id:` before it where it would be read as something else.
  public static func typed(id: String) -> String { isID(id) ? id : "id:\(id)" }

  /// Whether a word may be the name of an account without its `@`.
  public static func isName(_ word: String) -> Bool {
    word.utf8.contains { (65...90).contains($0 & 0xDF) }
      && word.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0 & 0xDF) || [0x2D, 0x2E, 0x40, 0x5F].contains($0)
      }
  }

  /// Whether a word is a URL or an account's address, which a server can look up: also `acct:zoe@shore.example`, and
  /// `shore.example/@zoe` as browsers show it.
  public static func isAddress(_ word: String) -> Bool {
    if ["https://", "http://", "acct:"].contains(where: word.hasPrefix) { return true }
    if word.hasPrefix("@") { return word.count > 1 }
    guard let slash = word.firstRange(of: "/@") else { return false }
    return isName(String(word[..<slash.lowerBound])) && word[..<slash.lowerBound].contains(".")
  }

  /// Whether a word that stands in the place of a command names what to open: `3`, `.`, `-`, `@zoe`, `zoe@shore.example`, `#canal`,
  /// a link, an id or the label of a live line.
  public static func isBare(_ word: String) -> Bool {
    if word == "." || word == "-" || numbers(word) != nil || isAddress(word) || isLongID(word) || word.contains("://") {
      return true
    }
    if word.hasPrefix("#") { return word.count > 1 }
    if LineLabel(word) != nil || id(in: word) != nil || quoting(word) != nil { return true }
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && isName(word)
  }

  /// The id in `id:12`, which is never a number on the screen; `nil` for any other word.
  public static func id(in word: String) -> String? { id(in: word, after: "id:") }

  /// The draft in `draft:12`, a post that waits in the outbox; `nil` for any other word.
  static func draft(in word: String) -> String? { id(in: word, after: Reference.waitingPrefix) }

  private static func id(in word: String, after prefix: String) -> String? {
    guard word.hasPrefix(prefix) else { return nil }
    let id = word.dropFirst(prefix.count)
    let isID = id.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0 & 0xDF) || $0 == 0x2D || $0 == 0x5F
    }
    return isID && !id.isEmpty && id.utf8.count <= 200 ? String(id) : nil
  }

  /// Whether a word is an id and not the name of an account: only digits, or longer than almost every name.
  public static func isLongID(_ word: String) -> Bool {
    isID(word) && (word.utf8.count >= 18 || isDigits(word))
  }
}
