import GRDB
import MastodonKit

/// What residents do and when, as a test wrote it into a file: `30s wren posts Hello, @you`.
public struct ResidentScript: Sendable, Equatable {
  /// Why a script cannot be used.
  public struct Mistake: Error, Equatable {
    public var line: Int
    public var message: String
  }

  struct Action: Sendable, Equatable {
    var line: Int
    /// Seconds after the start.
    var after: Double
    var actor: String
    var verb: Verb
    /// The account whose newest post, or who, is meant.
    var target: String?
    var text = ""
    var choice = 0
  }

  enum Verb: String, CaseIterable, Sendable {
    case posts, replies, messages, edits, deletes, favourites, boosts, votes, follows, unfollows

    var hasTarget: Bool { ![.posts, .edits, .deletes].contains(self) }
    var hasText: Bool { [.posts, .replies, .messages, .edits].contains(self) }
    /// How the rest of a line is written.
    var usage: String {
      "\(self)\(hasTarget ? " ACCOUNT" : "")\(hasText ? " TEXT" : "")\(self == .votes ? " NUMBER" : "")"
    }
  }

  /// The format, for the help of `howdah sandbox`.
  public static let help = """
    A line says when, counted from the start, who does what: 30s wren posts Hello, @you. A time is 90s, 5m, 2h or 1d. \
    Verbs: \(Verb.allCases.map(\.usage).joined(separator: ", ")).
    """

  /// In the order of their times.
  private(set) var actions: [Action] = []

  /// Reads a script: a time, an account, a verb, and what the verb needs, on each line.
  public init(parsing text: String) throws(Mistake) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.filter { $0 != "\r" }
      let content = line.drop(while: \.isWhitespace)
      guard !content.isEmpty, !content.hasPrefix("#") else { continue }
      do { actions.append(try Self.action(content, index + 1)) } catch {
        throw Mistake(line: index + 1, message: error.message)
      }
    }
    // Those of the same time stay in the order of the lines.
    actions.sort { ($0.after, $0.line) < ($1.after, $1.line) }
  }

  private static func action(_ line: Substring, _ number: Int) throws(APIError) -> Action {
    var rest = line
    func word() -> String {
      let word = rest.prefix { !$0.isWhitespace }
      rest = rest[word.endIndex...].drop(while: \.isWhitespace)
      return String(word)
    }
    func account() -> String {
      let name = word()
      return name.hasPrefix("@") ? String(name.dropFirst()) : name
    }
    let time = word()
    guard let after = seconds(time) else {
      throw .unprocessable("“\(time.prefix(40))” is not a time: write 90s, 5m, 2h or 1d, from the start.")
    }
    let actor = account()
    guard !actor.isEmpty else { throw .unprocessable("Say who does what: 30s wren posts Hello.") }
    let name = word()
    guard let verb = Verb(rawValue: name) else {
      let all = Verb.allCases.map(\.rawValue).joined(separator: ", ")
      throw .unprocessable(
        name.isEmpty ? "Say what \(actor) does: \(all)." : "Unknown verb “\(name.prefix(40))”: use \(all).")
    }
    var action = Action(line: number, after: after, actor: actor, verb: verb)
    if verb.hasTarget { action.target = account() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    var isComplete = action.target?.isEmpty != true && (verb.hasText ? !rest.isEmpty : true)
    if verb.hasText {
      action.text = String(rest).replacing("\\n", with: "\n")
    } else if verb == .votes {
      action.choice = (Int(rest) ?? 0) - 1
      isComplete = isComplete && action.choice >= 0
    } else if !rest.isEmpty {
      isComplete = false
    }
    guard isComplete else { throw .unprocessable("Write: \(time) \(actor) \(verb.usage).") }
    return action
  }

  /// The seconds in `90s`, `5m`, `2h` or `1d`; a number alone means seconds.
  private static func seconds(_ text: String) -> Double? {
    let unit: Double? =
      switch text.last {
      case "s", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": 1
      case "m": 60
      case "h": 3600
      case "d": 86_400
      default: nil
      }
    let digits = text.last?.isNumber == true ? text[...] : text.dropLast()
    guard let unit, digits.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }), let number = Double(digits),
      number * unit <= 3_155_760_000
    else { return nil }
    return number * unit
  }
}

