public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Rules {
  public static func plugin(action: Action) -> Plugin {
    Plugin(
      id: "rules", title: "Rules", symbol: "⊘", verbs: [listVerb(action), verb(action)],
      previews: {
        Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
          + Preview.all(of: Trial.fixtures, prefix: "try") { (trial: Trial, layout) in view(trial, layout: layout) }
      })
  }

  private static func listVerb(_ action: Action) -> Verb {
    Verb("rules", help: "Show your rules that hide posts or tell you of them") {
      let state = try action.all()
      return .view { view(state, layout: $0) }
    }.reading
  }

  /// A word after the command, with what it is about.
  enum Request: Sendable {
    case show
    case add(PostRule.Action, text: String)
    case attempt(text: String, posts: [Int: Status.ID])
    case delete([PostRule.ID])
  }

  static func verb(_ action: Action) -> Verb {
    Verb(
      "rule", request, moment,
      help: "Hide posts on this machine, or be told of them, by words and other conditions",
      discussion: """
        rule add hide WORDS hides the posts that have every word, from Home, lists, groups, hashtags and public timelines, and \
        from live lines; what was hidden is counted below the page. rule add alert WORDS tells you of such a post when it \
        arrives, as of a notification; set live, set hidden-notifications, set desktop-notifications and set quiet-hours apply, with posts as the kind. rule try WORDS \
        says which posts on the screen a rule would apply to, and rule delete N deletes one. rules lists them. They are for every \
        account on this machine, the server does not know them, and nothing is hidden from the JSON of a script.

        The words are those of find: crypto or nft takes either, -canal leaves a word out, "upper lock" is a phrase; #canal, from:@rook, \
        to:, mentions:, has:media, has:poll, has:link, has:quote, is:reply, is:boost, is:private, lang:de, before: and after: are \
        conditions. from: is also who boosted a post. in:home, in:local, in:federated, in:list:NAME and in:group:NAME name a timeline, \
        in:live what has just arrived, and time:22:00-07:00 the hours in which it was posted.

        match:/crypto|nft/i is a regular expression, with i for upper and lower case alike. Put a rule with spaces, signs or \
        semicolons in quotes: rule add hide 'match:/buy now[;!]/i in:home'.
        """,
      completions: { typed in
        typed.count == 1 && typed[0].lowercased() == "add" ? PostRule.Action.allCases.map(\.rawValue) : []
      }
    ) { request, moment in
      switch request {
      case .show:
        let state = try action.all()
        return .view { view(state, layout: $0) }
      case .add(let kind, let text): return try await add(kind, text, moment, action)
      case .attempt(let text, let posts): return try await attempt(text, posts, moment, action)
      case .delete(let ids): return try delete(ids, action)
      }
    }.having { reader in [nil, "try"].contains(reader.next()?.lowercased()) ? .reads : .changesOnlyMachine }
  }

  private static func add(
    _ kind: PostRule.Action, _ text: String, _ moment: Layout, _ action: Action
  ) async throws -> Response {
    try await action.check(try ArchiveQuery(rule: text, now: moment.now, zone: moment.zone))
    let rules = try action.all().rules
    if let same = rules.first(where: { $0.action == kind && $0.text == text }) {
      throw AppError.validation("Rule \(same.id) is the same.", suggestion: "Type rules to see all of them.")
    }
    guard rules.count < PostRule.limit else {
      throw AppError.validation("There can be \(PostRule.limit) rules.", suggestion: "Delete one first: rule delete N")
    }
    let rule = try action.add(kind, text)
    let verb = kind == .hide ? "hides" : "tells you of"
    return .success(
      "Rule \(rule.id) \(verb) posts: \(Sanitizer.oneLine(text))", hint: Hint(["rules", "rule delete \(rule.id)"]),
      data: [.init("rule", data(rule))], undo: .command(Hint.Command("rule delete \(rule.id)")))
  }

  private static func attempt(
    _ text: String, _ posts: [Int: Status.ID], _ moment: Layout, _ action: Action
  ) async throws -> Response {
    let query = try ArchiveQuery(rule: text, now: moment.now, zone: moment.zone)
    try await action.check(query)
    let shown = action.shown(Array(posts.values))
    let numbered = posts.keys.sorted().compactMap { number in
      posts[number].flatMap { shown.posts[$0] }.map { Trial.Hit(number, $0) }
    }
    guard !numbered.isEmpty else {
      throw AppError.usage("No posts are on the screen.", suggestion: "Show some first, such as with home.")
    }
    let hits = numbered.filter { query.matches($0.status, for: shown.reader) }
    let trial = Trial(text, tested: numbered.count, hits: hits)
    return .view { view(trial, layout: $0) }
  }

  private static func delete(_ ids: [PostRule.ID], _ action: Action) throws -> Response {
    let rules = try action.all().rules
    let found = try ids.map { id in
      guard let rule = rules.first(where: { $0.id == id }) else {
        let numbers = rules.map { "\($0.id)" }.joined(separator: ", ")
        throw AppError.notFound(
          "No rule \(id).",
          suggestion: rules.isEmpty ? "There are no rules." : "Your rules: \(numbers). Type rules to see them.")
      }
      return rule
    }
    for rule in found { try action.delete(rule.id) }
    let names = found.map { "\($0.id)" }.joined(separator: ", ")
    let text =
      found.count == 1
      ? "Deleted rule \(names): \(found[0].action.rawValue) \(Sanitizer.oneLine(found[0].text))"
      : "Deleted rules \(names)."
    return .success(
      text, data: [.init("deleted_rules", .array(found.map { data($0) }))],
      undo: found.count == 1 ? recreation(of: found[0]).map { .command(Hint.Command($0)) } : nil,
      deletes: found.count == 1 ? "rule delete \(found[0].id)" : nil)
  }

  /// The command that makes a rule again; `nil` for one with quotes of both kinds.
  static func recreation(of rule: PostRule) -> String? {
    guard let quote = ["'", "\""].first(where: { !rule.text.contains($0) }) else { return nil }
    // In double quotes, a backslash before another is one.
    guard quote == "'" || !rule.text.contains("\\") else { return nil }
    return "rule add \(rule.action.rawValue) \(quote)\(rule.text)\(quote)"
  }
}

