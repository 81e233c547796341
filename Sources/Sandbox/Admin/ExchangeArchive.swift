import MastodonKit
import Synchronization

/// An archive of every request and its answer, in the HTTP Archive format (HAR 1.2) that browsers read.
///
/// Tokens, codes, passwords, client secrets and cookies are replaced by asterisks.
public final class ExchangeArchive: Sendable {
  private let write: @Sendable (String) -> Void
  private let isEmpty = Mutex(true)

  /// Begins an archive; it is complete after ``end()``.
  ///
  /// - Parameter write: Writes the next part of the text.
  public init(version: String, write: @escaping @Sendable (String) -> Void) {
    self.write = write
    let creator = JSONWriter.object {
      $0.field("name", "Howdah")
      $0.field("version", version)
    }
    write(#"{"log":{"version":"1.2","creator":\#(creator),"entries":["#)
  }

  public func end() { write("\n]}}\n") }

  /// Adds a request and its answer, whose status is 0 if a fault cut it off.
  func add(_ request: SandboxRequest, _ response: SandboxResponse, took duration: Duration, at moment: Moment) {
    let milliseconds = Int(duration / .milliseconds(1))
    let entry = JSONWriter.text { $0.entry(request, response, milliseconds: milliseconds, at: moment) }
    isEmpty.withLock { isEmpty in
      write((isEmpty ? "\n" : ",\n") + entry)
      isEmpty = false
    }
  }
}

enum ArchivedSecrets {
  static let mask = "***"

  /// The names of parameters and of fields in JSON.
  static func contains(_ name: String) -> Bool {
    [
      "access_token", "auth", "client_secret", "code", "code_verifier", "password", "refresh_token", "token",
    ].contains(name.split(separator: "[").last.map { String($0.prefix { $0 != "]" }) } ?? name)
  }

  static func masked(_ name: String, _ value: String) -> String { contains(name) ? mask : value }

  /// A header's value; addresses keep all but the secrets in their query.
  static func masked(header name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "authorization", "cookie", "set-cookie", "sec-websocket-protocol": mask
    case "location", "referer": masked(address: value)
    default: value
    }
  }

  static func masked(address: String) -> String {
    let sides = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else { return address }
    let pairs = sides[1].split(separator: "&").map { pair in
      let name = pair.prefix { $0 != "=" }
      return contains(PercentCoding.decode(name)) ? "\(name)=\(mask)" : String(pair)
    }
    return "\(sides[0])?\(pairs.joined(separator: "&"))"
  }

  /// JSON with the texts of secret fields replaced.
  static func masked(json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    var key = ""
    while index < json.count {
      guard json[index] == UInt8(ascii: "\"") else {
        // A key belongs to the value that follows its colon.
        if !" \t\r\n:".utf8.contains(json[index]) { key = "" }
        result.append(json[index])
        index += 1
        continue
      }
      var end = index + 1
      while end < json.count, json[end] != UInt8(ascii: "\"") { end += json[end] == UInt8(ascii: "\\") ? 2 : 1 }
      end = min(end + 1, json.count)
      let isSecret = !key.isEmpty && contains(key)
      result += isSecret ? Array("\"\(mask)\"".utf8) : Array(json[index..<end])
      let isKey = json[end...].first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: ":")
      key = isKey ? String(decoding: json[index..<end].dropFirst().dropLast(), as: UTF8.self) : ""
      index = end
    }
    return result
  }
}

extension JSONWriter {
  fileprivate mutating func entry(
    _ request: SandboxRequest, _ response: SandboxResponse, milliseconds: Int, at moment: Moment
  ) {
    object { writer in
      writer.field("startedDateTime", moment.text)
      writer.field("time", milliseconds)
      writer.field("request") { $0.request(request) }
      writer.field("response") { $0.response(response, to: request) }
      writer.field("cache") { _ in }
      writer.field("timings") {
        $0.field("send", 0)
        $0.field("wait", milliseconds)
        $0.field("receive", 0)
      }
    }
  }

  private mutating func request(_ request: SandboxRequest) {
    let query = Parameters.pairs(request.query)
    let target = request.query.isEmpty ? request.path : "\(request.path)?\(request.query)"
    field("method", request.method)
    field("url", (request.origin ?? "http://localhost") + ArchivedSecrets.masked(address: target))
    field("httpVersion", "HTTP/1.1")
    field("cookies", raw: "[]")
    headers(request.headers)
    field("queryString", objects: query) { writer, pair in writer.parameter(pair.key, pair.value) }
    if !request.body.isEmpty { field("postData") { $0.posted(request) } }
    field("headersSize", -1)
    field("bodySize", request.body.count)
  }

  /// JSON as text, a form as its parameters; files are named only.
  private mutating func posted(_ request: SandboxRequest) {
    let type = request.headers["Content-Type"] ?? "application/x-www-form-urlencoded"
    field("mimeType", type)
    if type.lowercased().hasPrefix("application/json") {
      return field("text", String(decoding: ArchivedSecrets.masked(json: request.body), as: UTF8.self))
    }
    if type.lowercased().hasPrefix("multipart/form-data") {
      return field("params", objects: Multipart.parts(of: request.body, type: type)) { writer, part in
        guard let file = part.file else { return writer.parameter(part.name, part.text) }
        writer.field("name", part.name)
        writer.field("fileName", file.name)
        writer.field("contentType", file.contentType)
      }
    }
    let isForm = type.lowercased().hasPrefix("application/x-www-form-urlencoded")
    let pairs = isForm ? Parameters.pairs(String(decoding: request.body, as: UTF8.self)) : []
    field("params", objects: pairs) { writer, pair in writer.parameter(pair.key, pair.value) }
  }

  private mutating func parameter(_ name: String, _ value: String) {
    field("name", name)
    field("value", ArchivedSecrets.masked(name, value))
  }

  private mutating func response(_ response: SandboxResponse, to request: SandboxRequest) {
    let type = response.headers["Content-Type"] ?? ""
    field("status", response.status)
    field("statusText", "")
    field("httpVersion", "HTTP/1.1")
    field("cookies", raw: "[]")
    headers(response.headers)
    field("content") { writer in
      writer.field("size", response.body.count)
      writer.field("mimeType", type)
      // Files can be fetched again, and the page that authorizes an application shows a code.
      if type.hasPrefix("application/json") {
        writer.field("text", String(decoding: ArchivedSecrets.masked(json: response.body), as: UTF8.self))
      } else if type.hasPrefix("text/"), !request.path.hasPrefix("/oauth/") {
        writer.field("text", String(decoding: response.body, as: UTF8.self))
      }
    }
    field("redirectURL", ArchivedSecrets.masked(address: response.headers["Location"] ?? ""))
    field("headersSize", -1)
    field("bodySize", response.body.count)
  }

  private mutating func headers(_ headers: SandboxHeaders) {
    field("headers", objects: headers.fields) { writer, field in
      writer.field("name", field.name)
      writer.field("value", ArchivedSecrets.masked(header: field.name, field.value))
    }
  }
}
