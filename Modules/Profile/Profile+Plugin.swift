public import FeatureKit
import MastodonKit
import TerminalKit

extension Profile {
  /// The feature as the root gets it: a profile has no tab and no commands of its own, only previews.
  @MainActor
  public static func plugin() -> Plugin {
    Plugin(id: "profile", title: "Profile", symbol: "@", previews: { previews })
  }

  /// The profile screen as the root gets it.
  @MainActor
  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "profile", model: model, label: { model.state.account.map { "@\($0.acct)" } ?? "profile" },
      document: { view(model.state, layout: $0) }, verbs: { verbs(model.state, action: action) },
      load: { await model.load() },
      failure: { model.state.posts.error })
  }

  /// The views of every fixture.
  @MainActor public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State, layout) in view(state, layout: layout) }
  }
}
