public import MastodonKit
public import TerminalKit

/// Takes posts and addresses out of Howdah: to the clipboard and to the web browser.
public enum Sharing {
  /// The actions of the commands; the root carries them out.
  @MainActor
  public struct Action {
    /// Finds a post on a screen, or else on the server.
    public var status: (Status.ID) async throws -> Status
    /// The address of the page of a post, an account or a link.
    ///
    /// Throws `AppError` if it has none, or one that is not of the web.
    public var address: (Reference) async throws -> String
    /// Opens a page in the web browser; `false` if there is none.
    public var browse: (_ url: String) -> Bool

    public init(
      status: @escaping (Status.ID) async throws -> Status, address: @escaping (Reference) async throws -> String,
      browse: @escaping (_ url: String) -> Bool
    ) {
      self.status = status
      self.address = address
      self.browse = browse
    }
  }
}
