public import FeatureKit
import TerminalKit

extension AppError {
  /// The error as JSON: one object on one line, as described in docs/json.md.
  public var json: String {
    let members: [JSONValue.Member] = [
      .init("code", .string(code)), .init("message", .string(message)), .init("suggestion", .string(suggestion)),
      .init("exit_code", .int(Int(ExitCode(self).rawValue))), .init("partial", .bool(left != nil)),
      .init("left", left.map { .array($0.map(JSONValue.string)) } ?? .null),
    ]
    return JSONValue.answer([JSONValue.Member("error", .object(members + data))]) + "\n"
  }
}
