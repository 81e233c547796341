public import FeatureKit
import FoundationEssentials
public import MastodonKit
public import StatusKit
public import TerminalKit

/// Follows a timeline, the notifications or the conversations, and reports new items.
///
/// From a shell it prints lines until it is stopped; at the prompt new items appear above the line that is typed.
public enum Watch {
  public enum Target: Hashable, Sendable {
    /// The posts of everyone the account follows.
    case home
    /// The public posts of the account's server.
    case local
    /// The public posts from all servers that it knows.
    case federated
    /// The public posts of other servers.
    case remote
    case tag(String, isLocal: Bool)
    /// The posts of a group of sources, which are kept on this machine.
    case group(TagGroup.ID, title: String)
    case list(MastodonKit.List.ID, title: String)
    case notifications
    /// Home or the notifications of several accounts, `user@host`.
    case accounts([String], isNotifications: Bool)
    case conversations
    /// The messages of one conversation, with the names of those in it.
    case conversation(Conversation.ID, with: String)

    /// The stream that it comes by; `nil` for a group or several accounts, which have several.
    public var topic: StreamTopic? {
      switch self {
      // One stream for both, which the prompt follows anyway.
      case .home, .notifications: .user
      case .local: .local(onlyMedia: false)
      case .federated: .federated(onlyMedia: false)
      case .remote: .remote(onlyMedia: false)
      case .tag(let name, let isLocal): .hashtag(name, isLocal: isLocal)
      case .list(let id, _): .list(id.rawValue)
      case .group, .accounts: nil
      case .conversations, .conversation: .direct
      }
    }

    /// The name in a sentence: `#canal`, `the list “Friends”`.
    public var name: String {
      switch self {
      case .home: "Home"
      case .local: "the local timeline"
      case .federated: "the federated timeline"
      case .remote: "the posts of other servers"
      case .tag(let name, let isLocal): "#\(ExcerptText.cut(name, to: 60))\(isLocal ? " on this server" : "")"
      case .list(_, let title): "the list “\(ExcerptText.cut(title, to: 60))”"
      case .group(_, let title): "the group “\(ExcerptText.cut(title, to: 60))”"
      case .notifications: "your notifications"
      case .accounts(let accounts, let isNotifications):
        "\(isNotifications ? "the notifications" : "Home") of \(AccountsText.title(accounts))"
      case .conversations: "your conversations"
      case .conversation(_, let names): "the conversation with \(ExcerptText.cut(names, to: 60))"
      }
    }

    /// The words after `watch` and in JSON: `tag canal`, `list 4`.
    public var words: String {
      switch self {
      case .home: "home"
      case .local: "local"
      case .federated: "federated"
      case .remote: "remote"
      case .tag(let name, let isLocal): "#\(name)\(isLocal ? " --local" : "")"
      case .list(let id, _): "list \(id.rawValue)"
      case .group(let id, _): "group \(id)"
      case .notifications: "notifications"
      case .accounts(let accounts, let isNotifications):
        "\(isNotifications ? "notifications" : "home") --accounts \(AccountsText.typed(accounts))"
      case .conversations: "conversations"
      case .conversation(let id, _): "conversation \(id.rawValue)"
      }
    }

    /// Whether new items can be edited and deleted.
    var hasChanges: Bool {
      switch self {
      case .home, .local, .federated, .remote, .tag, .list, .group: true
      case .accounts(_, let isNotifications): !isNotifications
      case .notifications, .conversations, .conversation: false
      }
    }

    /// What is followed of one account.
    public var ofAccount: Target {
      guard case .accounts(_, let isNotifications) = self else { return self }
      return isNotifications ? .notifications : .home
    }

    /// The item in an event; `nil` for events of other kinds.
    func item(of event: StreamEvent) -> Item? {
      switch (self, event) {
      case (.notifications, .notification(let notification)): .notification(notification)
      case (.conversations, .conversation(let conversation)): .conversation(conversation)
      case (.conversation(let id, _), .conversation(let conversation)) where conversation.id == id:
        .conversation(conversation)
      case (.notifications, _), (.conversations, _), (.conversation, _): nil
      case (_, .update(let status)): .post(status)
      case (_, .statusUpdate(let status)): .edit(status)
      case (_, .delete(let id)): .deletion(id, of: nil)
      default: nil
      }
    }
  }

