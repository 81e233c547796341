public import FeatureKit
import TerminalKit

extension AppError {
  /// The error as JSON: one object on one line, as described in docs/json.md.
  public var json: String {
    let error: JSONValue = [
      "code": .string(code), "message": .string(message), "suggestion": .string(suggestion),
      "exit_code": .int(Int(ExitCode(self).rawValue)),
    ]
    return JSONValue.object([JSONValue.Member("error", error)]).serialized() + "\n"
  }
}
