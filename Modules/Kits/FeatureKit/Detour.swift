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
  /// The last move of the user, until its screen is shown.
  private var unseen: (screen: Screen, back: @MainActor () -> Void, move: @MainActor () -> Void)?
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
  ///
  /// A move whose screen is not shown yet is taken back, and becomes its own.
  @discardableResult
  public func begin() -> Bool {
    guard !isActive else { return false }
    isActive = true
    if let (screen, back, move) = unseen {
      back()
      (reached, moves) = (screen, [move])
    }
    unseen = nil
    return true
  }

  /// Records that the user was moved, before the screen is loaded.
  ///
  /// - Parameters:
  ///   - back: Takes the user back.
  ///   - move: Shows the screen to the user again.
  public func moved(to screen: Screen, back: @escaping @MainActor () -> Void, _ move: @escaping @MainActor () -> Void) {
    unseen = (screen, back, move)
  }

  /// Records that the user sees where they were moved, or that nothing will be shown there.
  public func settle() { unseen = nil }

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