  public enum Item: Hashable, Sendable {
    case post(Status)
    /// A post that was edited, as it is now.
    case edit(Status)
    /// A post that was deleted; `nil` for its content if it was not reported before.
    case deletion(Status.ID, of: Status?)
    case notification(MastodonKit.Notification)
    /// A conversation with a new message.
    case conversation(Conversation)

    /// The item with ids that say to which of several accounts it came.
    func identified(on account: String) -> Item {
      switch self {
      case .post(let status): .post(status.identified(on: account))
      case .edit(let status): .edit(status.identified(on: account))
      case .deletion(let id, let status):
        .deletion(Status.ID("\(account)/\(id)"), of: status?.identified(on: account))
      case .notification(let notification): .notification(notification.identified(on: account))
      case .conversation: self
      }
    }

    /// Whether it changes something that is there already, so that it has no place of its own.
    var isChange: Bool {
      switch self {
      case .edit, .deletion: true
      case .post, .notification, .conversation: false
      }
    }

    /// The item's identity and place: the newest is the greatest.
    var place: Status.ID {
      switch self {
      case .post(let status), .edit(let status): status.id
      case .deletion(let id, _): id
      case .notification(let notification): Status.ID(notification.id.rawValue)
      case .conversation(let conversation):
        conversation.lastStatus?.id ?? Status.ID(conversation.id.rawValue)
      }
    }

    /// When a post was made; `nil` for what is no post.
    var date: Date? { if case .post(let status) = self { status.createdAt } else { nil } }

    /// The address of the post that it is about; empty if there is none.
    var address: String {
      switch self {
      case .post(let status), .edit(let status): status.displayed.url ?? ""
      case .deletion: ""
      case .notification(let notification): notification.status?.displayed.url ?? notification.account.url ?? ""
      case .conversation(let conversation): conversation.lastStatus?.url ?? ""
      }
    }

    var event: String {
      switch self {
      case .post: "post"
      case .edit: "edit"
      case .deletion: "delete"
      case .notification: "notification"
      case .conversation: "conversation"
      }
    }
  }

  /// A page of what is there already, the newest first.
  public struct Part: Sendable {
    public var items: [Item]
    /// The start of the next older page; `nil` at the end.
    public var older: Cursor?

    public init(_ items: [Item], older: Cursor? = nil) {
      self.items = items
      self.older = older
    }
  }

  public struct Options: Hashable, Sendable {
    /// The kinds that are reported; empty for all.
    public var only: Set<Kind> = []
    /// Whether edits and deletions are reported too.
    public var includesChanges = false
    /// Whether the desktop shows it.
    public var notifies = false
    /// The program that gets each item on its standard input; `nil` for none.
    public var command: String?
    /// After how many items it ends; `nil` for no end.
    public var limit: Int?
    /// After which time it ends; `nil` for no end.
    public var seconds: Int?

    public init() {}
  }

  @MainActor
  public struct Source {
    /// Opens the streams of a target; `nil` where the server has none.
    public var signals: @MainActor (Target) async -> AsyncStream<StreamSignal>?
    public var page: @MainActor (Target, PageRequest) async throws -> Part
    public var sleep: @Sendable (Duration) async throws -> Void
    public var lists: @MainActor () async throws -> [MastodonKit.List]
    /// Finds a conversation, by its own reference or an account's; returns its target.
    public var conversation: @MainActor (Reference) async throws -> Target
    /// Whether the server is known to send what happens there by streams; others are checked from time to time.
    public var isKnownToDeliver: @MainActor (Target) -> Bool
    /// Whether the streams tell of everything; otherwise the server is asked beside them.
    public var isWhole: @MainActor (Target) -> Bool
    /// Finds a group by its name; `nil` if there is none.
    public var group: @MainActor (_ name: String) throws -> TagGroup?
    /// Returns the accounts of `--accounts all` or `@a,@b`.
    public var accounts: @MainActor (_ listed: String) throws -> [String]
    /// Returns the source of the items of another account.
    public var source: @MainActor (_ account: String) async throws -> Source
    /// The account that it is about; `nil` for the signed-in one.
    public var me: Account.ID?
    /// Returns the titles of groups that completion offers.
    public var offeredGroups: @MainActor () -> [String]
    /// Returns the titles of lists that completion offers.
    public var offeredLists: @MainActor () -> [String]

