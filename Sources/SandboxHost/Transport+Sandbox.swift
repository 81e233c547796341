import FoundationEssentials
public import MastodonClient
import MastodonKit
import Sandbox

extension Transport {
  /// Passes requests to the embedded instance without a socket.
  public static func sandbox(_ sandbox: EmbeddedSandbox) -> Transport {
    Transport(
      send: { request in
        var headers: SandboxHeaders = [:]
        for field in request.headers { headers.append(field.name, field.value) }
        let response = try await sandbox.respond(
          to: SandboxRequest(
            request.method.rawValue, request.target, headers: headers, body: [UInt8](request.body ?? Data())))
        return HTTPResponse(
          status: response.status, headers: response.headers.fields.map { Field($0.name, $0.value) },
          body: Data(response.body))
      },
      openStream: { request in
        AsyncThrowingStream { continuation in
          let token = request.headers.first { $0.name == "Authorization" }?.value.dropFirst("Bearer ".count)
          let task = Task {
            do {
              let stream = try await sandbox.open().connect(
                token: token.map(String.init) ?? "", target: request.target)
              guard let stream else { return continuation.finish(throwing: TransportFailure.streamRefused(code: 401)) }
              continuation.yield(.opened)
              async let heard: Void = stream.receive(request.outgoing)
              for await frame in stream.frames { continuation.yield(.text(frame)) }
              continuation.finish()
              await heard
            } catch {
              continuation.finish(throwing: error)
            }
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      })
  }
}

extension SandboxStream {
  /// Passes on the client's messages.
  ///
  /// Without a socket the connection cannot break, so pings are ignored.
  fileprivate func receive(_ outgoing: AsyncStream<StreamRequest.Outgoing>) async {
    for await case .text(let message) in outgoing { await receive(message) }
  }
}
