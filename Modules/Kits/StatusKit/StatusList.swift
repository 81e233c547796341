public import FeatureKit
public import MastodonKit
public import TerminalKit

/// Statuses as they were printed: numbered from 1, and the numbers stay what they are until the next print.
///
/// What is deleted meanwhile keeps its number and says that it is gone, so that `reply 3` cannot hit another post than
/// the one that the reader sees beside the 3.
public struct StatusList: Hashable, Sendable {
  /// The statuses in the order shown; number N is the one at N - 1.
  public private(set) var statuses: [Status]
  /// The entries that were deleted since.
  public private(set) var deleted: Set<Status.ID>
  /// The statuses that the reader asked to see in spite of warnings and filters.
  public private(set) var revealed: Set<Status.ID>

  /// Makes a list.
  public init(_ statuses: [Status] = [], revealed: Set<Status.ID> = []) {
    self.statuses = statuses
    self.revealed = revealed
    deleted = []
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { statuses.isEmpty }

  /// The ids that verbs act on, in the order of the numbers.
  public var numbered: [Status.ID] { statuses.map(\.displayed.id) }

  /// The status with this id, a boosted or quoted one too.
  public func status(_ id: Status.ID) -> Status? {
    for status in statuses {
      if status.displayed.id == id { return status.displayed }
      if status.id == id { return status }
    }
    return statuses.lazy.compactMap(\.displayed.quote?.quotedStatus).first { $0.id == id }
  }

  /// Puts a status's new form in every place where it is shown, boosts and quotes too.
  public mutating func replace(_ status: Status) {
    // A boost that was answered with its wrapper says nothing new beside what it wraps.
    let status = status.displayed
    for index in statuses.indices { statuses[index] = Self.replacing(status, in: statuses[index]) }
  }

  /// Marks what is gone: the status itself and boosts of it.
  public mutating func remove(_ id: Status.ID) {
    for status in statuses where status.id == id || status.displayed.id == id { deleted.insert(status.id) }
  }

  /// Opens a status's warnings and filters.
  public mutating func reveal(_ id: Status.ID) { revealed.insert(id) }

  private static func replacing(_ new: Status, in old: Status) -> Status {
    if old.id == new.id { return new.keepingViewerState(of: old) }
    var old = old
    if let boosted = old.reblog {
      old.reblog = replacing(new, in: boosted)
    } else if let quoted = old.quote?.quotedStatus, quoted.id == new.id {
      old.quote?.quotedStatus = new.keepingViewerState(of: quoted)
    }
    return old
  }

  /// How the entry with this number is shown, beside what the screen itself decides.
  public func options(at index: Int) -> StatusView.Options {
    let status = statuses[index]
    return StatusView.Options(
      isRevealed: revealed.contains(status.displayed.id), isDeleted: deleted.contains(status.id))
  }

  /// The list as numbered items with a blank line between them.
  ///
  /// - Parameter seenUpTo: the newest that was shown the time before; a line says which of the list are newer, if there are
  ///   others too.
  public func blocks(context: Filter.Context, layout: Layout, seenUpTo: Status.ID? = nil) -> [Block] {
    var blocks: [Block] = []
    let firstSeen = seenUpTo.flatMap { seen in statuses.firstIndex { $0.id <= seen } }
    for index in statuses.indices {
      if index > 0 { blocks.append(.blank) }
      if index > 0, index == firstSeen {
        blocks += [.paragraph(StyledText("Posts above are new since your last visit.", .secondary)), .blank]
      }
      let view = StatusView(
        statuses[index], number: index + 1, context: context, layout: layout, options: options(at: index))
      blocks.append(.item(view.item))
    }
    return blocks
  }
}
