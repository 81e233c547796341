import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import Sandbox

/// Opens the embedded instance when it is first needed, and is the way into it without a socket.
///
/// A run that speaks to another server never pays for it, and the prompt does not wait for it.
actor SandboxHouse {
  private let options: SandboxOptions
  private let clock: SandboxClock
  private let isLive: Bool
  private let prepare: @Sendable (String) throws -> Void
  private let setAside: @Sendable (String) throws -> Void
  private var opened: Sandbox?
  private var life: Task<Void, Never>?

  /// Makes a house that is not opened yet.
  ///
  /// - Parameters:
  ///   - isLive: Whether the residents act while this run lasts.
  ///   - prepare: Makes the instance's file, and the folder that it is in.
  ///   - setAside: Keeps a damaged file under another name.
  init(
    options: SandboxOptions, clock: SandboxClock, isLive: Bool, prepare: @escaping @Sendable (String) throws -> Void,
    setAside: @escaping @Sendable (String) throws -> Void
  ) {
    self.options = options
    self.clock = clock
    self.isLive = isLive
    self.prepare = prepare
    self.setAside = setAside
  }

  deinit { life?.cancel() }

  /// The instance, made at the first call.
  func sandbox() async throws -> Sandbox {
    if let opened { return opened }
    let sandbox: Sandbox
    do { sandbox = try make() } catch SandboxError.unreadable(let file) {
      // As with every other file of ours: kept under another name, and a new one takes its place.
      try setAside(file)
      sandbox = try make()
    }
    opened = sandbox
    if isLive {
      life = Task { await sandbox.live() }
    } else {
      // A one-shot command finds what the residents have done since the last one.
      try await sandbox.step()
    }
    return sandbox
  }

  private func make() throws -> Sandbox {
    if let file = options.state { try prepare(file) }
    return try Sandbox(
      store: options.state.map(SandboxStore.file) ?? .inMemory, seed: options.seed, clock: clock,
      life: options.life)
  }

  /// The token of the person's own account in it; an empty one where the instance cannot be opened.
  ///
  /// Who is without a token is signed out, and would be told to sign in, which helps nobody here: with an empty one the
  /// request goes on its way, and `respond(to:)` says what is wrong.
  func token() async -> Secret {
    do { return Secret(try await sandbox().token(for: "you")) } catch { return Secret("") }
  }

  /// Answers a request.
  ///
  /// - throws: ``MastodonError/unavailable(words:)`` where the instance cannot be opened, with what to do about it.
  func respond(to request: SandboxRequest) async throws -> SandboxResponse { try await open().respond(to: request) }

  /// The instance, or why there is none, for a person.
  func open() async throws -> Sandbox {
    do { return try await sandbox() } catch let error as SandboxError {
      let error = error.appError
      guard case .storage = error else { throw MastodonError.unavailable(words: error.words) }
      throw MastodonError.unavailable(words: "The sandbox cannot be opened. \(error.words) \(error.suggestion)")
    } catch let error as StoreError {
      let error = error.appError
      throw MastodonError.unavailable(words: "The sandbox cannot be opened. \(error.words) \(error.suggestion)")
    } catch is CancellationError {
      throw MastodonError.cancelled
    } catch {
      let file = options.state ?? "it"
      throw MastodonError.unavailable(
        words: "The sandbox cannot be opened: move \(file) aside, and a new one takes its place.")
    }
  }

  /// Lets the residents rest and closes the file.
  func close() async {
    life?.cancel()
    await life?.value
    life = nil
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
        let response = try await house.respond(
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
              let stream = try await house.open().connect(
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
  /// Takes what the client says; a stream without a socket cannot break, so a ping needs no answer.
  fileprivate func receive(_ outgoing: AsyncStream<StreamRequest.Outgoing>) async {
    for await case .text(let message) in outgoing { await receive(message) }
  }
}
