import TerminalKit

/// A row of the short help: a command as it is typed, and what it is for.
struct HelpTopic {
  let example: String
  let purpose: String
  /// Related commands, named after the purpose.
  let related: [String]

  private init(_ example: String, _ purpose: String, _ related: String = "") {
    self.example = example
    self.purpose = purpose
    self.related = related.split(separator: " ").map(String.init)
  }

  /// The most common tasks, in the order in which users need them.
  static let all = [
    HelpTopic("home", "read your timeline", "local notifications older"),
    HelpTopic("open 3", "open a post, or @rook, #canal, a link", "media"),
    HelpTopic("reply 3 Thank you", "answer a post", "boost fav bookmark vote"),
    HelpTopic("post Good morning", "write a post", "drafts draft discard"),
    HelpTopic("follow @rook", "follow an account", "unfollow profile report"),
    HelpTopic("lists", "show your lists", "groups servers filters"),
    HelpTopic("back", "go back", "top tab where screen"),
    HelpTopic("set theme paper", "change a setting", "settings get themes"),
    HelpTopic("login HOST", "use your account", "accounts switch logout"),
    HelpTopic("help open", "explain a command", "alias plugins retry quit"),
  ]

  /// The command that the example begins with.
  var command: String { String(example.prefix { $0 != " " }) }

  /// The row as cells, without commands that cannot be typed.
  func row(slash: String, exists: (String) -> Bool) -> [StyledText] {
    var text = StyledText(purpose)
    for (index, name) in related.filter(exists).enumerated() {
      text += StyledText(index == 0 ? "; also " : ", ") + StyledText(slash + name, .code)
    }
    return [StyledText("  \(slash)\(example)", .code), text]
  }
}
