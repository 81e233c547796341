public import FeatureKit
import MastodonKit
public import TerminalKit

/// The view of a list of things other than posts.
///
/// What a number stands for is in the row's references, so that the commands for it work on every screen.
/// ```swift
/// let model = ListModel(state: AccountRow.list(kind: "mutes", …), in: base.lists) { try await client.accounts(.mutes, $0) }
/// let screen = AccountRow.view.screen(model)
/// ```
public struct ListView<Element: ListElement>: Sendable {
  private let isNumbered: Bool
  private let section: @Sendable (Element) -> String?
  private let draw: Draw

  public typealias Draw = @Sendable (Element, _ number: Int, Layout) -> Item

  /// Creates a view.
  ///
  /// - Parameter isNumbered: Whether the title says which of how many are shown; then the rows are close together.
  public init(isNumbered: Bool = false, draw: @escaping Draw) {
    (self.isNumbered, section, self.draw) = (isNumbered, { _ in nil }, draw)
  }

  /// Creates a view whose rows are in sections.
  public init(section: @escaping @Sendable (Element) -> String?, draw: @escaping Draw) {
    (isNumbered, self.section, self.draw) = (false, section, draw)
  }

  /// The screen as text.
  ///
  /// As JSON it is `{screen, …, has_older, cursor, items}`.
  public func document(_ state: ListState<Element>, layout: Layout) -> Document {
    let isTop = state.page.value?.isNewest != false
    let blocks = state.page.blocks { page in
      let rows = page.visible
      guard !rows.isEmpty else {
        let text = page.unreadableText ?? (isTop ? state.emptyText : "Nothing there.")
        return [.paragraph(StyledText(text, .secondary))]
      }
      var last: String?
      return rows.enumerated().flatMap { index, row in
        var blocks: [Block] = index > 0 && !isNumbered ? [.blank] : []
        if let name = section(row), name != last { blocks.append(.paragraph(StyledText(name, .title))) }
        last = section(row)
        return blocks + [.item(draw(row, index + 1, layout))]
      }
    }
    let title = state.heading.title + (isTop || isNumbered ? "" : " · further down")
    let total = JSONValue.Member("total", state.heading.total.map { .int($0) } ?? .null)
    var document = Document(
      kind: state.kind, title: Document.Title(title, note: isNumbered ? Self.numbers(state) : nil), blocks: blocks,
      hint: Self.hint(state), data: state.data + (isNumbered ? [total] : []) + state.pageData)
    document.neighbours = state.neighbours
    return document
  }

  private static func hint(_ state: ListState<Element>) -> StyledText? {
    switch state.page {
    case .idle, .loading: return nil
    case .failed: return StyledText("refresh · back", .hint)
    case .loaded(let page):
      guard !page.shown.isEmpty else { return StyledText("refresh · back", .hint) }
      return StyledText(((page.hasOlder ? ["older"] : []) + state.hint).joined(separator: " · "), .hint)
    }
  }

  /// `21–40 of 132`, or `3` where all are shown.
  private static func numbers(_ state: ListState<Element>) -> String? {
    guard let page = state.page.value, !page.shown.isEmpty else { return nil }
    guard page.startsAtTop else { return state.heading.total.map { "\($0) in all" } }
    let shown = page.shown
    guard page.hasOlder || page.hasNewerHeld else { return "\(max(shown.count, state.heading.total ?? 0))" }
    let numbers = shown.count == 1 ? "\(shown.upperBound)" : "\(shown.lowerBound + 1)–\(shown.upperBound)"
    guard let total = page.hasOlder ? state.heading.total : page.elements.count, total >= shown.upperBound else {
      return numbers
    }
    return "\(numbers) of \(total)"
  }

  /// The screen over its model.
  ///
  /// - Parameters:
  ///   - model: Its owner, which the screen retains.
  ///   - container: The screens that changes of posts and hashtags reach; the model if it is not given.
  ///   - verbs: The commands of this list besides those that turn pages.
  @MainActor
  public func screen(
    _ model: ListModel<Element>, container: AnyObject? = nil, verbs: @escaping @MainActor () -> [Verb]
  ) -> Screen {
    Screen(
      id: model.state.kind, subject: .named { model.state.subject }, model: container ?? model,
      label: { model.state.heading.label }, document: { document(model.state, layout: $0) },
      verbs: {
        verbs() + [
          Verb("older", aliases: ["more"], help: "Show the next page") {
            try await model.older()
              ? .screen : .information(model.state.endText, hint: "refresh")
          }.reading,
          Verb("newer", help: "Show the page before") {
            try await model.newer()
              ? .screen : .toast(Toast(.information, "This is the first page.", hint: "refresh"))
          }.reading,
          .refresh(help: "Show the list again from its beginning", model.refresh),
        ]
      }, content: model.content { layout in model.fit(layout) { (document($0, layout: layout), besides: 0) } })
  }

  /// A preview of each way that a list can look.
  @MainActor
  public func previews(of fixtures: ListFixtures<Element>, prefix: String? = nil) -> [Preview] {
    Preview.all(of: fixtures, prefix: prefix) { (state: ListState<Element>) in
      screen(ListModel(fixture: state), verbs: { [] })
    }
  }
}

extension ListModel {
  public convenience init(fixture state: ListState<Element>) {
    self.init(state: state, in: .fixture()) { _ in Page([]) }
  }
}

/// A list in each way that it can look, for previews.
public final class ListFixtures<Element: ListElement>: Sendable {
  public let loading: ListState<Element>
  public let failed: ListState<Element>
  public let empty: ListState<Element>
  /// The first page, and more below.
  public let loaded: ListState<Element>
  public let further: ListState<Element>
  /// Rows that try to take over the terminal.
  public let hostile: ListState<Element>

  public init(_ list: ListState<Element>, _ rows: [Element], hostile: [Element]) {
    loading = list.with(.loading)
    failed = list.with(.failed(.fixtures.timedOut))
    empty = list.with(.loaded(PagedList()))
    loaded = list.with(.loaded(PagedList(rows, older: "20")))
    var pages = PagedList(Array(rows.prefix(1)), older: "20")
    pages.show(ListPart(Page(Array(rows.dropFirst())), PageRequest(.older(than: "20"))))
    further = list.with(.loaded(pages))
    self.hostile = list.with(.loaded(PagedList(hostile)))
  }
}
