public import FeatureKit
import TerminalKit

extension AppError {
  /// The error as JSON: one object on one line, as described in docs/json.md.
  public var json: String {
    let members: [JSONValue.Member] = [
      .init("code", .string(code)), .init("message", .string(message)), .init("suggestion", .string(suggestion)),
      .init("exit_code", .int(Int(ExitCode(self).rawValue))),
    ]
    return JSONValue.object([JSONValue.Member("error", .object(members + data))]).serialized() + "\n"
  }
}
