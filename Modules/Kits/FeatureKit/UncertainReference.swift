public import TerminalKit

/// An error for something that a server has under another address than the one that was typed.
///
/// It may be read; before anything is done with it, the user has to agree.
public struct UncertainReference: Error, AppErrorConvertible, Hashable {
  /// The object that the server has.
  public let reference: Reference
  private let address: String
  private let description: String

  /// Creates the error.
  ///
  /// - Parameter description: The object that the server has, such as "a post by @pool@shore.example".
  public init(_ reference: Reference, at address: String, is description: String) {
    self.reference = reference
    self.address = Sanitizer.clean(address)
    self.description = Sanitizer.clean(description)
  }

  /// The sentence that tells a reader what was found.
  public var sentence: String { "At \(address) the server has \(description)." }

  /// The question whether to act on it.
  public var question: String { "\(sentence) Use it?" }

  /// The error where nobody can be asked.
  public var appError: AppError {
    .usage(sentence, suggestion: "If you mean that one, give its own address.")
  }
}
