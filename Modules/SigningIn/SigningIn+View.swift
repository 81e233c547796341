public import FeatureKit
public import TerminalKit

@MainActor extension SigningIn {
  /// The form, and an explanation of what Howdah is allowed to do.
  ///
  /// As JSON it is a form: `{screen, fields}`.
  public static func view(_ state: Form.State, layout: Layout) -> Document {
    Form.view(
      state, kind: "sign-in",
      below: [
        .blank,
        .paragraph(
          """
          You enter your password on the server's own page; Howdah never sees it. Until you log out, Howdah can read, post and \
          receive notifications.
          """),
      ], layout: layout)
  }
}