// MARK: - Parameters

@MainActor extension Rules {
  /// The time and the zone, in which dates are read.
  private static var moment: Parameter<Layout> { Parameter(group: []) { $0.context.layout() } }

  private static var request: Parameter<Request> {
    let words = ["add", "try", "delete"]
    let action = ParameterDescription(name: "ACTION", form: .choice(words), isOptional: true)
    var what = ParameterDescription(name: "WHAT", form: .phrase, isOptional: true)
    what.isConfidential = true
    return Parameter(group: [action, what]) { reader in
      guard let word = reader.next() else { return .show }
      switch try Parameter<String>.pick(word, from: words, reader: reader) {
      case "add":
        let kinds = PostRule.Action.allCases.map(\.rawValue)
        guard let typed = reader.next() else {
          throw AppError.usage(
            "What is the rule to do?", suggestion: "Usage: rule add hide WORDS, or rule add alert WORDS")
        }
        let kind = try Parameter<String>.pick(typed, from: kinds, reader: reader)
        return .add(kind == "hide" ? .hide : .alert, text: reader.text() ?? "")
      case "try": return .attempt(text: reader.text() ?? "", posts: posts(reader.context))
      default: return .delete(try numbers(reader))
      }
    }
  }

  private static func posts(_ context: ArgumentContext) -> [Int: Status.ID] {
    var posts: [Int: Status.ID] = [:]
    for number in 0..<context.highestNumber() {
      let post = context.shown(number + 1)?.first { $0.kind == .status }
      posts[number + 1] = post.map { Status.ID($0.id) }
    }
    return posts
  }

  private static func numbers(_ reader: ArgumentReader) throws -> [PostRule.ID] {
    var numbers: [Int] = []
    while let word = reader.next() {
      guard let more = ReferenceSyntax.numbers(word) else {
        throw AppError.usage(
          "“\(Sanitizer.clean(word))” is not the number of a rule.", suggestion: "Type rules to see the numbers.")
      }
      numbers += more.filter { !numbers.contains($0) }
    }
    guard !numbers.isEmpty else {
      throw AppError.usage("Which rule?", suggestion: "Usage: rule delete N. Type rules to see the numbers.")
    }
    return numbers
  }
}
