public import FeatureKit
public import TerminalKit

extension SigningIn {
  /// The sheet: the form, and what signing in means.
  ///
  /// As JSON it is a form: `{screen, fields}`.
  @MainActor
  public static func view(_ state: Form.State, layout: Layout) -> Document {
    Form.view(
      state, kind: "sign-in",
      below: [
        .blank,
        .paragraph(
          """
          The server's own page asks for your password; Howdah never sees it. It is allowed to read, to post and to be told \
          what happens, until you log out.
          """),
      ], layout: layout)
  }
}
