import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import TerminalKit

/// Who began and who stopped following the user since the last look.
extension People {
  struct FollowerChanges: Hashable, Sendable {
    /// The time of the last look; `nil` for the first one.
    var since: Date?
    /// The number of followers now.
    var count: Int
    var gone: [(id: Account.ID, acct: String)] { changes.filter { !$0.isNew }.map { ($0.id, $0.acct) } }
    var changes: [Change] = []

    struct Change: Hashable, Sendable {
      var id: Account.ID
      var acct: String
      var isNew: Bool
    }

    init(_ now: [Account.ID: String], last: FollowerMemory.Snapshot?) {
      since = last?.date
      count = now.count
      guard let before = last?.followers else { return }
      let gone = before.filter { now[$0.key] == nil }.map { Change(id: $0.key, acct: $0.value, isNew: false) }
      let new = now.filter { before[$0.key] == nil }.map { Change(id: $0.key, acct: $0.value, isNew: true) }
      changes = [gone, new].flatMap { $0.sorted { $0.acct < $1.acct } }
    }
  }

  private static let mostPages = 200

  /// Reads all followers, compares them with those of the last look, and keeps them for the next.
  @MainActor
  static func followerChanges(_ action: Action, _ progress: ProgressLine) async throws -> Response {
    let id = try await action.ownID()
    var followers: [Account.ID: String] = [:]
    var request = PageRequest(.newest, limit: 80)
    var (pages, known, unreadable) = (0, 0, 0)
    repeat {
      let page = try await page(of: id, request, action)
      known = followers.count
      for account in page.elements { followers[account.id] = account.acct }
      unreadable += page.skipped
      if followers.count == known, page.elements.count > 1 {
        throw AppError.repeatedPage(of: "followers")
      }
      progress.show("\(CountText.of(followers.count, "follower"))\(progress.pace(followers.count, nil))")
      pages += 1
      guard pages < mostPages else {
        throw AppError.validation(
          "You have more followers than can be compared: \(followers.count) were read.",
          suggestion: "followers lists them.")
      }
      guard let older = page.older, !page.elements.isEmpty else { break }
      request.position = .older(than: older)
    } while true
    // What the account says is asked where it can contradict; if that can't be read, it does not.
    let expected = followers.isEmpty ? (try? await action.account(id))?.followersCount ?? 0 : 0
    try check(unreadable: unreadable, missing: expected)
    let changes = FollowerChanges(followers, last: try action.followers.last())
    try action.followers.save(followers)
    return .view { view(changes, layout: $0) }
  }

  /// Refuses a list that lacks followers: those would be taken for gone, and forgotten.
  private static func check(unreadable: Int, missing: Int) throws {
    let lack: String? =
      if unreadable > 0 {
        "\(CountText.of(unreadable, "entry", "entries")) can't be read"
      } else if missing > 0 {
        "the server sent none of \(missing)"
      } else {
        nil
      }
    guard let lack else { return }
    throw AppError.detailed(
      .network(.notReady("Your followers can't be compared: \(lack).")),
      suggestion: "Nothing is forgotten. Try again later.", data: [])
  }

  /// A page of the followers that the server has now: what is kept of earlier ones says nothing about a change.
  @MainActor
  private static func page(
    of id: Account.ID, _ request: PageRequest, _ action: Action
  ) async throws -> Page<Account> {
    do { return try await action.server.accounts(.followers(id), request) } catch let error as MastodonError {
      switch error {
      case .unavailable: break
      case _ where error.isAboutReachingTheServer: break
      default: throw error
      }
      throw AppError.detailed(
        AppError(error),
        suggestion: "Changes are found with the list that the server has now. followers shows what is kept.",
        data: [])
    }
  }

  /// The accounts that no longer follow the user, and the new followers.
  ///
  /// As JSON it is `{screen, since, followers, items}`; `since` is null at the first look, and an item is `{id, acct, change}` with the
  /// change `gone` or `new`.
  static func view(_ found: FollowerChanges, layout: Layout) -> Document {
    var blocks: [Block] = []
    let followers = CountText.of(found.count, "follower")
    if let since = found.since {
      let gone = found.gone.count
      let age = RelativeTime(since, in: layout)
      let text =
        "\(followers). Since the last look: \(gone) \(gone == 1 ? "follows" : "follow") you no longer, "
        + "\(found.changes.count - gone) new."
      blocks.append(.paragraph(StyledText(text) + StyledText(" The last look was \(age.spoken).", .secondary)))
    } else {
      blocks.append(
        .paragraph(StyledText("\(followers) are kept on this machine. The next followers --changes says who left.")))
    }
    for (index, change) in found.changes.enumerated() {
      let handle = "@\(ExcerptText.cut(change.acct, to: 80))"
      let word = change.isNew ? "new" : "gone"
      blocks += [
        .blank,
        .item(
          Item(
            number: index + 1,
            blocks: [.paragraph(StyledText(handle, .name) + StyledText(" · \(word)", .secondary))],
            spoken: "\(handle) \(change.isNew ? "is a new follower" : "follows you no longer").",
            references: [.account(change.id)],
            data: ["id": .string(change.id.rawValue), "acct": .string(change.acct), "change": .string(word)])),
      ]
    }
    return Document(
      kind: "follower-changes", title: Document.Title("Changes of your followers"), blocks: blocks,
      hint: Hint((found.changes.isEmpty ? [] : ["open N"]) + ["followers", "followers --forget"]),
      data: [
        .init("since", .optional(found.since.map(MastodonDate.format))), .init("followers", .int(found.count)),
      ])
  }

  final class ChangesFixtures: Sendable {
    let first = FollowerChanges(["1": "rook", "2": "wren"], last: nil)
    let none = FollowerChanges(["1": "rook"], last: ChangesFixtures.last(["1": "rook"]))
    let some = FollowerChanges(
      ["1": "rook", "3": "heron@shore.example"],
      last: ChangesFixtures.last(["1": "rook", "2": "pool@a-quite-long-name.example"]))
    let hostile = FollowerChanges(["1": "\u{1B}[2J\u{202E}rook"], last: ChangesFixtures.last([:]))

    private static func last(_ followers: [Account.ID: String]) -> FollowerMemory.Snapshot {
      FollowerMemory.Snapshot(date: .fixture(daysAgo: 9), followers: followers)
    }
  }
}
