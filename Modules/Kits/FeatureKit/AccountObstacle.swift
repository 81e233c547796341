import TerminalKit

/// The message about an account that its server does not let act, such as one whose address is not confirmed.
public enum AccountObstacle {
  /// A sentence with the server's reason, which may be empty.
  public static func sentence(_ reason: String) -> String {
    let line = Sanitizer.clean(reason).split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200)
    let end = line.last.map { ".!?…".contains($0) } == true ? "" : "."
    return "Your server does not let this account act yet\(line.isEmpty ? "" : ": ")\(line)\(end)"
  }
}
