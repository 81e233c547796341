public import FeatureKit

/// What the program tells the shell when it leaves.
public enum ExitCode: Int32, Sendable, CaseIterable {
  /// Everything was done.
  case done = 0
  /// Something that Howdah has no words for, or the disk.
  case `internal` = 1
  /// The command line or a verb was typed wrongly.
  case usage = 2
  /// Not signed in, or refused.
  case unauthorized = 3
  /// There is no such thing.
  case notFound = 4
  /// Too many requests.
  case rateLimited = 5
  /// The network or the server.
  case network = 6
  /// What was sent is not valid: too long, empty, ended.
  case invalidInput = 7
  /// Stopped with Ctrl-C.
  case interrupted = 130

  /// The code for an error.
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
      }
  }
}