/// A script that an instance performs.
struct ScriptRun: Sendable {
  let script: ResidentScript
  let start: Moment
  private var next = 0

  init(_ script: ResidentScript, from start: Moment) {
    self.script = script
    self.start = start
  }

  var nextDue: Moment? { next < script.actions.count ? start + script.actions[next].after : nil }

  /// The next action, if it is due.
  mutating func take(until now: Moment) -> (action: ResidentScript.Action, moment: Moment)? {
    guard let due = nextDue, due <= now else { return nil }
    defer { next += 1 }
    return (script.actions[next], due)
  }
}

extension Sandbox {
  /// Checks that a script's accounts exist.
  ///
  /// - Throws: ``ResidentScript/Mistake``, or SQLite's error.
  public func check(_ script: ResidentScript) throws {
    try read { transaction in
      for action in script.actions {
        for name in [action.actor, action.target].compactMap(\.self) where try transaction.account(named: name) == nil {
          throw ResidentScript.Mistake(
            line: action.line, message: "There is no account \(name): a new one is added with --users \(name).")
        }
      }
    }
  }

  /// Performs what is due in the script; what is no longer possible is left out.
  func performScript(until now: Moment) throws {
    while let (action, moment) = script?.take(until: now) {
      do {
        try write { try $0.perform(action, at: moment) }
      } catch is APIError {
        // For example: there is no post to favourite.
        continue
      }
    }
  }
}

extension Transaction {
  fileprivate func perform(_ action: ResidentScript.Action, at moment: Moment) throws {
    guard let actor = try account(named: action.actor) else { throw APIError.recordNotFound }
    let target = try action.target.flatMap { try account(named: $0) } ?? actor
    var draft = StatusDraft(Parameters())
    draft.text = action.text
    draft.visibility = "public"
    switch action.verb {
    case .posts: try post(newStatus(draft, by: actor.id), at: moment)
    case .replies:
      let status = try newestStatus(of: target.id, for: actor.id)
      draft.inReplyToID = String(status.id)
      draft.visibility = status.audience.word
      try post(newStatus(draft, by: actor.id), at: moment)
    case .messages:
      draft.text = "@\(target.acct) \(action.text)"
      draft.visibility = "direct"
      try post(newStatus(draft, by: actor.id), at: moment)
    case .edits: try correct(newestStatus(of: actor.id, for: actor.id), action.text, at: moment)
    case .deletes: try delete(newestStatus(of: actor.id, for: actor.id))
    case .favourites: try favourite(newestStatus(of: target.id, for: actor.id), by: actor.id, at: moment)
    case .boosts:
      let status = try newestStatus(of: target.id, for: actor.id)
      guard status.audience.rawValue <= 1 else { throw APIError.recordNotFound }
      _ = try reblog(status, by: actor.id, as: .public, at: moment)
    case .votes:
      guard let poll = try newestStatus(of: target.id, for: actor.id, withPoll: true).pollID,
        let row = try PollRow.load([poll], for: actor.id, in: database)[poll]
      else { throw APIError.recordNotFound }
      try vote(row, choices: [action.choice], by: actor.id)
    case .follows: try requestFollow(target, by: actor.id, at: moment)
    case .unfollows: try unfollow(target.id, by: actor.id)
    }
  }

  /// The newest post of an account that a viewer can see.
  private func newestStatus(of author: Int64, for viewer: Int64, withPoll: Bool = false) throws -> StatusRow {
    return try database.found(
      """
      WHERE s.account_id = :author AND s.reblog_of_id IS NULL AND (:poll = 0 OR s.poll_id IS NOT NULL)
        AND \(Visible.toViewer)
      ORDER BY s.id DESC LIMIT 1
      """, ["author": author, "viewer": viewer, "poll": withPoll])
  }
}
