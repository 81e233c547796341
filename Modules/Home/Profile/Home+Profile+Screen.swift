public import FeatureKit
import MastodonKit
import TerminalKit

extension Home.Profile {
  /// The profile screen as the root gets it.
  @MainActor
  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "profile", model: model, label: { model.state.account.map { "@\($0.acct)" } ?? "profile" },
      document: { view(model.state, layout: $0) }, verbs: { verbs(model.state, action: action) },
      load: { await model.load() },
      failure: {
        if case .failed(let error) = model.state.phase { error } else { nil }
      })
  }

  /// The views of every fixture.
  @MainActor public static var previews: [Preview] {
    Preview.all(of: State.fixtures, prefix: "profile") { (state: State, layout) in view(state, layout: layout) }
  }
}
