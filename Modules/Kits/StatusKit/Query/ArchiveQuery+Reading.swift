public import FeatureKit
public import FoundationEssentials
public import MastodonKit
import TerminalKit

extension ArchiveQuery {
  /// Reads a search: words, phrases in quotes, `word*`, `-word`, `or`, and operators such as `from:@rook`.
  ///
  /// A word without a letter, digit or symbol, such as `&`, counts for nothing beside others, but is kept for a rule.
  ///
  /// - Parameter isRule: Whether it is that of a rule, with `match:`, `time:` and other places.
  /// - Throws: ``AppError`` for an operator or a value that there is not, and where there is nothing to look for.
  public static func groups(
    _ text: String, isRule: Bool = false, now: Date, zone: LocalZone
  ) throws -> [ArchiveQuery.Group] {
    let reading = Reading(isRule: isRule, now: now, zone: zone)
    var groups: [ArchiveQuery.Group] = []
    var joins = false
    let tokens = tokens(text)
    for token in tokens where isRule || isSearchable(token) {
      if token.text.lowercased() == "or", !token.isQuoted {
        guard !groups.isEmpty, !joins else { throw loneOr }
        joins = true
        continue
      }
      let terms = try reading.terms(token)
      if joins {
        groups[groups.count - 1].alternatives += terms
      } else {
        groups.append(ArchiveQuery.Group(terms))
      }
      joins = false
    }
    guard !joins else { throw loneOr }
    guard !groups.isEmpty || tokens.isEmpty || isRule else {
      throw AppError.usage(
        "“\(Sanitizer.clean(text))” has no letter, digit or symbol to look for.", suggestion: "Example: find canal lock"
      )
    }
    return groups
  }

  private static func isSearchable(_ token: Token) -> Bool {
    token.name != nil || TextMatch(token.text, isPrefix: false) != nil
  }

  private static let loneOr = AppError.usage(
    "“or” needs a word on both sides.", suggestion: "Example: find canal or lock")

  /// A part of the text: a word, a phrase, an operator with its value.
  struct Token: Equatable {
    var isExcluded = false
    /// What stands before the colon of an operator; `nil` for words.
    var name: String?
    var text: String
    var isQuoted = false
    /// The whole token as it was typed.
    var typed: Substring = ""
  }

  /// Splits a text at white space outside of quotes.
  static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(text)
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { return tokens }
      var token = Token(text: "")
      let start = rest.startIndex
      if first == "-", let next = rest.dropFirst().first, !next.isWhitespace {
        token.isExcluded = true
        rest.removeFirst()
      }
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      // An address has slashes after its colon, and a time of day has digits before it.
      if !name.isEmpty, rest[name.endIndex...].first == ":",
        !rest[name.endIndex...].hasPrefix("://") || name.lowercased() == "match"
      {
        token.name = name.lowercased()
        rest = rest[rest.index(after: name.endIndex)...]
      }
      if token.name == "match", let end = endOfPattern(rest) {
        token.text = String(rest[..<end])
        rest = rest[end...]
      } else if let phrase = quoted(rest) {
        (token.text, token.isQuoted) = (String(phrase.text), true)
        rest = phrase.rest
      } else if token.name == "in", let colon = rest.firstIndex(of: ":"),
        !rest[..<colon].contains(where: \.isWhitespace),
        let phrase = quoted(rest[rest.index(after: colon)...])
      {
        // As in `in:list:"Close friends"`.
        token.text = String(rest[...colon] + phrase.text)
        rest = phrase.rest
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        token.text = String(word)
        rest = rest[word.endIndex...]
      }
      token.typed = text[start..<rest.startIndex]
      tokens.append(token)
    }
  }

  /// The conditions of a rule with another name for a `list` or a `group`; `nil` if they do not name it.
  public static func renaming(_ kind: String, _ old: String, to new: String, in text: String) -> String? {
    let new = new.contains("\"") ? "“\(new)”" : "\"\(new)\""
    var result = ""
    var end = text.startIndex
    for token in tokens(text) where token.name == "in" && token.text.lowercased() == "\(kind):\(old.lowercased())" {
      result += text[end..<token.typed.startIndex] + (token.isExcluded ? "-" : "") + "in:\(kind):\(new)"
      end = token.typed.endIndex
    }
    return end == text.startIndex ? nil : result + text[end...]
  }

  /// The end of `/canal lock/i` at the beginning, where spaces are part of it; `nil` for anything else.
  private static func endOfPattern(_ text: Substring) -> Substring.Index? {
    guard text.first == "/" else { return nil }
    var isEscaped = false
    let end = text.indices.dropFirst().first { index in
      defer { isEscaped = text[index] == "\\" && !isEscaped }
      return text[index] == "/" && !isEscaped
    }
    return end.map { text[$0...].firstIndex(where: \.isWhitespace) ?? text.endIndex }
  }

  /// What stands in quotes at the beginning, and what follows; `nil` if it does not begin with them.
  private static func quoted(_ text: Substring) -> (text: Substring, rest: Substring)? {
    let closings: [Character: Character] = ["\"": "\"", "'": "'", "“": "”", "„": "“", "«": "»"]
    guard let first = text.first, let closing = closings[first] else { return nil }
    let inside = text.dropFirst()
    guard let end = inside.firstIndex(of: closing) else {
      // A quote that is never closed goes to the end; an apostrophe is a letter.
      return first == "'" ? nil : (inside, "")
    }
    return (inside[..<end], inside[inside.index(after: end)...])
  }
}

