import MastodonClient
import MastodonKit
import Sandbox
import Testing

/// The kinds of call that trouble is tried on.
enum MatrixCall: CaseIterable, Sendable {
  case page, entity, keyedPost, plainPost, delete, upload

  /// Whether it may be sent twice.
  var isSafe: Bool { [.page, .entity, .keyedPost].contains(self) }
  /// Whether its connection is kept for the next call: it can be made again if the server has closed that.
  var keepsConnection: Bool { isGet || self == .keyedPost }
  var isGet: Bool { [.page, .entity].contains(self) }

  var operation: String {
    switch self {
    case .page: "load the home timeline"
    case .entity: "load the post"
    case .keyedPost: "send the post"
    case .plainPost: "favourite the post"
    case .delete: "delete the post"
    case .upload: "upload the file"
    }
  }

  /// Makes the call; it throws an ``UnexpectedAnswer`` if the answer is not what the sandbox holds.
  func make(_ client: MastodonClient, on status: Status.ID) async throws {
    let answer: Status.ID
    switch self {
    case .page:
      let page = try await client.send(.homeTimeline(PageRequest(limit: 5)))
      guard page.elements.count == 5, page.skipped == 0 else { throw UnexpectedAnswer() }
      return
    case .entity: answer = try await client.send(.status(status)).id
    case .keyedPost:
      let draft = StatusDraft(text: "through trouble \(status)")
      guard try await client.publishingService.publish(draft, "key-\(status)").content.contains(status.rawValue) else {
        throw UnexpectedAnswer()
      }
      return
    case .plainPost: answer = try await client.send(.favourite(status)).id
    case .delete:
      try await client.send(.deleteStatus(status))
      return
    case .upload:
      let receipt = try await MediaFolder.with { folder in
        let file = MultipartFile(field: "file", path: try folder.file("dot.gif", .dot), mimeType: "image/gif")
        return try await client.send(.uploadMedia(MultipartForm(files: [file])))
      }
      guard receipt.attachment.kind == .image else { throw UnexpectedAnswer() }
      return
    }
    guard answer == status else { throw UnexpectedAnswer() }
  }

  struct UnexpectedAnswer: Error {}
}

/// The end of a call.
enum MatrixEnd: Equatable, Sendable {
  case answer, lost, refused, unknownHost, untrusted, noTLS, plainText, slow, invalid, unconfirmed, redirected,
    unauthorized,
    notFound,
    unsupported
  case lacks(ServerFeature)
  case forbidden(String)
  case rejected(String)
  case limited(Int?)
  case failed(Int, retryAfter: Int? = nil, words: String = "")

  /// The error of a call; `other` is the server that a redirect names.
  func error(host: String, other: String, _ operation: String) -> MastodonError? {
    switch self {
    case .answer: nil
    case .lost: .unreachable(host: host, reason: .connectionLost, operation: operation)
    case .refused: .unreachable(host: host, reason: .refused, operation: operation)
    case .unknownHost: .unreachable(host: host, reason: .unknownHost, operation: operation)
    case .untrusted: .unreachable(host: host, reason: .untrusted, operation: operation)
    case .noTLS: .unreachable(host: host, reason: .noTLS, operation: operation)
    case .plainText: .unreachable(host: host, reason: .plainText, operation: operation)
    // Less than a second is called one.
    case .slow: .timedOut(host: host, seconds: 1, operation: operation)
    case .invalid: .invalidResponse(host: host, operation: operation)
    case .unconfirmed: .unconfirmed(host: host, operation: operation)
    case .redirected: .redirected(host: host, to: other, operation: operation)
    case .unauthorized: .unauthorized(host: host, operation: operation)
    case .notFound: .notFound(host: host, operation: operation)
    case .unsupported: .unsupported(host: host, operation: operation)
    case .lacks(let feature): .lacks(host: host, feature: feature)
    case .forbidden(let words): .forbidden(host: host, words: words, operation: operation)
    case .rejected(let words): .rejected(host: host, words: words, operation: operation)
    case .limited(let seconds): .rateLimited(host: host, retryAfter: seconds, operation: operation)
    case .failed(let code, let seconds, let words):
      .serverFailed(host: host, code: code, retryAfter: seconds, words: words, operation: operation)
    }
  }
}

/// One kind of trouble, and what each call makes of it.
struct MatrixRow: Sendable, CustomTestStringConvertible {
  /// The way of a request before the server sees it.
  enum Way: Sendable {
    case plain
    case nobodyListens
    case unknownName
    case tlsToPlainServer
    case silentTLS
    case selfSigned
    /// To who the caller is, which only a token could say, on another server.
    case redirectElsewhere
  }

