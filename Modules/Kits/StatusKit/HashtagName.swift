import FeatureKit
import TerminalKit

public enum HashtagName {
  /// The name of a hashtag that was typed with or without `#`.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` if it is none.
  public static func parse(_ typed: some StringProtocol) throws -> String {
    let name = typed.hasPrefix("#") ? String(typed.dropFirst()) : String(typed)
    let isName =
      (1...256).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "·" || $0 == "\u{200C}" }
      && name.contains { !$0.isNumber && $0 != "_" }
    guard isName else {
      throw AppError.usage(
        Sanitizer.clean("“\(typed)” is not a hashtag."), suggestion: "Use letters and digits, such as #garden.")
    }
    return name
  }
}
