import FeatureKit
import IntentSocket

extension IntentRefusal {
  /// What the client is told.
  var appError: AppError {
    switch self {
    case .stranger: .forbidden("This Howdah is another user's.")
    case .crowded: .validation("Too many programs ask at once.", suggestion: "Ask again in a moment.")
    case .tooLong: .validation("That line is too long.", suggestion: "A request has at most 65,536 bytes.")
    case .tooSlow: .validation("Nothing came for too long.", suggestion: "Connect when there is something to ask.")
    }
  }

  /// Its name for programs.
  var code: String {
    switch self {
    case .stranger: "forbidden"
    case .crowded: "crowded"
    case .tooLong: "too_long"
    case .tooSlow: "too_slow"
    }
  }
}

extension IntentSocketError {
  /// Why there is no socket, as a sentence.
  var words: String {
    switch self {
    case .notPrivate(let folder): "\(folder) is not yours alone."
    case .pathTooLong(let path): "\(path) is longer than a socket's name can be."
    case .system(let code, let doing): "the system does not \(doing) (error \(code))."
    }
  }
}
