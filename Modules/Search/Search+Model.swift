public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Search {
  /// Owns the results of one search, and shows in them what changes elsewhere.
  @MainActor
  public final class Model: StatusContainer, TagContainer, TimelineModel {
    /// The rows.
    public let rows: RowListModel<Row>

    /// Makes a model; nothing is requested yet.
    public init(_ list: RowList<Row>, query: SearchQuery, service: SearchService) {
      rows = RowListModel(state: list, id: \.id) { request in
        let answer = try await service.search(query, request)
        let found = answer.value
        return Page(
          found.accounts.map(Row.account) + found.hashtags.map(Row.tag) + found.statuses.map(Row.status),
          older: answer.older)
      }
    }

    /// Makes the next load show what the options ask for.
    public func prepare(_ options: TimelineOptions) { rows.prepare(options) }

    /// The post of this id, if it is among the results.
    public func shownStatus(_ id: Status.ID) -> Status? {
      for case .status(let status) in rows.state.rows.value?.fetched ?? [] {
        if status.displayed.id == id { return status.displayed }
      }
      return nil
    }

    /// Shows a post's new form.
    public func replace(_ status: Status) {
      change { list in list.replace(status) }
    }

    /// Shows that a post is gone.
    public func remove(_ id: Status.ID) {
      rows.update { row in
        if case .status(let status) = row, status.displayed.id == id { row = .deleted(status) }
      }
    }

    /// Shows a hashtag's new form.
    public func replace(_ tag: MastodonKit.Tag) {
      rows.update { row in
        guard case .tag(var shown) = row, shown.id == tag.id else { return }
        shown.following = tag.following ?? shown.following
        row = .tag(shown)
      }
    }

    private func change(_ change: (inout StatusList) -> Void) {
      rows.update { row in
        guard case .status(let status) = row else { return }
        var list = StatusList([status])
        change(&list)
        if let changed = list.statuses.first { row = .status(changed) }
      }
    }
  }

  /// The row of a result, drawn.
  @Sendable static func row(_ row: Row, number: Int, layout: Layout) -> Item {
    var item: Item
    switch row {
    case .account(let account):
      item = AccountView(account, layout: layout).item(number: number)
      item.data = ["type": "account", "account": item.data]
    case .tag(let tag):
      item = TagView(tag).item(number: number)
      item.data = ["type": "tag", "tag": item.data]
    case .status(let status):
      item = StatusView(status, number: number, context: .public, layout: layout).item
      item.data = ["type": "post", "post": item.data]
    case .deleted(let status):
      item =
        StatusView(
          status, number: number, context: .public, layout: layout, options: StatusView.Options(isDeleted: true)
        ).item
      item.data = ["type": "post", "post": item.data]
    }
    return item
  }

  /// The heading above the results of a kind.
  @Sendable static func section(_ row: Row) -> String? {
    switch row {
    case .account: "Accounts"
    case .tag: "Hashtags"
    case .status, .deleted: "Posts"
    }
  }
}
