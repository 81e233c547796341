import FeatureKit

extension IntentRejection {
  /// The error that the client gets.
  var appError: AppError {
    switch self {
    case .untrusted: .forbidden("This Howdah is another user's.")
    case .tooManyClients: .validation("Too many programs ask at once.", suggestion: "Ask again in a moment.")
    case .lineTooLong: .validation("That line is too long.", suggestion: "A request has at most 65,536 bytes.")
    case .timedOut: .validation("Nothing came for too long.", suggestion: "Connect when there is something to ask.")
    }
  }

  /// The error code for programs.
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
    case .notPrivate(let folder): "\(folder) is not yours alone."
    case .pathTooLong(let path): "\(path) is longer than a socket's name can be."
    case .system(let code, let operation): "the system does not \(operation) (error \(code))."
    }
  }
}
