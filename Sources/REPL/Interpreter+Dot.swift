import FeatureKit
import TerminalKit

/// What `.` stands for; it is kept among the numbers, where none can be typed, so that the next run knows it too.
extension Interpreter {
  /// The place of what was sent last.
  static var made: Int { 0 }
  /// The place of the post that was named last.
  static var named: Int { -1 }

  /// Keeps in mind the post that a command has named, if it has.
  func keepNamed(_ reference: Reference?) {
    guard let reference, reference.kind == "status" else { return }
    keepInMind(reference, as: Self.named)
  }

  /// Lets no number mean anything until something with numbers is printed.
  func forgetNumbers() {
    shown = [:]
    host.remember([:])
  }

  /// Keeps in mind what `.` stands for from now on.
  func keepInMind(_ reference: Reference, as place: Int) {
    var shown = numbers
    guard shown[place] != [reference] else { return }
    shown[place] = [reference]
    self.shown = shown
    host.remember(shown)
  }
}
