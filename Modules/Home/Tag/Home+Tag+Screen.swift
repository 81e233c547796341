public import FeatureKit
import MastodonKit
import TerminalKit

extension Home.Tag {
  /// The screen of a hashtag as the root gets it.
  @MainActor
  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "tag", model: model, label: { "#\(model.state.shownName)" },
      document: { view(model.state, layout: $0) }, verbs: { verbs(model.state, action: action) },
      load: { await model.load() },
      failure: {
        if case .failed(let error) = model.state.phase { error } else { nil }
      })
  }

  /// The views of every fixture.
  @MainActor public static var previews: [Preview] {
    Preview.all(of: State.fixtures, prefix: "tag") { (state: State, layout) in view(state, layout: layout) }
  }
}
