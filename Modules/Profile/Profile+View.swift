public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

extension Profile {
  /// The profile screen as text.
  public static func view(_ state: State, layout: Layout) -> Document {
    let isNewest = state.posts.value?.isNewest ?? true
    var blocks: [Block] = []
    var data: [JSONValue.Member] = []
    if let account = state.account {
      let view = AccountView(account, relationship: state.relationship, isMe: state.isMe, layout: layout)
      if isNewest { blocks += view.header + [.blank] }
      data.append(JSONValue.Member("account", view.data))
    }
    blocks += state.posts.blocks { page in
      page.closing(
        page.list.blocks(context: .account, layout: layout, isOldestFirst: page.isOldestFirst), options: state.options,
        emptyText: "No posts.")
    }
    data += state.posts.pageData
    var title = "Profile"
    if let account = state.account { title += " · \(account.shownName)" }
    if !isNewest { title += " · older posts" }
    var document = Document(
      kind: "profile", title: Document.Title(title), blocks: blocks, hint: hint(state), data: data)
    document.neighbours = state.posts.value?.neighbours(of: ["profile", state.id.rawValue], state.options)
    return document
  }

  /// The commands of the profile screen.
  @MainActor
  public static func verbs(_ state: State, action: Action) -> [Verb] {
    [
      .older(action.older), .newer(action.newer),
      .refresh(help: "Fetch the account and its newest posts again", action.refresh),
      Verb("follow", help: "Follow this account") {
        followed(state, try await action.follow(state.id, true))
      },
      Verb("unfollow", help: "Unfollow this account") {
        guard state.account?.locked == true, state.relationship?.following == true else {
          return unfollowed(state, try await action.follow(state.id, false))
        }
        // Not to be undone by oneself: the account lets people in one by one.
        return .confirm(
          Confirmation("Unfollow \(name(state))? Following again needs their approval.") {
            unfollowed(state, try await action.follow(state.id, false))
          })
      },
    ] + StatusVerbs(numbered: state.list.numbered, action: action.status).verbs
  }

  /// The toast for the server's response, which may differ from what was requested.
  static func followed(_ state: State, _ answer: Relationship, hint object: String = "") -> Response {
    let before = state.relationship
    let name = name(state)
    let (follow, unfollow) = ("follow" + object, "unfollow" + object)
    if answer.following {
      return toast(
        before?.following == true ? "You already follow \(name)." : "Followed \(name).", unfollow, answer)
    }
    if answer.requested {
      let isOld = before?.requested == true
      return toast(
        isOld ? "Your follow request to \(name) is still pending." : "Follow request sent to \(name).", unfollow,
        answer)
    }
    return toast("You do not follow \(name): the server did not confirm it.", follow, answer, .warning)
  }

  static func unfollowed(_ state: State, _ answer: Relationship, hint object: String = "") -> Response {
    let before = state.relationship
    let name = name(state)
    let (follow, unfollow) = ("follow" + object, "unfollow" + object)
    if answer.following {
      return toast("You still follow \(name): the server did not confirm the change.", unfollow, answer, .warning)
    }
    if answer.requested {
      return toast("Your follow request to \(name) is still pending.", unfollow, answer, .warning)
    }
    if before?.following == true { return toast("Unfollowed \(name).", follow, answer) }
    if before?.requested == true { return toast("Withdrew your follow request to \(name).", follow, answer) }
    return toast("You do not follow \(name).", follow, answer, .information)
  }

  private static func toast(
    _ words: String, _ hint: String, _ answer: Relationship, _ kind: Toast.Kind = .success
  ) -> Response {
    .toast(Toast(kind, StyledText(words), hint: hint, data: data(answer)))
  }

  private static func data(_ relationship: Relationship) -> [JSONValue.Member] {
    [
      JSONValue.Member("following", .bool(relationship.following)),
      JSONValue.Member("requested", .bool(relationship.requested)),
    ]
  }

  static func name(_ state: State) -> String { state.account?.shownName ?? "this account" }

  private static func hint(_ state: State) -> StyledText? {
    switch state.posts {
    case .idle, .loading: return nil
    case .failed: return StyledText("refresh · back", .hint)
    case .loaded: break
    }
    var verbs = state.list.isEmpty ? ["refresh"] : ["open N", "reply N", "boost N", "fav N"]
    if state.posts.value?.hasOlder == true { verbs.insert("older", at: 0) }
    if !state.isMe, let relationship = state.relationship, !relationship.blocking {
      verbs.insert(relationship.following || relationship.requested ? "unfollow" : "follow", at: 0)
    }
    return StyledText(verbs.joined(separator: " · "), .hint)
  }
}
