public import MastodonKit

/// Takes posts out of Howdah: to the clipboard and to the web browser.
public enum Sharing {
  /// The actions of the commands; the root carries them out.
  @MainActor
  public struct Action {
    /// Finds a post on a screen, or else on the server.
    public var status: (Status.ID) async throws -> Status
    /// Opens a page in the web browser; `false` if there is none.
    public var browse: (_ url: String) -> Bool

    public init(status: @escaping (Status.ID) async throws -> Status, browse: @escaping (_ url: String) -> Bool) {
      self.status = status
      self.browse = browse
    }
  }
}
