import GRDB
import MastodonKit

/// A query for statuses: words, "phrases" and operators, each negated by a minus.
struct SearchQuery {
  /// SQL conditions on a status `s`.
  private(set) var conditions: [String] = []
  private(set) var arguments: RequestContext.Arguments = [:]
  /// Whether to search the user's own library only, see `in:library`.
  private(set) var isLibrary = false

  init(_ text: String) {
    for (number, term) in Self.terms(of: text).prefix(12).enumerated() { add(term, named: "term\(number)") }
  }

  /// Splits a query into terms; quotation marks start a phrase only at the start of a term or operator value.
  private static func terms(of text: String) -> [String] {
    var terms: [String] = []
    var term = ""
    var isQuoted = false
    for character in text {
      if character == "\"" {
        isQuoted.toggle()
      } else if character.isWhitespace, !isQuoted {
        if !term.isEmpty { terms.append(term) }
        term = ""
      } else {
        term.append(character)
      }
    }
    return term.isEmpty ? terms : terms + [term]
  }

  private mutating func add(_ term: String, named name: String) {
    let isNegated = term.hasPrefix("-") && term.count > 1
    let text = term.hasPrefix("-") || term.hasPrefix("+") ? String(term.dropFirst()) : term
    guard !text.isEmpty else { return }
    let condition = operation(text, name) ?? word(text, name)
    conditions.append(isNegated ? "NOT ifnull((\(condition)), 0)" : "(\(condition))")
  }

  private mutating func word(_ text: String, _ name: String) -> String {
    arguments[name] = "%" + text.literalPattern + "%"
    return "(s.text LIKE :\(name) ESCAPE '\\' OR s.spoiler_text LIKE :\(name) ESCAPE '\\')"
  }

  /// The SQL condition for an operator; `nil` for an unknown one.
  private mutating func operation(_ text: String, _ name: String) -> String? {
    let sides = text.split(separator: ":", maxSplits: 1)
    guard sides.count == 2 else { return nil }
    let value = sides[1].lowercased()
    switch (sides[0].lowercased(), value) {
    case ("has", "media"), ("has", "image"): return "s.media <> '[]'"
    case ("has", "poll"): return "s.poll_id IS NOT NULL"
    case ("has", "link"), ("has", "embed"): return "s.card IS NOT NULL"
    case ("is", "reply"): return "s.in_reply_to_id IS NOT NULL"
    case ("is", "sensitive"): return "s.sensitive = 1"
    case ("in", "library"):
      isLibrary = true
      return "1"
    case ("in", "public"): return "s.visibility = 0"
    case ("in", "all"): return "1"
    case ("from", "me"): return "s.account_id = :viewer"
    case ("from", _):
      arguments[name] = value.hasPrefix("@") ? String(value.dropFirst()) : value
      return "s.account_id IN (SELECT id FROM accounts WHERE acct = :\(name))"
    case ("language", _):
      arguments[name] = value
      return "s.language = :\(name)"
    case ("before", _), ("after", _), ("during", _): return day(sides[0].lowercased(), value, name)
    default: return nil
    }
  }

  private mutating func day(_ word: String, _ value: String, _ name: String) -> String? {
    guard let start = MastodonDate.parse("\(value)T00:00:00.000Z").map(Moment.init) else { return nil }
    arguments[name] = start.milliseconds
    let end = ":\(name) + 86400000"
    return switch word {
    case "before": "s.created_at < :\(name)"
    case "after": "s.created_at >= \(end)"
    default: "s.created_at >= :\(name) AND s.created_at < \(end)"
    }
  }
}
