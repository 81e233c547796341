import REPL

extension HelpTask {
  /// Every task, by subject.
  static let all = [reading, posts, writing, people, preferences, program].flatMap(read)
}

extension HelpTopic {
  /// The most common tasks, in the order in which users need them.
  static let all = [
    HelpTopic("home", "read your timeline", "local notifications older"),
    HelpTopic("open POST", "open a post, or @rook, #canal, a link", "media"),
    HelpTopic("reply POST Thank you", "answer a post", "boost fav bookmark vote"),
    HelpTopic("post Good morning", "write a post", "drafts draft discard"),
    HelpTopic("follow @rook", "follow an account", "unfollow profile report"),
    HelpTopic("lists", "show your lists", "groups servers filters"),
    HelpTopic("back", "go back", "top tab where screen"),
    HelpTopic("set theme paper", "change a setting", "settings get themes"),
    HelpTopic("login HOST", "use your account", "accounts switch logout"),
    HelpTopic("help open", "explain a command", "alias plugins retry quit"),
  ]
}
