public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Home.Thread {
  /// The thread screen as the root gets it.
  @MainActor
  public static func screen(model: Model, action: Action) -> Screen {
    Screen(
      id: "thread", model: model, label: { label(model.state) }, document: { view(model.state, layout: $0) },
      verbs: { verbs(model.state, action: action) }, load: { await model.load() },
      failure: {
        if case .failed(let error) = model.state.phase { error } else { nil }
      })
  }

  /// The views of every fixture.
  @MainActor public static var previews: [Preview] {
    Preview.all(of: State.fixtures, prefix: "thread") { (state: State, layout) in view(state, layout: layout) }
  }

  private static func label(_ state: State) -> String {
    guard let status = state.list.status(state.focus) else { return "post" }
    return "post by \(status.account.shownName)"
  }
}
