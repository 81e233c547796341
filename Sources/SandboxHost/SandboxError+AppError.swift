public import FeatureKit
import LocalStore
public import Sandbox

/// The one place that turns errors of the embedded instance into messages for the user.
extension SandboxError: AppErrorConvertible {
  public var appError: AppError {
    switch self {
    case .noSuchAccount(let name): .notFound("The sandbox has no account \(name) to sign in to.")
    case .unknownVersion:
      .detailed(
        .unknown("The sandbox's file was written by another version of Howdah."),
        suggestion: "Update Howdah, or move the file away for a new one.", data: [])
    case .unreadable(let path): .storage(.damaged(path: path))
    case .full(let path): .storage(.full(path: path))
    case .refused(let path): StoreError.refusal(of: path).appError
    case .unusable(let path, _) where FileLocations.isOutOfSpace(at: path): .storage(.full(path: path))
    case .unusable(let path, let reason): .unknown("\(path) cannot be used: \(reason).")
    case .alreadyRunning: .unknown("The sandbox is already running as a server.")
    }
  }
}
