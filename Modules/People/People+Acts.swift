import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

/// A command's action on each of the accounts that it names.
struct Act: Sendable {
  let change: RelationshipChange
  /// Returns what follows from the server's answer and the relationship before, if that is known.
  let outcome: @Sendable (_ now: Relationship, _ before: Relationship?) -> Outcome
  /// Returns the commands that take it back, given the relationship before, with `%` for the accounts; none if it stays.
  let undo: @Sendable (_ before: Relationship?) -> [String]
  /// Whether it ends their follow, which nothing of the user's brings back.
  var endsTheirFollow = false
  /// Whether the relationship before is asked for: `undo` must not take back what was not done.
  var comparesBefore = false

  /// What an act came to, as a sentence in which `%` stands for names.
  enum Outcome: Hashable, Sendable {
    case done(String)
    /// It was so before, and there is nothing to take back.
    case unchanged(String)
    case refused(String)

    var sentence: String {
      switch self {
      case .done(let sentence), .unchanged(let sentence), .refused(let sentence): sentence
      }
    }
  }
}

extension Act {
  /// Creates an act that the server confirms by a state of the relationship.
  ///
  /// - Parameter unchanged: The sentence where that was the state before; without it, that is not asked for.
  init(
    _ change: RelationshipChange, _ sentence: String, unchanged: String? = nil, refusal: String, undo: String?,
    isDone: @escaping @Sendable (Relationship) -> Bool
  ) {
    self.init(
      change, sentence, unchanged: unchanged, refusal: refusal, undo: { _ in undo.map { ["\($0) %"] } ?? [] },
      isDone: isDone)
  }

  init(
    _ change: RelationshipChange, _ sentence: String, unchanged: String? = nil, refusal: String,
    undo: @escaping @Sendable (Relationship?) -> [String], isDone: @escaping @Sendable (Relationship) -> Bool
  ) {
    self.init(
      change: change,
      outcome: { now, before in
        guard isDone(now) else { return .refused(refusal) }
        if let unchanged, let before, isDone(before) { return .unchanged(unchanged) }
        return .done(sentence)
      }, undo: undo, comparesBefore: unchanged != nil)
  }

  static func follow(_ options: FollowOptions) -> Act {
    let hasDetails = options != FollowOptions()
    return Act(
      change: .follow(options),
      outcome: { now, before in
        let isSame = before.map { options.changesNothing(of: $0) } ?? false
        let list = options.details(in: now)
        if now.following {
          guard before?.following == true, isSame else {
            return .done(hasDetails ? "You follow %: \(list)." : "Followed %.")
          }
          return .unchanged(hasDetails ? "You already follow %: \(list)." : "You already follow %.")
        }
        guard now.requested else { return .refused("You do not follow %: the server did not confirm it.") }
        return before?.requested == true && isSame
          ? .unchanged("Your follow request to % is still pending.") : .done("Follow request sent to %.")
      },
      undo: { before in
        guard let before, before.following || before.requested else {
          // Whether one followed before is not known: then only what a plain follow did can be taken back.
          return before == nil && hasDetails ? [] : ["unfollow %"]
        }
        return [options.restoring(before)]
      }, comparesBefore: true)
  }

  static var unfollow: Act {
    Act(
      change: .unfollow,
      outcome: { now, before in
        if now.following { return .refused("You still follow %: the server did not confirm the change.") }
        if now.requested { return .refused("Your follow request to % is still pending.") }
        if before?.requested == true { return .done("Withdrew your follow request to %.") }
        return before?.following == false ? .unchanged("You do not follow %.") : .done("Unfollowed %.")
      }, undo: { before in before?.followingAgain ?? ["follow %"] }, comparesBefore: true)
  }

  static func mute(_ options: MuteOptions, for duration: String?, now clock: @escaping @Sendable () -> Date) -> Act {
    Act(
      change: .mute(options),
      outcome: { now, before in
        guard now.muting else { return .refused("You do not mute %: the server did not confirm it.") }
        if let before, before.muting, options.seconds == nil, before.mutingExpiresAt == nil,
          before.mutingNotifications == now.mutingNotifications
        {
          return .unchanged("You already mute %.")
        }
        let isForTime = now.saysMutingEnd && (options.seconds ?? 0) > 0
        let hasEnd = !options.parts(missingIn: now, answered: clock()).contains { $0.name == "expiry" }
        let end =
          isForTime && hasEnd
          ? duration.map { " for \($0)" } ?? "" : isForTime && now.mutingExpiresAt == nil ? " without an end" : ""
        let kept =
          options.notifications == false && !now.mutingNotifications ? "; their notifications still arrive" : ""
        return .done("Muted %\(end)\(kept).")
      },
      undo: { before in
        guard let before, before.muting else { return ["unmute %"] }
        return [before.mutingAgain(at: clock())]
      }, comparesBefore: true)
  }

