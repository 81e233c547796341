public import FeatureKit

/// The one place that turns errors of the store into messages for the user.
extension StoreError: AppErrorConvertible {
  public var appError: AppError {
    switch self {
    case .full(let path): .storage(.full(path: path))
    case .missingFolder(let path):
      .validation(
        "\(path) can't be written: its folder doesn't exist.", suggestion: "Create the folder, or name another file.")
    case .folder(let path): .validation("\(path) is a folder.", suggestion: "Name a file.")
    case .unreadPipe(let path):
      .validation("\(path) is a pipe that no program reads.", suggestion: "Start the program that reads it first.")
    case .refused(let path): .storage(.refused(path: path))
    case .readOnly(let folder): .storage(.readOnly(folder: folder))
    case .damaged(let path): .storage(.damaged(path: path))
    case .busy(let path):
      .detailed(
        .unknown("\(path) is in use by another program."), suggestion: "Wait for that program, then retry.", data: [])
    case .newer(let path):
      .detailed(
        .unknown("\(path) was written by a later version of Howdah."),
        suggestion: "Update Howdah, or move the file away for a new one.", data: [])
    case .failed(let path, let reason):
      .detailed(
        .unknown("\(path) cannot be used: \(reason)."), suggestion: "Check the file and its disk, then retry.", data: []
      )
    case .vault(let vault, let trouble): Self.appError(vault, trouble)
    case .noHome:
      .detailed(
        .unknown("No home directory for Howdah's files: HOME is not set to a full path."),
        suggestion: "Set HOME to your home directory.", data: [])
    }
  }
}

extension StoreError {
  fileprivate static func appError(_ vault: VaultName, _ trouble: VaultFailure) -> AppError {
    switch trouble {
    case .noProgram(let program):
      .validation(
        "The program \(program) is not installed, so \(vault.words) cannot be used.",
        suggestion: "Install it, or store secrets in files: vault file.")
    case .silent:
      .validation(
        "\(vault.sentenceStart) is not running. Nothing was changed.",
        suggestion: "Start it, or store secrets in files: vault file.")
    case .timedOut(let seconds):
      .unknown("\(vault.sentenceStart) did not respond within \(seconds) seconds. It may be locked.")
    case .interrupted: .cancelled
    case .missing:
      .unknown(
        "\(vault.sentenceStart) is locked, or one of Howdah's secrets is missing from it. Sign in again with login HOST."
      )
    case .failed(let reason):
      .validation(
        "\(vault.sentenceStart) failed: \(reason).", suggestion: "Try again, or store secrets in files: vault file.")
    }
  }
}
