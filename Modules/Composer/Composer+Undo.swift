import FeatureKit

extension Composer.Model {
  /// Takes the last change back and says which it was.
  ///
  /// - throws: ``AppError/validation(_:suggestion:)`` when everything is as it was when the sheet was opened.
  public func undo() throws -> String {
    guard let last = past.popLast() else {
      throw AppError.validation("Nothing to undo.", suggestion: "/pop deletes the last line.")
    }
    let earlier = past
    change(last.change) { $0 = last.content }
    past = earlier
    return last.change
  }
}
