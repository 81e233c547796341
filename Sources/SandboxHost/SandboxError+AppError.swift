public import FeatureKit
import LocalStore
public import Sandbox

/// The one place that turns errors of the embedded instance into messages for the user.
extension SandboxError: AppErrorConvertible {
  /// The error as it is shown to the user.
  public var appError: AppError {
    switch self {
    case .noSuchAccount(let name): .notFound("Nobody called \(name) can sign in to the sandbox.")
    case .unknownVersion:
      .unknown(
        "The sandbox's file was written by a later version of Howdah: update that, or move the file aside for a new one."
      )
    case .unreadable(let path):
      .unknown("The sandbox's file \(path) cannot be read: move it aside, and a new one takes its place.")
    case .full(let path): .storage(.full(path: path))
    case .refused(let path): .storage(.refused(path: path))
    case .unusable(let path, _) where FileLocations.lacksRoom(at: path): .storage(.full(path: path))
    case .unusable(let path, let reason): .unknown("\(path) cannot be used: \(reason).")
    case .alreadyRunning: .unknown("The sandbox is being served already.")
    }
  }
}
