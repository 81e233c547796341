public import FeatureKit
import MastodonKit
public import PushKit
import StatusKit
public import TerminalKit

extension Push {
  /// The subscription: its address, alerts, policy and status.
  ///
  /// As JSON it is `{screen, account, subscription}`; ``data(_:)`` documents a subscription, which is null for none.
  public static func view(_ state: State, layout: Layout) -> Document {
    Document(
      kind: "push-status", title: Document.Title("Push", note: "@\(state.account)"), blocks: blocks(state),
      hint: hint(state),
      data: [
        .init("account", .string(state.account)), .init("subscription", state.subscription.value?.map(data) ?? .null),
      ])
  }

  private static func blocks(_ state: State) -> [Block] {
    state.subscription.blocks { subscription in
      guard let subscription else { return unsubscribedBlocks(state.account) }
      return blocks(subscription)
    }
  }

  private static func unsubscribedBlocks(_ account: String) -> [Block] {
    [
      .paragraph(StyledText("@\(account) has no push subscription.")), .blank,
      .paragraph(
        """
        Your server can send you notifications while Howdah is not running: it pushes them, encrypted, to an address \
        that a distributor such as ntfy gives you. Decrypt them with push receive.
        """),
    ]
  }

  private static func blocks(_ subscription: PushSubscription) -> [Block] {
    let lines: [(label: String, words: String)] = [
      ("Goes to", subscription.endpoint), ("About", about(subscription)), ("From", from(subscription.policy)),
    ]
    var blocks: [Block] = [
      .spoken([.table(lines.map { [StyledText($0.label, .secondary), StyledText($0.words)] })], as: "")
    ]
    blocks += lines.map { .spoken([], as: "\($0.label): \($0.words)") }
    if let (words, suggestion) = warning(subscription) {
      blocks += [.blank, .paragraph(StyledText("! ", .warning, spoken: "") + StyledText(words))]
      if !suggestion.isEmpty { blocks.append(.paragraph(StyledText(suggestion, .hint))) }
    }
    return blocks
  }

  private static func about(_ subscription: PushSubscription) -> String {
    subscription.alerts.isEmpty ? "nothing" : subscription.alerts.map(\.title).joined(separator: ", ")
  }

  private static func from(_ policy: WebPushSubscription.Policy) -> String {
    switch policy {
    case .all: "everyone"
    case .followed: "accounts you follow"
    case .follower: "your followers"
    case .none: "no one"
    case .unknown(let word): Sanitizer.clean(word)
    }
  }

  /// A problem with a subscription, and what to do about it.
  private static func warning(_ subscription: PushSubscription) -> (words: String, suggestion: String)? {
    switch subscription.status {
    case .current: nil
    case .lost: ("The server no longer pushes to this address.", "Type push subscribe to renew the subscription.")
    case .elsewhere:
      ("The server pushes to another address instead.", "Type push subscribe to use this address again.")
    case .unknown(let error): ("The subscription could not be checked. \(error.message)", error.suggestion)
    }
  }

  private static func hint(_ state: State) -> StyledText {
    StyledText(
      (state.subscription.value ?? nil) == nil
        ? "push subscribe ADDRESS · settings push" : "settings push · push unsubscribe · push subscribe ADDRESS",
      .hint)
  }

  /// A subscription as JSON: `{account, endpoint, alerts, policy, standing}`.
  ///
  /// `alerts` are the names of the settings; `standing` is `current`, `lost`, `elsewhere` or `unknown`.
  public static func data(_ subscription: PushSubscription) -> JSONValue {
    let standing =
      switch subscription.status {
      case .current: "current"
      case .lost: "lost"
      case .elsewhere: "elsewhere"
      case .unknown: "unknown"
      }
    return [
      "account": .string(subscription.account), "endpoint": .string(subscription.endpoint),
      "alerts": .array(subscription.alerts.map { .string($0.rawValue) }),
      "policy": .string(subscription.policy.rawValue), "standing": .string(standing),
    ]
  }

  /// A push in one line: its title and the beginning of its body.
  ///
  /// As JSON it is `{screen, push}`, where a push is `{account, notification, kind, title, body, signed}`.
  public static func receivedView(_ received: ReceivedPush, layout: Layout) -> Document {
    var line = StyledText(ExcerptText.cut(received.title, to: 200), .strong)
    let body = ExcerptText.cut(received.body, to: 300)
    if !body.isEmpty { line += StyledText(": ") + StyledText(body) }
    if !received.isForCurrentAccount { line += StyledText("  for @\(received.account)", .secondary) }
    var document = Document(
      kind: "push", blocks: [.paragraph(line)],
      hint: StyledText(
        received.isForCurrentAccount ? "notifications" : "switch \(received.account) · notifications", .hint),
      data: [
        .init(
          "push",
          [
            "account": .string(received.account), "notification": .optional(received.notification?.rawValue),
            "kind": .optional(received.kind?.rawValue), "title": .string(received.title),
            "body": .string(received.body), "signed": .bool(received.isSigned),
          ])
      ])
    document.audience = .limited
    return document
  }
}
