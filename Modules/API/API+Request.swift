import FeatureKit
import MastodonKit
import TerminalKit

/// The command `api`: any request to the account's server.
extension API {
  @MainActor
  static func apiVerb(_ action: Action) -> Verb {
    Verb(
      "api", .word("METHOD"), .optionalWord("ENDPOINT"),
      .options("field", "NAME=VALUE", isConfidential: true), .options("file", "NAME=PATH"),
      .option("body", "JSON"), .options("header", "NAME:VALUE", isConfidential: true), .flag("paginate"), .progressLine,
      help: "Send a request to your server and print the answer (asks first if it may change something)",
      discussion: """
        The request has your account's token, and only your own server gets it: api GET /api/v1/preferences, api GET \
        /api/v2/search --field q=canal, api POST /api/v1/statuses --field status=Hello. GET can be left out. --body sends \
        JSON in place of the fields; @FILE reads it from a file, and - from standard input. --file uploads a file, and \
        --header adds a header or replaces one. --paginate reads a list to its end, up to 256 MB. A file or a program gets the answer as the \
        server sent it. Tokens and passwords in JSON are hidden, and undo doesn't know what a request did.
        """,
      completions: { $0.isEmpty ? RequestMethod.allCases.map(\.rawValue) : [] }
    ) { method, path, fields, files, body, headers, paginates, progress in
      var request = try request(method, path, fields: fields, files: files, headers: headers, host: action.host)
      try await add(body, to: &request, action)
      guard request.method != .get else {
        let answer = paginates ? try await pages(request, action, progress) : try await action.send(request)
        return try response(to: answer, of: request, action)
      }
      guard !paginates else { throw AppError.usage("Only GET has pages.", suggestion: "Leave out --paginate.") }
      return .confirm(
        Confirmation(question(request, action)) { [request] in
          .changed(
            try response(to: try await action.send(request), of: request, action),
            undo: .impossible("What “api \(request.method.rawValue)” did can't be undone by a command."))
        })
    }
  }

  /// Reads a request from the arguments; `GET` may be left out.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for a wrong method, path, field or header, and for another server.
  static func request(
    _ word: String, _ path: String?, fields: [String] = [], files: [String] = [], headers: [String] = [], host: String
  ) throws -> RawRequest {
    let usage = "Usage: api [METHOD] /api/… [--field NAME=VALUE]…"
    let methods = RequestMethod.allCases.map(\.rawValue)
    let method = RequestMethod(rawValue: word.uppercased())
    guard path == nil || method != nil else {
      throw AppError.unlisted(
        "“\(word)” is not a method.", word: word, among: methods,
        choices: "Use \(methods.dropLast().joined(separator: ", ")) or \(methods.last ?? "").")
    }
    guard path != nil || method == nil else { throw AppError.usage("Which path?", suggestion: usage) }
    let request = RawRequest(
      method ?? .get, try self.path(path ?? word, host: host, usage: usage),
      fields: try fields.map { try field($0, "=", "--field NAME=VALUE") },
      files: try files.map { try field($0, "=", "--file NAME=PATH") }, headers: try headers.map(header))
    guard request.files.isEmpty || request.method != .get else {
      throw AppError.usage("GET sends no files.", suggestion: "Put the method first: api POST PATH --file NAME=PATH.")
    }
    // The names become part of the body's own syntax.
    guard request.files.isEmpty || (request.fields + request.files).allSatisfy({ isPlain($0.name) }) else {
      throw AppError.usage(
        "The name of a field cannot be sent with a file.", suggestion: "Use letters, digits, brackets, - and _.")
    }
    return request
  }

