import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

/// A command's action on each of the accounts that it names.
struct Act: Sendable {
  let change: RelationshipChange
  /// Returns the sentence for what the server answered, in which `%` stands for names; a warning if it did not do it.
  let outcome: @Sendable (Relationship) -> (sentence: String, isDone: Bool)
  /// The command that takes it back; `nil` if none can.
  let undo: String?
  /// Whether the server's answer is what was known before, so that there is nothing to take back.
  var isUnchanged: @Sendable (Relationship) -> Bool = { _ in false }
}

extension Act {
  /// Creates an act that the server confirms by a state of the relationship.
  init(
    _ change: RelationshipChange, _ sentence: String, refusal: String, undo: String?,
    isDone: @escaping @Sendable (Relationship) -> Bool
  ) {
    self.init(
      change: change, outcome: { isDone($0) ? (sentence, true) : (refusal, false) }, undo: undo)
  }

  /// - Parameter before: The relationships before, as far as they are known.
  static func follow(_ options: FollowOptions, before: [Relationship] = []) -> Act {
    var details: [String] = []
    if let notifies = options.notifies { details.append(notifies ? "notifications on" : "notifications off") }
    if let shows = options.showsReblogs { details.append(shows ? "boosts shown" : "boosts hidden") }
    if let languages = options.languages {
      details.append(languages.isEmpty ? "all languages" : "only posts in \(languages.joined(separator: ", "))")
    }
    let sentence = details.isEmpty ? "Followed %." : "You follow %: \(details.joined(separator: ", "))."
    let isUnchanged: @Sendable (Relationship) -> Bool = { [hasDetails = !details.isEmpty] answer in
      guard !hasDetails, let old = before.first(where: { $0.id == answer.id }) else { return false }
      return answer.following ? old.following : answer.requested && old.requested
    }
    return Act(
      change: .follow(options),
      outcome: { answer in
        if answer.following { return (isUnchanged(answer) ? "You already follow %." : sentence, true) }
        if answer.requested {
          return (
            isUnchanged(answer) ? "Your follow request to % is still pending." : "Follow request sent to %.", true
          )
        }
        return ("You do not follow %: the server did not confirm it.", false)
      }, undo: "unfollow", isUnchanged: isUnchanged)
  }

  static func unfollow(wasRequested: Bool = false) -> Act {
    Act(
      change: .unfollow,
      outcome: { answer in
        if answer.following { return ("You still follow %: the server did not confirm the change.", false) }
        if answer.requested { return ("Your follow request to % is still pending.", false) }
        return (wasRequested ? "Withdrew your follow request to %." : "Unfollowed %.", true)
      }, undo: "follow")
  }

  static func mute(_ options: MuteOptions, for duration: String?) -> Act {
    let end = duration.map { " for \($0)" } ?? ""
    let kept = options.notifications == false ? "; their notifications still arrive" : ""
    return Act(
      .mute(options), "Muted %\(end)\(kept).", refusal: "You do not mute %: the server did not confirm it.",
      undo: "unmute", isDone: \.muting)
  }

  static var unmute: Act {
    Act(
      .unmute, "Unmuted %.", refusal: "You still mute %: the server did not confirm the change.", undo: "mute",
      isDone: { !$0.muting })
  }

  static var block: Act {
    Act(
      .block, "Blocked %.", refusal: "You do not block %: the server did not confirm it.", undo: "unblock",
      isDone: \.blocking)
  }

  static var unblock: Act {
    Act(
      .unblock, "Unblocked %.", refusal: "You still block %: the server did not confirm the change.", undo: "block",
      isDone: { !$0.blocking })
  }

  static var removeFollower: Act {
    Act(
      .removeFollower, "% no longer follows you.",
      refusal: "% still follows you: the server did not confirm the change.",
      undo: nil, isDone: { !$0.followedBy })
  }

  static var endorse: Act {
    Act(
      .endorse, "Featured % on your profile.", refusal: "The server did not feature % on your profile.",
      undo: "unendorse", isDone: \.endorsed)
  }

  static var unendorse: Act {
    Act(
      .unendorse, "Removed % from your profile.", refusal: "Your profile still features %.", undo: "endorse",
      isDone: { !$0.endorsed })
  }

  static var acceptRequest: Act {
    Act(
      .acceptRequest, "% may follow you now.", refusal: "The server did not confirm that % may follow you.",
      undo: "remove-follower", isDone: { $0.followedBy || !$0.requestedBy })
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
    var results: [(account: Account, relationship: Relationship)] = []
    var waiting: AppError?
    for (index, account) in accounts.enumerated() {
      do {
        let relationship = try await service.change(account.id, act.change)
        for model in relationships.all { model.replace(relationship) }
        results.append((account, relationship))
      } catch {
        if AppError(error).isQueued || AppError(error).isWithdrawn {
          // The others can wait too.
          waiting = AppError(error)
          continue
        }
        guard !results.isEmpty else { throw AppError(error) }
        throw PartialFailure(
          done: response(to: act, results), error: AppError(error), left: accounts[index...].map { "@\($0.acct)" })
      }
    }
    if let waiting {
      throw results.isEmpty ? waiting : PartialFailure(done: response(to: act, results), error: waiting)
    }
    return response(to: act, results)
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

  private func response(to act: Act, _ results: [(account: Account, relationship: Relationship)]) -> Response {
    var sentences: [(sentence: String, names: [Account])] = []
    var changed: [Account] = []
    var isRefused = false
    for (account, relationship) in results {
      let (sentence, isDone) = act.outcome(relationship)
      if !isDone { isRefused = true } else if !act.isUnchanged(relationship) { changed.append(account) }
      if let index = sentences.firstIndex(where: { $0.sentence == sentence }) {
        sentences[index].names.append(account)
      } else {
        sentences.append((sentence, [account]))
      }
    }
    let text = sentences.map { $0.sentence.replacing("%", with: People.names($0.names), maxReplacements: 1) }
      .joined(separator: " ")
    let undo: Hint.Command? = changed.isEmpty ? nil : act.undo.map { "\($0) \(People.handles(changed))" }
    var data = [
      JSONValue.Member(
        "accounts",
        .array(
          results.map { account, relationship in
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
    var toast = Toast(kind, StyledText(text), offering: undo, data: data)
    if isRefused { toast.dropped = [act.change.name] }
    return .toast(toast)
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
