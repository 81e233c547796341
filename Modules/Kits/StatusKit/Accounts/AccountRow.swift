public import FeatureKit
import FoundationEssentials
public import MastodonKit
public import TerminalKit

/// An account of a list, such as the followers or whom the user mutes.
///
/// The numbers of the list work with every command for accounts, such as `follow 3` and `mute 2`.
public struct AccountRow: ListElement {
  public var account: Account
  /// Why it is listed: `followed by Wren Calder`; `nil` if that is clear from the list.
  public var reason: String?
  /// The user's relationship to it, if it is known.
  public var relationship: Relationship?

  public init(_ account: Account, reason: String? = nil, relationship: Relationship? = nil) {
    self.account = account
    self.reason = reason
    self.relationship = relationship
  }

  public var listID: Identifier<AccountRow> { Identifier(account.id.rawValue) }
  /// Mastodon's bound for accounts.
  public static var mostAtOnce: Int { 80 }

  /// A list of accounts as a screen.
  ///
  /// As JSON it is `{screen, total, has_older, cursor, items}`; ``AccountView`` documents an account, to which `reason` is added.
  public static let view = ListView<AccountRow>(isNumbered: true) { row, number, layout in
    AccountView(row.account, relationship: row.relationship, layout: layout).row(number: number, row.reason)
  }

  @MainActor
  public static func verb(
    _ state: ListState<AccountRow>, help: String, show: @escaping (TimelineOptions) async throws -> Response
  ) -> Verb {
    Verb(state.kind, .pages, help: help, discussion: ListRange.pagesDiscussion) { range in
      try await show(TimelineOptions(range: range))
    }
  }

  /// A preview of each way that a list can look.
  @MainActor
  public static func previews(of state: ListState<AccountRow>) -> [Preview] {
    Preview.all(of: Fixtures(state)) { (state: ListState<AccountRow>) in
      view.screen(ListModel(fixture: state), verbs: { [] })
    }
  }

  /// One state of a list for each way it can look.
  public final class Fixtures: Sendable {
    public let loading: ListState<AccountRow>
    public let failed: ListState<AccountRow>
    public let empty: ListState<AccountRow>
    /// A few accounts, and more.
    public let loaded: ListState<AccountRow>
    public let last: ListState<AccountRow>
    /// Accounts with reasons and relationships.
    public let reasons: ListState<AccountRow>
    public let wideCharacters: ListState<AccountRow>
    /// An account that tries to take over the terminal.
    public let hostile: ListState<AccountRow>

    public init(_ state: ListState<AccountRow>) {
      func page(_ rows: [AccountRow], older: Cursor? = nil, at start: String? = nil) -> ListState<AccountRow> {
        state.with(.loaded(PagedList(rows, older: older, at: ListPlace(cursor: start))))
      }
      let accounts = Account.fixtures
      var muted = accounts.tides
      muted.details = Account.Details(muteExpiresAt: Date.fixtureNow.addingTimeInterval(7200))
      loading = state.with(.loading)
      failed = state.with(.failed(.fixtures.timedOut))
      empty = page([])
      var first = page([accounts.wren, accounts.heron, accounts.moss].map { AccountRow($0) }, older: "100")
      first.heading.total = 132
      loaded = first
      last = page([AccountRow(accounts.juniper)], at: "100")
      reasons = page([
        AccountRow(accounts.wren, reason: "followed by Rook Marsh", relationship: .fixtures.following),
        AccountRow(muted),
      ])
      wideCharacters = page([AccountRow(accounts.chinatsu), AccountRow(accounts.noura)])
      hostile = page([AccountRow(accounts.hostile)])
    }
  }
}

extension AccountView {
  /// The account as a row of a list: name and handle, the beginning of the bio or its counts, and why it is listed.
  public func row(number: Int?, _ reason: String? = nil) -> Item {
    var blocks: [Block] = [.paragraph(nameLine)]
    let bio = ExcerptText.cut(HTMLText.plainText(account.note), to: 72)
    let about = bio.isEmpty ? counts.prefix(3).joined(separator: " · ") : bio
    blocks.append(.paragraph(StyledText(about)))
    let states = [reason.map(Sanitizer.oneLine)].compactMap(\.self) + (muteEnd.map { [$0] } ?? []) + relations
    if !states.isEmpty { blocks.append(.paragraph(StyledText(states.joined(separator: " · "), .secondary))) }
    let sentences = [
      SpokenText.name(account), SpokenText.handle(account.acct),
      bio.isEmpty ? counts.prefix(3).joined(separator: ", ") : SpokenText.namingEmoji(account.emojis, in: bio),
      SpokenText.capitalized((marks + states).joined(separator: ", ")),
    ]
    var members = [JSONValue.Member("reason", .optional(reason))]
    if case .object(let account) = data { members = account + members }
    return Item(
      number: number, blocks: blocks, spoken: Sentence.closed(Sentence.joined(sentences)),
      references: [.account(account.id)], data: .object(members))
  }

  private var muteEnd: String? {
    account.details?.muteExpiresAt.flatMap { RelativeTime($0, in: layout).remaining }.map { "muted for \($0.spoken)" }
  }
}
