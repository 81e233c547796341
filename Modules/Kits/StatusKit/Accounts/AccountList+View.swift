public import FeatureKit
import MastodonKit
public import TerminalKit

extension AccountList {
  /// The screen as text.
  ///
  /// As JSON it is `{screen, total, has_older, cursor, items}`; ``AccountView`` documents an account, to which `reason` is added.
  public static func view(_ state: State, layout: Layout) -> Document {
    let blocks = state.accounts.blocks { accounts in
      guard !accounts.visible.isEmpty else {
        let text = accounts.isTop ? state.emptyText : "No accounts there."
        return [.paragraph(StyledText(text, .secondary))]
      }
      return accounts.visible.enumerated().map { index, row in
        .item(
          AccountView(row.account, relationship: row.relationship, layout: layout).row(number: index + 1, row.reason))
      }
    }
    let accounts = state.accounts.value ?? PagedAccounts()
    var document = Document(
      kind: state.kind, title: Document.Title(state.heading.title, note: note(state)), blocks: blocks,
      hint: hint(state),
      data: [
        JSONValue.Member("total", state.heading.total.map { .int($0) } ?? .null),
        JSONValue.Member("has_older", .bool(accounts.hasOlder)),
        JSONValue.Member("cursor", .optional(accounts.cursor)),
      ])
    if let command = state.command {
      document.neighbours = Document.Neighbours(
        older: accounts.cursor.map { command + state.range.words + ["--before", $0] }, newer: nil)
    }
    return document
  }

  /// The commands of the screen.
  @MainActor
  public static func verbs(_ state: State, action: Action) -> [Verb] {
    [
      Verb("older", aliases: ["more"], help: "Show the next accounts") {
        try await action.older() ? .screen : .toast(Toast(.information, "No more accounts."))
      },
      Verb("newer", help: "Show the accounts before") {
        try await action.newer() ? .screen : .toast(Toast(.information, "This is the beginning of the list."))
      },
      .refresh(help: "Fetch the list again", action.refresh),
    ]
  }

  /// The list as the root gets it.
  ///
  /// - Parameters:
  ///   - model: Its owner, which the screen retains.
  ///   - action: What can be asked for.
  ///   - verbs: The commands of this kind of list; they take precedence over the common ones.
  @MainActor
  public static func screen(
    model: Model, action: Action, verbs own: @escaping @MainActor () -> [Verb] = { [] }
  ) -> Screen {
    screen(
      state: { model.state }, model: model, action: action, verbs: own, load: { await model.load() },
      prepare: { layout in model.fit(layout) { view($0, layout: layout) } })
  }

  /// The screen over any source of its state, for previews.
  @MainActor
  public static func screen(
    state: @escaping @MainActor () -> State, model: AnyObject? = nil, action: Action,
    verbs own: @escaping @MainActor () -> [Verb] = { [] }, load: @escaping @MainActor () async -> Void = {},
    prepare: @escaping @MainActor (Layout) async -> Void = { _ in }
  ) -> Screen {
    Screen(
      id: state().kind, subject: { state().subject }, model: model, label: { state().heading.label },
      document: { view(state(), layout: $0) },
      verbs: {
        let own = own()
        return own + verbs(state(), action: action).filter { verb in !own.contains { $0.matches(verb.name) } }
      },
      load: load, prepare: prepare, failure: { state().accounts.error })
  }

  /// `21–40 of 132`, or `3` where all accounts are shown.
  private static func note(_ state: State) -> String? {
    guard let accounts = state.accounts.value, !accounts.visible.isEmpty else { return nil }
    guard accounts.startsAtTop else { return state.heading.total.map { "\($0) in all" } }
    let shown = accounts.shown
    guard accounts.hasOlder || !accounts.isTop else { return "\(max(shown.count, state.heading.total ?? 0))" }
    let numbers = shown.count == 1 ? "\(shown.upperBound)" : "\(shown.lowerBound + 1)–\(shown.upperBound)"
    guard let total = accounts.hasOlder ? state.heading.total : accounts.rows.count, total >= shown.upperBound else {
      return numbers
    }
    return "\(numbers) of \(total)"
  }

  private static func hint(_ state: State) -> StyledText? {
    switch state.accounts {
    case .idle, .loading: return nil
    case .failed: return StyledText("refresh · back", .hint)
    case .loaded(let accounts):
      let verbs = (accounts.hasOlder ? ["older"] : []) + (accounts.visible.isEmpty ? ["refresh"] : state.hint)
      return StyledText(verbs.joined(separator: " · "), .hint)
    }
  }
}

extension AccountView {
  /// The account as a row of a list: name and handle, the beginning of the bio or its counts, and why it is listed.
  public func row(number: Int?, _ reason: String? = nil) -> Item {
    var blocks: [Block] = [.paragraph(nameLine)]
    let bio = ExcerptText.cut(HTMLText.plainText(account.note), to: 72)
    let about = bio.isEmpty ? counts.prefix(3).joined(separator: " · ") : bio
    blocks.append(.paragraph(StyledText(about)))
    let states = [reason.map(SpokenText.oneLine)].compactMap(\.self) + (muteEnd.map { [$0] } ?? []) + relations
    if !states.isEmpty { blocks.append(.paragraph(StyledText(states.joined(separator: " · "), .secondary))) }
    let sentences = [
      SpokenText.name(account), SpokenText.handle(account.acct),
      bio.isEmpty ? counts.prefix(3).joined(separator: ", ") : SpokenText.namingEmoji(account.emojis, in: bio),
      SpokenText.capitalized((marks + states).joined(separator: ", ")),
    ]
    var members = [JSONValue.Member("reason", .optional(reason))]
    if case .object(let account) = data { members = account + members }
    return Item(
      number: number, blocks: blocks, spoken: Sentence.closed(Sentence.joined(sentences)),
      references: [.account(account.id)], data: .object(members))
  }

  private var muteEnd: String? {
    account.details?.muteExpiresAt.flatMap { RelativeTime($0, in: layout).remaining }.map { "muted for \($0.spoken)" }
  }
}
