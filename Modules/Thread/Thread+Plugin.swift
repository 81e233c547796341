public import FeatureKit
import MastodonKit
import StatusKit
import TerminalKit

extension Thread {
  @MainActor
  public static func plugin() -> Plugin {
    Plugin(id: "thread", title: "Thread", symbol: "↳", previews: { previews })
  }

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
      id: "thread", subject: { state().focus.rawValue }, post: { Reference.status(state().focus) },
      model: model, label: { label(state()) },
      document: { view(state(), layout: $0) },
      verbs: { verbs(state(), action: action) }, load: load, prepare: prepare,
      failure: { state().conversation.error })
  }

  @MainActor public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in screen(state: { state }, action: .fixtures.none) }
  }

  private static func label(_ state: State) -> String {
    guard let status = state.list.status(state.focus) else { return "post" }
    return "post by \(status.account.shownName)"
  }
}
