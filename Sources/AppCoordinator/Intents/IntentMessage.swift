import FeatureKit
import MastodonKit
import TerminalKit

/// What another program asks, as one JSON object on one line; docs/intents.md is the language.
struct IntentRequest: Hashable, Sendable, Decodable {
  /// The version of the language that is spoken here.
  static let version = 1

  /// What is asked.
  enum Kind: String, Sendable, CaseIterable {
    case compose, open, unread, whoami, events
  }

  var version: Int?
  var intent: String
  /// Comes back with the answer.
  var id: String?
  /// What to go on writing.
  var text: String?
  /// What to open.
  var link: String?
  /// Who must be signed in there, as `user@host`; `nil` for anybody.
  var account: String?

  private enum CodingKeys: String, CodingKey {
    case version = "howdah"
    case intent, id, text, link, account
  }

  init(_ kind: Kind, text: String? = nil, link: String? = nil, account: String? = nil) {
    version = Self.version
    intent = kind.rawValue
    self.text = text
    self.link = link
    self.account = account
  }

  /// Reads a line.
  ///
  /// - Throws: ``AppError`` for what is no request in this version.
  init(parsing line: String) throws {
    do {
      self = try MastodonJSON.decode(IntentRequest.self, from: line)
    } catch {
      throw AppError.usage(
        "That is not a request.", suggestion: #"One JSON object for each line: {"howdah":1,"intent":"unread"}."#)
    }
    guard version == Self.version else {
      throw AppError.usage(
        "That is not a version of the language that is spoken here.", suggestion: #"Say "howdah":1 in each request."#)
    }
  }

  /// What is asked, if it is known.
  ///
  /// - Throws: ``AppError`` for what nobody can do.
  func kind() throws -> Kind {
    guard let kind = Kind(rawValue: intent) else {
      throw AppError.usage(
        "There is no intent “\(ExcerptLimit.cut(intent))”.",
        suggestion: "There are \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
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

/// How much of what others wrote is said again.
enum ExcerptLimit {
  /// The words, clean, and no longer than a line has room for.
  static func cut(_ text: String, to limit: Int = 60) -> String {
    let text = Sanitizer.clean(String(text.prefix(limit * 4)))
    return text.count > limit ? text.prefix(limit - 1) + "…" : text
  }
}

/// What a running Howdah answers.
struct IntentReply: Hashable, Sendable, Decodable {
  /// Why it did not.
  struct Failure: Hashable, Sendable, Decodable {
    var code: String
    var message: String
    var suggestion: String
  }

  var ok: Bool
  var outcome: String?
  var account: String?
  var draft: String?
  var notifications: Int?
  var hasMore: Bool?
  var home: Int?
  var sandbox: Bool?
  var process: Int?
  var error: Failure?

  private enum CodingKeys: String, CodingKey {
    case ok, outcome, account, draft, notifications, home, sandbox, process, error
    case hasMore = "has_more"
  }

  /// A line that says yes.
  static func success(_ request: IntentRequest, _ members: [JSONValue.Member]) -> String {
    object(isOK: true, id: request.id, [JSONValue.Member("intent", .string(request.intent))] + members)
  }

  /// A line that says no.
  static func failure(_ error: AppError, code: String? = nil, id: String? = nil) -> String {
    object(
      isOK: false, id: id,
      [
        JSONValue.Member(
          "error",
          [
            "code": .string(code ?? error.code), "message": .string(error.words),
            "suggestion": .string(error.suggestion),
          ])
      ])
  }

  private static func object(isOK: Bool, id: String?, _ members: [JSONValue.Member]) -> String {
    var all = [JSONValue.Member("howdah", .int(IntentRequest.version)), JSONValue.Member("ok", .bool(isOK))]
    if let id { all.append(JSONValue.Member("id", .string(id))) }
    return JSONValue.object(all + members).serialized()
  }

  /// The code for a request that is meant for another account.
  static let otherAccount = "other_account"
}