extension ArchiveQuery {
  private struct Reading {
    let isRule: Bool
    let now: Date
    let zone: LocalZone

    func terms(_ token: Token) throws -> [ArchiveQuery.Term] {
      guard let name = token.name else { return [ArchiveQuery.Term(words(token), isExcluded: token.isExcluded)] }
      let condition = try condition(name, token.text)
      return [ArchiveQuery.Term(condition, isExcluded: token.isExcluded)]
    }

    private func words(_ token: Token) -> ArchiveQuery.Condition {
      if token.isQuoted { return .words(token.text, isPrefix: false) }
      if token.text.hasPrefix("#"), token.text.count > 1 { return .hashtag(String(token.text.dropFirst())) }
      if token.text.hasSuffix("*") { return .words(String(token.text.dropLast()), isPrefix: true) }
      // Whoever looks for a word wants its forms; whoever leaves one out means that word.
      return .words(token.text, isPrefix: !token.isExcluded)
    }

    private func condition(_ name: String, _ value: String) throws -> ArchiveQuery.Condition {
      switch name {
      case "from": .from(try handle(value, name))
      case "to": .to(try handle(value, name))
      case "mentions": .mentions(try handle(value, name))
      case "has": .has(try choice(value, name, ArchiveQuery.Content.allCases))
      case "is": .kind(try choice(value, name, ArchiveQuery.Kind.allCases))
      case "in": .place(try place(value))
      case "lang", "language": .language(try language(value))
      case "before": .before(try date(value, name))
      case "after", "since": .after(try date(value, name))
      case "match" where isRule: .match(try pattern(value))
      case "time" where isRule: .hours(try hours(value))
      case "match", "time":
        throw AppError.usage(
          "\(name): is for rules.", suggestion: "Rules hide posts or tell you of them: help rule")
      default:
        throw AppError.unlisted(
          "Unknown operator “\(name):”.", word: "\(name):", among: operators,
          choices: "Use \(operators.dropLast().joined(separator: ", ")) or is:, or put the word in quotes.")
      }
    }

    private var operators: [String] {
      ["from:", "to:", "mentions:", "has:", "in:", "lang:", "before:", "after:", "since:"]
        + (isRule ? ["match:", "time:"] : [])
        + ["is:"]
    }

