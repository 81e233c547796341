import FeatureKit
import TerminalKit

/// The meaning of numbers on the command line: the screen that a command of the user printed last, and its place.
struct ShownNumbers {
  /// The account whose server knows the ids.
  let account: String
  /// The other server that knows them, by ``Screen/otherServer``.
  var otherServer: Screen.OtherServer?
  /// The screen that was on top when they were printed; `nil` for those of the last run.
  ///
  /// On another screen they mean nothing.
  var place: String?
  /// The page over the screen that they are on, such as the members of a list; `nil` for the screen itself.
  var page: Document?
  /// Whether something was changed since, which the page may not show.
  var isOutdated = false
  /// The meaning of numbers, `.` and `-`.
  var references = NumberedReferences()
  /// The text beside each number, for completion.
  var summaries: [Int: String] = [:]

  /// No numbers, on another screen; `.` and `-` keep their meaning, unless that is something of another account or server.
  @MainActor func withoutNumbers(on screen: Screen, named place: String, of account: String) -> ShownNumbers {
    ShownNumbers(account: account, otherServer: screen.otherServer, place: place).takingLast(of: self)
  }

  /// The same with the meaning that `.` and `-` had before, unless that is something of another account or server.
  func takingLast(of before: ShownNumbers) -> ShownNumbers {
    var shown = self
    shown.references.forgetLasts()
    if account == before.account, otherServer?.name == before.otherServer?.name {
      shown.references.takeLast(of: before.references)
    }
    return shown
  }
}
