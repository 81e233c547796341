public import FeatureKit
import TerminalKit

extension AppError {
  /// The error as JSON: one object on one line, as described in docs/json.md.
  public var json: String {
    var members: [JSONValue.Member] = [
      .init("code", .string(code)), .init("message", .string(message)), .init("suggestion", .string(suggestion)),
      .init("exit_code", .int(Int(ExitCode(self).rawValue))), .init("partial", .bool(left != nil)),
      .init("left", left.map { .array($0.map(JSONValue.string)) } ?? .null),
    ]
    switch cause {
    case .network(.rateLimited(_, let seconds)), .network(.serverError(_, _, let seconds, _)):
      members.append(.init("retry_after", seconds.map(JSONValue.int) ?? .null))
    case .network(.notReady): members.append(.init("retry_after", .null))
    default: break
    }
    return JSONValue.answer([JSONValue.Member("error", .object(members + data))]) + "\n"
  }

  /// The error after a change was sent, which the server may have carried out.
  var afterSending: AppError {
    .detailed(self, suggestion: "The request was sent and may have been carried out: look before you retry.", data: [])
  }
}
