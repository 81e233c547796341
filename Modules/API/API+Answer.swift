import FeatureKit
import MastodonKit
import TerminalKit

extension RawResponse {
  /// The content as text; `nil` if it is none.
  var text: String? {
    guard !body.contains(0) else { return nil }
    return String(validating: body, as: UTF8.self)
  }

  /// Whether the server says that it is JSON, or says nothing and it begins like that.
  private var isJSON: Bool {
    guard let type else { return body.first { $0 > 0x20 }.map { "{[\"".utf8.contains($0) } ?? true }
    return type == "application/json" || type.hasSuffix("+json")
  }

  /// The output for a file or a program: the content as the server sent it.
  ///
  /// Text has no tokens and passwords, and JSON ends with a line feed, as every line of output does.
  var exact: [UInt8] {
    guard let text else { return body }
    let lineFeed = UInt8(ascii: "\n")
    return Array(SecretFields.hidden(in: text).utf8) + (isJSON && body.last != lineFeed ? [lineFeed] : [])
  }
}

@MainActor extension API {
  /// Indented on a terminal; elsewhere exact.
  ///
  /// - Throws: ``AppError`` with the server's reason if the request failed.
  static func response(to answer: RawResponse, of request: RawRequest, _ action: Action) throws -> Response {
    if let failure = failure(answer, of: request, action) { throw failure }
    guard let text = answer.text else {
      let type = Sanitizer.clean(answer.type ?? "data")
      return .exact(
        ExactOutput(
          answer.exact, document: view(""),
          failure: .validation(
            "The answer is not text: \(type), \(answer.body.count) bytes.", suggestion: "Write it to a file: > FILE")))
    }
    return .exact(ExactOutput(answer.exact, document: view(text)))
  }

  /// Why a request failed, with the status code and the server's own reason; `nil` if it succeeded.
  static func failure(_ answer: RawResponse, of request: RawRequest, _ action: Action) -> AppError? {
    guard !(200..<300).contains(answer.status) else { return nil }
    let path = Sanitizer.clean(String(request.path.prefix { $0 != "?" }))
    let message = AppError.sentence(
      "\(action.host) answered \(answer.status) to \(request.method.rawValue) \(path)", reason: answer.reason)
    let error: AppError
    let suggestion: String
    switch answer.status {
    case 403: (error, suggestion) = (.forbidden(message), "This account may not do that.")
    case 404, 410: (error, suggestion) = (.notFound(message), "Check the path and the id.")
    case 500...:
      let failure = AppError.Network.serverError(host: action.host, code: answer.status, reason: answer.reason)
      (error, suggestion) = (.network(failure), "Retry in a moment.")
    default: (error, suggestion) = (.validation(message, suggestion: ""), "Check the path and the request.")
    }
    return .detailed(error, suggestion: suggestion, data: [JSONValue.Member("http_status", .int(answer.status))])
  }
}
