/// A line to type, and the questions in a newcomer's words that it answers.
public struct HelpTask: Sendable {
  /// The line; its first word is a command.
  let line: String
  /// The purpose; empty for the command's own help.
  let purpose: String
  /// The questions, without the words that all questions have.
  let questions: [String]

  var command: String { String(line.prefix { $0 != " " }) }

  /// Reads a table: a line, sometimes with a purpose, and below it the questions.
  public static func read(_ table: String) -> [HelpTask] {
    var rows: [(line: Substring, questions: String)] = []
    for row in table.split(separator: "\n") {
      if row.hasPrefix("  "), !rows.isEmpty {
        rows[rows.count - 1].questions += row.dropFirst()
      } else {
        rows.append((row, ""))
      }
    }
    return rows.map { row in
      let parts = row.line.split(separator: " = ", maxSplits: 1).map(String.init)
      return HelpTask(
        line: parts[0], purpose: parts.count > 1 ? parts[1] : "",
        questions: row.questions.split(separator: ",").map { String($0.drop { $0 == " " }) })
    }
  }
}
