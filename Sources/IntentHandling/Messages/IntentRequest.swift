import FeatureKit
import IntentKit
import MastodonKit
import TerminalKit

/// A request by another program, as one JSON object on one line; docs/intents.md documents the protocol.
struct IntentRequest: Hashable, Sendable, Decodable {
  static let version = 1

  var version: Int?
  var intent: String
  /// Returned with the response.
  var id: String?
  var text: String?
  var link: String?
  /// The account, `user@host`, that must be the current one; `nil` for any.
  var account: String?

  private enum CodingKeys: String, CodingKey {
    case version = "howdah"
    case intent, id, text, link, account
  }

  init(_ kind: IntentKind, text: String? = nil, link: String? = nil, account: String? = nil) {
    version = Self.version
    intent = kind.rawValue
    self.text = text
    self.link = link
    self.account = account
  }

  /// Parses a line.
  ///
  /// - Throws: `AppError` if it is not a request of this version.
  init(parsing line: String) throws {
    do {
      self = try MastodonJSON.decode(IntentRequest.self, from: line)
    } catch {
      throw AppError.usage(
        "Invalid request.", suggestion: #"Send one JSON object per line, such as {"howdah":1,"intent":"unread"}."#)
    }
    guard version == Self.version else {
      throw AppError.usage(
        "Unsupported protocol version.", suggestion: #"Add "howdah":1 to each request."#)
    }
  }

  /// Returns the kind of request.
  ///
  /// - Throws: `AppError` if the kind is unknown.
  func kind() throws -> IntentKind {
    guard let kind = IntentKind(rawValue: intent) else {
      throw AppError.usage(
        "Unknown intent “\(Excerpt.cut(intent))”.",
        suggestion: "Use one of \(IntentKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return kind
  }

  /// The request as it is sent.
  var line: String {
    var members = [JSONValue.Member("howdah", .int(Self.version)), JSONValue.Member("intent", .string(intent))]
    for (name, value) in [("text", text), ("link", link), ("account", account)] {
      if let value { members.append(JSONValue.Member(name, .string(value))) }
    }
    return JSONValue.object(members).serialized()
  }
}

/// Shortens text from other programs for messages.
enum Excerpt {
  /// The text without control characters, and no longer than fits on a line.
  static func cut(_ text: String, to limit: Int = 60) -> String {
    let text = Sanitizer.clean(String(text.prefix(limit * 4)))
    return text.count > limit ? text.prefix(limit - 1) + "…" : text
  }
}
