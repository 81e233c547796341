public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

@MainActor extension Thread {
  public static func plugin() -> Plugin {
    Plugin(id: "thread", title: "Thread", symbol: "↳", previews: { previews })
  }

  public static func screen(model: Model, action: Action) -> Screen {
    screen(state: { model.state }, model: model, action: action)
  }

  /// The screen over any source of its state, for previews.
  static func screen(state: @escaping @MainActor () -> State, model: Model? = nil, action: Action) -> Screen {
    Screen(
      id: "thread", subject: { state().focus.rawValue }, post: { Reference.status(state().focus) },
      model: model, label: { label(state()) },
      document: { view(state(), layout: $0) },
      verbs: { verbs(state(), action: action) }, load: { await model?.load() },
      loadKept: { await model?.loadKept() }, prepare: { model?.fit($0) },
      failure: { state().conversation.error })
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in screen(state: { state }, action: .fixtures.none) }
  }

  private static func label(_ state: State) -> String {
    guard let status = state.list.status(state.focus) else { return "post" }
    return "post by \(status.account.shownName)"
  }
}
