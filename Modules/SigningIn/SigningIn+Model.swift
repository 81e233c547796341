public import FeatureKit

extension SigningIn {
  /// Creates the model of the form.
  ///
  /// - Parameters:
  ///   - server: The server to fill in; `nil` for none.
  ///   - check: Throws if a text is not the address of a server.
  @MainActor
  public static func model(
    server: String?, browser: Browser, check: @escaping @MainActor (String) throws -> Void
  ) -> FormModel {
    FormModel(
      state: state(server: server, browser: browser), load: { form(server: server, browser: browser) },
      prepare: { field, value in
        if field == .server { try check(value) }
        return value
      },
      save: { Form.Saved($0) })
  }

  static func state(server: String?, browser: Browser) -> Form.State {
    Form.State("sign-in", form: form(server: server, browser: browser), finish: finish)
  }

  static let finish = Form.Finish(verb: "sign-in", doing: "signing in", done: "signed in")

  private static func form(server: String?, browser: Browser) -> Form {
    Form([
      Form.Field(
        .server, "server of your account, such as mastodon.example", .text(limit: 320), isRequired: true,
        values: server.map { [$0] } ?? []),
      Form.Field(
        .browser, "browser on this machine (here), or on another one that shows a code to paste (elsewhere)",
        .choice(Browser.allCases.map(\.rawValue)), values: [browser.rawValue]),
    ])
  }
}

extension Form.Field.Name {
  static let server = Form.Field.Name(rawValue: "server")
  static let browser = Form.Field.Name(rawValue: "browser")
}
