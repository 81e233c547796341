import FeatureKit

/// A word from another client or from a shell, with what Howdah calls it.
enum Synonym: Equatable {
  /// Runs the command of this name.
  case command(String)
  /// Explains that there is no such command; `instead` are commands as they are typed.
  case absent(String, instead: [String], hint: String = "")

  /// What a word stands for; `nil` if it is not known.
  static func of(_ word: String) -> Synonym? { table[word.lowercased()] }

  /// The command that a word runs.
  static func command(for word: String) -> String? {
    guard case .command(let name) = of(word) else { return nil }
    return name
  }

  /// Words and what they stand for.
  ///
  /// A command of the same name comes first, so none of these hides one.
  static let table: [String: Synonym] = {
    var table: [String: Synonym] = [:]
    for (name, words) in commands { for word in words { table[word] = .command(name) } }
    for (message, instead, words) in absences {
      for word in words { table[word] = .absent(message, instead: instead) }
    }
    table["!!"] = .absent(
      "Howdah does not repeat lines with “!!”.", instead: ["retry"], hint: "Press Up for the last line.")
    for word in ["clear", "cls"] {
      table[word] = .absent("Howdah does not clear the screen.", instead: [], hint: "Press Ctrl-L.")
    }
    return table
  }()

  private static let commands: [(name: String, words: [String])] = [
    ("home", ["timeline", "tl", "feed", "homefeed"]), ("federated", ["public", "global", "firehose"]),
    ("local", ["community"]), ("notifications", ["inbox", "notification", "notif", "alerts"]),
    ("older", ["next", "more"]), ("newer", ["prev", "previous"]), ("refresh", ["update"]),
    ("open", ["context", "replies", "thread", "goto"]), ("back", ["up"]),
    ("fav", ["favourite", "favorite", "like", "star", "heart"]), ("unfav", ["unlike", "unstar"]),
    ("boost", ["reblog", "retweet", "rt", "repost", "reshare", "share"]),
    ("unboost", ["unreblog", "unretweet", "unrepost"]), ("reply", ["answer", "respond"]),
    ("post", ["toot", "tweet", "publish", "compose", "write"]), ("profile", ["user", "whois", "finger"]),
    ("delete", ["rm"]), ("link", ["url", "permalink"]),
    ("media", ["image", "picture", "photo", "img"]), ("settings", ["config", "options", "prefs"]),
    ("login", ["signin", "sign-in", "auth"]), ("logout", ["signout", "sign-out"]), ("switch", ["su"]),
    ("help", ["h", "commands"]), ("quit", ["bye", ":q", ":wq", ":x", "quit()", "exit()"]),
    ("search", ["grep", "lookup"]), ("quote", ["qt"]), ("trends", ["trending", "explore", "discover", "news"]),
    ("suggestions", ["suggested", "recommendations"]), ("followed-tags", ["tags", "hashtags"]),
    ("following", ["follows", "followed"]), ("tabs", ["ls"]), ("tab", ["cd"]),
  ]

  private static let absences: [(message: String, instead: [String], words: [String])] = [
    (
      "Direct messages are listed as conversations.", ["conversations", "post --visibility direct @NAME TEXT"],
      ["message", "msg", "direct", "pm", "chat"]
    ),
    ("A post is scheduled while it is written.", ["post --at WHEN TEXT", "scheduled"], ["schedule"]),
    ("Files are attached while a post is written.", ["post --attach FILE TEXT"], ["attach", "upload"]),
    ("Who you are is shown by other commands.", ["accounts", "profile @me"], ["me", "i", "who"]),
  ]

  /// The error for a word that has no command; commands that do not exist are not named.
  func failure(exists: (_ command: String) -> Bool) -> AppError? {
    guard case .absent(let message, let instead, let hint) = self else { return nil }
    let known = instead.filter { line in line.split(separator: " ").first.map { exists(String($0)) } ?? false }
    let last = known.last.map { known.count > 1 ? " or \($0)" : $0 } ?? ""
    let commands = known.isEmpty ? "" : "Type \(known.dropLast().joined(separator: ", "))\(last)."
    let suggestion = [hint, commands].filter { !$0.isEmpty }.joined(separator: " ")
    return .usage(message, suggestion: suggestion.isEmpty ? "Type help for a list of commands." : suggestion)
  }
}
