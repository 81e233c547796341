/// The format asciicast v2 (https://docs.asciinema.org/manual/asciicast/v2/): a header, then one event on each line.
public enum Asciicast {
  public static func header(columns: Int, rows: Int, title: String, idleLimit: Int = 2) -> String {
    #"{"version":2,"width":\#(columns),"height":\#(rows),"idle_time_limit":\#(idleLimit),"title":\#(quoted(title)),"#
      + #""env":{"TERM":"xterm-256color"}}"# + "\n"
  }

  /// A line for what was written; line feeds get the carriage returns that a terminal adds.
  public static func event(_ text: String, at time: Duration) -> String {
    let text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    return "[\(seconds(time)),\"o\",\(quoted(text))]\n"
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

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case _
      where scalar.value < 32 || (127..<160).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
