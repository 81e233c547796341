internal import FoundationEssentials
internal import MastodonKit
internal import Synchronization

/// Keeps the requests that would change something in place of sending them, while it is the current one.
///
/// Every client of the task obeys it, whatever made that client. A request that only reads is sent; one that changes
/// something is kept and gets an answer that was made up, so that what follows from it is kept as well.
public final class DryRun: Sendable {
  /// The one of this task; `nil` for none.
  @TaskLocal public static var current: DryRun?

  /// A request that would have been sent.
  public struct Request: Hashable, Sendable {
    /// The HTTP method.
    public var method: String
    /// The path, percent-encoded.
    public var path: String
    /// The parameters of the query and of the body, in order; secrets are left out.
    public var parameters: [Field]
    /// The files of the body.
    public var files: [File]
  }

  /// A file that would have been uploaded.
  public struct File: Hashable, Sendable {
    /// The field's name, such as `file`.
    public var field: String
    /// The path.
    public var path: String
    /// The size in bytes; `nil` if the file cannot be read.
    public var bytes: Int?
    /// The MIME type.
    public var type: String
  }

  /// Runs something that sends only what reads, and that leaves the files of this machine as they are.
  public func holdingBack<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    try await Self.$current.withValue(self) { try await Effects.$areHeldBack.withValue(true) { try await work() } }
  }

  private struct State {
    var requests: [Request] = []
    var made: [String: Int] = [:]
    var isCut = false
  }

  private let state = Mutex(State())

  /// Makes a run that has kept nothing.
  public init() {}

  /// The requests, in the order in which they would have been sent.
  public var requests: [Request] { state.withLock(\.requests) }

  /// Whether an answer could not be made up, so that requests that depend on it are missing.
  public var isCut: Bool { state.withLock(\.isCut) }

  /// Whether a request must not be sent.
  func holds<Response>(_ endpoint: Endpoint<Response>) -> Bool {
    // An expired token is renewed, since nothing could be read without.
    if endpoint.template == "/oauth/token" { return false }
    // What was made up has to be read from here too.
    return endpoint.method != .get
      || endpoint.arguments.contains { argument in
        state.withLock { $0.made.contains { Self.id($0.key, $0.value) == argument } }
      }
  }

  /// Keeps a request and makes up its answer.
  ///
  /// - Throws: `.cancelled` if no answer can be made up for the endpoint.
  func answer<Response>(
    _ endpoint: Endpoint<Response>, server: ServerAddress
  ) throws(MastodonError) -> Response {
    let request = Request(endpoint)
    let id = state.withLock { state in
      if endpoint.method != .get { state.requests.append(request) }
      if let id = endpoint.arguments.first { return id }
      // The last word of the path says what is made: MEDIA-1, STATUSES-1.
      let noun = (endpoint.path.split(separator: "/").last.map(String.init) ?? "new").uppercased()
      state.made[noun, default: 0] += 1
      return Self.id(noun, state.made[noun, default: 0])
    }
    let object = Self.object(id: id)
    for body in [object, "[\(object)]", "[]", "{}"] {
      do {
        return try endpoint.read(
          HTTPResponse(status: 200, headers: [], body: Data(body.utf8)), EndpointContext(server: server, page: nil))
      } catch {
        // Of another shape: the next one may fit.
        continue
      }
    }
    state.withLock { $0.isCut = true }
    throw .cancelled
  }

  private static func id(_ noun: String, _ number: Int) -> String { "\(noun)-\(number)" }

  /// Has the members of everything that servers answer with.
  private static func object(id: String) -> String {
    let id = "\"\(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })\""
    let account = #"{"id":"0","username":"you","acct":"you","url":"https://dry-run.invalid/@you"}"#
    let nested = """
      "poll":null,"keyword":"","keywords":[],"statuses":[],"last_status":null,"source":{},"options":[],"rules":[]
      """
    return """
      {"id":\(id),"account":\(account),"status":null,"status_id":\(id),"target_account":\(account),"accounts":[],"username":"you","acct":"you","name":"name",\
      "title":"title","type":"image","url":"https://dry-run.invalid/1","uri":"https://dry-run.invalid/1","content":"",\
      "created_at":"2026-01-01T00:00:00.000Z","scheduled_at":"2026-01-01T00:00:00.000Z","visibility":"public",\
      "media_attachments":[],"params":{"text":""},"domain":"dry-run.invalid","subject":"","endpoint":"",\
      "collection":{"id":\(id),"account_id":"0","name":"name","items":[]},\
      "collection_item":{"id":\(id),"account_id":"0","state":"accepted"},\(nested)}
      """
  }
}

extension DryRun.Request {
  init<Response>(_ endpoint: Endpoint<Response>) {
    method = endpoint.method.rawValue
    path = endpoint.path
    parameters = endpoint.query
    files = []
    switch endpoint.body {
    case nil: break
    case .form(let fields): parameters += fields
    case .json(let data):
      // What this program has encoded can be read.
      parameters += (try? JSONDecoder().decode(BodyValue.self, from: data))?.fields(named: "") ?? []
    case .multipart(let form):
      parameters += form.fields
      files = form.files.map { file in
        // A file that is gone by now has no size.
        DryRun.File(field: file.field, path: file.path, bytes: (try? LocalFile(file.path))?.size, type: file.mimeType)
      }
    }
    parameters = parameters.map { SignInFields.secret.contains($0.name) ? Field($0.name, "…") : $0 }
  }
}

/// A body of JSON, to be listed like a form: `poll[options][]`.
private indirect enum BodyValue: Decodable {
  case word(String)
  case list([BodyValue])
  case object([String: BodyValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // The kind of value is found by trying; what is of another kind fails.
    let object = try? value.decode([String: BodyValue].self)
    // As above.
    let list = try? value.decode([BodyValue].self)
    // As above.
    let flag = try? value.decode(Bool.self)
    // As above.
    let number = try? value.decode(Int.self)
    if let object {
      self = .object(object)
    } else if let list {
      self = .list(list)
    } else if let flag {
      self = .word(flag ? "true" : "false")
    } else if let number {
      self = .word(String(number))
    } else {
      self = .word(value.decodeNil() ? "" : try value.decode(String.self))
    }
  }

  func fields(named name: String) -> [Field] {
    switch self {
    case .word(let word): [Field(name, word)]
    case .list(let values): values.flatMap { $0.fields(named: "\(name)[]") }
    case .object(let values):
      values.sorted { $0.key < $1.key }.flatMap { key, value in
        value.fields(named: name.isEmpty ? key : "\(name)[\(key)]")
      }
    }
  }
}
