import FeatureKit
import FoundationEssentials
import LocalStore
public import MastodonClient
import MastodonKit
public import Sandbox

/// Opens the embedded instance when it is first needed, and passes requests to it without a socket.
///
/// A run that uses another server never opens it, and the prompt does not wait until it is open.
public actor EmbeddedSandbox {
  private let options: SandboxOptions
  private let clock: SandboxClock
  private let isLive: Bool
  private let prepare: @Sendable (String) throws -> Void
  private let setAside: @Sendable (String) throws -> Void
  private var opened: Sandbox?
  private var residents: Task<Void, Never>?

  /// Creates the sandbox; nothing is opened yet.
  ///
  /// - Parameter isLive: Whether the residents act during this run.
  public init(
    options: SandboxOptions, clock: SandboxClock, isLive: Bool, prepare: @escaping @Sendable (String) throws -> Void,
    setAside: @escaping @Sendable (String) throws -> Void
  ) {
    self.options = options
    self.clock = clock
    self.isLive = isLive
    self.prepare = prepare
    self.setAside = setAside
  }

  deinit { residents?.cancel() }

  /// The instance, opened by the first call.
  public func sandbox() async throws -> Sandbox {
    if let opened { return opened }
    let sandbox: Sandbox
    do { sandbox = try make() } catch SandboxError.unreadable(let file) {
      // As with every other damaged file of the app: renamed and replaced by a new one.
      try setAside(file)
      sandbox = try make()
    }
    opened = sandbox
    if isLive {
      residents = Task { await sandbox.runResidents() }
    } else {
      // A one-shot command sees what the residents have done since the last one.
      try await sandbox.step()
    }
    return sandbox
  }

  private func make() throws -> Sandbox {
    if let file = options.state { try prepare(file) }
    return try Sandbox(
      store: options.state.map(SandboxStore.file) ?? .inMemory, seed: options.seed, clock: clock,
      activity: options.activity, configuration: SandboxConfiguration(translation: .reverseWords))
  }

  /// The token of the user's account in the sandbox; empty if the instance cannot be opened.
  ///
  /// Without a token the user would be told to sign in, which does not help here. With an empty one the request is sent,
  /// and `respond(to:)` throws the real reason.
  public func token() async -> Secret {
    do { return Secret(try await sandbox().token(for: "you")) } catch { return Secret("") }
  }

  /// Responds to a request.
  ///
  /// - Throws: ``MastodonError/unavailable(words:)`` if the instance cannot be opened.
  func respond(to request: SandboxRequest) async throws -> SandboxResponse { try await open().respond(to: request) }

  /// The instance; errors have a message for the user.
  func open() async throws -> Sandbox {
    do { return try await sandbox() } catch let error as SandboxError {
      let error = error.appError
      guard case .storage = error else { throw MastodonError.unavailable(words: error.message) }
      throw MastodonError.unavailable(
        words: "The sandbox cannot be opened. \(error.message)", suggestion: error.suggestion)
    } catch let error as StoreError {
      let error = error.appError
      throw MastodonError.unavailable(
        words: "The sandbox cannot be opened. \(error.message)", suggestion: error.suggestion)
    } catch is CancellationError {
      throw MastodonError.cancelled
    } catch {
      let file = options.state ?? "it"
      throw MastodonError.unavailable(
        words: "The sandbox cannot be opened.", suggestion: "Move \(file) away; Howdah will create a new one.")
    }
  }

  /// Stops the residents and closes the file.
  public func close() async {
    residents?.cancel()
    await residents?.value
    residents = nil
    opened = nil
  }
}