    public init(
      signals: @escaping @MainActor (Target) async -> AsyncStream<StreamSignal>?,
      page: @escaping @MainActor (Target, PageRequest) async throws -> Part,
      sleep: @escaping @Sendable (Duration) async throws -> Void,
      lists: @escaping @MainActor () async throws -> [MastodonKit.List],
      conversation: @escaping @MainActor (Reference) async throws -> Target,
      isKnownToDeliver: @escaping @MainActor (Target) -> Bool, isWhole: @escaping @MainActor (Target) -> Bool,
      group: @escaping @MainActor (_ name: String) throws -> TagGroup?,
      accounts: @escaping @MainActor (_ listed: String) throws -> [String],
      source: @escaping @MainActor (_ account: String) async throws -> Source, me: Account.ID?,
      offeredGroups: @escaping @MainActor () -> [String], offeredLists: @escaping @MainActor () -> [String]
    ) {
      self.signals = signals
      self.page = page
      self.sleep = sleep
      self.lists = lists
      self.conversation = conversation
      self.isKnownToDeliver = isKnownToDeliver
      self.isWhole = isWhole
      self.group = group
      self.accounts = accounts
      self.source = source
      self.me = me
      self.offeredGroups = offeredGroups
      self.offeredLists = offeredLists
    }
  }

  /// The ways to show new items and pass them on; the root decides.
  @MainActor
  public struct Display {
    public var note: @MainActor (Item) -> Note
    public var data: @MainActor (Item) -> JSONValue
    /// Whether the reader's filters hide an item, or it is one's own; what was asked for by its kind is not left out by settings.
    public var isHidden: @MainActor (Item, Target, _ isAskedFor: Bool) -> Bool
    /// The notification of a post that has come to an account, if a rule of the user's tells of it.
    public var alert: @MainActor (Status, _ me: Account.ID?) -> MastodonKit.Notification?
    /// The signed-in account; `nil` while it is not known.
    public var me: @MainActor () -> Account.ID?
    /// Prints a line above the prompt.
    public var post: @MainActor (Note) -> Void
    /// Prints a message beside the new items.
    public var say: @MainActor (String) -> Void
    /// Claims the line of an item; false if it gets none, as in quiet hours, or where another stream has told of it.
    public var claimLine: @MainActor (Item, _ isForDesktop: Bool) -> Bool
    /// Tells of a change of a stream.
    public var tell: @MainActor (StreamFollower.Notice) -> Void
    public var isQuiet: @MainActor () -> Bool
    public var showOnDesktop: @MainActor (Note) -> Void
    /// Whether the output is JSON now.
    public var isData: @MainActor () -> Bool

    public init(
      note: @escaping @MainActor (Item) -> Note, data: @escaping @MainActor (Item) -> JSONValue,
      isHidden: @escaping @MainActor (Item, Target, _ isAskedFor: Bool) -> Bool,
      alert: @escaping @MainActor (Status, _ me: Account.ID?) -> MastodonKit.Notification?,
      me: @escaping @MainActor () -> Account.ID?,
      post: @escaping @MainActor (Note) -> Void,
      say: @escaping @MainActor (String) -> Void,
      claimLine: @escaping @MainActor (Item, _ isForDesktop: Bool) -> Bool,
      tell: @escaping @MainActor (StreamFollower.Notice) -> Void, isQuiet: @escaping @MainActor () -> Bool,
      showOnDesktop: @escaping @MainActor (Note) -> Void, isData: @escaping @MainActor () -> Bool
    ) {
      self.note = note
      self.data = data
      self.isHidden = isHidden
      self.alert = alert
      self.me = me
      self.post = post
      self.say = say
      self.claimLine = claimLine
      self.tell = tell
      self.isQuiet = isQuiet
      self.showOnDesktop = showOnDesktop
      self.isData = isData
    }
  }

  @MainActor
  public struct Programs {
    /// Why none may be run; `nil` if one may.
    public var obstacle: @MainActor () -> AppError?
    /// Runs a command of the user's in a shell with this input, and returns its exit code.
    public var run: @Sendable (_ command: String, _ input: [UInt8]) async throws -> Int32

    public init(
      obstacle: @escaping @MainActor () -> AppError?,
      run: @escaping @Sendable (_ command: String, _ input: [UInt8]) async throws -> Int32
    ) {
      self.obstacle = obstacle
      self.run = run
    }
  }
}
