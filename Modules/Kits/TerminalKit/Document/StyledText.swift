/// What a piece of text is, not how it looks; a ``Theme`` decides the look.
public enum Role: String, Hashable, Sendable, CaseIterable, Codable {
  /// Running text.
  case text
  /// A screen's or a section's title.
  case title
  /// A person's display name.
  case name
  /// Handles, times, counts: what is there to be looked up, not read.
  case secondary
  /// A number that verbs take.
  case number
  /// A mention of an account.
  case mention
  /// A hashtag.
  case hashtag
  /// A link.
  case link
  /// Strongly stressed text.
  case strong
  /// Stressed text.
  case emphasis
  /// Code, taken literally.
  case code
  /// A content warning, a filter's title, anything to think about before reading on.
  case warning
  /// What went wrong.
  case error
  /// What went well.
  case success
  /// Something new, or mine: an unread mark, a favourite that I gave.
  case accent
  /// What can be done next.
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
  /// What it is.
  public let role: Role
  /// Where it leads, if it is a link; only `http` and `https` are kept.
  public let url: String?
  /// The words to say in place of a sign; `nil` where the text speaks for itself.
  public let spoken: String?
  /// A line of a picture, which is written as it is; there is no text then.
  let picture: String?
  /// A look of its own in place of the role's, for the sample of a theme that is not the present one.
  public var look: Appearance?

  /// Makes a span; `text` may come from anywhere.
  public init(_ text: String, _ role: Role = .text, url: String? = nil, spoken: String? = nil) {
    self.text = Sanitizer.clean(text)
    self.role = role
    self.url = url.flatMap(Sanitizer.cleanURL)
    self.spoken = spoken.map(Sanitizer.clean)
    picture = nil
  }

  /// Makes a span from a part of one, or from words of this module, that need no second cleaning.
  init(trusted text: String, _ role: Role, url: String? = nil, spoken: String? = nil) {
    self.text = text
    self.role = role
    self.url = url
    self.spoken = spoken
    picture = nil
  }

  /// Makes a span of a line of a picture, which has been looked at.
  fileprivate init(picture: String) {
    text = ""
    role = .text
    url = nil
    spoken = nil
    self.picture = picture
  }

  /// Makes a part of a span, which looks as the whole does.
  init(trusted text: String, partOf span: Span, spoken: String?) {
    self.init(trusted: text, span.role, url: span.url, spoken: spoken)
    look = span.look
  }
}

/// Text made of spans; a line feed in it is a hard break.
public struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The spans in reading order.
  public var spans: [Span]

  /// Makes text from spans.
  public init(_ spans: [Span] = []) { self.spans = spans }

  /// Makes text of one role.
  public init(_ text: String, _ role: Role = .text, url: String? = nil, spoken: String? = nil) {
    spans = [Span(text, role, url: url, spoken: spoken)]
  }

  /// Makes running text.
  public init(stringLiteral value: String) { self.init(value) }

  /// The same text as another theme draws it.
  public func drawn(in theme: Theme) -> StyledText {
    StyledText(
      spans.map { span in
        var span = span
        span.look = theme[span.role]
        return span
      })
  }

  /// The words alone, as seen.
  public var plain: String { spans.map(\.text).joined() }

  /// The words alone, as spoken.
  public var spoken: String { spans.map { $0.spoken ?? $0.text }.joined() }

  /// Whether there is nothing to read.
  public var isEmpty: Bool { spans.allSatisfy { $0.text.isEmpty && $0.picture == nil } }

  /// Puts one text behind the other.
  public static func + (left: StyledText, right: StyledText) -> StyledText { StyledText(left.spans + right.spans) }

  /// Puts one text behind the other.
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
  /// The lines of a page on which it stands.
  var styledLines: [StyledText] { lines.map { StyledText([Span(picture: $0)]) } }
}
