public import FeatureKit
import TerminalKit

extension AppError {
  /// The error as scripts read it, which is one object on one line; docs/json.md describes it.
  public var json: String {
    let error: JSONValue = [
      "code": .string(code), "message": .string(words), "suggestion": .string(suggestion),
      "exit_code": .int(Int(ExitCode(self).rawValue)),
    ]
    return JSONValue.object([JSONValue.Member("error", error)]).serialized() + "\n"
  }
}
