public import FoundationEssentials

public struct StatusEdit: Hashable, Sendable, DecodableEntity {
  /// The text as HTML.
  public var content: String
  /// The content warning; empty if there was none.
  public var spoilerText: String
  public var sensitive: Bool
  /// When it was written.
  public var createdAt: Date
  public var account: Account
  public var poll: Poll?
  public var mediaAttachments: [MediaAttachment]

  public init(
    content: String = "", spoilerText: String = "", sensitive: Bool = false, createdAt: Date, account: Account,
    mediaAttachments: [MediaAttachment] = []
  ) {
    self.content = content
    self.spoilerText = spoilerText
    self.sensitive = sensitive
    self.createdAt = createdAt
    self.account = account
    self.mediaAttachments = mediaAttachments
  }

  /// The poll of a version, with the options only.
  public struct Poll: Hashable, Sendable {
    public var options: [Option] = []

    public struct Option: Hashable, Sendable {
      public var title: String = ""
    }
  }

  public init(_ json: Fields) throws {
    content = json.text("content")
    spoilerText = json.text("spoiler_text")
    sensitive = json.flag("sensitive")
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
    account = try json.decode(Account.self, "account")
    poll = json.entity("poll")
    mediaAttachments = json.list("media_attachments")
  }
}

extension StatusEdit.Poll: DecodableEntity {
  public init(_ json: Fields) throws {
    options = json.list("options")
  }
}

extension StatusEdit.Poll.Option: DecodableEntity {
  public init(_ json: Fields) throws {
    title = json.name("title")
  }
}
