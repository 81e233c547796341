public import FeatureKit
public import MastodonKit
public import Observation
public import TerminalKit

/// A screen that lists things of one kind a page at a time, numbered from 1: hashtags, links, suggested accounts.
///
/// A feature supplies a state, a closure that reads a page, and one that draws a row. What a number stands for is in the row's
/// references, so that the commands for it work on every screen.
public struct RowList<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The name of the screen in JSON: `trends`.
  public var kind: String
  /// What distinguishes it from other screens of the kind; `nil` where there is only one.
  public var subject: String?
  /// The title.
  public var title: String
  /// The text in the prompt.
  public var label: String
  /// The text shown where there are no rows.
  public var emptyText: String
  /// The text shown below the last page.
  public var endText = "That is all."
  /// The commands to type next, where there are rows.
  public var hint: [String]
  /// The members of the screen's JSON before `has_older`.
  public var data: [JSONValue.Member]
  /// The words of the command that shows the list, without options; `nil` if no command continues it.
  public var command: [String]?
  /// How many rows a page has, if the range does not say.
  public var pageSize: Int
  /// The part of the list that was asked for.
  public var range = ListRange()
  /// The rows.
  public var rows: Loadable<PagedRows<Row>>

  /// Makes a list; by default before anything was requested.
  public init(
    kind: String, subject: String? = nil, title: String, label: String, emptyText: String, hint: [String],
    data: [JSONValue.Member] = [], command: [String]? = nil, pageSize: Int = 20,
    rows: Loadable<PagedRows<Row>> = .idle
  ) {
    self.kind = kind
    self.subject = subject
    self.title = title
    self.label = label
    self.emptyText = emptyText
    self.hint = hint
    self.data = data
    self.command = command
    self.pageSize = pageSize
    self.rows = rows
  }

  /// Draws a row with its number.
  public typealias Draw = @Sendable (Row, _ number: Int, Layout) -> Item

  /// Names the section that a row belongs to.
  public typealias Section = @Sendable (Row) -> String?

  /// The screen as text.
  ///
  /// As JSON it is `{screen, …, has_older, cursor, items}`.
  public func document(layout: Layout, section: Section = { _ in nil }, _ draw: Draw) -> Document {
    let blocks = rows.blocks { rows in
      guard !rows.shown.isEmpty else { return [.paragraph(StyledText(emptyText, .secondary))] }
      var last: String?
      return rows.shown.enumerated().flatMap { index, row in
        var blocks: [Block] = index > 0 ? [.blank] : []
        if let name = section(row), name != last { blocks.append(.paragraph(StyledText(name, .title))) }
        last = section(row)
        return blocks + [.item(draw(row, index + 1, layout))]
      }
    }
    let page = rows.value?.isFirst == false ? " · further down" : ""
    var document = Document(
      kind: kind, title: Document.Title(title + page), blocks: blocks, hint: hintText,
      data: data + [
        .init("has_older", .bool(rows.value?.hasOlder == true)), .init("cursor", .optional(rows.value?.cursor)),
      ])
    if let command, let rows = rows.value {
      let older = rows.cursor.map { command + range.withoutPlace.words + ["--before", $0] }
      document.neighbours = Document.Neighbours(older: older, newer: nil)
    }
    return document
  }

  private var hintText: StyledText? {
    switch rows {
    case .idle, .loading: return nil
    case .failed: return StyledText("refresh · back", .hint)
    case .loaded(let rows):
      guard !rows.shown.isEmpty else { return StyledText("refresh · back", .hint) }
      return StyledText(((rows.hasOlder ? ["older"] : []) + hint).joined(separator: " · "), .hint)
    }
  }
}

/// Owns the state of such a screen and is the only one to change it.
@MainActor @Observable
public final class RowListModel<Row: Hashable & Sendable>: ReloadableModel, TimelineModel {
  /// What the screen shows.
  public private(set) var state: RowList<Row>
  @ObservationIgnored private let reader: ListReader<Row>

  /// Makes a model; nothing is requested yet.
  ///
  /// - Parameters:
  ///   - state: What it starts with.
  ///   - id: Returns what identifies a row.
  ///   - page: Reads a page.
  public init(
    state: RowList<Row>, id: @escaping (Row) -> String,
    page: @escaping @Sendable (PageRequest) async throws -> Page<Row>
  ) {
    self.state = state
    reader = ListReader(order: .server, id: id) { request in
      var answer = try await page(request)
      if Self.isLast(answer, of: request) { answer.older = nil }
      return answer
    }
  }

