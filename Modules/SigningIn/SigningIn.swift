public import FeatureKit

/// Saying where one's account is, and which browser is to be asked for it, before a server's own page does the rest.
public enum SigningIn {
  /// What the sheet cannot do itself.
  public struct Action {
    /// Signs in at a server, through a browser of this machine or of another; answers what follows.
    public let signIn: @MainActor (_ server: String, _ isElsewhere: Bool) async throws -> Response

    /// Makes an action.
    public init(signIn: @escaping @MainActor (_ server: String, _ isElsewhere: Bool) async throws -> Response) {
      self.signIn = signIn
    }
  }

  /// Where the browser is.
  public enum Browser: String, CaseIterable, Sendable {
    /// On this machine: it opens, and comes back by itself.
    case here
    /// On any other: the page is printed, and its code is pasted.
    case elsewhere
  }
}
