public import FeatureKit
import MastodonKit
import StatusKit

extension Lists.Membership {
  /// The command that opens the screen.
  @MainActor
  static func verb(_ action: Action) -> Verb {
    Verb(
      "who", .account, help: "Show which of your lists hold an account",
      discussion: "N is @name, a profile's link, a number in a list, or the number of a post, whose author is meant."
    ) { id in try await action.show(id) }.reading
  }

  /// The screen as the root gets it.
  @MainActor
  public static func screen(model: Model) -> Screen {
    Screen(
      id: "who", subject: .named { model.state.id.rawValue }, model: model,
      label: { model.state.account.map { "who \(handle($0))" } ?? "who" },
      document: { view(model.state, layout: $0) },
      verbs: { [.refresh(help: "Show the lists again", model.refresh)] },
      content: Screen.Content(load: model.load, failure: { model.state.lists.error ?? model.state.missing }))
  }

  /// One preview for each fixture.
  @MainActor static var previews: [Preview] {
    Preview.all(of: State.fixtures, prefix: "who") { (state: State) in
      screen(model: Model(state: state, service: .fixtures) { _ in Account.fixtures.rook })
    }
  }
}
