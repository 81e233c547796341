public import FeatureKit
public import MastodonKit

/// Exports what an account follows, mutes, blocks and keeps as the CSV files of Mastodon, and imports such files.
public enum Transfer {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case follows
    case lists
    case mutes
    case blocks
    case domainBlocks = "domain-blocks"
    case bookmarks
    /// The user's tags and notes on bookmarks, which are stored on this machine.
    case bookmarkNotes = "bookmark-notes"
    case followedTags = "followed-tags"
    /// The groups of sources, which are stored on this machine.
    case groups
    /// The servers that are read without an account, which are stored on this machine.
    case servers

    /// Whether it is about what is stored on this machine, which no server has a file for.
    public var isLocal: Bool { [.groups, .servers, .bookmarkNotes].contains(self) }

    /// The noun with a number: `1 follow`, `15 domain blocks`.
    public func counted(_ count: Int) -> String {
      let nouns =
        switch self {
        case .follows: ("follow", "follows")
        case .lists: ("list member", "list members")
        case .mutes: ("mute", "mutes")
        case .blocks: ("block", "blocks")
        case .domainBlocks: ("domain block", "domain blocks")
        case .bookmarks: ("bookmark", "bookmarks")
        case .bookmarkNotes: ("bookmark's tags and note", "bookmarks' tags and notes")
        case .followedTags: ("followed hashtag", "followed hashtags")
        case .groups: ("source of a group", "sources of groups")
        case .servers: ("server", "servers")
        }
      return "\(count) \(count == 1 ? nouns.0 : nouns.1)"
    }
  }

  /// One line of a file.
  public struct Entry: Hashable, Sendable {
    /// The number of its line, from 1; 0 for one that was not read from a file.
    public var line: Int = 0
    /// The account's address, the domain, the post's address, the hashtag, or the source as it is typed.
    public var name: String
    /// The title of the list or the group, the user's name for a server, or the tags of a bookmark with commas between them.
    public var list: String?
    /// The role of a source or hashtag in a group: `any`, `all` or `none`.
    public var match: String?
    public var symbol: String?
    public var options: FollowOptions?
    /// Whether the muted account's notifications are hidden too.
    public var hidesNotifications: Bool?
    public var note: String?

    /// The entry for the user: `@rook@shore.example`, `Canal: @rook@shore.example`.
    public func shown(_ kind: Kind) -> String {
      switch kind {
      case .follows, .mutes, .blocks: "@\(name)"
      case .lists: "\(list ?? ""): @\(name)"
      case .domainBlocks, .bookmarks, .bookmarkNotes: name
      case .followedTags: "#\(name)"
      case .groups: "\(list ?? ""): \(match.map { $0 == "any" ? "" : "\($0) " } ?? "")\(name)"
      case .servers: list.map { $0 == name ? name : "\($0): \(name)" } ?? name
      }
    }

    /// The key that makes two entries the same.
    var key: String { ([list, match, note].compactMap { $0.map { $0 + "\n" } }.joined() + name).lowercased() }
  }

  /// A line that was not imported, and why.
  public struct Failure: Hashable, Sendable {
    public var line: Int
    /// The text of the entry, shortened.
    public var name: String
    /// The reason: a sentence.
    public var reason: String
    /// The reason's name for scripts.
    public var code: String
    /// The error, if it may be over when the file is imported again: the server failed.
    public var passing: AppError?
  }

  /// The result of an import, or of its dry run.
  public struct Outcome: Hashable, Sendable {
    public var kind: Kind
    /// Whether nothing was changed.
    public var isDryRun: Bool = false
    public var added: [Entry] = []
    /// The entries that existed and are followed or muted with other options now.
    public var changed: [Entry] = []
    /// The number of entries that existed already.
    public var already = 0
    public var failures: [Failure] = []
    /// The entries that were not tried, because the import was stopped.
    public var untried: [Entry] = []

    /// Whether the file had nothing to import.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && already == 0 && left.isEmpty }
    /// The parts that were not done, for the user and scripts: the failed ones, then those that were not tried.
    public var left: [String] { failures.map(\.name) + untried.map { $0.shown(kind) } }
  }

  @MainActor
  public struct Action {
    public var service: TransferService
    public var groups: TagGroupService
    /// The servers that are read without an account.
    public var servers: SavedServerService
    /// The user's tags and notes on bookmarks.
    public var bookmarkMarks: BookmarkMarks
    public var makeID: @Sendable () -> String
    /// The name of a server whose address was typed; throws if it is not one.
    public var serverName: @Sendable (String) throws -> String
    /// Hears that groups or servers were added.
    public var changed: () async throws -> Void
    public var files: UserFiles
    public var me: () async throws -> Account
    /// The part of the signed-in account's address after the `@`.
    public var host: () -> String
    public var pause: @Sendable (Duration) async throws -> Void

    public init(
      service: TransferService, groups: TagGroupService, servers: SavedServerService,
      bookmarkMarks: BookmarkMarks, makeID: @escaping @Sendable () -> String,
      serverName: @escaping @Sendable (String) throws -> String,
      changed: @escaping () async throws -> Void, files: UserFiles, me: @escaping () async throws -> Account,
      host: @escaping () -> String, pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
      self.service = service
      self.groups = groups
      self.servers = servers
      self.bookmarkMarks = bookmarkMarks
      self.makeID = makeID
      self.serverName = serverName
      self.changed = changed
      self.files = files
      self.me = me
      self.host = host
      self.pause = pause
    }
  }
}