  private static func field(_ text: String, _ sign: Character, _ usage: String) throws -> RequestField {
    let parts = text.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else {
      let noun = usage.contains("header") ? "header" : "field"
      throw AppError.usage("“\(Sanitizer.clean(text))” is not a \(noun).", suggestion: "Write \(usage).")
    }
    return RequestField(parts[0], parts[1])
  }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0 & 0xDF) || [0x2D, 0x2E, 0x5B, 0x5D, 0x5F].contains($0)
    }
  }

  private static func isJSON(_ body: [UInt8]) -> Bool {
    do { _ = try JSONRecord(body) } catch {
      // Only whether it can be read is asked.
      return false
    }
    return true
  }

  /// The headers that the connection or the account decides.
  private static let ownHeaders: Set<String> = [
    "authorization", "connection", "content-length", "cookie", "host", "transfer-encoding", "upgrade",
  ]

  private static func header(_ text: String) throws -> RequestField {
    var header = try field(text, ":", "--header NAME:VALUE")
    while header.value.first == " " { header.value.removeFirst() }
    guard isPlain(header.name), header.value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw AppError.usage(
        "“\(Sanitizer.clean(header.name))” cannot be sent as a header.", suggestion: "Use plain ASCII characters.")
    }
    guard !ownHeaders.contains(header.name.lowercased()) else {
      throw AppError.usage(
        "api sets the header \(header.name) itself.", suggestion: "To send the request as another account: --as @NAME.")
    }
    return header
  }

  /// Adds the body that `--body` gives: JSON, `@FILE`, or `-` for standard input.
  @MainActor
  private static func add(_ text: String?, to request: inout RawRequest, _ action: Action) async throws {
    guard let text else { return }
    guard request.method != .get else {
      throw AppError.usage("GET sends no body.", suggestion: "Put the method first: api POST PATH --body JSON.")
    }
    guard request.fields.isEmpty, request.files.isEmpty else {
      throw AppError.usage(
        "--body can't be combined with --field and --file.", suggestion: "Put everything into the body.")
    }
    let body =
      text == "-"
      ? try await action.read("-")
      : text.hasPrefix("@") ? try await action.read(String(text.dropFirst())) : Array(text.utf8)
    let isOtherType = request.headers.contains { $0.name.lowercased() == "content-type" }
    guard isOtherType || isJSON(body) else {
      throw AppError.validation(
        "The body is not JSON.", suggestion: "For another type: --header Content-Type:TYPE.")
    }
    request.body = body
  }

  private static func path(_ text: String, host: String, usage: String) throws -> String {
    var path = text
    if let scheme = path.firstRange(of: "://") {
      let rest = path[scheme.upperBound...]
      guard rest.prefix(while: { $0 != "/" && $0 != "?" && $0 != "#" }) == host else {
        throw AppError.usage(
          "api only asks \(host), which gave you the token.", suggestion: "Give the path alone: /api/v1/instance.")
      }
      path = String(rest.dropFirst(host.count))
    }
    if !path.hasPrefix("/") { path = "/\(path)" }
    guard !path.hasPrefix("//"), path.count > 1, path.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) })
    else {
      throw AppError.usage("“\(Sanitizer.clean(text))” is not a path.", suggestion: usage)
    }
    let steps = path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    if steps.first == "oauth", ["token", "revoke"].contains(steps.last) {
      throw AppError.usage("api doesn't get or revoke tokens.", suggestion: "Use login and logout.")
    }
    if steps.contains("streaming"), steps.last != "health" {
      throw AppError.usage("api doesn't read streams.", suggestion: "Use intent events.")
    }
    return path
  }

  /// Names the request, its fields and who sends it.
  @MainActor
  private static func question(_ request: RawRequest, _ action: Action) -> String {
    let fields = request.fields.map { field in
      let value = SecretFields.names.contains(field.name) ? "(hidden)" : field.value
      return "\(field.name)=\(value.count > 60 ? value.prefix(59) + "…" : value)"
    }
    let body = request.body.map { body in
      let text = String(decoding: body.prefix(240), as: UTF8.self)
      return "the body \(text.count > 60 ? text.prefix(59) + "…" : text)"
    }
    let files = request.files.map { "the file \($0.value)" }
    let parts = fields + files + [body].compactMap(\.self)
    let with = parts.isEmpty ? "" : " with \(parts.joined(separator: ", "))"
    return Sanitizer.clean("Send \(request.method.rawValue) \(request.path)\(with) as \(action.account)?")
      .replacing("\n", with: " ")
  }

  @MainActor
  private static func pages(
    _ request: RawRequest, _ action: Action, _ progress: ProgressLine
  ) async throws -> RawResponse {
    func list(_ answer: RawResponse, of request: RawRequest) throws -> String {
      if let failure = failure(answer, of: request, action) { throw failure }
      return answer.text ?? ""
    }
    var answer = try await action.send(request)
    let first = answer
    var lists = [try list(answer, of: request)]
    var seen: Set<String> = []
    var known = Set(lists)
    var bytes = lists[0].utf8.count
    while let next = answer.next, seen.insert(next).inserted, JSONList.content(of: lists.last ?? "")?.isEmpty == false {
      progress.show("\(lists.count) page\(lists.count == 1 ? "" : "s")\(progress.pace(lists.count, nil))")
      let page = RawRequest(.get, next, headers: request.headers)
      answer = try await action.send(page)
      let list = try list(answer, of: page)
      // A server may send what it has sent, with ever new links.
      guard known.insert(list).inserted else { break }
      lists.append(list)
      bytes += list.utf8.count
      guard lists.count < 25_000, bytes < ListRange.mostBytes else {
        throw AppError.validation(
          "The list had not ended after \(lists.count) pages.",
          suggestion: "Nothing is printed. Read it in parts, with max_id or offset as a --field.")
      }
    }
    if lists.count == 1 { return first }
    guard let joined = JSONList.joined(lists) else { throw AppError.network(.invalidResponse(host: action.host)) }
    return RawResponse(json: joined)
  }
}
