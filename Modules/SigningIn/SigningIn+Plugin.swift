public import FeatureKit
import TerminalKit

@MainActor extension SigningIn {
  public static func plugin() -> Plugin {
    Plugin(id: "sign-in", title: "Sign in", symbol: "⚿", verbs: [], previews: { previews })
  }

  /// Creates the sheet; Return on an empty line signs in.
  public static func screen(model: FormModel, action: Action) -> Screen {
    Screen(
      id: "sign-in", model: model, label: { "sign in" }, document: { view(model.state, layout: $0) },
      verbs: { [verb(model, action)] + Form.fieldVerbs(model, response: { _ in nil }) },
      input: Screen.Input(unsaved: { nil }, onReturn: { model.state.problem == nil ? finish.verb : nil }))
  }

  private static func verb(_ model: FormModel, _ action: Action) -> Verb {
    Verb(finish.verb, aliases: ["save"], help: "Open the server's sign-in page; Return on an empty line does the same")
    {
      if let problem = model.state.problem { throw problem }
      let form = model.state.form
      return try await action.signIn(form.text(.server), form.text(.browser) == Browser.elsewhere.rawValue)
    }
  }

  public static var previews: [Preview] {
    Preview.all(of: Fixtures()) { (state: Form.State) in
      screen(model: FormModel(fixture: state), action: .fixtures.none)
    }
  }
}
