public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

@MainActor extension Profile {
  public static func view(_ state: State, layout: Layout) -> Document {
    let isNewest = state.posts.page.value?.isNewest ?? true
    var blocks: [Block] = []
    var data: [JSONValue.Member] = []
    if let account = state.account {
      let view = AccountView(account, relationship: state.relationship, isMe: state.isMe, layout: layout)
      if isNewest { blocks += view.header + (state.section == .about ? about(state) : [.blank]) }
      data += [
        JSONValue.Member("account", view.data), JSONValue.Member("section", .string(state.section.rawValue)),
        JSONValue.Member("pinned", .array(state.shownPinned.numbered.map { .string($0.rawValue) })),
        JSONValue.Member("featured_tags", .array(state.featuredTags.map { .string($0.name) })),
        JSONValue.Member("familiar_followers", .array(state.familiar.map(AccountView.brief))),
        JSONValue.Member("featured_accounts", .array(state.featured.map(AccountView.brief))),
        JSONValue.Member(
          "collections", .array(state.collections.map { ["id": .string($0.id.rawValue), "name": .string($0.name)] })),
        JSONValue.Member(
          "lists", .array(state.lists.map { ["id": .string($0.id.rawValue), "title": .string($0.title)] })),
      ]
    }
    // Why there are no posts is said below.
    if state.account == nil || state.posts.page.error == nil { blocks += posts(of: state, layout: layout) }
    data += state.posts.postData
    var title = "Profile"
    if let account = state.account { title += " · \(account.shownName)" }
    if state.section != .all { title += " · \(state.section.rawValue)" }
    if let tag = state.tag { title += " · #\(tag)" }
    if !isNewest { title += " · older posts" }
    var document = Document(
      kind: "profile", title: Document.Title(title), blocks: blocks, hint: hint(state), data: data)
    document.neighbours = state.posts.neighbours
    return document
  }

  private static func posts(of state: State, layout: Layout) -> [Block] {
    state.posts.page.blocks { page in
      guard state.section != .about else { return [] }
      let pinned = state.shownPinned
      let posts = page.closing(
        page.list.blocks(context: .account, layout: layout, isOldestFirst: page.isOldestFirst),
        options: state.posts.options, emptyText: state.posts.emptyText)
      guard !pinned.isEmpty else { return posts }
      return [.paragraph(StyledText("Pinned", .secondary)), .blank]
        + pinned.blocks(context: .account, layout: layout) + [
          .blank, .paragraph(StyledText("Posts", .secondary)), .blank,
        ]
        + posts.map { $0.numbered(from: pinned.statuses.count) }
    }
  }

  static func verbs(_ model: Model, _ status: StatusAction) -> [Verb] {
    let state = model.state
    return [
      .older(model.older), .newer(model.newer),
      .refresh(help: "Fetch the account and its newest posts again", model.refresh),
      Verb("follow", help: "Follow this account") {
        followed(state, try await model.setFollowing(state.id, true))
      }.undone(by: "unfollow"),
      Verb("unfollow", help: "Unfollow this account") {
        guard state.account?.locked == true, state.relationship?.following == true else {
          return unfollowed(state, try await model.setFollowing(state.id, false))
        }
        // Not to be undone by oneself: the account lets people in one by one.
        return .confirm(
          Confirmation("Unfollow \(name(state))? Following again needs their approval.") {
            unfollowed(state, try await model.setFollowing(state.id, false))
          })
      }.undone(by: "follow"),
    ] + StatusVerbs(numbered: state.numbered, action: status).verbs
  }

  /// The toast for the server's response, which may differ from what was requested.
  static func followed(_ state: State, _ answer: Relationship) -> Response {
    let before = state.relationship
    let name = name(state)
    if answer.following {
      return toast(
        state, before?.following == true ? "You already follow \(name)." : "Followed \(name).", "unfollow", answer)
    }
    if answer.requested {
      let isOld = before?.requested == true
      return toast(
        state, isOld ? "Your follow request to \(name) is still pending." : "Follow request sent to \(name).",
        "unfollow",
        answer)
    }
    return toast(state, "You do not follow \(name): the server did not confirm it.", "follow", answer, .warning)
  }

