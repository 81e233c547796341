public import FeatureKit

extension SigningIn {
  /// Makes the owner of the sheet's form.
  ///
  /// - Parameters:
  ///   - server: What is known of the server already; `nil` for nothing.
  ///   - browser: Where a browser is, as far as this machine knows.
  ///   - check: Refuses what cannot be the name of a server.
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
      save: { _ in })
  }

  /// The sheet's form before anything was typed.
  static func state(server: String?, browser: Browser) -> Form.State {
    Form.State("sign-in", form: form(server: server, browser: browser), finish: finish)
  }

  static let finish = Form.Finish(verb: "sign-in", doing: "signing in", done: "signed in")

  private static func form(server: String?, browser: Browser) -> Form {
    Form([
      Form.Field(
        .server, "where your account is, such as mastodon.example", .text(limit: 320), isRequired: true,
        values: server.map { [$0] } ?? []),
      Form.Field(
        .browser, "which is asked: one of this machine, or one elsewhere that shows a code to paste",
        .choice(Browser.allCases.map(\.rawValue)), values: [browser.rawValue]),
    ])
  }
}

extension Form.Field.Name {
  static let server = Form.Field.Name(rawValue: "server")
  static let browser = Form.Field.Name(rawValue: "browser")
}
