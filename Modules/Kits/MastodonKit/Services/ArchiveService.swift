/// Keeps posts that were read on this machine, so that they can be searched, and read without a network.
public struct ArchiveService: Sendable {
  /// Adds posts, replacing earlier forms of them; direct posts are left out.
  public var add: @Sendable ([Status]) throws -> Void
  /// Removes a post that was deleted on the server.
  public var remove: @Sendable (Status.ID) throws -> Void
  /// The posts that contain every one of these words or a word that begins with it, the newest first; every post for none.
  public var find: @Sendable (_ words: String, PageRequest) throws -> Page<Status>
  /// Deletes every post of the account.
  public var clear: @Sendable () throws -> Void

  public init(
    add: @escaping @Sendable ([Status]) throws -> Void, remove: @escaping @Sendable (Status.ID) throws -> Void,
    find: @escaping @Sendable (_ words: String, PageRequest) throws -> Page<Status>,
    clear: @escaping @Sendable () throws -> Void
  ) {
    self.add = add
    self.remove = remove
    self.find = find
    self.clear = clear
  }
}
