public import FeatureKit

/// The tabs, the screens and sheets open in each, and the current location.
public enum Navigation {
  public struct State: Hashable, Sendable {
    /// The current account, `user@host`.
    public var account: String
    /// The tabs in order.
    public var tabs: [Tab]
    public var selected: Tab.ID
    /// The state of live updates; `nil` in a run without them, such as a script.
    public var live: Live?

    public init(account: String, tabs: [Tab], selected: Tab.ID, live: Live? = nil) {
      self.live = live
      self.account = account
      self.tabs = tabs
      self.selected = selected
    }

    public var current: Tab? { tabs.first { $0.id == selected } }
  }

  /// The state of live updates; JSON has the raw value.
  public enum Live: String, Hashable, Sendable, CaseIterable {
    /// Events arrive through an open connection.
    case connected
    /// A connection is being made.
    case connecting
    /// The connection failed and will be retried.
    case waiting
    /// The server offers no streaming and is polled.
    case polling
    /// The server refused the connection; it is not retried.
    case ended
    /// The user turned live updates off.
    case off
  }

  public struct Tab: Hashable, Sendable, Identifiable {
    /// The id, which is also the command that selects it.
    public var id: String
    /// The title: `Home`.
    public var title: String
    /// A character shown before the title.
    public var symbol: String
    /// The label of its root screen: `home`, `notifications (3)`.
    public var label: String
    /// The screens pushed on the root screen, the top one last.
    public var path: [Place] = []
    /// The presented sheet, followed by the sheets that wait for it to be closed.
    public var sheets: [Sheet] = []

    /// The label of the top screen: the sheet, or the last place, or the root screen.
    public var top: String { sheets.first?.label ?? path.last?.label ?? label }
  }

  /// A screen pushed on a tab's path.
  public struct Place: Hashable, Sendable {
    /// The id of the screen: `thread`.
    public var kind: String
    /// The id of the entity it shows; `nil` if the screen shows no single entity.
    public var id: String?
    /// The label: `post by Rook`.
    public var label: String
  }

  public struct Sheet: Hashable, Sendable {
    /// The id of the screen: `composer`.
    public var kind: String
    /// The label: `new post`.
    public var label: String
    /// The action that closing it now would skip: `saving the new list “Canal”`; `nil` if nothing is unsaved.
    public var unsaved: String?
  }

  @MainActor
  public struct Action {
    /// Selects a tab, which shows what it showed last.
    public var select: (Tab.ID) -> Response
    /// Presents the settings as a sheet; only one section if `section` names it.
    public var adjust: (_ section: String?) async throws -> Response

    public init(
      select: @escaping (Tab.ID) -> Response, adjust: @escaping (_ section: String?) async throws -> Response
    ) {
      self.select = select
      self.adjust = adjust
    }
  }
}

extension Navigation.State {
  /// Returns the tab with a number, a name, or an unambiguous beginning of a name.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that names the tabs.
  public func tab(_ word: String) throws -> Navigation.Tab {
    let wanted = word.lowercased()
    if let number = Int(wanted), tabs.indices.contains(number - 1) { return tabs[number - 1] }
    if let exact = tabs.first(where: { $0.id == wanted }) { return exact }
    let found = tabs.filter { $0.id.hasPrefix(wanted) || $0.title.lowercased().hasPrefix(wanted) }
    if found.count == 1 { return found[0] }
    let names = tabs.map(\.id)
    throw AppError.unlisted(
      "No tab “\(word)”.", word: word, among: names, choices: "The tabs are \(names.joined(separator: ", ")).")
  }
}
