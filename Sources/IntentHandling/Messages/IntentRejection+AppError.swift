import FeatureKit

extension IntentRejection {
  var appError: AppError {
    switch self {
    case .untrusted: .forbidden("This Howdah belongs to another user.")
    case .tooManyClients: .validation("Too many programs are connected.", suggestion: "Try again in a moment.")
    case .lineTooLong: .validation("The request is too long.", suggestion: "A request has at most 65,536 bytes.")
    case .timedOut: .validation("The request timed out.", suggestion: "Connect when you have a request to send.")
    }
  }

  var code: String {
    switch self {
    case .untrusted: "forbidden"
    case .tooManyClients: "crowded"
    case .lineTooLong: "too_long"
    case .timedOut: "too_slow"
    }
  }
}

extension IntentSocketError {
  /// Why there is no socket, as a sentence.
  var message: String {
    switch self {
    case .notPrivate(let folder): "\(folder) is accessible to other users."
    case .pathTooLong(let path): "\(path) is too long for a socket path."
    case .system(let code, let operation): "could not \(operation) (error \(code))."
    }
  }
}
