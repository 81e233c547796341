import FeatureKit

/// A word from another client or from a shell, with what Howdah calls it.
enum Synonym: Equatable {
  /// Runs the command of this name.
  case command(String)
  /// Runs a line: `words` with what was typed after it, or `alone` if nothing was.
  case line(_ words: String, alone: String)
  /// Explains that there is no such command; `instead` are commands as they are typed.
  case absent(String, instead: [String], hint: String = "")

  /// The synonym for a word; `nil` if it is not known.
  static func of(_ word: String) -> Synonym? {
    // As IPython asks for help: `home?`.
    if word.last == "?", word.first?.isLetter == true {
      let line = "help \(word.dropLast())"
      return .line(line, alone: line)
    }
    return table[word.lowercased()]
  }

  /// The command that a word runs when nothing follows it.
  static func command(for word: String) -> String? {
    switch of(word) {
    case .command(let name): name
    case .line(_, let alone): alone.split(separator: " ").first.map(String.init)
    case .absent, nil: nil
    }
  }

  /// The command that a word runs when something follows it.
  static func commandWithArguments(for word: String) -> String? {
    guard case .line(let words, _) = of(word) else { return command(for: word) }
    return words.split(separator: " ").first.map(String.init)
  }

  var runsLine: Bool { if case .line = self { true } else { false } }

  /// Whether a word sends a direct message to the account after it.
  static func isMessage(_ word: String) -> Bool {
    guard case .line(let words, _) = of(word) else { return false }
    return words == message
  }

  private static let message = "post --visibility direct"

  /// The alias of a word, if it stands for more than a command.
  static func alias(for word: String, hasArguments: Bool) -> Alias? {
    // “I would say so” is not about one's profile.
    guard case .line(let words, let alone) = of(word), !hasArguments || word.lowercased() != "i" else { return nil }
    return Alias(name: word.lowercased(), command: hasArguments ? words : alone)
  }

  /// Words and what they stand for.
  ///
  /// A command of the same name comes first, so none of these hides one.
  static let table: [String: Synonym] = {
    var table: [String: Synonym] = [:]
    for (name, words) in commands { for word in words { table[word] = .command(name) } }
    for (line, alone, words) in lines { for word in words { table[word] = .line(line, alone: alone) } }
    for (message, instead, words) in absences {
      for word in words { table[word] = .absent(message, instead: instead) }
    }
    table["!!"] = .absent(
      "Howdah does not repeat lines with “!!”.", instead: ["retry"], hint: "Press Up for the last line.")
    table["howdah"] = .absent("You are in Howdah already.", instead: [], hint: "Leave out “howdah”.")
    table["cls"] = .absent("Howdah does not clear the screen.", instead: [], hint: "Press Ctrl-L.")
    table["clear"] = .absent(
      "“clear” deletes all notifications, on their screen.", instead: ["notifications"],
      hint: "Ctrl-L clears the terminal.")
    return table
  }()

  private static let commands: [(name: String, words: [String])] = [
    ("home", ["timeline", "tl", "feed", "homefeed"]), ("federated", ["public", "global", "firehose"]),
    ("local", ["community"]), ("notifications", ["inbox", "notification", "notif", "alerts"]),
    ("older", ["next", "more", "n"]), ("newer", ["prev", "previous", "p"]), ("refresh", ["update"]),
    ("open", ["context", "replies", "goto", "read", "cat", "less", "see"]), ("back", ["up", ".."]),
    ("fav", ["favourite", "favorite", "like", "star", "heart"]), ("unfav", ["unlike", "unstar"]),
    ("boost", ["reblog", "retweet", "rt", "retoot", "repost", "reshare", "share"]),
    ("unboost", ["unreblog", "unretweet", "unrepost"]), ("reply", ["answer", "respond"]),
    ("post", ["toot", "tweet", "publish", "compose", "write"]), ("profile", ["user", "whois", "finger"]),
    ("delete", ["rm"]), ("link", ["url", "permalink"]),
    ("media", ["image", "picture", "photo", "img"]), ("settings", ["config", "options", "prefs"]),
    ("login", ["signin", "sign-in"]), ("logout", ["signout", "sign-out", "signoff", "logoff"]),
    ("switch", ["su"]), ("onboarding", ["tour", "tutorial", "intro"]),
    ("help", ["h", "\\h", "commands"]),
    ("quit", ["bye", ":q", ":q!", "q!", ":qa", ":wq", ":x", "zz", "\\q", "quit()", "exit()"]),
    ("source", ["\\i"]), ("search", ["grep", "lookup"]), ("quote", ["qt"]),
    ("favourites", ["favs", "faves", "likes", "liked", "starred"]),
    ("bookmarks", ["saved", "bm"]), ("trends", ["trending", "explore", "discover", "news"]),
    ("suggestions", ["suggested", "recommendations"]), ("followed-tags", ["tags", "hashtags"]),
    ("following", ["follows", "followed"]), ("tag", ["hashtag", "join"]), ("tabs", ["ls"]), ("tab", ["cd"]),
  ]

  private static let lines: [(line: String, alone: String, words: [String])] = [
    (message, "conversations", ["dm", "message", "msg", "direct", "pm", "chat"]),
    ("profile @me", "profile @me", ["me", "i"]),
  ]

