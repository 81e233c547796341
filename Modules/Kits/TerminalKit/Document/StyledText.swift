/// The meaning of a piece of text; a ``Theme`` decides how it looks.
public enum Role: String, Hashable, Sendable, CaseIterable, Codable {
  case text
  /// A screen's or a section's title.
  case title
  case name
  /// Handles, times, counts.
  case secondary
  case number
  case mention
  case hashtag
  case link
  case strong
  case emphasis
  /// Code, taken literally.
  case code
  /// A content warning, a filter's title.
  case warning
  case error
  case success
  /// Something new or the user's own: an unread mark, a favourite.
  case accent
  case hint
  /// Rules and tree lines.
  case rule
}

/// A run of text of one role.
///
/// The text passes ``Sanitizer`` on its way in, so no span can carry an escape sequence, wherever its text came from.
public struct Span: Hashable, Sendable {
  /// The text, free of control characters other than line feed.
  public let text: String
  public let role: Role
  /// The address of a link; only `http` and `https` are kept.
  public let url: String?
  /// The spoken form of a sign; `nil` for the text itself.
  public let spoken: String?
  /// A line of a picture, which is written unchanged in place of text.
  let picture: String?
  /// The account that a name belongs to, as a number that is the same in every run; `nil` for other text.
  public var account: UInt32?
  /// An appearance in place of the role's, for samples of other themes.
  public var look: Appearance?
  /// Whether it is for the user alone, such as a note about an account; records mask it.
  public var isPersonal = false

  /// Creates a span; `text` may come from anywhere.
  public init(_ text: String, _ role: Role = .text, url: String? = nil, spoken: String? = nil) {
    self.text = Sanitizer.clean(text)
    self.role = role
    self.url = url.flatMap(Sanitizer.cleanURL)
    self.spoken = spoken.map(Sanitizer.clean)
    picture = nil
  }

  init(trusted text: String, _ role: Role, url: String? = nil, spoken: String? = nil) {
    self.text = text
    self.role = role
    self.url = url
    self.spoken = spoken
    picture = nil
  }

  /// Creates a span from a checked line of a picture.
  fileprivate init(picture: String) {
    text = ""
    role = .text
    url = nil
    spoken = nil
    self.picture = picture
  }

  /// Creates a part of a span with the same look.
  init(trusted text: String, partOf span: Span, spoken: String?) {
    self.init(trusted: text, span.role, url: span.url, spoken: spoken)
    look = span.look
    account = span.account
    isPersonal = span.isPersonal
  }
}

/// Text made of spans; a line feed in it is a hard break.
public struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral {
  public var spans: [Span]

  public init(_ spans: [Span] = []) { self.spans = spans }

  public init(_ text: String, _ role: Role = .text, url: String? = nil, spoken: String? = nil) {
    spans = [Span(text, role, url: url, spoken: spoken)]
  }

  /// Creates the name of an account, which a theme colours by its handle.
  public static func name(_ text: String, of handle: String) -> StyledText {
    var span = Span(text.contains(where: \.isNewline) ? StyledText(text).onOneLine.plain : text, .name)
    // FNV-1a: the standard library's hash differs in each run.
    span.account = handle.lowercased().utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return StyledText([span])
  }

  /// The same with spaces in place of line feeds: a name, wherever it comes from, is one line.
  public var onOneLine: StyledText {
    guard spans.contains(where: { $0.text.utf8.contains(0x0A) }) else { return self }
    return StyledText(
      spans.map { Span(trusted: $0.text.replacing("\n", with: " "), partOf: $0, spoken: $0.spoken) })
  }

  /// Creates a text for the user alone, such as a note about an account; records mask it.
  public static func personal(_ text: String) -> StyledText {
    var span = Span(text)
    span.isPersonal = true
    return StyledText([span])
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// The same text in the appearances of another theme.
  public func drawn(in theme: Theme) -> StyledText {
    StyledText(
      spans.map { span in
        var span = span
        span.look = span.account.map { theme.appearance(ofName: $0) } ?? theme[span.role]
        return span
      })
  }

  public var plain: String { spans.map(\.text).joined() }

  public var spoken: String { spans.map { $0.spoken ?? $0.text }.joined() }

  /// Whether a part of it is for the user alone.
  public var isPersonal: Bool { spans.contains(where: \.isPersonal) }

  public var isEmpty: Bool { spans.allSatisfy { $0.text.isEmpty && $0.picture == nil } }

  public static func + (left: StyledText, right: StyledText) -> StyledText { StyledText(left.spans + right.spans) }

  public static func += (left: inout StyledText, right: StyledText) { left.spans += right.spans }

  /// Joins texts with a separator, leaving out the empty ones.
  public static func joined(_ texts: [StyledText], separator: StyledText) -> StyledText {
    var result = StyledText()
    for text in texts where !text.isEmpty {
      if !result.isEmpty { result += separator }
      result += text
    }
    return result
  }
}

extension Picture {
  var styledLines: [StyledText] { lines.map { StyledText([Span(picture: $0)]) } }
}
