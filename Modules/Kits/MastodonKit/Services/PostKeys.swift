/// The user's own name for a post, which goes out once under it: `2026-11-26` for the post of a day.
public struct PostKey: Hashable, Sendable {
  public var name: String

  /// Reads a name; `nil` for one that is empty, too long, or has other characters than letters, digits and `-_.:/`.
  public init?(_ name: String) {
    let isPlain = name.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0 & 0xDF) || [0x2D, 0x2E, 0x2F, 0x3A, 0x5F].contains($0)
    }
    guard isPlain, (1...100).contains(name.utf8.count) else { return nil }
    self.name = name
  }

  /// Reads an `Idempotency-Key`; `nil` for one that Howdah has made.
  public init?(header: String) {
    guard header.hasPrefix(Self.prefix) else { return nil }
    self.init(String(header.dropFirst(Self.prefix.count)))
  }

  private static let prefix = "howdah-key-"

  /// The `Idempotency-Key` of the post.
  public var header: String { Self.prefix + name }
}

/// The posts of an account that went out under a key of the user's, on this machine.
///
/// Mastodon forgets keys after an hour, and other servers ignore them.
public struct PostKeys: Sendable {
  public struct Sent: Hashable, Sendable {
    public var id: Status.ID
    public var url: String?

    public init(id: Status.ID, url: String?) {
      self.id = id
      self.url = url
    }

    /// Creates the record of a post that the server publishes later, whose own id is not known before.
    public init(scheduled id: ScheduledStatus.ID) {
      self.init(id: Status.ID(Self.scheduledPrefix + id.rawValue), url: nil)
    }

    /// The id of a post that the server publishes later; `nil` for one that was published.
    public var scheduledID: ScheduledStatus.ID? {
      id.rawValue.hasPrefix(Self.scheduledPrefix)
        ? ScheduledStatus.ID(String(id.rawValue.dropFirst(Self.scheduledPrefix.count))) : nil
    }

    private static let scheduledPrefix = "scheduled:"
  }

  /// Finds the post of a key; `nil` if none was sent.
  public var find: @Sendable (PostKey) throws -> Sent?
  public var note: @Sendable (PostKey, Sent) throws -> Void

  public init(
    find: @escaping @Sendable (PostKey) throws -> Sent?, note: @escaping @Sendable (PostKey, Sent) throws -> Void
  ) {
    self.find = find
    self.note = note
  }
}
