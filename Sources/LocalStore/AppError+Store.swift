public import FeatureKit

/// The one place that turns errors of the store into messages for the user.
extension StoreError: AppErrorConvertible {
  /// The error as it is shown to the user.
  public var appError: AppError {
    switch self {
    case .full(let path): .storage(.full(path: path))
    case .refused(let path): .storage(.refused(path: path))
    case .damaged(let path): .storage(.damaged(path: path))
    case .busy(let path): .unknown("\(path) is in use by another program.")
    case .newer(let path): .unknown("\(path) was written by a later version of Howdah.")
    case .failed(let path, let reason): .unknown("\(path) cannot be used: \(reason).")
    case .vault(let vault, let trouble): Self.appError(vault, trouble)
    case .noHome: .unknown("There is no home directory to keep files in: HOME is not set.")
    }
  }
}

extension StoreError {
  fileprivate static func appError(_ vault: VaultName, _ trouble: VaultTrouble) -> AppError {
    switch trouble {
    case .noProgram(let program):
      .validation(
        "The program \(program) is not installed, so \(vault.words) cannot be used.",
        suggestion: "Install it, or keep secrets in files: vault file.")
    case .silent:
      .validation(
        "\(vault.sentenceStart) does not answer here: nothing was changed.",
        suggestion: "Start it, or keep sign-ins in files: vault file.")
    case .timedOut(let seconds):
      .unknown("\(vault.sentenceStart) did not answer within \(seconds) seconds; it may be locked.")
    case .interrupted: .cancelled
    case .missing:
      .unknown("\(vault.sentenceStart) is locked, or a secret of Howdah's is gone from it: login HOST makes a new one.")
    case .failed(let reason):
      .validation(
        "\(vault.sentenceStart) failed: \(reason).", suggestion: "Try again, or keep sign-ins in files: vault file.")
    }
  }
}
