public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Home {
  /// Home as the root gets it: the tab, the verbs that lead to its timelines, the previews.
  public static func plugin(model: Model, action: Action) -> Plugin {
    Plugin(
      id: "home", title: "Home", symbol: "⌂", tab: screen(model: model, action: action),
      verbs: verbs(leadingTo: model, action), previews: { previews + [compactPreview] + accountsPreviews })
  }

  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "home",
      subject: Screen.Subject(
        id: { model.state.subject }, post: { nil },
        memento: {
          let state = model.state
          return { model.restore(state) }
        }), model: model, label: { model.state.heading.label },
      document: { view(model.state, layout: $0) }, verbs: { verbs(model, action) },
      content: Screen.Content(
        load: { await model.load() }, loadKept: { await model.loadKept() }, prepare: { model.fit($0) },
        failure: { model.state.failure }))
  }

  public static var previews: [Preview] {
    Preview.all(of: fixtures) { (state: StatusTimeline.State) in
      screen(
        model: Model(
          state: state, timelines: .fixtures.offline, positions: .none, keepsPosition: { true }, in: .fixture()),
        action: .fixtures.none)
    }
  }

  /// Home with one line for each post, as after `set density compact`.
  private static var compactPreview: Preview {
    Preview(id: "compact") { layout in
      var layout = layout
      layout.density = .compact
      return view(fixtures.loaded, layout: layout)
    }
  }

  private static func verbs(leadingTo model: Model, _ action: Action) -> [Verb] {
    [
      Verb(
        "home", .timeline, .option("accounts", "all|@A,@B"), help: "Show posts from accounts you follow",
        discussion: """
          --accounts all shows the Home timelines of all accounts that you are signed in to as one, --accounts @A,@B those of \
          some. Each post says to which account it came, and what you do with its number is done as that account.

          \(TimelineOptions.discussion)
          """
      ) { options, accounts in
        if let accounts { try await action.accounts(accounts, options) } else { try await action.show(.home, options) }
      }.reading,
      verb("local", .local, help: "Show public posts from this server", action: action),
      verb("federated", aliases: ["fed"], .federated, help: "Show posts from all known servers", action: action),
      Verb(
        "unread", help: "Go to where you stopped reading Home",
        discussion: """
          Shows the oldest of the newer posts; newer goes on upwards, and older shows what you have read. Where you stopped is known to \
          your server too, so that it is the same on your phone if the app there keeps it as well.
          """
      ) { try await model.unread() ? action.select() : seenEverything }.reading,
      Verb(
        "fill", .progress, help: "Show every post of Home since you stopped reading",
        discussion:
          "Reads the posts between the newest page and the place where you stopped, at most \(Model.fillLimit)."
      ) { progress in try await model.fill(progress) ? action.select() : seenEverything }.reading,
    ]
  }

  private static var seenEverything: Response {
    .toast(Toast(.information, "You have seen every post of Home.", hint: "home"))
  }

  private static func verb(
    _ name: String, aliases: [String] = [], _ timeline: Timeline, help: String, action: Action
  ) -> Verb {
    Verb(name, aliases: aliases, .timeline, help: help, discussion: TimelineOptions.discussion) { options in
      try await action.show(timeline, options)
    }.reading
  }
}
