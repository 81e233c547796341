import Foundation
import MastodonClient
import MastodonKit
import Sandbox
import Synchronization

/// A server within this process whose answers are recorded from the sandbox once and then replayed, one of them changed.
final class FuzzServer: Sendable {
  /// One answer of the API: what was asked, without what tells two pages or two entities apart, and the body.
  struct Answer: Sendable {
    let request: String
    let body: [UInt8]
  }

  private struct State {
    var recorded: [String: HTTPResponse] = [:]
    var order: [String] = []
    var asked: Set<String> = []
    var askedNow: Set<String> = []
    var replaced: (request: String, body: [UInt8])?
    var frames: [String] = []
    var isRecording = true
  }

  private let sandbox: Sandbox
  private let token: String
  private let state = Mutex(State())

  init() async throws {
    sandbox = try Sandbox(
      store: .inMemory, seed: 1, clock: .fixed(Date(timeIntervalSince1970: 1_795_262_400)), activity: .quiet)
    token = try await sandbox.token(for: "you")
  }

  /// The answers that were recorded since the last call, as far as they are JSON.
  func takeRecorded() -> [Answer] {
    state.withLock { state in
      defer { state.order = [] }
      return state.order.compactMap { key in
        guard let body = state.recorded[key]?.body, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(body.first ?? 0)
        else {
          return nil
        }
        return Answer(request: key, body: [UInt8](body))
      }
    }
  }

  /// Answers from now on from what was recorded alone, but to one request with these bytes, and streams these frames.
  func replay(_ request: String?, _ body: [UInt8], frames: [String] = []) {
    state.withLock { state in
      state.isRecording = false
      state.asked = []
      state.replaced = request.map { ($0, body) }
      state.frames = frames
    }
  }

  /// Whether the changed answer was asked for since ``replay(_:_:frames:)``.
  var wasAsked: Bool {
    state.withLock { state in state.replaced.map { state.asked.contains($0.request) } ?? !state.frames.isEmpty }
  }

  /// The requests since the last call.
  func takeAsked() -> Set<String> {
    state.withLock { state in
      defer { state.askedNow = [] }
      return state.askedNow
    }
  }

  /// Asks the sandbox to do something, so that there is something to be shown.
  func prepare(_ method: HTTPRequest.Method, _ path: String, _ form: String) async throws {
    let answer = await ask(
      HTTPRequest(
        method: method, path: path, headers: [Field("Content-Type", "application/x-www-form-urlencoded")],
        body: Data(form.utf8)))
    guard answer.status == 200 else { throw Problem("\(path): \(answer.status)") }
  }

  private func ask(_ request: HTTPRequest) async -> HTTPResponse {
    var headers: SandboxHeaders = ["Authorization": "Bearer \(token)"]
    for field in request.headers where field.name != "Authorization" { headers.append(field.name, field.value) }
    let answer = await sandbox.respond(
      to: SandboxRequest(
        request.method.rawValue, request.target, headers: headers, body: [UInt8](request.body ?? Data())))
    return HTTPResponse(
      status: answer.status, headers: answer.headers.fields.map { Field($0.name, $0.value) }, body: Data(answer.body))
  }

  /// Whether something is streamed.
  var hasFrames: Bool { state.withLock { !$0.frames.isEmpty } }

  var transport: Transport {
    Transport(
      send: { [self] in await respond(to: $0) },
      openStream: { [self] _ in
        let frames = state.withLock { $0.frames }
        return AsyncThrowingStream { continuation in
          continuation.yield(.opened)
          for frame in frames { continuation.yield(.text(frame)) }
          if frames.isEmpty { continuation.finish() }
        }
      })
  }

  /// The method and the path, without query and with `:id` in place of ids.
  static func key(_ request: HTTPRequest) -> String {
    let parts = request.path.split(separator: "/").enumerated().map { index, part in
      index > 2 && part.contains { $0.isNumber } || index > 2 && part.contains { !$0.isLowercase && $0 != "_" }
        ? ":id" : String(part)
    }
    return "\(request.method.rawValue) /\(parts.joined(separator: "/"))"
  }

  private func respond(to request: HTTPRequest) async -> HTTPResponse {
    let key = Self.key(request)
    let known: HTTPResponse? = state.withLock { state in
      state.asked.insert(key)
      state.askedNow.insert(key)
      if let replaced = state.replaced, replaced.request == key {
        return HTTPResponse(
          status: 200, headers: [Field("Content-Type", "application/json")], body: Data(replaced.body))
      }
      if let recorded = state.recorded[key] {
        if state.isRecording, !state.order.contains(key) { state.order.append(key) }
        return recorded
      }
      return state.isRecording ? nil : HTTPResponse(status: 404, body: Data("{}".utf8))
    }
    if let known { return known }
    let response = await ask(request)
    if (200..<300).contains(response.status) {
      state.withLock { state in
        state.recorded[key] = response
        state.order.append(key)
      }
    }
    return response
  }

  /// Answers a request always with this.
  func teach(_ key: String, _ body: String) {
    state.withLock { state in
      state.recorded[key] = HTTPResponse(
        status: 200, headers: [Field("Content-Type", "application/json")], body: Data(body.utf8))
    }
  }
}
