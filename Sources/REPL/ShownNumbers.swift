import TerminalKit

/// What the numbers on the command line mean: what was printed last by a command of the user, and where.
struct ShownNumbers {
  /// The account whose server knows the ids.
  let account: String
  /// The screen that was on top when they were printed; `nil` for those of the last run.
  ///
  /// On another screen they mean nothing.
  var place: String?
  /// What numbers, `.` and `-` stand for.
  var references = NumberedReferences()
  /// The text beside each number, for completion.
  var summaries: [Int: String] = [:]

  /// The same without numbers, on another screen; `.` and `-` keep their meaning, unless it belongs to another account.
  func withoutNumbers(on place: String, of account: String) -> ShownNumbers {
    var none = ShownNumbers(account: account, place: place)
    if account == self.account { none.references.takeLast(of: references) }
    return none
  }
}
