import TerminalKit

/// The format asciicast v2 (https://docs.asciinema.org/manual/asciicast/v2/): a header, then one event on each line.
public enum Asciicast {
  public static func header(columns: Int, rows: Int, title: String, idleLimit: Int = 2) -> String {
    let header: JSONValue = [
      "version": 2, "width": .int(columns), "height": .int(rows), "idle_time_limit": .int(idleLimit),
      "title": .string(title), "env": ["TERM": "xterm-256color"],
    ]
    return header.serialized() + "\n"
  }

  /// A line for what was written; line feeds get the carriage returns that a terminal adds.
  public static func event(_ text: String, at time: Duration) -> String {
    let text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    return "[\(seconds(time)),\"o\",\(JSONValue.string(text).serialized())]\n"
  }

  public static func text(of play: Screenplay) -> String {
    header(columns: play.columns, rows: play.rows, title: play.title)
      + play.steps.map { event($0.text, at: $0.time) }.joined()
  }

  /// Seconds with six digits, as asciinema writes them.
  private static func seconds(_ time: Duration) -> String {
    let (whole, atto) = max(time, .zero).components
    let digits = String(atto / 1_000_000_000_000)
    return "\(whole).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
  }
}
