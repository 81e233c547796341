public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Notifications {
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "notifications", title: "Notifications", symbol: "★", tab: screen(model: model, action: action),
      verbs: [showVerb(model, action)], previews: { previews + accountsPreviews })
  }

  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "notifications", model: model, label: { label(model.state) }, document: { view(model.state, layout: $0) },
      verbs: { verbs(model, action) },
      content: Screen.Content(
        load: { await model.load() }, loadKept: { await model.loadKept() }, prepare: { model.fit($0) },
        failure: { failure(model.state) }))
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      screen(
        model: Model(
          state: state, service: .fixtures.offline,
          visitOptions: { VisitOptions(marksRead: false, countsUnread: false) }), action: .fixtures.none)
    }
  }

  /// The label of the tab: `notifications`, with the number of those that were not shown yet.
  static func label(_ state: State) -> String {
    state.unseenCount > 0 && state.phase != .idle ? "notifications (\(state.unseenCount))" : "notifications"
  }

  private static func failure(_ state: State) -> AppError? {
    if case .failed(let error) = state.phase { error } else { nil }
  }

  private static func showVerb(_ model: Model, _ action: Action) -> Verb {
    Verb(
      "notifications", aliases: ["notifs"], Parameter<[NotificationCategory]>.categories("only"), .categories("except"),
      .flag("unread"), .range, .flag("mark-read"), .option("accounts", "all|@A,@B"),
      help: "Show your notifications",
      discussion: """
        New notifications are marked with •. Those shown on a terminal count as read the next time. Scripts and --json \
        mark nothing as read unless --mark-read is given.

        KINDS are separated by commas. A list of some kinds marks nothing as read. The setting hidden-notifications names kinds that are left out unless --only asks for them.

        --accounts all shows those of all accounts that you are signed in to as one list, --accounts @A,@B those of some, and marks \
        nothing as read. Each says to which account it came, and what you do with its number is done as that account.

        \(ListRange.discussion)
        """
    ) { only, except, onlyUnread, range, marksRead, accounts in
      if let both = only.first(where: except.contains) {
        throw AppError.usage(
          "--only and --except both name \(both.rawValue).", suggestion: "Name each kind in one of them.")
      }
      if let accounts {
        guard !onlyUnread, !marksRead else {
          throw AppError.usage(
            "--\(onlyUnread ? "unread" : "mark-read") and --accounts can't be combined.",
            suggestion: "Leave out one of them.")
        }
        return try await action.accounts(
          accounts, Choice(only: only, except: except).query, TimelineOptions(range: range))
      }
      return action.select().then {
        if marksRead { model.markNextVisit() }
        try await model.refresh(Choice(only: only, except: except, onlyUnread: onlyUnread), range: range)
        // The command's own request, which a dry run lists.
        if marksRead { await model.markShown() }
        return .screen
      }
    }
  }

  private static func verbs(_ model: Model, _ action: Action) -> [Verb] {
    // Those of one account are a look at a part of the list: what concerns the whole of it is done there.
    allVerbs(model, action).filter { model.state.choice.account == nil || !["clear", "read"].contains($0.name) }
  }

  private static func allVerbs(_ model: Model, _ action: Action) -> [Verb] {
    [
      Verb(
        "open", Parameter<Reference>.reference(kinds: [.status, .account]),
        help: "Show the post and its replies, or the account"
      ) { reference in
        if reference.kind == .account { return try await action.profile(Account.ID(reference.id)) }
        return try await action.open(Status.ID(reference.id))
      },
      Verb.reply { try await action.reply($0, $1, $2) },
      Verb("profile", Parameter<Account.ID>.account, help: "Show the account's profile") { id in
        try await action.profile(id)
      },
      Verb(
        "dismiss", Parameter<[MastodonKit.Notification.ID]>.notifications, help: "Dismiss notifications",
        discussion: """
          A row of several notifications is dismissed as a whole, after a question.
          """
      ) { ids in
        try await dismissal(of: ids, in: model.state) { try await model.dismiss($0) }
      },
      Verb("clear", help: "Delete all notifications (asks first)") { confirmClearing(model) },
      Verb("read", help: "Mark all notifications as read") {
        let count = try await model.read()
        return .success(count == 0 ? "No new notifications." : "Marked \(CountText.of(count, "notification")) as read.")
      },
      Verb("refresh", help: "Fetch the notifications again") {
        try await model.refresh()
        return .screen
      }.reading,
      Verb("older", aliases: ["more"], help: "Show older notifications") {
        guard try await model.older() else { return .toast(Toast(.information, "No older notifications.")) }
        return .screen
      }.reading,
      Verb("newer", help: "Show newer notifications") {
        guard try await model.newer() else { return .toast(Toast(.information, "No newer notifications.")) }
        return .screen
      }.reading,
    ]
  }

  /// Dismisses notifications with those of their rows, after a question if these are more.
  public static func dismissal(
    of ids: [MastodonKit.Notification.ID], in state: State,
    _ dismiss: @escaping @MainActor ([MastodonKit.Notification.ID]) async throws -> Int
  ) async throws -> Response {
    // Only what is on the page is counted, so that the confirmed number is the dismissed one.
    let several = state.withOlderInRow(ids).reduce(0) { $0 + ($1.group?.count ?? 1) }
    guard several > ids.count else { return dismissed(try await dismiss(ids)) }
    let rows = ids.count == 1 ? "this row" : "these \(ids.count) rows"
    return .confirm(
      Confirmation("Dismiss all \(several) notifications of \(rows)? This can't be undone.") {
        dismissed(try await dismiss(ids))
      })
  }

  static func dismissed(_ count: Int) -> Response {
    .success("Dismissed \(CountText.of(count, "notification")).")
  }

  private static func confirmClearing(_ model: Model) -> Response {
    if model.state.notifications.isEmpty, model.state.phase == .loaded {
      return .toast(Toast(.information, "No notifications."))
    }
    return .confirm(
      Confirmation("Delete all notifications, including older ones? This can't be undone.") {
        try await model.clear()
        return .toast(Toast(.success, "Deleted all notifications."))
      })
  }
}
