import FeatureKit
import TerminalKit

/// The command `api`: any request to the account's server.
extension Sharing {
  @MainActor
  static func apiVerb(_ action: Action) -> Verb {
    Verb(
      "api", .word("METHOD"), .optionalWord("ENDPOINT"),
      .options("field", "NAME=VALUE", isConfidential: true), .flag("paginate"), .progressLine,
      help: "Send a request to your server and print the JSON (asks first if it may change something)",
      discussion: """
        The request has your account's token, and only your own server gets it: api GET /api/v1/preferences, api GET \
        /api/v2/search --field q=canal, api POST /api/v1/statuses --field status=Hello. GET can be left out. --paginate \
        reads a list to its end. Tokens and passwords in the answer are hidden, and undo doesn't know what a request did.
        """,
      completions: { $0.isEmpty ? Request.Method.allCases.map(\.rawValue) : [] }
    ) { method, path, fields, paginates, progress in
      let request = try request(method, path, fields: fields, host: action.host)
      guard request.method != .get else {
        let json = paginates ? try await pages(request, action, progress) : try await action.send(request).json
        return response(to: json, action)
      }
      guard !paginates else { throw AppError.usage("Only GET has pages.", suggestion: "Leave out --paginate.") }
      return .confirm(
        Confirmation(question(request, action)) {
          .changed(
            response(to: try await action.send(request).json, action),
            undo: .impossible("What “api \(request.method.rawValue)” did can't be undone by a command."))
        })
    }
  }

  /// Reads a request from the arguments; `GET` may be left out.
  ///
  /// - Throws: ``AppError/usage(_:suggestion:)`` for a wrong method, path or field, and for another server.
  static func request(_ word: String, _ path: String?, fields: [String] = [], host: String) throws -> Request {
    let usage = "Usage: api [METHOD] /api/… [--field NAME=VALUE]…"
    let methods = Request.Method.allCases.map(\.rawValue)
    let method = Request.Method(rawValue: word.uppercased())
    guard path == nil || method != nil else {
      throw AppError.usage(
        "“\(Sanitizer.clean(word))” is not a method.",
        suggestion: "Use \(methods.dropLast().joined(separator: ", ")) or \(methods.last ?? "").")
    }
    guard path != nil || method == nil else { throw AppError.usage("Which path?", suggestion: usage) }
    return Request(
      method: method ?? .get, path: try self.path(path ?? word, host: host, usage: usage),
      fields: try fields.map { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
          throw AppError.usage("“\(Sanitizer.clean(text))” is not a field.", suggestion: "Write --field NAME=VALUE.")
        }
        return Request.Field(name: parts[0], value: parts[1])
      })
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
  private static func question(_ request: Request, _ action: Action) -> String {
    let fields = request.fields.map { field in
      let value = SecretFields.names.contains(field.name) ? "(hidden)" : field.value
      return "\(field.name)=\(value.count > 60 ? value.prefix(59) + "…" : value)"
    }
    let with = fields.isEmpty ? "" : " with \(fields.joined(separator: ", "))"
    return Sanitizer.clean("Send \(request.method.rawValue) \(request.path)\(with) as \(action.account)?")
      .replacing("\n", with: " ")
  }

  /// Reads every page of a list into one.
  @MainActor
  private static func pages(_ request: Request, _ action: Action, _ progress: ProgressLine) async throws -> String {
    var answer = try await action.send(request)
    var lists = [answer.json]
    var seen: Set<String> = []
    var known: Set = [answer.json]
    while let next = answer.next, seen.insert(next).inserted, JSONList.content(of: answer.json)?.isEmpty == false {
      progress.show("\(lists.count) page\(lists.count == 1 ? "" : "s")\(progress.pace(lists.count, nil))")
      answer = try await action.send(Request(method: .get, path: next))
      // A server may send what it has sent, with ever new links.
      guard known.insert(answer.json).inserted else { break }
      lists.append(answer.json)
    }
    if lists.count == 1 { return lists[0] }
    guard let joined = JSONList.joined(lists) else { throw AppError.network(.invalidResponse(host: action.host)) }
    return joined
  }
}
