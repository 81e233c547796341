import FeatureKit

/// Where one is, and where one can go: the tabs, what is open in each, and what waits.
public enum Navigation {
  /// Everything the screens show.
  public struct State: Hashable, Sendable {
    /// The account that one acts as, `user@host`.
    public var account: String
    /// The tabs in order.
    public var tabs: [Tab]
    /// The id of the tab that is shown.
    public var selected: Tab.ID
    /// Whether events arrive by themselves; `nil` in a run that does not wait for any.
    public var live: Live?

    /// Makes a state.
    public init(account: String, tabs: [Tab], selected: Tab.ID, live: Live? = nil) {
      self.live = live
      self.account = account
      self.tabs = tabs
      self.selected = selected
    }

    /// The tab that is shown.
    public var current: Tab? { tabs.first { $0.id == selected } }
  }

  /// Whether and how events of the server arrive by themselves; scripts get the raw value.
  public enum Live: String, Hashable, Sendable, CaseIterable {
    /// They arrive at once.
    case connected
    /// A connection is being made.
    case connecting
    /// The connection broke or could not be made; it is tried again.
    case waiting
    /// The server has none, and is asked now and then.
    case polling
    /// They have ended: the server refuses them.
    case ended
    /// The user does not want any.
    case off
  }

  /// One tab as it was left.
  public struct Tab: Hashable, Sendable, Identifiable {
    /// Its id, which is also the verb that goes there.
    public var id: String
    /// What it is called.
    public var title: String
    /// A sign for it.
    public var symbol: String
    /// What its first screen says of itself: `home`, `notifications (3)`.
    public var label: String
    /// The places gone to from there, the last on top.
    public var path: [Place]
    /// What is presented over them, and what waits behind it.
    public var sheets: [Sheet]

    /// Makes a tab at its beginning, unless more is said.
    public init(
      id: String, title: String, symbol: String, label: String, path: [Place] = [], sheets: [Sheet] = []
    ) {
      self.id = id
      self.title = title
      self.symbol = symbol
      self.label = label
      self.path = path
      self.sheets = sheets
    }

    /// What is on top of it: the sheet, else the last place, else its first screen.
    public var top: String { sheets.first?.label ?? path.last?.label ?? label }
  }

  /// A place within a tab.
  public struct Place: Hashable, Sendable {
    /// What kind of place it is: `thread`.
    public var kind: String
    /// The id of what it shows; `nil` where there is only one such place.
    public var id: String?
    /// What it says of itself: `post by Rook`.
    public var label: String

    /// Makes a place.
    public init(kind: String, id: String?, label: String) {
      self.kind = kind
      self.id = id
      self.label = label
    }
  }

  /// Something that is done over a tab.
  public struct Sheet: Hashable, Sendable {
    /// What kind of sheet it is: `composer`.
    public var kind: String
    /// What it says of itself: `new post`.
    public var label: String
    /// What would be lost if it were closed now, if something would.
    public var unsaved: String?

    /// Makes a sheet.
    public init(kind: String, label: String, unsaved: String? = nil) {
      self.kind = kind
      self.label = label
      self.unsaved = unsaved
    }
  }

  /// Everything the verbs can ask for.
  @MainActor
  public struct Action {
    /// Goes to a tab as it was left; to its beginning, where one is there already.
    public var select: (Tab.ID) -> Void
    /// Presents the settings over what is shown, of one section where it is named.
    public var adjust: (_ section: String?) async throws -> Void

    /// Makes an action from its parts.
    public init(
      select: @escaping (Tab.ID) -> Void, adjust: @escaping (_ section: String?) async throws -> Void
    ) {
      self.select = select
      self.adjust = adjust
    }
  }
}

extension Navigation.State {
  /// The tab of this name, of a beginning of it that no other has, or of this number.
  ///
  /// - throws: ``AppError/usage(_:suggestion:)`` that names the tabs.
  public func tab(_ word: String) throws -> Navigation.Tab {
    let wanted = word.lowercased()
    if let number = Int(wanted), tabs.indices.contains(number - 1) { return tabs[number - 1] }
    if let exact = tabs.first(where: { $0.id == wanted }) { return exact }
    let found = tabs.filter { $0.id.hasPrefix(wanted) || $0.title.lowercased().hasPrefix(wanted) }
    if found.count == 1 { return found[0] }
    let near = tabs.map(\.id).filter { EditDistance.between(wanted, $0) <= 2 }
    let names = "The tabs are \(tabs.map(\.id).joined(separator: ", "))."
    throw Navigation.refusal("There is no tab “\(word)”.", near.first.map { "Did you mean \($0)? \(names)" } ?? names)
  }
}
