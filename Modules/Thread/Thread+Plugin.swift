public import FeatureKit
import MastodonKit
public import StatusKit
import TerminalKit

@MainActor extension Thread {
  public static func plugin() -> Plugin {
    Plugin(id: "thread", title: "Thread", symbol: "↳", verbs: [], previews: { previews })
  }

  public static func screen(model: Model, status: StatusAction) -> Screen {
    Screen(
      id: "thread",
      subject: Screen.Subject(
        id: { model.state.focus.rawValue }, post: { Reference.status(model.state.focus) }, memento: { {} }),
      model: model, label: { label(model.state) }, document: { view(model.state, layout: $0) },
      verbs: { verbs(model, status) },
      content: Screen.Content(
        load: { await model.load() }, loadKept: { await model.loadKept() }, prepare: { model.fit($0) },
        failure: { model.state.failure }))
  }

  public static var previews: [Preview] {
    Preview.all(of: State.fixtures) { (state: State) in
      screen(
        model: Model(state: state, statuses: .fixtures.plain, branches: .none, in: .fixture()),
        status: .fixtures.none)
    }
  }

  private static func label(_ state: State) -> String {
    guard let status = state.list.status(state.focus) else { return "post" }
    return "post by \(status.account.shownName)"
  }
}
