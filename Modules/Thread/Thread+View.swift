public import FeatureKit
import MastodonKit
import StatusKit
public import TerminalKit

@MainActor extension Thread {
  public static func view(_ state: State, layout: Layout) -> Document {
    let rows = state.rows
    var blocks = state.conversation.blocks { _ in items(rows, of: state, layout: layout) }
    if state.pending != nil { blocks += [.blank, stillComing] }
    let note = state.unread.isEmpty ? nil : CountText.of(state.unread.count, "new reply", "new replies")
    var title = state.list.isEmpty ? "Thread" : "Thread · \(CountText.of(state.list.statuses.count, "post"))"
    if rows.count > 1, let opened = rows.firstIndex(where: { $0.index == state.tree.ancestors }) {
      title += " · opened: \(opened + 1)"
    }
    if let window = state.window { title += " · shown: \(window.lowerBound + 1)–\(window.upperBound)" }
    var data = [
      JSONValue.Member("focus", .string(state.focus.rawValue)), JSONValue.Member("unread", .int(state.unread.count)),
    ]
    data.append(JSONValue.Member("pending", .bool(state.pending != nil)))
    data.append(JSONValue.Member("read", .array(state.readBranches.map { .string($0.rawValue) })))
    if rows.count < state.list.statuses.count {
      // A script has no use for folds.
      let all = state.list.statuses.map { StatusView($0, number: nil, context: .thread, layout: layout).data }
      data.append(JSONValue.Member("items", .array(all)))
    }
    return Document(
      kind: "thread", title: Document.Title(title, note: note), blocks: blocks, hint: hint(state, rows: rows),
      data: data)
  }

  static let stillComing = Block.paragraph(
    StyledText("The server is still fetching replies from other servers.", .secondary))

  static func verbs(_ model: Model, _ status: StatusAction) -> [Verb] {
    let state = model.state
    let numbered = state.rows.map { state.list.statuses[$0.index].displayed.id }
    return [
      Verb("unfold", .optionalStatus, help: "Show the replies folded below a post, or all") { id in
        try model.fold(id, false)
        return .screen
      }.reading,
      Verb("fold", .optionalStatus, help: "Fold the replies below a post, or all") { id in
        try model.fold(id, true)
        return .screen
      }.reading,
      Verb(
        "read", .optionalStatus, help: "Mark the replies below a post as read, or all, and fold them",
        discussion: """
          The mark is kept on this machine: Mastodon has none for parts of a thread. The branch stays folded when you open \
          the thread again, until somebody replies in it; the replies that you have not read are then marked as new. \
          unfold N shows the branch and removes the mark.
          """
      ) { id in
        let count = try model.markRead(id)
        let number = id.flatMap { id in numbered.firstIndex(of: id) }.map { " \($0 + 1)" } ?? ""
        return .screenAfter(
          Toast(
            .success, StyledText("Marked \(CountText.of(count, "reply", "replies")) as read."),
            offering: "unfold\(number)"))
      },
      Verb("newer", aliases: ["more"], help: "Show the posts below") {
        model.turn(down: true) ? .screen : .toast(Toast(.information, "No posts below.", hint: "refresh"))
      }.reading,
      Verb("older", help: "Show the posts above") {
        model.turn(down: false) ? .screen : .toast(Toast(.information, "No posts above."))
      }.reading,
      .refresh(help: "Fetch the thread again", model.refresh),
    ] + StatusVerbs(numbered: numbered, action: status).verbs
  }

  private static func items(_ rows: [Tree.Row], of state: State, layout: Layout) -> [Block] {
    let statuses = state.list.statuses
    var met: Set<Account.ID> = []
    let window = state.window ?? rows.indices
    return rows.enumerated().filter { window.contains($0.offset) }.map { number, row in
      let status = statuses[row.index]
      var options = state.list.options(at: row.index)
      options.branch = row.branch
      options.showsReplyTarget = false
      // In a conversation a handle is worth reading once.
      options.showsHandle = met.insert(status.account.id).inserted
      options.answers = row.parent.map { parent in
        StatusView.Answer(
          number: rows.firstIndex { $0.index == parent }.map { $0 + 1 }, name: statuses[parent].account.shownName)
      }
      options.answersUnseen = row.isDetached
      options.isNew = state.new.contains(status.id)
      if row.index == state.tree.ancestors, rows.count > 1 {
        options.isOpened = true
        if row.index > 0 { options.mark = StyledText("›", .accent, spoken: "") }
      }
      if row.folded > 0 {
        let state = state.isRead(row.index) ? "read" : "folded"
        let words = "+ \(CountText.of(row.folded, "reply", "replies")) \(state), unfold \(number + 1)"
        options.note = StyledText(words, .hint, spoken: "\(words.dropFirst(2))")
      }
      let view = StatusView(status, number: number + 1, context: .thread, layout: layout, options: options)
      return .item(view.item)
    }
  }

  private static func hint(_ state: State, rows: [Tree.Row]) -> StyledText? {
    switch state.conversation {
    case .idle, .loading: return nil
    case .failed: return StyledText("refresh · back", .hint)
    case .loaded: break
    }
    var verbs = ["reply N", "boost N", "fav N", "open N"]
    if let window = state.window {
      if window.lowerBound > 0 { verbs.insert("older", at: 0) }
      if window.upperBound < rows.count { verbs.insert("newer", at: 0) }
    }
    if rows.contains(where: { $0.folded > 0 }) { verbs.append("unfold N") }
    // Where there is little, nobody needs to know what was read.
    if state.list.statuses.count > 10 { verbs.append("read N") }
    if !state.unread.isEmpty { verbs.insert("refresh", at: 0) }
    return StyledText(verbs.joined(separator: " · "), .hint)
  }
}
