internal import FoundationEssentials
public import MastodonKit

extension Endpoint where Response == RawResponse {
  /// Any request, with the account's token.
  ///
  /// - Throws: `.unusableFile` for a file that cannot be read.
  public static func raw(_ request: RawRequest) async throws(MastodonError) -> Endpoint {
    let (method, fields) = (request.method, request.fields)
    let parts = request.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? FormEncoding.decode(parts[1]) : []
    return Endpoint(
      method, String(parts[0]), arguments: request.arguments, query: method == .get ? query + fields : query,
      body: try await body(of: request), headers: request.headers, access: .account, scope: nil,
      operation: "send \(method.rawValue) \(parts[0])"
    ) { response, context in
      let isSuccess = (200..<300).contains(response.status)
      // A JSON document that was cut off must not be taken for a whole one.
      if isSuccess, isJSON(response) { _ = try MastodonJSON.decode(JSONTree.self, from: response.body) }
      let links = response.headers.filter { $0.name.lowercased() == "link" }.map(\.value)
      let next = LinkHeader(links, host: context.server.host).older.map { cursor in
        let place = cursor.query.map(FormEncoding.decode) ?? [Field("max_id", cursor.value)]
        let kept = (query + fields).filter { field in !place.contains { $0.name == field.name } }
        return "\(parts[0])?\(FormEncoding.encode(kept + place))"
      }
      return RawResponse(
        status: response.status, type: type(of: response), body: Array(response.body),
        reason: isSuccess ? "" : ErrorResponse.reason(in: response), next: next)
    }
  }

  private static func body(of request: RawRequest) async throws(MastodonError) -> EndpointBody? {
    if !request.files.isEmpty {
      var files: [MultipartFile] = []
      for file in request.files {
        let local = try LocalFile(file.value)
        let type = MediaType.mimeType(
          ofFileNamed: local.name, beginning: try await local.read(at: 0, upTo: MediaType.peek))
        files.append(
          MultipartFile(field: file.name, path: file.value, mimeType: type ?? "application/octet-stream"))
      }
      return .multipart(MultipartForm(fields: request.fields, files: files))
    }
    if let body = request.body { return .json(Data(body)) }
    return request.method == .get ? nil : request.fields.form
  }

  private static func type(of response: HTTPResponse) -> String? {
    response.header("Content-Type").map { $0.prefix { $0 != ";" }.lowercased() }
  }

  /// Whether the server says that the response is JSON, or it begins like that.
  private static func isJSON(_ response: HTTPResponse) -> Bool {
    if let type = type(of: response), !type.isEmpty { return type == "application/json" || type.hasSuffix("+json") }
    return response.body.first { $0 > 0x20 }.map { "[{".utf8.contains($0) } ?? false
  }
}
