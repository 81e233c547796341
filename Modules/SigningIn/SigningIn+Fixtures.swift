import FeatureKit

extension SigningIn {
  final class Fixtures: Sendable {
    /// No server yet, in an ssh session.
    let fresh = SigningIn.state(server: nil, browser: .elsewhere)
    /// A server was named, and there is a browser on this machine.
    let named = SigningIn.state(server: "shore.example", browser: .here)
    let refused = Fixtures.refused()
    let hostile = SigningIn.state(server: "\u{1B}[2Jshore\u{202E}.example", browser: .here)

    private static func refused() -> Form.State {
      var state = SigningIn.state(server: "shore.example", browser: .here)
      state.phase = .refused(.fixtures.noConnection)
      return state
    }
  }
}

extension SigningIn.Action {
  static let fixtures = Fixtures()

  final class Fixtures: Sendable {
    var none: SigningIn.Action { SigningIn.Action(signIn: { _, _ in .nothing }) }
  }
}
