public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Notifications {
  /// Makes the feature: its tab, its verb everywhere, and its previews.
  @MainActor
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "notifications", title: "Notifications", symbol: "★", tab: screen(model: model, action: action),
      verbs: [showVerb(action)], previews: { previews })
  }

  /// The list as a screen.
  @MainActor
  public static func screen(model: Model, action: Action) -> Screen {
    screen(state: { model.state }, model: model, action: action, load: { await model.load() })
  }

  /// The screen over any source of its state, for previews.
  @MainActor
  static func screen(
    state: @escaping @MainActor () -> State, model: AnyObject? = nil, action: Action,
    load: @escaping @MainActor () async -> Void = {}
  ) -> Screen {
    Screen(
      id: "notifications", model: model, label: { label(state()) }, document: { view(state(), layout: $0) },
      verbs: { verbs(state(), action: action) }, load: load, failure: { failure(state()) })
  }

  /// The list in every state.
  @MainActor
  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in screen(state: { state }, action: .fixtures.idle) }
  }

  /// `notifications`, with the number of those that were not shown yet.
  static func label(_ state: State) -> String {
    state.unseenCount > 0 && state.phase != .idle ? "notifications (\(state.unseenCount))" : "notifications"
  }

  private static func failure(_ state: State) -> AppError? {
    if case .failed(let error) = state.phase { error } else { nil }
  }

  @MainActor
  private static func showVerb(_ action: Action) -> Verb {
    Verb(
      "notifications", aliases: ["notifs"], Parameter<Int?>.integerOption("limit", 1...80), .flag("mark-read"),
      help: "Show what happened to you",
      discussion: """
        What is new is marked with •. What was shown on a terminal counts as read the next time. In a script and with \
        --json nothing is marked as read unless --mark-read is given.
        """
    ) { limit, marks in
      try await action.show(limit, marks)
      return .screen
    }
  }

  /// What can be done on the screen.
  @MainActor
  public static func verbs(_ state: State, action: Action) -> [Verb] {
    [
      Verb(
        "open", Parameter<Reference>.reference(kinds: [ReferenceKind.status, ReferenceKind.account]),
        help: "Show the post that it is about, with its replies, or the account"
      ) { reference in
        if reference.kind == ReferenceKind.account {
          try await action.profile(Account.ID(reference.id))
        } else {
          try await action.open(Status.ID(reference.id))
        }
        return .screen
      },
      Verb.reply { try await action.reply($0, $1, $2) },
      Verb("profile", Parameter<Account.ID>.account, help: "Show the account that did it") { id in
        try await action.profile(id)
        return .screen
      },
      Verb(
        "dismiss", Parameter<[MastodonKit.Notification.ID]>.notifications, help: "Take notifications away for good",
        discussion: """
          A row that stands for several goes as a whole, after a question. Without a number it is about what failed, as \
          everywhere: that is forgotten.
          """
      ) { ids in
        // Of what is on the page, so that what is asked about is what goes.
        let several = state.meant(by: ids).count
        guard several > ids.count else { return try await dismiss(ids, action) }
        let rows = ids.count == 1 ? "This row stands" : "These \(ids.count) rows stand"
        return .confirm(
          Confirmation("\(rows) for \(several) notifications. Dismiss them all? They cannot be brought back.") {
            try await dismiss(ids, action)
          })
      },
      Verb("clear", help: "Take all notifications away for good, after a question") { confirmClearing(state, action) },
      Verb("read", help: "Mark everything as read") {
        let count = try await action.read()
        return .toast(
          Toast(.success, StyledText(count == 0 ? "Nothing was new." : "Marked \(count) as read.")))
      },
      Verb("refresh", help: "Ask the server again") {
        try await action.refresh()
        return .screen
      },
      Verb("older", aliases: ["more"], help: "Show the older ones") {
        guard try await action.older() else { return .toast(Toast(.information, "There are no older notifications.")) }
        return .screen
      },
    ]
  }

  @MainActor
  private static func dismiss(_ ids: [MastodonKit.Notification.ID], _ action: Action) async throws -> Response {
    dismissed(try await action.dismiss(ids))
  }

  static func dismissed(_ count: Int) -> Response {
    .toast(Toast(.success, StyledText("Dismissed \(CountText.of(count, "notification")).")))
  }

  @MainActor
  private static func confirmClearing(_ state: State, _ action: Action) -> Response {
    let count = state.notifications.count
    if count == 0, state.phase == .loaded { return .toast(Toast(.information, "There is nothing to clear.")) }
    let rows = State(notifications: state.notifications).rows.count
    let inRows = rows == count ? "" : " in \(CountText.of(rows, "row"))"
    let listed = count == 0 ? "" : ", the \(count) listed here\(inRows) and all older ones"
    return .confirm(
      Confirmation("Clear all notifications\(listed)? They cannot be brought back.") {
        try await action.clear()
        return .toast(Toast(.success, "All notifications are cleared."))
      })
  }
}
