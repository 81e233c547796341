import TerminalKit

/// What the help of an app has besides its commands.
public struct HelpTables: Sendable {
  /// The most common tasks, in the order in which users need them.
  public var topics: [HelpTopic]
  public var tasks: [HelpTask]

  public init(topics: [HelpTopic] = [], tasks: [HelpTask] = []) { (self.topics, self.tasks) = (topics, tasks) }
}

/// A row of the short help: a command as it is typed, with `POST` for the number of a post, and what it is for.
public struct HelpTopic: Sendable {
  let example: String
  let purpose: String
  /// Related commands, named after the purpose.
  let related: [String]

  public init(_ example: String, _ purpose: String, _ related: String = "") {
    self.example = example
    self.purpose = purpose
    self.related = related.split(separator: " ").map(String.init)
  }

  /// The command that the example begins with.
  var command: String { String(example.prefix { $0 != " " }) }

  /// The row as cells, without commands that cannot be typed.
  func row(post: String, exists: (String) -> Bool) -> [StyledText] {
    var text = StyledText(purpose)
    for (index, name) in related.filter(exists).enumerated() {
      text += StyledText(index == 0 ? "; also " : ", ") + StyledText(name, .code)
    }
    return [StyledText("  \(example.replacing("POST", with: post))", .code), text]
  }
}
