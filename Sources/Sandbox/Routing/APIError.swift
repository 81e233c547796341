/// An error response in Mastodon's format.
struct APIError: Error, Equatable {
  var status: Int
  var message: String
  /// OAuth's `error_description`.
  var description: String?
  /// Validation errors by field, for forms.
  var details: [Detail] = []
  var headers: SandboxHeaders = [:]

  struct Detail: Equatable {
    var field: String
    /// Mastodon's code, such as `ERR_BLANK`.
    var error: String
    var description: String
  }

  static func badRequest(_ message: String) -> APIError { APIError(status: 400, message: message) }
  static func unprocessable(_ message: String) -> APIError { APIError(status: 422, message: message) }
  static func invalid(_ what: String) -> APIError { unprocessable("Validation failed: \(what)") }
  static func oauth(_ code: String, _ description: String, status: Int = 400) -> APIError {
    APIError(status: status, message: code, description: description)
  }

  static let invalidClient = oauth(
    "invalid_client",
    "Client authentication failed due to unknown client, no client authentication included, or unsupported "
      + "authentication method.", status: 401)
  static let invalidScope = oauth("invalid_scope", "The requested scope is invalid, unknown, or malformed.")

  static let invalidToken = APIError(
    status: 401, message: "The access token is invalid",
    headers: [
      "WWW-Authenticate":
        #"Bearer realm="Doorkeeper", error="invalid_token", error_description="The access token is invalid""#
    ])
  static let needsUser = APIError(status: 422, message: "This method requires an authenticated user")
  static let pending = APIError(status: 403, message: "Your login is currently pending approval")
  static let disabled = APIError(status: 403, message: "Your login is currently disabled")
  static let outsideScopes = APIError(status: 403, message: "This action is outside the authorized scopes")
  static let forbidden = APIError(status: 403, message: "This action is not allowed")
  static let recordNotFound = APIError(status: 404, message: "Record not found")
  static let notFound = APIError(status: 404, message: "Not Found")
  static let tooMany = APIError(status: 429, message: "Too many requests")
  static let broken = APIError(
    status: 500, message: "We're sorry, but something went wrong on our end.")

  private var detailsJSON: String {
    JSONWriter.object { writer in
      for field in Set(details.map(\.field)).sorted() {
        writer.field(dynamic: field) { writer in
          writer.array(objects: details.filter { $0.field == field }) { writer, detail in
            writer.field("error", detail.error)
            writer.field("description", detail.description)
          }
        }
      }
    }
  }

  var response: SandboxResponse {
    var response = SandboxResponse.object(status: status) {
      $0.field("error", message)
      if let description { $0.field("error_description", description) }
      if !details.isEmpty { $0.field("details", raw: detailsJSON) }
    }
    for field in headers.fields { response.headers.append(field.name, field.value) }
    return response
  }
}
