import FoundationEssentials
import MastodonClient
import Sandbox

/// Opens the embedded instance when it is first needed, and is the way into it without a socket.
///
/// A run that speaks to another server never pays for it, and the prompt does not wait for it.
actor SandboxHouse {
  private let options: SandboxOptions
  private let now: @Sendable () -> Date
  private var opened: Sandbox?

  init(options: SandboxOptions, now: @escaping @Sendable () -> Date) {
    self.options = options
    self.now = now
  }

  /// The instance, made at the first call.
  func sandbox() throws -> Sandbox {
    if let opened { return opened }
    let sandbox = try Sandbox(options, now: now)
    opened = sandbox
    return sandbox
  }

  /// The token of the person's own account in it.
  func token() throws -> Secret {
    Secret(try sandbox().token(for: "you"))
  }

  /// Lets the residents rest and closes the file.
  func close() async {
    await opened?.close()
    opened = nil
  }
}

extension Transport {
  /// The way into the embedded instance: the same requests and answers as over the network, without a socket.
  static func sandbox(_ house: SandboxHouse) -> Transport {
    Transport(
      send: { request in
        var headers: SandboxHeaders = [:]
        for field in request.headers { headers.append(field.name, field.value) }
        let response = try await house.sandbox().respond(
          to: SandboxRequest(request.method.rawValue, request.target, headers: headers, body: [UInt8](request.body ?? Data())))
        return HTTPResponse(
          status: response.status, headers: response.headers.fields.map { Field($0.name, $0.value) },
          body: Data(response.body))
      },
      openStream: { request in
        AsyncThrowingStream { continuation in
          let token = request.headers.first { $0.name == "Authorization" }?.value.dropFirst("Bearer ".count)
          let stream = request.query.first { $0.name == "stream" }?.value ?? "user"
          let task = Task {
            do {
              let frames = try await house.sandbox().events(token: token.map(String.init) ?? "", stream: stream)
              continuation.yield(.opened)
              for await frame in frames { continuation.yield(.text(frame)) }
              continuation.finish()
            } catch {
              continuation.finish(throwing: error)
            }
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      })
  }
}
