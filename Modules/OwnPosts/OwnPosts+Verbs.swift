import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension OwnPosts {
  /// The commands, available on every screen.
  static func verbs(_ action: Action) -> [Verb] {
    let service = action.service
    return [
      Verb(
        "history", .status, help: "Show how a post was edited",
        discussion: "Each version with its changes: [-removed-] and {+added+}."
      ) { id in
        let versions = try await service.history(id)
        return .view { view(History(versions: versions), layout: $0) }
      }.reading,
      Verb("pin", .statuses, help: "Pin posts of yours to your profile") { ids in
        try await each(
          ids, action, done: "Pinned", to: " to your profile", undo: "unpin", same: "pinned already", isSet: \.pinned,
          refusal: { $0.refusalOfPin(by: action.me()) }
        ) { try await service.setPinned($0, true) }
      }.undone(by: "unpin"),
      Verb("unpin", .statuses, help: "Unpin posts of yours") { ids in
        try await each(
          ids, action, done: "Unpinned", to: "", undo: "pin", same: "not pinned", isSet: { !$0.pinned },
          refusal: { $0.refusalToOthers("unpinned", by: action.me()) }
        ) { try await service.setPinned($0, false) }
      }.undone(by: "pin"),
      Verb(
        "mute-thread", .statuses, help: "Stop notifications about the conversations of posts",
        discussion: "Only for conversations that you take part in. unmute-thread N brings the notifications back."
      ) { ids in
        try await each(
          ids, action, done: "Muted the conversation of", to: "", undo: "unmute-thread",
          same: "in a conversation that you muted already", isSet: \.muted, refusal: { _ in nil }
        ) { try await service.setThreadMuted($0, true) }
      }.undone(by: "unmute-thread"),
      Verb("unmute-thread", .statuses, help: "Get notifications about the conversations of posts again") { ids in
        try await each(
          ids, action, done: "Unmuted the conversation of", to: "", undo: "mute-thread",
          same: "in no conversation that you muted", isSet: { !$0.muted }, refusal: { _ in nil }
        ) { try await service.setThreadMuted($0, false) }
      }.undone(by: "mute-thread"),
    ] + quoteVerbs(action) + [statisticsVerb(action)]
  }

  private static func quoteVerbs(_ action: Action) -> [Verb] {
    [
      Verb(
        "quote-policy", .status, Parameter<QuotePolicy?>.quotePolicy,
        help: "Show or set who can quote a post of yours: public, followers or nobody",
        discussion: "post --quotes WHO says it for a new post."
      ) { id, policy in
        guard let policy else { return try policyText(try await action.status(id).displayed) }
        // What cannot be read is left to the server's own answer.
        let before = try? await action.status(id)
        let refusal = before?.refusalToOthers("changed", by: action.me()) ?? before?.refusal(of: policy)
        if let refusal { throw refusal }
        let status = try await action.service.setQuotePolicy(id, policy)
        action.changed(status)
        let data = [
          JSONValue.Member("id", .string(id.rawValue)), JSONValue.Member("quote_policy", .string(policy.rawValue)),
        ]
        let old = before?.displayed.quoteApproval.flatMap { Self.policy(of: $0) }
        guard old != policy else { return .information(meaning(of: policy), data: data) }
        return .success(
          meaning(of: policy), data: data,
          undo: old.map {
            .command(Hint.Command("quote-policy \(ReferenceSyntax.typed(id: id.rawValue)) \($0.rawValue)"))
          })
      },
      Verb(
        "quotes", .status, .timeline, help: "Show the posts that quote a post",
        discussion: TimelineOptions.discussion
      ) { id, options in try await action.quotes(id, options) }.reading,
      Verb(
        "revoke-quote", .status, help: "Detach a post of yours from a post that quotes it (asks first)",
        discussion: "N is the post that quotes yours; quotes N lists those."
      ) { id in
        let status = try await action.status(id).displayed
        guard let quoted = status.quote?.quotedStatusID else {
          throw AppError.validation(
            "That post quotes no post.", suggestion: "quotes N lists the posts that quote yours.")
        }
        if let author = status.quote?.quotedStatus?.account, let me = action.me(), author.id != me {
          throw AppError.validation(
            "The quoted post is not yours.", suggestion: "Only its author can revoke the quote.")
        }
        let name = Sanitizer.oneLine(status.account.shownName)
        return .confirm(
          Confirmation("Detach your post from \(name)'s post? This can't be undone.") {
            let changed = try await action.service.revokeQuote(quoted, id)
            action.changed(changed)
            return .toast(
              Toast(
                .success, StyledText("Detached your post from ") + StyledText(name, .name) + "'s post.",
                data: [
                  JSONValue.Member("id", .string(id.rawValue)),
                  JSONValue.Member("quoted_status_id", .string(quoted.rawValue)),
                ]))
          })
      },
    ]
  }

  /// Acts on posts one by one and reports what the server confirmed; what was so before is not undone either.
  ///
  /// - Parameters:
  ///   - same: What posts are that were so before: `pinned already`.
  ///   - refusal: The reason not to ask the server for a post.
  private static func each(
    _ ids: [Status.ID], _ action: Action, done: String, to place: String, undo: String, same: String,
    isSet: @MainActor (Status) -> Bool, refusal: @MainActor (Status) -> AppError?,
    _ act: @MainActor (Status.ID) async throws -> Status
  ) async throws -> Response {
    var statuses: [Status] = []
    var before: Set<Status.ID> = []
    func response() -> Response {
      let (set, unconfirmed) = (statuses.filter(isSet), statuses.filter { !isSet($0) })
      let (confirmed, unchanged) = (set.filter { !before.contains($0.id) }, set.filter { before.contains($0.id) })
      func name(_ statuses: [Status]) -> StyledText {
        statuses.count == 1
          ? Self.name(of: statuses[0], me: action.me()) : StyledText(CountText.of(statuses.count, "post"))
      }
      var text = StyledText()
      if !confirmed.isEmpty { text = StyledText("\(done) ") + name(confirmed) + StyledText("\(place).") }
      if !unchanged.isEmpty {
        let isOwn = unchanged.count == 1 && unchanged[0].account.id == action.me()
        text +=
          (text.isEmpty ? StyledText() : " ") + (isOwn ? "Your post" : name(unchanged))
          + StyledText(" \(unchanged.count == 1 ? "is" : "are") \(same).")
      }
      if !unconfirmed.isEmpty {
        let which = confirmed.isEmpty ? StyledText() : " of " + name(unconfirmed)
        text += StyledText("\(text.isEmpty ? "" : " ")The server did not confirm the change") + which + "."
      }
      var toast =
        Toast(
          !unconfirmed.isEmpty ? .warning : confirmed.isEmpty ? .information : .success, text,
          hint: ids.count == 1 && !confirmed.isEmpty ? "\(undo) ." : nil,
          data: [
            JSONValue.Member(
              "statuses",
              .array(
                statuses.map {
                  ["id": .string($0.id.rawValue), "pinned": .bool($0.pinned), "thread_muted": .bool($0.muted)]
                }))
          ],
          undo: confirmed.isEmpty
            ? nil
            : .command("\(undo) \(confirmed.map { ReferenceSyntax.typed(id: $0.id.rawValue) }.joined(separator: " "))"))
      if !unconfirmed.isEmpty { toast.dropped = [undo.hasPrefix("un") ? String(undo.dropFirst(2)) : "un\(undo)"] }
      return .toast(toast)
    }
    return try await Response.each(ids, typed: \.rawValue, done: { statuses.isEmpty ? nil : response() }) { id in
      // A post that can't be read is refused by the server; otherwise, only the wording is less exact.
      if let status = try? await action.status(id) {
        if let refusal = refusal(status) { throw refusal }
        if isSet(status.displayed) { before.insert(status.displayed.id) }
      }
      let status = try await act(id).displayed
      statuses.append(status)
      action.changed(status)
    }
  }

  private static func name(of status: Status, me: Account.ID?) -> StyledText {
    if status.account.id == me { return "your post" }
    return StyledText(Sanitizer.oneLine(status.account.shownName), .name) + "'s post"
  }

  private static func policyText(_ status: Status) throws -> Response {
    guard let approval = status.quoteApproval else {
      throw AppError.validation(
        "Your server does not say who can quote that post.", suggestion: "It may not support quotes.")
    }
    func list(_ audiences: [QuoteApproval.Audience]) -> String {
      audiences.map { audience in
        switch audience {
        case .public: "anyone"
        case .followers: "followers"
        case .following: "accounts that the author follows"
        case .unsupportedPolicy, .unknown: "others"
        }
      }.joined(separator: ", ")
    }
    var sentences: [String] = []
    if !approval.automatic.isEmpty { sentences.append("Can be quoted by \(list(approval.automatic)).") }
    if !approval.manual.isEmpty { sentences.append("With the author's approval by \(list(approval.manual)).") }
    if sentences.isEmpty { sentences = ["Only the author can quote it."] }
    switch approval.currentUser {
    case .automatic: sentences.append("You can quote it.")
    case .manual: sentences.append("You can quote it, and the author has to approve.")
    case .denied: sentences.append("You can't quote it.")
    case .missing, .unknown: break
    }
    return .information(
      sentences.joined(separator: " "),
      data: [
        JSONValue.Member("id", .string(status.id.rawValue)),
        JSONValue.Member("automatic", .array(approval.automatic.map { .string($0.rawValue) })),
        JSONValue.Member("manual", .array(approval.manual.map { .string($0.rawValue) })),
      ])
  }

  /// The policy that an approval comes from; `nil` for one that can't be set here.
  private static func policy(of approval: QuoteApproval) -> QuotePolicy? {
    guard approval.manual.isEmpty else { return nil }
    return switch approval.automatic {
    case []: .nobody
    case let audiences where audiences.contains(.public): .public
    case [.followers]: .followers
    default: nil
    }
  }

  private static func meaning(of policy: QuotePolicy) -> String {
    switch policy {
    case .public: "Anyone can quote the post."
    case .followers: "Only your followers can quote the post."
    case .nobody: "Only you can quote the post."
    case .unknown: "Your server decides who can quote the post."
    }
  }
}
