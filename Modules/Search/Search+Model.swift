import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Search {
  /// Owns the results of one search, and shows in them what changes elsewhere.
  @MainActor
  public final class Model: StatusContainer, TagContainer {
    public let rows: ListModel<Row>

    public init(_ list: ListState<Row>, query: SearchQuery, service: SearchService) {
      rows = ListModel(state: list) { request in
        let answer = try await service.search(query, request)
        let found = answer.value
        return Page(
          found.accounts.map(Row.account) + found.hashtags.map(Row.tag) + found.statuses.map(Row.status),
          older: answer.older)
      }
    }

    /// The post of this id, if it is among the results.
    public func shownStatus(_ id: Status.ID) -> Status? {
      for case .status(let status) in rows.state.page.value?.elements ?? [] {
        if status.displayed.id == id { return status.displayed }
      }
      return nil
    }

    /// Shows a post's new form.
    public func replace(_ status: Status) {
      update { row in
        guard case .status(let shown) = row else { return }
        var list = StatusList([shown])
        list.replace(status)
        row = .status(list.statuses[0])
      }
    }

    /// Shows that a post is gone.
    public func remove(_ id: Status.ID) {
      update { row in
        if case .status(let status) = row, status.displayed.id == id { row = .deleted(status) }
      }
    }

    /// Shows a hashtag's new form.
    public func replace(_ tag: MastodonKit.Tag) {
      update { row in
        guard case .tag(var shown) = row, shown.id == tag.id else { return }
        shown.following = tag.following ?? shown.following
        row = .tag(shown)
      }
    }

    private func update(_ change: (inout Row) -> Void) { rows.change { $0.update(change) } }
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