  /// Fetches the first page if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard !state.rows.isLoaded else { return }
    do { try await begin() } catch {
      // `begin` keeps the error in the state where there is nothing else to show.
    }
  }

  /// Makes the next load show what the options ask for.
  public func prepare(_ options: TimelineOptions) {
    state.range = options.range
    state.rows = .idle
  }

  /// Fetches the first page again.
  ///
  /// - Throws: `AppError`; what is shown already stays.
  public func refresh() async throws {
    state.range = state.range.refreshed
    try await begin()
  }

  private func begin() async throws {
    state.rows.begin()
    do {
      if let refusal = Self.refusal(of: state.range) { throw refusal }
      let part = try await reader.read(state.range, pageSize: state.pageSize)
      state.rows = .loaded(
        PagedRows(part.page.elements, older: part.page.older, at: state.range.before ?? ListPlace(cursor: nil)))
    } catch {
      throw state.rows.fail(error)
    }
  }

  private static func refusal(of range: ListRange) -> AppError? {
    guard range.since != nil || range.after != nil || range.until != nil else { return nil }
    return .usage(
      range.until == nil
        ? "--since and --after aren't possible here: the list is in the server's own order."
        : "--before with a time isn't possible here: the list is in the server's own order.",
      suggestion: "Use --limit N, --all, or --before with the cursor of a JSON answer.")
  }

  /// Shows the next page; false, and nothing changes, if there is none.
  public func older() async throws -> Bool {
    await load()
    if let error = state.rows.error { throw error }
    if state.rows.modify({ $0.showBelow() }) == true { return true }
    guard let older = state.rows.value?.older else { return false }
    do {
      let part = try await reader.read(state.range, at: .older(than: older), pageSize: state.pageSize)
      return state.rows.modify { $0.show(part.page) } ?? false
    } catch {
      throw AppError(error)
    }
  }

  /// Whether a page ends its list.
  ///
  /// A list that is paged by offset does not say where it ends: a short page is its last one. Servers have upper bounds for a page
  /// of their own, none below ten.
  private nonisolated static func isLast(_ page: Page<Row>, of request: PageRequest) -> Bool {
    page.older?.query?.hasPrefix("offset=") == true && page.elements.count < min(request.limit, 10)
  }

  /// Shows the page above; false at the top.
  public func newer() -> Bool { state.rows.modify { $0.showAbove() } ?? false }

  /// Changes every row.
  public func update(_ change: (inout Row) -> Void) { state.rows.modify { $0.update(change) } }

  /// Makes the next visit fetch the rows again.
  public func invalidate() { if state.rows.isLoaded { state.rows = .idle } }

  /// Shows only so many rows as fit the terminal.
  func fit(_ layout: Layout, section: RowList<Row>.Section, _ draw: RowList<Row>.Draw) {
    // What was asked for by number is shown as a whole, however high the terminal is.
    guard let height = layout.height, !state.range.isCounted else { return }
    var state = state
    self.state.rows.modify { rows in
      rows.fit { rows in
        state.rows = .loaded(rows)
        return state.document(layout: layout, section: section, draw).itemsThatFit(
          rows: height, width: layout.width, showsPictures: layout.pictures != nil)
      }
    }
  }
}

extension RowListModel: TagContainer where Row == Tag {
  /// Shows a hashtag's new form; the server may leave out its use.
  public func replace(_ tag: Tag) {
    update { row in
      guard row.id == tag.id else { return }
      row.following = tag.following ?? row.following
      row.featuring = tag.featuring ?? row.featuring
      if !tag.history.isEmpty { row.history = tag.history }
    }
  }
}

extension RowList {
  /// The screen over its model.
  ///
  /// - Parameters:
  ///   - model: Its owner, which the screen retains.
  ///   - container: What changes of posts and hashtags reach; the model if it is not given.
  ///   - verbs: The commands of this list besides those that turn pages.
  ///   - section: Names the section that a row belongs to.
  ///   - draw: Draws a row.
  @MainActor
  public static func screen(
    model: RowListModel<Row>, container: AnyObject? = nil, verbs: @escaping @MainActor () -> [Verb] = { [] },
    section: @escaping Section = { _ in nil }, draw: @escaping Draw
  ) -> Screen {
    Screen(
      id: model.state.kind, subject: { model.state.subject }, model: container ?? model, label: { model.state.label },
      document: { model.state.document(layout: $0, section: section, draw) },
      verbs: {
        verbs() + [
          Verb("older", aliases: ["more"], help: "Show the next page") {
            try await model.older()
              ? .screen : .toast(Toast(.information, StyledText(model.state.endText), hint: "refresh"))
          },
          Verb("newer", help: "Show the page before") {
            model.newer() ? .screen : .toast(Toast(.information, "This is the first page.", hint: "refresh"))
          },
          .refresh(help: "Show the list again from its beginning", model.refresh),
        ]
      }, load: { await model.load() }, prepare: { model.fit($0, section: section, draw) },
      failure: { model.state.rows.error })
  }

  /// The screen in one state, for previews.
  @MainActor
  public static func screen(
    fixture state: RowList, verbs: @escaping @MainActor () -> [Verb] = { [] },
    section: @escaping Section = { _ in nil }, draw: @escaping Draw
  ) -> Screen {
    screen(
      model: RowListModel(state: state, id: { "\($0.hashValue)" }) { _ in Page(state.rows.value?.fetched ?? []) },
      verbs: verbs, section: section,
      draw: draw)
  }

  /// One list for each way that it can look, for previews: loading, failed, empty, loaded, further, hostile.
  public func fixtures(_ rows: [Row], hostile: [Row]) -> RowListFixtures<Row> {
    RowListFixtures(self, rows, hostile: hostile)
  }
}

/// A list in each way that it can look.
public struct RowListFixtures<Row: Hashable & Sendable>: Sendable {
  /// The rows are on their way.
  public let loading: RowList<Row>
  /// The server does not answer.
  public let failed: RowList<Row>
  /// There are none.
  public let empty: RowList<Row>
  /// The first page, and more below.
  public let loaded: RowList<Row>
  /// The last page.
  public let further: RowList<Row>
  /// Rows that try to take over the terminal.
  public let hostile: RowList<Row>

  fileprivate init(_ list: RowList<Row>, _ rows: [Row], hostile: [Row]) {
    func with(_ rows: Loadable<PagedRows<Row>>) -> RowList<Row> {
      var list = list
      list.rows = rows
      return list
    }
    loading = with(.loading)
    failed = with(.failed(.fixtures.timedOut))
    empty = with(.loaded(PagedRows()))
    loaded = with(.loaded(PagedRows(rows, older: "20")))
    var pages = PagedRows(Array(rows.prefix(1)), older: "20")
    _ = pages.show(Page(Array(rows.dropFirst())))
    further = with(.loaded(pages))
    self.hostile = with(.loaded(PagedRows(hostile)))
  }
}
