public import FeatureKit

/// The form for signing in: a server and where the browser is.
///
/// The server's own page does the rest.
public enum SigningIn {
  public struct Action {
    /// Signs in to a server, through a browser on this machine or elsewhere, and returns the command's response.
    public let signIn: @MainActor (_ server: String, _ isElsewhere: Bool) async throws -> Response

    public init(signIn: @escaping @MainActor (_ server: String, _ isElsewhere: Bool) async throws -> Response) {
      self.signIn = signIn
    }
  }

  /// The place of the browser.
  public enum Browser: String, CaseIterable, Sendable {
    /// On this machine: it opens, and reports back by itself.
    case here
    /// On another machine: the address is printed, and the user pastes a code.
    case elsewhere
  }
}
