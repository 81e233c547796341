public import FeatureKit
import MastodonKit
import TerminalKit

extension Home {
  /// Home as the root gets it: the tab, the verbs that lead to its timelines, the previews.
  @MainActor
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "home", title: "Home", symbol: "⌂", tab: screen(model: model, action: action),
      verbs: verbs(action: action), previews: { previews })
  }

  /// The timeline screen.
  @MainActor
  public static func screen(model: Model, action: Action) -> Screen {
    screen(
      state: { model.state }, model: model, action: action, load: { await model.load() },
      prepare: { model.fit($0) },
      memento: {
        let state = model.state
        return { model.restore(state) }
      })
  }

  /// The screen over any source of its state, for previews.
  @MainActor
  static func screen(
    state: @escaping @MainActor () -> State, model: AnyObject? = nil, action: Action,
    load: @escaping @MainActor () async -> Void = {},
    prepare: @escaping @MainActor (Layout) async -> Void = { _ in },
    memento: @escaping @MainActor () -> @MainActor () -> Void = { {} }
  ) -> Screen {
    Screen(
      id: "home", subject: { state().timeline.label }, model: model, label: { state().timeline.label },
      document: { view(state(), layout: $0) },
      verbs: { verbs(state(), action: action) }, load: load, prepare: prepare, failure: { state().posts.error },
      memento: memento)
  }

  /// The views of every fixture.
  @MainActor public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in screen(state: { state }, action: .fixtures.none) }
  }

  @MainActor
  private static func verbs(action: Action) -> [Verb] {
    [
      verb("home", .home, help: "Show posts from accounts you follow", action: action),
      verb("local", .local, help: "Show public posts from this server", action: action),
      verb("federated", aliases: ["fed"], .federated, help: "Show posts from all known servers", action: action),
      Verb(
        "unread", help: "Go to where you stopped reading Home",
        discussion: """
          Shows the oldest of the newer posts; newer goes on upwards, and older shows what you have read. Where you stopped is known to \
          your server too, so that it is the same on your phone if the app there keeps it as well.
          """
      ) { try await action.unread() ? .screen : seenEverything },
      Verb(
        "fill", .progress, help: "Show every post of Home since you stopped reading",
        discussion:
          "Reads the posts between the newest page and the place where you stopped, at most \(Model.fillLimit)."
      ) { progress in try await action.fill(progress) ? .screen : seenEverything },
    ]
  }

  private static var seenEverything: Response {
    .toast(Toast(.information, "You have seen every post of Home.", hint: "home"))
  }

  @MainActor
  private static func verb(
    _ name: String, aliases: [String] = [], _ timeline: Timeline, help: String, action: Action
  ) -> Verb {
    Verb(name, aliases: aliases, .timeline, help: help, discussion: TimelineOptions.discussion) { options in
      try await action.show(timeline, options)
      return .screen
    }
  }
}
