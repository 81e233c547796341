extension Navigation.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let fresh = state([.fixtures.home, .fixtures.notifications, .fixtures.settings])
    /// A thread and a profile opened from home, and unread notifications.
    public let deep = state([.fixtures.deep, .fixtures.unread, .fixtures.settings])
    /// A form with unsaved changes over a thread, and a post waiting behind it.
    public let covered = state([.fixtures.covered, .fixtures.notifications, .fixtures.settings])
    /// Another tab than the one with the form is selected.
    public let elsewhere = state([.fixtures.covered, .fixtures.unread, .fixtures.settings], selected: "notifications")
    /// An account name with control sequences for the terminal.
    public let hostile = state([.fixtures.hostile])

    /// Live updates are interrupted.
    public let disconnected = Navigation.State(
      account: "wren@garden.example", tabs: [.fixtures.home], selected: "home", live: .waiting)

    private static func state(_ tabs: [Navigation.Tab], selected: String = "home") -> Navigation.State {
      Navigation.State(account: "wren@garden.example", tabs: tabs, selected: selected)
    }
  }
}

extension Navigation.Tab {
  public static let fixtures = Fixtures()

  /// One tab for each combination of path and sheets.
  public final class Fixtures: Sendable {
    /// Only the root screen is open.
    public let home = tab("home", "Home", "⌂")
    /// Only the root screen is open.
    public let notifications = tab("notifications", "Notifications", "★")
    public let unread = Navigation.Tab(
      id: "notifications", title: "Notifications", symbol: "★", label: "notifications (3)")
    /// Only the root screen is open.
    public let settings = tab("settings", "Settings", "⚙")
    /// Two screens are pushed.
    public let deep = tab("home", "Home", "⌂", path: [thread, profile])
    /// A sheet is presented and another one waits.
    public let covered = tab(
      "home", "Home", "⌂", path: [thread],
      sheets: [
        Navigation.Sheet(kind: "list", label: "new list", unsaved: "saving the new list “The canal”"),
        Navigation.Sheet(kind: "composer", label: "new post"),
      ])
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
