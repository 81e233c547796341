import GRDB
import MastodonKit

struct AccountRow: TableRow, Sendable {
  static let table = "accounts a"
  static let columns = """
    a.id, a.acct, a.username, a.domain, a.display_name, a.note, a.note_source, a.fields, a.bot, a.locked, a.created_at, \
    a.last_status_at, a.statuses_count, a.followers_count, a.following_count, a.avatar, a.avatar_description, a.header, \
    a.header_description, a.discoverable, a.indexable, a.hide_collections, a.show_media, a.show_media_replies, \
    a.show_featured, a.attribution_domains, a.fields_source, a.moderation
    """

  var id: Int64
  var acct: String
  var username: String
  var domain: String?
  var displayName: String
  var note: String
  var noteSource: String
  /// JSON, as in responses.
  var fields: String
  var bot: Bool
  var locked: Bool
  var createdAt: Moment
  var lastStatusAt: Moment?
  var statusesCount: Int
  var followersCount: Int
  var followingCount: Int
  /// The file names of uploads; `nil` for the default image.
  var avatar: String?
  var avatarDescription: String
  var header: String?
  var headerDescription: String
  var discoverable: Bool
  var indexable: Bool
  var hidesCollections: Bool
  var showsMedia: Bool
  var showsMediaReplies: Bool
  var showsFeatured: Bool
  /// JSON, as in responses.
  var attributionDomains: String
  /// JSON: the fields in source form.
  var fieldsSource: String
  /// What moderators did to it.
  var moderation: ModerationAction?

  init(_ row: Row) {
    id = row[0]
    acct = row[1]
    username = row[2]
    domain = row[3]
    displayName = row[4]
    note = row[5]
    noteSource = row[6]
    fields = row[7]
    bot = row[8]
    locked = row[9]
    createdAt = row[10]
    lastStatusAt = row[11]
    statusesCount = row[12]
    followersCount = row[13]
    followingCount = row[14]
    avatar = row[15]
    avatarDescription = row[16]
    header = row[17]
    headerDescription = row[18]
    discoverable = row[19]
    indexable = row[20]
    hidesCollections = row[21]
    showsMedia = row[22]
    showsMediaReplies = row[23]
    showsFeatured = row[24]
    attributionDomains = row[25]
    fieldsSource = row[26] ?? row[7]
    moderation = (row[27] as String?).flatMap(ModerationAction.init)
    if moderation == .suspend { empty() }
  }

  /// Hides what a suspended account has written about itself, as Mastodon does.
  private mutating func empty() {
    (displayName, note, fields) = ("", "", "[]")
    (avatar, header) = (nil, nil)
    (bot, locked, discoverable, indexable) = (false, false, false, false)
  }

  func origin(in instance: InstanceInfo) -> String { "https://\(domain ?? instance.domain)" }
  /// The URL of the avatar, which this instance serves for accounts on other servers, too.
  func avatarAddress(in instance: InstanceInfo) -> String {
    avatar.map { "\(instance.origin)/media/\($0)" } ?? "\(instance.origin)/avatars/\(acct).png"
  }
  func headerAddress(in instance: InstanceInfo) -> String {
    header.map { "\(instance.origin)/media/\($0)" } ?? "\(instance.origin)/headers/\(acct).png"
  }
  func url(in instance: InstanceInfo) -> String { "\(origin(in: instance))/@\(username)" }
  func uri(in instance: InstanceInfo) -> String { "\(origin(in: instance))/users/\(username)" }
}

extension Transaction {
  func account(_ id: Int64) throws -> AccountRow? {
    try database.first("WHERE a.id = ?", [id])
  }

  /// Finds `wren`, `wren@sandbox.example` or `pool@shore.example`.
  func account(named name: some StringProtocol) throws -> AccountRow? {
    try database.first("WHERE a.acct = ?", [Handle(name, at: homes).text])
  }

  func accounts(_ ids: some Sequence<Int64>) throws -> [AccountRow] {
    try database.all("WHERE a.id IN (SELECT value FROM json_each(?))", [ids.json])
  }

  /// Accounts in the order of the ids; missing ones are left out.
  func accounts(inOrder ids: [Int64]) throws -> [AccountRow] {
    let found = Dictionary(try accounts(ids).map { ($0.id, $0) }) { first, _ in first }
    return ids.compactMap { found[$0] }
  }
}
