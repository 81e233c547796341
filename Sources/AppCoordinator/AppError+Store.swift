public import FeatureKit
public import LocalStore

/// The one place where what the disk says is put into the app's words.
extension StoreError: AppErrorConvertible {
  /// The same error in the app's words.
  public var appError: AppError {
    switch self {
    case .full(let path): .storage(.full(path: path))
    case .refused(let path): .storage(.refused(path: path))
    case .damaged(let path): .storage(.damaged(path: path))
    case .busy(let path): .unknown("\(path) is in use by another program.")
    case .newer(let path): .unknown("\(path) was written by a later version of Howdah.")
    case .failed(let path, let reason): .unknown("\(path) cannot be used: \(reason).")
    case .noHome: .unknown("There is no home directory to keep files in: HOME is not set.")
    }
  }
}
