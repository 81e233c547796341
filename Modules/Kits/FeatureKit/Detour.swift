/// A place in the app apart from the user's: for a command in the background, or one whose output is for another
/// program.
///
/// While it is active, a router moves here for the tasks that run within it and leaves the user's place as it is: what the
/// command opens is its own until ``adopt()`` shows it.
@MainActor
public final class Detour {
  /// Follows the command into its child tasks.
  @TaskLocal private static var current: Detour?

  /// The screen that the command has gone to; `nil` while it is where the user is.
  public private(set) var screen: Screen?
  private var moves: [@MainActor () -> Void] = []
  private var isActive = false

  public init() {}

  /// The one that the running task is within, while it is active.
  public static var active: Detour? { current.flatMap { $0.isActive ? $0 : nil } }

  /// Runs a command within it.
  public func run<Value>(_ command: () async -> Value) async -> Value {
    await Self.$current.withValue(self) { await command() }
  }

  /// Leaves the user's place alone from now on.
  public func begin() { isActive = true }

  /// Leaves the user's place alone from now on, within the one that the running task has; `nil` if that is so already, or
  /// if it has none.
  public static func beginHere() -> Detour? {
    guard let current, !current.isActive else { return nil }
    current.begin()
    return current
  }

  /// Ends it, and forgets where the command has gone.
  public func abandon() {
    end()
    (moves, screen) = ([], nil)
  }

  /// Ends it with its command: what that has started and left running is not within it any more.
  public func end() { isActive = false }

  /// Goes to a screen.
  ///
  /// - Parameter move: Shows the same to the user.
  public func go(to screen: Screen, _ move: @escaping @MainActor () -> Void) {
    self.screen = screen
    moves.append(move)
  }

  /// Ends it, and takes the user to where the command has gone.
  public func adopt() {
    end()
    let moves = moves
    self.moves = []
    screen = nil
    for move in moves { move() }
  }
}
