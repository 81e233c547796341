import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Search {
  /// Owns the results of one search, and shows in them what changes elsewhere.
  @MainActor
  public final class Model: StatusContainer, TagContainer {
    public let rows: ListModel<Row>

    /// Creates a model.
    ///
    /// - Parameter kept: The first posts on this machine that a text finds.
    public init(
      _ list: ListState<Row>, query: SearchQuery, service: SearchService, in context: ListContext,
      kept: @escaping @Sendable (String) async -> [Status]
    ) {
      rows = ListModel(state: list, in: context) { request in
        let isOverview = query.kind == nil && !query.resolves && request.position == .newest
        async let read = isOverview ? kept(query.text) : []
        let answer: Linked<SearchResults>
        do { answer = try await service.search(query, request) } catch let error as MastodonError {
          guard error.isAboutReachingTheServer, !(await read).isEmpty else { throw error }
          throw AppError.detailed(
            AppError(error), suggestion: "For what you read: find \(Sanitizer.clean(query.text))", data: [])
        }
        let found = answer.value
        let rows = found.accounts.map(Row.account) + found.hashtags.map(Row.tag) + found.statuses.map(Row.status)
        // What both have found is the server's.
        return Page(rows + (await read).map(Row.kept), older: answer.older, skipped: found.skipped)
      }
    }

    /// The post of this id, if it is among the results.
    public func shownStatus(_ id: Status.ID) -> Status? {
      rows.state.page.value?.elements.lazy.compactMap { row in
        switch row {
        case .status(let status), .kept(let status): status.displayed
        case .account, .tag, .deleted: nil
        }
      }.first { $0.id == id }
    }

    public func replace(_ status: Status) {
      update { row in
        switch row {
        case .status(let shown): row = .status(StatusList.replacing(status.displayed, in: shown))
        case .kept(let shown): row = .kept(StatusList.replacing(status.displayed, in: shown))
        case .account, .tag, .deleted: break
        }
      }
    }

    public func remove(_ id: Status.ID) {
      update { row in
        switch row {
        case .status(let status) where status.displayed.id == id, .kept(let status) where status.displayed.id == id:
          row = .deleted(status)
        default: break
        }
      }
    }

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
    case .kept(let status):
      item = StatusView(status, number: number, context: .public, layout: layout).item
      item.data = ["type": "post", "post": item.data, "kept": true]
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
    case .kept: "Posts that you read"
    }
  }
}
