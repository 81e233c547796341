internal import FoundationEssentials
public import MastodonKit
internal import Synchronization

/// Keeps the requests of a dry run that would change something on a server.
///
/// Its transport sends what only reads. It answers what changes something with the endpoint's placeholder, so that the
/// requests that follow from the answer are kept too.
public final class RequestRecorder: Sendable {
  /// A request that would have been sent.
  public struct Request: Hashable, Sendable {
    public var method: String
    /// The path, percent-encoded.
    public var path: String
    /// The parameters of the query and of the body, in order; secrets are left out.
    public var parameters: [Field]
    public var files: [File]
  }

  /// A file that would have been uploaded.
  public struct File: Hashable, Sendable {
    /// The field's name, such as `file`.
    public var field: String
    public var path: String
    /// The size in bytes; `nil` if the file cannot be read.
    public var bytes: Int?
    public var type: String
  }

  private struct State {
    var requests: [Request] = []
    var made: [String: Int] = [:]
    var isCut = false
  }

  private let state = Mutex(State())

  public init() {}

  /// The requests, in the order in which they would have been sent.
  public var requests: [Request] { state.withLock(\.requests) }

  /// Whether an endpoint had no placeholder, so that requests that depend on its answer are missing.
  public var isCut: Bool { state.withLock(\.isCut) }

  /// A transport that changes nothing on the server of another one.
  public func transport(over other: Transport) -> Transport {
    var transport = Transport(
      send: { request in
        if let answer = try self.answer(to: request) { answer } else { try await other.send(request) }
      }, openStream: other.openStream)
    transport.upload = { request, body in
      if let answer = try self.answer(to: request) { answer } else { try await other.upload(request, body) }
    }
    transport.download = other.download
    transport.changesNothing = true
    return transport
  }

  /// Keeps a request that would change something and answers it; `nil` for one to send.
  private func answer(to request: HTTPRequest) throws(TransportFailure) -> HTTPResponse? {
    // An expired token is renewed, since nothing could be read without.
    if request.path == "/oauth/token" { return nil }
    let id: String? = state.withLock { state in
      let arguments = request.outline?.arguments ?? []
      guard request.method == .get else {
        state.requests.append(Request(request))
        if let id = arguments.first { return id }
        // The last word of the path says what is made: MEDIA-1, STATUSES-1.
        let noun = (request.path.split(separator: "/").last.map(String.init) ?? "new").uppercased()
        state.made[noun, default: 0] += 1
        return "\(noun)-\(state.made[noun, default: 0])"
      }
      // What was made here is not on the server.
      return arguments.first { argument in state.made.contains { "\($0.key)-\($0.value)" == argument } }
    }
    guard let id else { return nil }
    guard let placeholder = request.outline?.placeholder(id) else {
      state.withLock { $0.isCut = true }
      throw .cancelled
    }
    return HTTPResponse(status: 200, body: Data(placeholder.utf8))
  }
}

extension RequestRecorder.Request {
  fileprivate init(_ request: HTTPRequest) {
    method = request.method.rawValue
    path = request.path
    parameters = request.query
    files = []
    switch request.outline?.body {
    case nil: break
    case .form(let fields): parameters += fields
    case .json(let data):
      // What this program has encoded can be read.
      parameters += (try? MastodonJSON.decode(JSONTree.self, from: data))?.fields(named: "") ?? []
    case .multipart(let form):
      parameters += form.fields
      files = form.files.map { file in
        // A file that is gone by now has no size.
        let local = try? LocalFile(file.path)
        return RequestRecorder.File(field: file.field, path: file.path, bytes: local?.size, type: file.mimeType)
      }
    }
    parameters = parameters.map { SignInFields.secret.contains($0.name) ? Field($0.name, "…") : $0 }
  }
}
extension JSONTree {
  /// The values as fields of a form: `poll[options][]`.
  fileprivate func fields(named name: String) -> [Field] {
    switch self {
    case .null: [Field(name, "")]
    case .text(let text): [Field(name, text)]
    case .list(let values): values.flatMap { $0.fields(named: "\(name)[]") }
    case .object(let values):
      values.sorted { $0.key < $1.key }.flatMap { key, value in
        value.fields(named: name.isEmpty ? key : "\(name)[\(key)]")
      }
    }
  }
}
