public import FeatureKit
public import MastodonKit
public import TerminalKit

/// Posts as they were printed: numbered from 1, and the numbers stay until the next print.
///
/// A deleted post keeps its number, so that `reply 3` cannot affect another post than the one printed with that number.
public struct StatusList: Hashable, Sendable {
  /// The posts in the order shown; number N is at index N - 1.
  public private(set) var statuses: [Status]
  public private(set) var deleted: Set<Status.ID>
  /// The posts whose warnings and filters the user opened.
  public private(set) var revealed: Set<Status.ID>

  /// The further appearances of the posts in the rows, by the row's post.
  var repeats: [Status.ID: [Status]] = [:]
  var shownBefore: Set<Status.ID> = []

  public init(_ statuses: [Status] = [], revealed: Set<Status.ID> = [], deleted: Set<Status.ID> = []) {
    self.statuses = statuses
    self.revealed = revealed
    self.deleted = deleted
  }

  public var isEmpty: Bool { statuses.isEmpty }

  /// The ids that commands act on, in the order of the numbers.
  public var numbered: [Status.ID] { statuses.map(\.displayed.id) }

  /// The post with this id, also if it is boosted or quoted.
  public func status(_ id: Status.ID) -> Status? {
    for status in statuses {
      if status.displayed.id == id { return status.displayedWithFilters }
      if status.id == id { return status }
    }
    return statuses.lazy.compactMap(\.displayed.quote?.quotedStatus).first { $0.id == id }
  }

  /// Replaces a post everywhere in the list, also in boosts and quotes.
  public mutating func replace(_ status: Status) {
    // The response to a boost wraps the boosted post, which is what changed.
    let status = status.displayed
    for index in statuses.indices { statuses[index] = Self.replacing(status, in: statuses[index]) }
  }

  public mutating func remove(_ id: Status.ID) {
    for status in statuses where status.id == id || status.displayed.id == id { deleted.insert(status.id) }
  }

  /// Opens a post's warnings and filters.
  public mutating func reveal(_ id: Status.ID) { revealed.insert(id) }

  /// A post with its new form, also where it is boosted or quoted.
  public static func replacing(_ new: Status, in old: Status) -> Status {
    if old.id == new.id { return new.keepingViewerState(of: old) }
    var old = old
    if let boosted = old.reblog {
      old.reblog = replacing(new, in: boosted)
    } else if let quoted = old.quote?.quotedStatus, quoted.id == new.id {
      old.quote?.quotedStatus = new.keepingViewerState(of: quoted)
    }
    return old
  }

  /// The options of the post at an index, apart from those that the screen sets.
  public func options(at index: Int) -> StatusView.Options {
    let status = statuses[index]
    var options = StatusView.Options(
      isRevealed: revealed.contains(status.displayed.id), isDeleted: deleted.contains(status.id))
    if let others = repeats[status.id], !others.isEmpty {
      options.receivers = others.flatMap(\.id.accounts)
      options.boosters = ([status] + others).filter { $0.reblog != nil }.map(\.account).droppingRepeats(of: \.id)
    }
    options.wasShown = shownBefore.contains(status.id) && !options.isRevealed
    return options
  }

  /// Who boosted each post, as far as the list tells, the last first.
  private var boosters: [Status.ID: [Account]] {
    Dictionary(grouping: statuses.filter { $0.reblog != nil }, by: \.contentID).mapValues { boosts in
      boosts.map(\.account).droppingRepeats(of: \.id)
    }
  }

  /// The names that accounts with different handles have.
  private var sharedNames: Set<String> {
    let accounts = Dictionary(grouping: statuses.map(\.displayed.account), by: StatusView.lineName)
    return Set(accounts.filter { Set($0.value.map(\.acct)).count > 1 }.keys)
  }

  /// The list as numbered items with a blank line between them.
  ///
  /// - Parameters:
  ///   - seenUpTo: The newest post of the previous visit; a line separates newer posts from it.
  ///   - me: The signed-in account, whose own posts are not new to it.
  ///   - isOldestFirst: Whether the newest post is last.
  public func blocks(
    context: Filter.Context, layout: Layout, seenUpTo: Status.ID? = nil, me: Account.ID? = nil,
    isOldestFirst: Bool = false
  ) -> [Block] {
    var blocks: [Block] = []
    var met: Set<Account.ID> = []
    let boosters = layout.form == .data ? boosters : [:]
    let sharedNames = layout.density == .compact || !shownBefore.isEmpty ? sharedNames : []
    let border = seenUpTo.flatMap { seen in statuses.firstIndex { isOldestFirst ? $0.id > seen : $0.id <= seen } }
    for index in statuses.indices {
      if index > 0, layout.density == .normal { blocks.append(.blank) }
      let news = isOldestFirst ? statuses[index...] : statuses[..<index]
      if index == border, index > 0, let line = Self.newsLine(news, me: me, isOldestFirst ? "below" : "above") {
        blocks += [.paragraph(StyledText(line, .secondary))] + (layout.density == .normal ? [.blank] : [])
      }
      var options = options(at: index)
      options.speaksHandle = met.insert(statuses[index].displayed.account.id).inserted
      if options.boosters.isEmpty { options.boosters = boosters[statuses[index].contentID] ?? [] }
      options.sharesName =
        !sharedNames.isEmpty && sharedNames.contains(StatusView.lineName(of: statuses[index].displayed.account))
      let isShort = layout.density == .compact || options.wasShown
      let view = StatusView(
        statuses[index], number: index + 1, context: context, layout: layout, options: options)
      blocks.append(.item(isShort ? view.compactItem : view.item))
    }
    return blocks
  }

  /// The line below the posts that were not there at the previous visit; `nil` if they are all the user's own.
  private static func newsLine(_ statuses: ArraySlice<Status>, me: Account.ID?, _ place: String) -> String? {
    let count = statuses.count { $0.account.id != me }
    return switch (count, statuses.count) {
    case (0, _): nil
    case (1, 1): "The post \(place) is new since your last visit."
    case (1, _): "1 post \(place) is new since your last visit."
    default: "Posts \(place) are new since your last visit."
    }
  }
}
