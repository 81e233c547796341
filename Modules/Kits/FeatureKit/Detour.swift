/// A place in the app apart from the user's: for a command in the background, or one whose output is for another
/// program.
///
/// Each line has one, which ``Response/going(_:)`` hands to the router. While it is active, the router moves here and leaves
/// the user's place as it is: what the command opens is its own until ``adopt()`` shows it.
@MainActor
public final class Detour {
  /// The screen that the command has gone to; `nil` while it is where the user is.
  public var screen: Screen? { isActive ? reached : nil }
  private var reached: Screen?
  private var moves: [@MainActor () -> Void] = []
  /// Whether the user's place is left alone.
  public private(set) var isActive = false
  /// Whether the command shows what is kept before the server has answered.
  public let showsKept: () -> Bool
  /// What asks the server for the page that the command has shown from the archive; `nil` if the server has sent it.
  public var update: Screen.Update?

  /// - Parameter showsKept: Asked when a screen is loaded.
  public init(showsKept: @escaping () -> Bool) { self.showsKept = showsKept }

  /// Loads the content of a screen, as the command shows it.
  public func load(_ screen: Screen) async {
    if showsKept() { update = await screen.loadKept() ?? update } else { await screen.load() }
  }

  /// Leaves the user's place alone from now on; returns whether that is new.
  @discardableResult
  public func begin() -> Bool {
    defer { isActive = true }
    return !isActive
  }

  /// Ends it, and forgets where the command has gone.
  public func abandon() {
    end()
    (moves, reached) = ([], nil)
  }

  /// Ends it with its command: what that has started and left running is not within it any more.
  public func end() { isActive = false }

  /// Goes to a screen, if it is active; returns whether it is.
  ///
  /// - Parameter move: Shows the same to the user.
  public func go(to screen: Screen, _ move: @escaping @MainActor () -> Void) -> Bool {
    guard isActive else { return false }
    reached = screen
    moves.append(move)
    return true
  }

  /// Ends it, and takes the user to where the command has gone.
  public func adopt() {
    let moves = moves
    abandon()
    for move in moves { move() }
  }
}