  /// The expected outcome of a call.
  struct Outcome: Equatable, Sendable {
    var end: MatrixEnd
    /// The number of requests that the server sees.
    var requests: ClosedRange<Int>
    /// Whether the connection can serve another call.
    var keeps = false
  }

  let name: String
  var way = Way.plain
  var faults: [FaultRule] = []
  /// Whether the server's silence has to be waited for.
  var isSilence = false
  let outcome: @Sendable (MatrixCall) -> Outcome
  var testDescription: String { name }

  /// One row in which every call ends the same way, with so many requests where it may be sent again.
  init(
    _ name: String, _ faults: Fault..., when: FaultRule.Frequency = .always, ends end: MatrixEnd, again: Int = 1,
    keeps: Bool = false, isSilence: Bool = false
  ) {
    self.init(name, faults.map { FaultRule($0, when: when) }, isSilence: isSilence) { call in
      let requests = call.isSafe ? again : 1
      // The server has accepted the post, whatever it then said.
      let end = end == .invalid && call == .keyedPost ? .unconfirmed : end
      return Outcome(end: end, requests: requests...requests, keeps: keeps)
    }
  }

  init(
    _ name: String, way: Way = .plain, _ faults: [FaultRule] = [], isSilence: Bool = false,
    outcome: @escaping @Sendable (MatrixCall) -> Outcome
  ) {
    self.name = name
    self.way = way
    self.faults = faults
    self.isSilence = isSilence
    self.outcome = outcome
  }
}

extension MatrixRow {
  /// The client sends a safe request twice at most; a connection that breaks before an answer is renewed once besides.
  static let all: [MatrixRow] = connections + answers + refusals + timeouts

  private static let connections = [
    MatrixRow("refused", way: .nobodyListens) { _ in Outcome(end: .refused, requests: 0...0) },
    MatrixRow("a name that does not exist", way: .unknownName) { _ in Outcome(end: .unknownHost, requests: 0...0) },
    MatrixRow("TLS to a server without", way: .tlsToPlainServer) { _ in Outcome(end: .noTLS, requests: 0...0) },
    MatrixRow("TLS that never comes about", way: .silentTLS, isSilence: true) { _ in
      Outcome(end: .slow, requests: 0...0)
    },
    MatrixRow("a self-signed certificate", way: .selfSigned) { _ in Outcome(end: .untrusted, requests: 0...0) },
    MatrixRow("closed at once", .drop, ends: .lost, again: 3),
    MatrixRow("closed at once, once", [FaultRule(.drop, when: .first(1))]) {
      $0.isSafe ? Outcome(end: .answer, requests: 2...2, keeps: true) : Outcome(end: .lost, requests: 1...1)
    },
    // What a reset leaves of the bytes before it is the system's affair, so the break can come before the answer.
    MatrixRow("reset in the body", [FaultRule(.reset(after: 10))]) {
      Outcome(end: .lost, requests: $0.isSafe ? 2...3 : 1...1)
    },
    MatrixRow("reset in the body, once", [FaultRule(.reset(after: 10), when: .first(1))]) {
      $0.isSafe ? Outcome(end: .answer, requests: 2...2, keeps: true) : Outcome(end: .lost, requests: 1...1)
    },
    MatrixRow("closed in the body", .truncate(after: 10), ends: .lost, again: 2),
    MatrixRow("no answer", .hang, ends: .slow, isSilence: true),
    MatrixRow("slow headers", .slowHeaders(bytesPerSecond: 20), ends: .slow, isSilence: true),
    MatrixRow("slow body", .slowBody(bytesPerSecond: 20), ends: .slow, isSilence: true),
    MatrixRow("late, but right", .delay(seconds: 0.05), ends: .answer, keeps: true),
  ]

