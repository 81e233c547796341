public import FeatureKit
public import MastodonKit
public import TerminalKit

/// A screen that lists things of one kind a page at a time, numbered from 1: posts, accounts, hashtags, links.
///
/// A feature with such a screen supplies this state, a closure that reads a page, and a heading where the title comes from the
/// server. Model and commands are ``ListModel`` and ``ListAction``; posts are shown as a ``StatusTimeline``, other things as a
/// ``ListView``.
public struct ListState<Element: ListElement>: Hashable, Sendable {
  /// The name of the screen in JSON: `list`.
  public var kind: String
  /// The value that tells it from other screens of the kind, such as a list's id; `nil` where there is only one.
  public var subject: String?
  public var heading: ListHeading
  public var context: Filter.Context
  public var emptyText: String
  /// The text shown below the last page.
  public var endText = "That is all."
  /// The hint for the elements, such as `unmute N`.
  public var hint: [String]
  /// The first members of the screen's JSON.
  public var data: [JSONValue.Member]
  public var order: ListOrder
  /// Whether the list is in the order of times, so that a time is a place in it.
  public var isDated: Bool
  public var limit: Int
  /// The words of the command that shows it, without options; `nil` if there is none.
  public var command: [String]?
  /// The stream that its new elements come by; `nil` if it has none.
  public var topic: StreamTopic?
  public var options = TimelineOptions()
  /// The signed-in account, whose own posts are not news.
  public var me: Account.ID?
  public var page: Loadable<PagedList<Element>>
  /// Why something besides the page could not be read, such as the title.
  public var missing: AppError?

  public init(
    kind: String, subject: String? = nil, title: String, label: String, context: Filter.Context = .public,
    emptyText: String, hint: [String] = [], data: [JSONValue.Member] = [], order: ListOrder? = nil,
    isDated: Bool? = nil, limit: Int = 20, command: [String]? = nil, page: Loadable<PagedList<Element>> = .idle
  ) {
    self.kind = kind
    self.subject = subject
    heading = ListHeading(title: title, label: label)
    self.context = context
    self.emptyText = emptyText
    self.hint = hint
    self.data = data
    self.order = order ?? (Element.isTimeline ? .chronological : .server)
    self.isDated = isDated ?? (self.order == .chronological)
    self.limit = limit
    self.command = command ?? (subject == nil ? [kind] : nil)
    self.page = page
  }

  /// Why the screen is without its content, or without a part of it.
  public var failure: AppError? { page.error ?? (page.value?.isNewest == false ? nil : missing) }
  /// The number of new elements since the top of the list was shown.
  public var unread: Int { page.value?.unread ?? 0 }
  public var visible: [Element] { page.value?.visible ?? [] }

  /// The members of JSON about the page: `has_older`, `cursor`.
  public var pageData: [JSONValue.Member] {
    [.init("has_older", .bool(page.value?.hasOlder == true)), .init("cursor", .optional(page.value?.cursor))]
  }

  /// The commands for the pages beside this one; `nil` if no command continues the list.
  public var neighbours: Document.Neighbours? {
    guard let command, let page = page.value else { return nil }
    return options.range.neighbours(of: command + options.words, before: page.cursor, after: page.upperCursor)
  }

  /// The same list with another page.
  public func with(_ page: Loadable<PagedList<Element>>) -> ListState {
    var state = self
    state.page = page
    return state
  }
}

/// The heading of a list; a list of posts may be renamed while it is read.
public struct ListHeading: Hashable, Sendable {
  /// The line above the list: `The canal · list`.
  public var title: String
  /// The text in the prompt: `The canal`.
  public var label: String
  /// The account whose posts they are, which is described above the newest of them.
  public var account: Account?
  /// The total number of elements, if the server reports one.
  public var total: Int?

  public init(title: String, label: String, account: Account? = nil, total: Int? = nil) {
    self.title = title
    self.label = label
    self.account = account
    // A server that hides a count says -1.
    self.total = total.flatMap { $0 < 0 ? nil : $0 }
  }
}