  /// Replaces a note about an account; an empty one deletes it.
  static func note(_ text: String) -> Act {
    Act(
      change: .note(text),
      outcome: { now, before in
        guard now.note.isEmpty == text.isEmpty else {
          return .refused(
            text.isEmpty ? "Your note about % is still there." : "The server did not keep your note about %.")
        }
        if let before, before.note == text {
          return .unchanged(text.isEmpty ? "You have no note about %." : "That is your note about % already.")
        }
        return .done(text.isEmpty ? "Deleted your note about %." : "Saved your note about %.")
      },
      undo: { before in
        guard let before else { return [] }
        return [before.note.isEmpty ? "unnote %" : "note % \(Hint.Command.quoted(before.note))"]
      }, comparesBefore: true)
  }

  static func unmute(now: @escaping @Sendable () -> Date) -> Act {
    Act(
      .unmute, "Unmuted %.", unchanged: "You do not mute %.",
      refusal: "You still mute %: the server did not confirm the change.",
      undo: { before in [before?.mutingAgain(at: now()) ?? "mute %"] }, isDone: { !$0.muting })
  }

  static var block: Act {
    var act = Act(
      .block, "Blocked %.", unchanged: "You already block %.",
      refusal: "You do not block %: the server did not confirm it.",
      undo: { before in ["unblock %"] + (before?.followingAgain ?? []) }, isDone: \.blocking)
    act.endsTheirFollow = true
    return act
  }

  static var unblock: Act {
    Act(
      .unblock, "Unblocked %.", unchanged: "You do not block %.",
      refusal: "You still block %: the server did not confirm the change.", undo: "block", isDone: { !$0.blocking })
  }

  static var removeFollower: Act {
    Act(
      .removeFollower, "% no longer follows you.", unchanged: "% does not follow you.",
      refusal: "% still follows you: the server did not confirm the change.",
      undo: nil, isDone: { !$0.followedBy })
  }

  static var endorse: Act {
    Act(
      .endorse, "Featured % on your profile.", unchanged: "Your profile already features %.",
      refusal: "The server did not feature % on your profile.", undo: "unendorse", isDone: \.endorsed)
  }

  static var unendorse: Act {
    Act(
      .unendorse, "Removed % from your profile.", unchanged: "Your profile does not feature %.",
      refusal: "Your profile still features %.", undo: "endorse", isDone: { !$0.endorsed })
  }

  static var acceptRequest: Act {
    Act(
      .acceptRequest, "% may follow you now.", refusal: "The server did not confirm that % may follow you.",
      undo: "remove-follower", isDone: \.followedBy)
  }

  static var rejectRequest: Act {
    Act(
      .rejectRequest, "Rejected the follow request of %.", refusal: "The follow request of % is still pending.",
      undo: nil, isDone: { !$0.requestedBy && !$0.followedBy })
  }
}

extension People.Action {
  /// Changes the relationship to each account, and answers with one sentence for each outcome.
  func perform(_ act: Act, on accounts: [Account]) async throws -> Response {
    // If it is unknown, only the wording is less exact.
    let known = act.comparesBefore ? (try? await service.relationships(accounts.map(\.id))) ?? [] : []
    let before = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var results: [(account: Account, relationship: Relationship, outcome: Act.Outcome)] = []
    return try await Response.each(
      accounts, typed: { "@\($0.acct)" },
      done: { results.isEmpty ? nil : response(to: act, results, before: before) }
    ) { account in
      let relationship = try await service.change(account.id, act.change)
      for model in relationships.all { model.replace(relationship) }
      results.append((account, relationship, act.outcome(relationship, before[account.id])))
    }
  }

  /// The accounts of these ids, without the user's own.
  ///
  /// - Parameter purpose: The operation, as in “You cannot mute your own account.”
  func others(_ ids: [Account.ID], to purpose: String) async throws -> [Account] {
    var accounts: [Account] = []
    for id in ids {
      guard id != me() else {
        throw AppError.validation("You cannot \(purpose) your own account.", suggestion: "Choose another account.")
      }
      do { accounts.append(try await account(id)) } catch {
        // What is done to it may wait in the outbox.
        guard AppError(error).canWait else { throw AppError(error) }
        accounts.append(Account(id: id, username: String(id.rawValue.trimmingPrefix("@"))))
      }
    }
    return accounts
  }

