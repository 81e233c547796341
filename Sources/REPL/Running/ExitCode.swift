public import FeatureKit

public enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  /// An unexpected error, or the disk.
  case `internal` = 1
  /// The command line or a command is not valid.
  case usage = 2
  /// Not signed in, or forbidden.
  case unauthorized = 3
  case notFound = 4
  case rateLimited = 5
  case network = 6
  /// Invalid input: too long, empty, expired.
  case invalidInput = 7
  /// A part was done, and the rest failed.
  case partial = 8
  /// Cancelled with Ctrl-C.
  case interrupted = 130

  public init(_ error: AppError) {
    self =
      switch error {
      case .network(.rateLimited): .rateLimited
      case .network: .network
      case .storage, .unsaved, .unknown: .internal
      case .usage: .usage
      case .validation: .invalidInput
      case .unauthorized, .unknownAccount, .noAccount, .forbidden: .unauthorized
      case .notFound: .notFound
      case .cancelled, .interrupted: .interrupted
      case .detailed(let error, _, _): ExitCode(error)
      case .partial(.interrupted, _): .interrupted
      case .partial: .partial
      }
  }
}
