public import FeatureKit
import MastodonKit
import TerminalKit

extension Profile {
  /// The feature as the root gets it: the commands that follow anyone from anywhere, and the previews.
  @MainActor
  public static func plugin(action: GlobalAction) -> Plugin {
    Plugin(id: "profile", title: "Profile", symbol: "@", verbs: globalVerbs(action), previews: { previews })
  }

  /// The profile screen as the root gets it.
  @MainActor
  public static func screen(model: Model, action: Action) -> Screen {
    screen(
      state: { model.state }, model: model, action: action, load: { await model.load() },
      prepare: { model.fit($0) })
  }

  /// The screen over any source of its state, for previews.
  @MainActor
  static func screen(
    state: @escaping @MainActor () -> State, model: AnyObject? = nil, action: Action,
    load: @escaping @MainActor () async -> Void = {},
    prepare: @escaping @MainActor (Layout) async -> Void = { _ in }
  ) -> Screen {
    Screen(
      id: "profile", subject: { state().id.rawValue }, model: model,
      label: { state().account.map { "@\($0.acct)" } ?? "profile" },
      document: { view(state(), layout: $0) }, verbs: { verbs(state(), action: action) }, load: load,
      prepare: prepare, failure: { state().posts.error })
  }

  /// The views of every fixture.
  @MainActor public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in screen(state: { state }, action: .fixtures.none) }
  }
}