  private func response(
    to act: Act, _ results: [(account: Account, relationship: Relationship, outcome: Act.Outcome)],
    before: [Account.ID: Relationship]
  ) -> Response {
    var (sentences, undos, lost) = (NamedTexts(), NamedTexts(), NamedTexts())
    var changed: [Account] = []
    var canUndo = true
    var isRefused = false
    for (account, _, outcome) in results {
      switch outcome {
      case .done:
        changed.append(account)
        let commands = act.undo(before[account.id])
        canUndo = canUndo && !commands.isEmpty
        for command in commands { undos.add(account, to: command) }
        if act.endsTheirFollow, before[account.id]?.followedBy == true {
          lost.add(account, to: "% followed you before the block. Only they can follow you again.")
        }
      case .unchanged: break
      case .refused: isRefused = true
      }
      sentences.add(account, to: outcome.sentence)
    }
    let commands = undos.texts(naming: People.handles).map { Hint.Command($0) }
    let ends = lost.texts(naming: People.names)
    let undo =
      canUndo ? Toast.Undo(commands, lost: ends.isEmpty ? nil : ends.joined(separator: " ")) : nil
    // One that takes back only a part, or would repeat a former note, is not shown.
    let hint = undo == nil || undos.entries[0].accounts.count < changed.count ? nil : commands.first
    var data = [
      JSONValue.Member(
        "accounts",
        .array(
          results.map { account, relationship, _ in
            [
              "id": .string(account.id.rawValue), "acct": .string(account.acct),
              "relationship": AccountView.data(relationship),
            ]
          }))
    ]
    if let only = results.first?.relationship, results.count == 1 {
      data += [
        JSONValue.Member("following", .bool(only.following)), JSONValue.Member("requested", .bool(only.requested)),
      ]
    }
    let kind = isRefused ? Toast.Kind.warning : changed.isEmpty ? .information : .success
    var toast = Toast(
      kind, StyledText(sentences.texts(naming: People.names).joined(separator: " ")),
      hint: hint.flatMap { $0.words.first == "note" ? nil : Hint([$0]) }, data: data, undo: undo)
    if isRefused { toast.dropped = [act.change.name] }
    return .toast(toast)
  }
}

/// Texts in which `%` stands for accounts, each with all of its accounts, in the order of the first.
private struct NamedTexts {
  private(set) var entries: [(text: String, accounts: [Account])] = []

  mutating func add(_ account: Account, to text: String) {
    if let index = entries.firstIndex(where: { $0.text == text }) {
      entries[index].accounts.append(account)
    } else {
      entries.append((text, [account]))
    }
  }

  func texts(naming names: ([Account]) -> String) -> [String] {
    entries.map { $0.text.replacing("%", with: names($0.accounts), maxReplacements: 1) }
  }
}

extension People {
  /// `Heron`, `Heron and Wren`, `12 accounts`.
  static func names(_ accounts: [Account]) -> String {
    guard accounts.count <= 3, let last = accounts.last else { return CountText.of(accounts.count, "account") }
    let names = accounts.map(name)
    return names.count == 1 ? name(last) : names.dropLast().joined(separator: ", ") + " and " + name(last)
  }

  static func name(_ account: Account) -> String { ExcerptText.cut(account.shownName, to: 60) }

  /// The accounts as they are typed: `@heron @wren`.
  static func handles(_ accounts: [Account]) -> String { accounts.map { "@\($0.acct)" }.joined(separator: " ") }
}

extension FollowOptions {
  /// What a relationship has of what they ask for: `notifications on, boosts hidden`.
  fileprivate func details(in now: Relationship) -> String {
    var details: [String] = []
    if notifies != nil { details.append(now.notifying ? "notifications on" : "notifications off") }
    if showsReblogs != nil { details.append(now.showingReblogs ? "boosts shown" : "boosts hidden") }
    if languages != nil {
      details.append(now.languages.isEmpty ? "all languages" : "only posts in \(now.languages.joined(separator: ", "))")
    }
    return details.joined(separator: ", ")
  }

  /// Whether a relationship has all that they ask for.
  fileprivate func changesNothing(of before: Relationship) -> Bool {
    (notifies ?? before.notifying) == before.notifying
      && (showsReblogs ?? before.showingReblogs) == before.showingReblogs
      && Set(languages ?? before.languages) == Set(before.languages)
  }

  /// The command that gives back what they change of a relationship.
  fileprivate func restoring(_ before: Relationship) -> String {
    var words = ["follow %"]
    if notifies != nil { words.append(before.notifying ? "--notify" : "--no-notify") }
    if showsReblogs != nil { words.append(before.showingReblogs ? "--boosts" : "--no-boosts") }
    if languages != nil {
      words.append("--language \(before.languages.isEmpty ? "all" : before.languages.joined(separator: ","))")
    }
    return words.joined(separator: " ")
  }
}
