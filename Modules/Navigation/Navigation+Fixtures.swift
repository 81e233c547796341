extension Navigation.State {
  /// The screens in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the screens can look.
  public struct Fixtures: Sendable {
    /// A run that was just started.
    public let fresh = state([.fixtures.home, .fixtures.notifications, .fixtures.settings])
    /// A thread and a profile opened from home, and something new.
    public let deep = state([.fixtures.deep, .fixtures.unread, .fixtures.settings])
    /// A form with something unsaved over a thread, and a post that waits behind it.
    public let covered = state([.fixtures.covered, .fixtures.notifications, .fixtures.settings])
    /// Somewhere else than where the form is.
    public let elsewhere = state([.fixtures.covered, .fixtures.unread, .fixtures.settings], selected: "notifications")
    /// A person whose name tries to take over the terminal.
    public let hostile = state([.fixtures.hostile])

    /// A server that cannot be heard, as one is told who asks.
    public let disconnected = Navigation.State(
      account: "wren@garden.example", tabs: [.fixtures.home], selected: "home", live: .waiting)

    private static func state(_ tabs: [Navigation.Tab], selected: String = "home") -> Navigation.State {
      Navigation.State(account: "wren@garden.example", tabs: tabs, selected: selected)
    }
  }
}

extension Navigation.Tab {
  /// Tabs of an invented run.
  public static let fixtures = Fixtures()

  /// One tab for each way that it can be left.
  public struct Fixtures: Sendable {
    /// At its beginning.
    public let home = tab("home", "Home", "⌂")
    /// At its beginning.
    public let notifications = tab("notifications", "Notifications", "★")
    /// With something new.
    public let unread = Navigation.Tab(
      id: "notifications", title: "Notifications", symbol: "★", label: "notifications (3)")
    /// At its beginning.
    public let settings = tab("settings", "Settings", "⚙")
    /// Two places away from its beginning.
    public let deep = tab("home", "Home", "⌂", path: [thread, profile])
    /// With a sheet over a place, and another that waits.
    public let covered = tab(
      "home", "Home", "⌂", path: [thread],
      sheets: [
        Navigation.Sheet(kind: "list", label: "new list", unsaved: "saving the new list “The canal”"),
        Navigation.Sheet(kind: "composer", label: "new post"),
      ])
    /// With a name that does not behave.
    public let hostile = tab(
      "home", "Home", "⌂", path: [Navigation.Place(kind: "profile", id: "9", label: "@m\u{1B}[31mallow\u{202E}\nx")])

    private static let thread = Navigation.Place(kind: "thread", id: "113820465098241", label: "post by Rook")
    private static let profile = Navigation.Place(kind: "profile", id: "5", label: "@pool@shore.example")

    private static func tab(
      _ id: String, _ title: String, _ symbol: String, path: [Navigation.Place] = [], sheets: [Navigation.Sheet] = []
    ) -> Navigation.Tab {
      Navigation.Tab(id: id, title: title, symbol: symbol, label: id, path: path, sheets: sheets)
    }
  }
}

extension Navigation.Action {
  /// Actions that do nothing.
  @MainActor public static var fixtures: Fixtures { Fixtures() }

  /// One action for tests.
  @MainActor
  public struct Fixtures {
    /// Goes nowhere.
    public let none = Navigation.Action(select: { _ in }, adjust: { _ in })
  }
}
