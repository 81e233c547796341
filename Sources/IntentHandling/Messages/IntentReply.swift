import FeatureKit
import TerminalKit

/// The response of a running Howdah to a request.
struct IntentReply: Hashable, Sendable, Decodable {
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

  static func success(_ request: IntentRequest, _ members: [JSONValue.Member]) -> String {
    object(isOK: true, id: request.id, [JSONValue.Member("intent", .string(request.intent))] + members)
  }

  static func failure(_ error: AppError, code: String? = nil, id: String? = nil) -> String {
    object(
      isOK: false, id: id,
      [
        JSONValue.Member(
          "error",
          [
            "code": .string(code ?? error.code), "message": .string(error.message),
            "suggestion": .string(error.suggestion),
          ])
      ])
  }

  private static func object(isOK: Bool, id: String?, _ members: [JSONValue.Member]) -> String {
    var all = [JSONValue.Member("howdah", .int(IntentRequest.version)), JSONValue.Member("ok", .bool(isOK))]
    if let id { all.append(JSONValue.Member("id", .string(id))) }
    return JSONValue.object(all + members).serialized()
  }

  /// The error code for a request that names another account.
  static let otherAccount = "other_account"
}
