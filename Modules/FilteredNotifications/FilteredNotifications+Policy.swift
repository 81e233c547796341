public import MastodonKit
import StatusKit
public import TerminalKit

extension FilteredNotifications {
  /// The accounts whose notifications the policy decides about, as they are typed.
  enum Group: String, Hashable, Sendable, CaseIterable {
    case notFollowing = "not-following"
    case notFollowers = "not-followers"
    case newAccounts = "new-accounts"
    case privateMentions = "private-mentions"
    case limitedAccounts = "limited-accounts"

    var words: String {
      switch self {
      case .notFollowing: "from people you don't follow"
      case .notFollowers: "from people who don't follow you"
      case .newAccounts: "from accounts made in the last 30 days"
      case .privateMentions: "unsolicited private mentions"
      case .limitedAccounts: "from accounts that the moderators limited"
      }
    }

    func decision(in policy: NotificationPolicy) -> NotificationPolicy.Decision {
      switch self {
      case .notFollowing: policy.forNotFollowing
      case .notFollowers: policy.forNotFollowers
      case .newAccounts: policy.forNewAccounts
      case .privateMentions: policy.forPrivateMentions
      case .limitedAccounts: policy.forLimitedAccounts
      }
    }

    func edit(_ decision: NotificationPolicy.Decision) -> NotificationPolicyEdit {
      var edit = NotificationPolicyEdit()
      switch self {
      case .notFollowing: edit.notFollowing = decision
      case .notFollowers: edit.notFollowers = decision
      case .newAccounts: edit.newAccounts = decision
      case .privateMentions: edit.privateMentions = decision
      case .limitedAccounts: edit.limitedAccounts = decision
      }
      return edit
    }

    /// The sentence after a change: what happens to these notifications from now on.
    func sentence(_ decision: NotificationPolicy.Decision) -> String {
      let subject = self == .privateMentions ? "Unsolicited private mentions" : "Notifications \(words)"
      return switch decision {
      case .accept: "\(subject) are listed."
      case .filter: "\(subject) are filtered: filtered lists their senders."
      case .drop: "\(subject) are dropped: they appear nowhere."
      case .unknown(let word): "\(subject): \(Sanitizer.clean(word))."
      }
    }
  }

  /// The policy as text.
  ///
  /// As JSON it is `{screen, policy: {not-following, …}, pending_requests, pending_notifications}`.
  public static func view(_ policy: NotificationPolicy) -> Document {
    let rows = Group.allCases.map { group in
      let decision = group.decision(in: policy)
      return [
        StyledText(group.rawValue, .name), StyledText(Sanitizer.clean(decision.rawValue), role(decision)),
        StyledText(group.words, .secondary),
      ]
    }
    let spoken = Group.allCases.map { group in
      "\(group.words): \(Sanitizer.clean(group.decision(in: policy).rawValue))"
    }
    let sentences = spoken.map { Sentence.closed(capitalized($0)) }
    var blocks: [Block] = [.spoken([.table(rows)], as: sentences[0])]
    // Spoken, each kind is a line of its own.
    blocks += sentences.dropFirst().map { .spoken([], as: $0) }
    blocks += [
      .blank,
      .paragraph(
        StyledText("accept: listed. filter: kept apart, see filtered. drop: they appear nowhere.", .secondary)),
    ]
    if let summary = policy.summary, summary.pendingRequestsCount > 0 {
      let what = CountText.of(summary.pendingNotificationsCount, "notification")
      blocks.append(
        .paragraph(StyledText("\(what) from \(CountText.of(summary.pendingRequestsCount, "sender")) filtered.")))
    }
    return Document(
      kind: "policy", title: Document.Title("Notification policy"), blocks: blocks,
      hint: StyledText("policy WHO accept|filter|drop · filtered", .hint),
      data: [
        JSONValue.Member(
          "policy",
          .object(
            Group.allCases.map { .init($0.rawValue, .string($0.decision(in: policy).rawValue)) })),
        JSONValue.Member("pending_requests", .optional(policy.summary?.pendingRequestsCount)),
        JSONValue.Member("pending_notifications", .optional(policy.summary?.pendingNotificationsCount)),
      ])
  }

  private static func role(_ decision: NotificationPolicy.Decision) -> Role {
    switch decision {
    case .accept, .unknown: .text
    case .filter: .accent
    case .drop: .warning
    }
  }
}