  private static let answers = [
    MatrixRow("a body without end", .endlessBody, ends: .invalid),
    MatrixRow("truncated JSON", .truncatedJSON, ends: .invalid, keeps: true),
    MatrixRow("a page of HTML", .status(200, .html), ends: .invalid, keeps: true),
    MatrixRow("an empty body", [FaultRule(.status(200, .empty))]) { call in
      switch call {
      // It says no more than that it was done.
      case .delete: Outcome(end: .answer, requests: 1...1, keeps: true)
      case .keyedPost: Outcome(end: .unconfirmed, requests: 1...1, keeps: true)
      // The post is read again.
      case .plainPost: Outcome(end: .invalid, requests: 2...2, keeps: true)
      default: Outcome(end: .invalid, requests: 1...1, keeps: true)
      }
    },
    MatrixRow("JSON that calls itself a page", .wrongType, ends: .answer, keeps: true),
    MatrixRow("bad gzip", .badGzip, ends: .invalid),
    MatrixRow("a bomb of gzip", .gzipBomb(bytes: 4 << 20), ends: .invalid),
    MatrixRow("less than its length", .wrongLength(by: 10), ends: .slow, isSilence: true),
    MatrixRow("more than its length", .wrongLength(by: -10), ends: .invalid),
    MatrixRow("no HTTP", .garbage, ends: .invalid),
    MatrixRow("a redirect loop", [FaultRule(.redirectLoop)]) {
      Outcome(end: $0 == .keyedPost ? .unconfirmed : .invalid, requests: $0.isGet ? 6...6 : 1...1, keeps: true)
    },
    MatrixRow(
      "a redirect within the server", [FaultRule(.redirect(to: "/api/v1/elsewhere", status: 302), when: .first(1))]
    ) {
      // What changes something is not made into a read.
      $0.isGet
        ? Outcome(end: $0 == .page ? .unsupported : .notFound, requests: 2...2, keeps: true)
        : Outcome(end: $0 == .keyedPost ? .unconfirmed : .invalid, requests: 1...1, keeps: true)
    },
    MatrixRow("a redirect to another server", way: .redirectElsewhere) { _ in
      // Nobody signed in there: nothing goes there at all.
      Outcome(end: .redirected, requests: 1...1, keeps: true)
    },
    MatrixRow("a redirect into the clear", [FaultRule(.redirect(to: "http://other.example/", status: 301))]) { _ in
      Outcome(end: .plainText, requests: 1...1, keeps: true)
    },
  ]

  private static let refusals = [
    MatrixRow("400", .status(400, .json), ends: .rejected("Bad Request"), keeps: true),
    MatrixRow("401", .status(401, .json), ends: .unauthorized, keeps: true),
    MatrixRow("403", .status(403, .json), ends: .forbidden("This action is not allowed"), keeps: true),
    MatrixRow("403 as a page", .status(403, .html), ends: .forbidden(""), keeps: true),
    MatrixRow("404", [FaultRule(.status(404, .json))]) {
      // What names no record cannot be missing.
      Outcome(
        end: $0 == .upload ? .lacks(.media) : $0 == .page ? .unsupported : .notFound, requests: 1...1, keeps: true)
    },
    MatrixRow("405", [FaultRule(.status(405, .empty))]) { Outcome(end: lack($0), requests: 1...1, keeps: true) },
    MatrixRow(
      "409", .status(409, .json), ends: .failed(409, words: "Conflict during update, please try again"), keeps: true),
    MatrixRow("410", [FaultRule(.status(410, .json))]) {
      Outcome(end: $0 == .page ? .unsupported : .notFound, requests: 1...1, keeps: true)
    },
    MatrixRow("422", .status(422, .json), ends: .rejected("Validation failed: Text can't be blank"), keeps: true),
    MatrixRow("429", .status(429, .json), ends: .limited(nil), keeps: true),
    MatrixRow("500", .status(500, .json), ends: .failed(500, words: "Simulated failure"), keeps: true),
    MatrixRow("501", [FaultRule(.status(501, .empty))]) { Outcome(end: lack($0), requests: 1...1, keeps: true) },
    MatrixRow("502 as a page", .status(502, .html), ends: .failed(502), again: 2, keeps: true),
    MatrixRow("503", .status(503, .json), ends: .failed(503), again: 2, keeps: true),
    MatrixRow("504 without a body", .status(504, .empty), ends: .failed(504), again: 2, keeps: true),
  ]

  private static let timeouts = [
    MatrixRow("429 for a minute", .rateLimit(seconds: 60, .seconds), ends: .limited(60), keeps: true),
    MatrixRow("429 for no time", [FaultRule(.rateLimit(seconds: 0, .seconds), when: .first(1))]) {
      $0.isSafe
        ? Outcome(end: .answer, requests: 2...2, keeps: true)
        : Outcome(end: .limited(nil), requests: 1...1, keeps: true)
    },
    MatrixRow("503 for half a minute", .busy(seconds: 30), ends: .failed(503, retryAfter: 30), keeps: true),
    MatrixRow("503, once", [FaultRule(.status(503, .empty), when: .first(1))]) {
      $0.isSafe
        ? Outcome(end: .answer, requests: 2...2, keeps: true) : Outcome(end: .failed(503), requests: 1...1, keeps: true)
    },
  ]

  /// The end of a call that no route answers: with the feature that it belongs to, where not every server has it.
  private static func lack(_ call: MatrixCall) -> MatrixEnd {
    switch call {
    case .plainPost: .lacks(.favourites)
    case .upload: .lacks(.media)
    default: .unsupported
    }
  }
}
