public import FoundationEssentials

/// Keeps on this machine who followed the user at the last look, for the command that asks for it.
public struct FollowerMemory: Sendable {
  public struct Snapshot: Hashable, Sendable {
    public var date: Date
    /// The followers' handles.
    public var followers: [Account.ID: String]

    public init(date: Date, followers: [Account.ID: String]) {
      self.date = date
      self.followers = followers
    }
  }

  /// `nil` before the first look.
  public var last: @Sendable () throws -> Snapshot?
  /// Replaces the last look; no followers delete it.
  public var save: @Sendable ([Account.ID: String]) throws -> Void

  public init(
    last: @escaping @Sendable () throws -> Snapshot?, save: @escaping @Sendable ([Account.ID: String]) throws -> Void
  ) {
    self.last = last
    self.save = save
  }
}