  private static let absences: [(message: String, instead: [String], words: [String])] = [
    ("Posts are scheduled with --at.", ["post --at WHEN TEXT", "scheduled"], ["schedule"]),
    ("There is nothing to close.", ["quit"], ["close"]),
    ("Signing in and out are commands of their own.", ["login HOST", "logout", "accounts"], ["auth"]),
    ("What follows a page is shown by a command of its own.", ["older", "newer", "set page N"], ["page"]),
    ("A text is saved with each line.", ["drafts"], [":w"]),
    // Not a command of its own: in a report it is a field, and its text ends at a semicolon.
    ("A comment on a post is a reply.", ["reply N TEXT"], ["comment"]),
    ("Files are attached with --attach.", ["post --attach FILE TEXT"], ["attach", "upload"]),
  ]

  /// Words that mean the same in a question: those that run one command, and others.
  static let groups: [[String]] =
    commands.map { [$0.name] + $0.words } + [
      ["who", "whom"], ["see", "look", "show", "display"],
      ["picture", "image", "photo", "pic", "img", "media", "attachment", "gif", "screenshot"],
      ["video", "film", "movie", "clip"], ["audio", "sound", "music"],
      ["message", "dm", "pm", "direct", "chat", "talk", "speak"], ["delete", "remove", "erase", "rm", "trash"],
      ["account", "user", "person", "people", "member", "somebody", "someone"], ["friend", "people"],
      ["colour", "color", "theme"], ["settings", "preferences", "options", "config", "configuration"],
      ["quit", "exit", "leave", "bye"], ["post", "toot", "tweet", "status"], ["word", "keyword", "phrase", "topic"],
      ["server", "instance", "node", "domain"], ["edit", "change", "modify", "correct", "fix"],
      ["search", "find", "lookup", "locate", "discover"], ["spoiler", "warning", "cw"],
      ["notification", "alert", "notif"],
      ["stop", "off", "disable", "prevent"], ["mute", "silence", "ignore"],
      ["mistake", "typo", "error", "spelling", "misspelt"],
      ["reply", "answer", "respond", "comment"], ["thread", "conversation", "replies", "context"], ["hide", "conceal"],
      ["hashtag", "tag"], ["schedule", "later", "tomorrow", "delay"], ["approve", "accept", "allow"],
      ["boost", "share", "reblog", "retweet", "repost"], ["link", "url", "address", "website"],
      ["browser", "web", "firefox"], ["save", "keep", "store"], ["create", "make", "add", "new", "set"],
      ["new", "latest", "recent", "newest"], ["read", "see"],
      ["write", "compose", "type"], ["bio", "profile"], ["post", "publish", "say", "send"],
      ["annoy", "bother", "harass", "troll", "stalk", "pester", "bully", "threaten", "insult"],
      ["two", "second", "several", "multiple", "another", "other"],
      ["hard", "easy", "easier", "difficult", "readable", "legible"], ["mistake", "accident", "accidentally", "wrong"],
      ["warn", "warning"], ["begin", "start"], ["login", "authenticate", "connect", "signin"],
      ["dismiss", "clear", "remove"], ["expand", "unfold", "open", "show"],
      ["everyone", "everybody", "world", "all", "global"], ["previous", "original", "older", "earlier"],
      ["compact", "short", "condensed"],
      ["program", "app", "client", "howdah"], ["file", "disk", "computer", "machine", "pc"], ["default", "standard"],
      ["popular", "trending", "hot"], ["cancel", "abort"], ["amount", "number", "howmany"],
    ]

  /// The error for a command without its arguments that means something else in a shell.
  static func failure(ofBare word: String) -> AppError? {
    guard word.lowercased() == "history" else { return nil }
    return .usage(
      "“history” shows how a post was edited: history N.", suggestion: "Up and Ctrl-R find earlier lines.")
  }

  /// A line as it is typed into a text: `/at WHEN` for `post --at WHEN TEXT`.
  private static func slashed(_ line: String) -> String {
    guard line.hasPrefix("post --") else { return "/\(line)" }
    let option = line.dropFirst("post --".count)
    return "/\(option.hasSuffix(" TEXT") ? option.dropLast(5) : option)"
  }

  /// The error for a word that has no command; commands that do not exist are not named.
  ///
  /// - Parameter isWriting: Whether plain lines are text: commands have a slash, and the options of `post` are commands.
  func failure(isWriting: Bool = false, exists: (_ command: String) -> Bool) -> AppError? {
    guard case .absent(let message, let instead, let hint) = self else { return nil }
    let known = instead.filter { line in line.split(separator: " ").first.map { exists(String($0)) } ?? false }
      .map { isWriting ? Self.slashed($0) : $0 }
    let last = known.last.map { known.count > 1 ? " or \($0)" : $0 } ?? ""
    let commands = known.isEmpty ? "" : "Type \(known.dropLast().joined(separator: ", "))\(last)."
    let suggestion = [hint, commands].filter { !$0.isEmpty }.joined(separator: " ")
    return .usage(message, suggestion: suggestion.isEmpty ? "Type help for a list of commands." : suggestion)
  }
}