  static func unfollowed(_ state: State, _ answer: Relationship) -> Response {
    let before = state.relationship
    let name = name(state)
    if answer.following {
      return toast(
        state, "You still follow \(name): the server did not confirm the change.", "unfollow", answer, .warning)
    }
    if answer.requested {
      return toast(state, "Your follow request to \(name) is still pending.", "unfollow", answer, .warning)
    }
    let again = before?.followingAgain
    if before?.following == true { return toast(state, "Unfollowed \(name).", "follow", answer, undo: again) }
    if before?.requested == true {
      return toast(state, "Withdrew your follow request to \(name).", "follow", answer, undo: again)
    }
    return toast(state, "You do not follow \(name).", "follow", answer, .information)
  }

  private static func toast(
    _ state: State, _ words: String, _ next: String, _ answer: Relationship, _ kind: Toast.Kind = .success,
    undo: [String]? = nil
  ) -> Response {
    let account = state.account.map { "@\($0.acct)" } ?? state.id.rawValue
    let undo = (undo ?? ["\(next) %"]).map { Hint.Command($0.replacing("%", with: account, maxReplacements: 1)) }
    // Only what succeeded can be taken back, from any screen.
    return .toast(
      Toast(
        kind, StyledText(words), hint: Hint([Hint.Command(next)]), data: data(answer),
        undo: kind == .success ? Toast.Undo(undo) : nil))
  }

  private static func data(_ relationship: Relationship) -> [JSONValue.Member] {
    [
      JSONValue.Member("following", .bool(relationship.following)),
      JSONValue.Member("requested", .bool(relationship.requested)),
    ]
  }

  /// The account's recommendations and followers.
  private static func about(_ state: State) -> [Block] {
    var blocks: [Block] = []
    if !state.featuredTags.isEmpty {
      let names = state.featuredTags.map { "#" + ExcerptText.cut($0.name, to: 60) }.joined(separator: " ")
      blocks.append(.paragraph(StyledText("Features ", .secondary) + StyledText(names)))
    }
    func add(_ beginning: String, _ names: [String], _ end: String) {
      guard !names.isEmpty else { return }
      let shown = names.prefix(3).map { ExcerptText.cut($0, to: 40) }
      let more = names.count - shown.count
      let text = shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
      blocks.append(
        .paragraph(StyledText("\(beginning) ", .secondary) + StyledText(text) + StyledText(end, .secondary)))
    }
    add("Features the accounts", state.featured.map(\.shownName), ".")
    add("Recommends in collections:", state.collections.map(\.name), ".")
    add("Followed by", state.familiar.map(\.shownName), ", whom you follow.")
    add(state.lists.count == 1 ? "In your list" : "In your lists", state.lists.map(\.title), ".")
    let hidden = state.account?.details?.hiddenParts ?? []
    add("Hidden here:", ProfilePart.allCases.filter(hidden.contains).map(\.noun), ".")
    return blocks
  }

  static func name(_ state: State) -> String { state.account?.shownName ?? "this account" }

  private static func hint(_ state: State) -> StyledText? {
    switch state.posts.page {
    case .idle, .loading: return nil
    case .failed: return StyledText("refresh · back", .hint)
    case .loaded: break
    }
    guard state.section != .about else { return StyledText("profile @\(state.account?.acct ?? "") · back", .hint) }
    var verbs = state.list.isEmpty ? ["refresh"] : ["open N", "reply N", "boost N", "fav N"]
    if state.posts.page.value?.hasOlder == true { verbs.insert("older", at: 0) }
    if !state.isMe, let relationship = state.relationship, !relationship.blocking {
      verbs.insert(relationship.following || relationship.requested ? "unfollow" : "follow", at: 0)
    }
    return StyledText(verbs.joined(separator: " · "), .hint)
  }
}

extension ProfilePart {
  fileprivate var noun: String {
    switch self {
    case .media: "media"
    case .mediaReplies: "replies among the media"
    case .featured: "featured accounts and hashtags"
    }
  }
}

extension Block {
  /// The block with its item's number raised.
  fileprivate func numbered(from count: Int) -> Block {
    guard case .item(var item) = self, let number = item.number else { return self }
    item.number = number + count
    return .item(item)
  }
}