    private func pattern(_ value: String) throws -> TextPattern {
      guard value.count > 1, value.first == "/", let end = value.lastIndex(of: "/"),
        end > value.index(after: value.startIndex)
      else {
        throw AppError.usage("match: needs an expression between slashes.", suggestion: "Example: match:/crypto|nft/i")
      }
      let flags = value[value.index(after: end)...]
      guard flags.isEmpty || flags.lowercased() == "i" else {
        throw AppError.usage(
          "Unknown letters “\(Sanitizer.clean(String(flags)))” after the last slash of match:.",
          suggestion: "Only i is possible: it makes upper and lower case the same.")
      }
      let source = String(value[value.index(after: value.startIndex)..<end])
      do { return try TextPattern(source, ignoresCase: !flags.isEmpty) } catch {
        throw AppError.usage(
          "match: has a mistake at character \(error.place) of “\(Sanitizer.clean(source))”. \(error.message).",
          suggestion: "Put a \\ before a sign that stands for itself, such as \\( or \\+.")
      }
    }

    private func hours(_ value: String) throws -> String {
      if let hours = QuietHours(value) { return hours.text }
      throw AppError.usage(
        "time: cannot be “\(Sanitizer.clean(value))”.", suggestion: "Use hours such as time:22:00-07:00 or time:9-17.")
    }

    private func handle(_ value: String, _ name: String) throws -> String {
      let handle = value.drop { $0 == "@" }
      guard !handle.isEmpty else {
        throw AppError.usage("\(name): needs an account.", suggestion: "Example: \(name):@rook, or \(name):me")
      }
      return String(handle)
    }

    private func choice<Choice: RawRepresentable<String>>(
      _ value: String, _ name: String, _ choices: [Choice]
    ) throws -> Choice {
      if let choice = Choice(rawValue: value.lowercased()) { return choice }
      throw AppError.unlisted(
        "\(name): cannot be “\(value)”.", word: value, among: choices.map(\.rawValue), prefix: "\(name):",
        choices: "Use " + choices.map { "\(name):\($0.rawValue)" }.joined(separator: ", ") + ".")
    }

    private func place(_ value: String) throws -> ArchiveQuery.Place {
      func title(after prefix: String) -> String? {
        guard value.lowercased().hasPrefix(prefix), value.count > prefix.count else { return nil }
        return String(value.dropFirst(prefix.count))
      }
      if let title = title(after: "list:") { return .list(title) }
      if isRule, let title = title(after: "group:") { return .group(title) }
      let places: [(word: String, place: ArchiveQuery.Place)] =
        isRule
        ? [("home", .home), ("local", .local), ("federated", .federated), ("live", .live)]
        : [
          ("home", .home), ("notifications", .notifications), ("favourites", .favourites), ("bookmarks", .bookmarks),
          ("conversations", .conversations), ("mine", .mine),
        ]
      let word = value.lowercased() == "favorites" ? "favourites" : value.lowercased()
      if let found = places.first(where: { $0.word == word }) { return found.place }
      if isRule,
        let source = title(after: "#").map({ "#\($0)" }) ?? title(after: "tag:").map({ "#\($0)" })
          ?? title(after: "server:").map({ "server:\($0)" })
      {
        throw AppError.usage(
          Sanitizer.clean("in: cannot be “\(value)”."),
          suggestion: Sanitizer.clean("A group of it can be: group create NAME \(source), then in:group:NAME."))
      }
      throw AppError.unlisted(
        "in: cannot be “\(value)”.", word: value, among: places.map(\.word), prefix: "in:",
        choices: "Use " + places.map { "in:\($0.word)" }.joined(separator: ", ")
          + (isRule ? ", in:list:NAME or in:group:NAME." : " or in:list:NAME."))
    }

    private func language(_ value: String) throws -> String {
      guard let language = PostLanguage(value) else {
        throw AppError.usage(
          "Unknown language “\(Sanitizer.clean(value))”.", suggestion: "Use a code such as lang:en, lang:ja or lang:pt."
        )
      }
      return language.code.lowercased()
    }

    private func date(_ value: String, _ name: String) throws -> Date {
      let parts = value.split(separator: "-", omittingEmptySubsequences: false)
      let isPart =
        parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } } && parts[0].count == 4
      let day = isPart ? value + String(repeating: "-01", count: max(3 - parts.count, 0)) : value
      if let date = WhenText.past(day, now: now, zone: zone) { return date }
      throw AppError.usage(
        "\(name): cannot be “\(Sanitizer.clean(value))”.",
        suggestion: "Use 2026-11-01, 2026-11, 2026, yesterday, today or 7d.")
    }
  }
}
