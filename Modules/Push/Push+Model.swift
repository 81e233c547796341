import FeatureKit
public import Observation
public import PushKit

extension Push {
  /// The feature's dependencies on the app.
  @MainActor
  public struct Service {
    /// The current account, `user@host`.
    public var account: () -> String
    /// Its subscription; `nil` if it has none.
    public var subscription: () async throws -> PushSubscription?
    /// Subscribes at an address, or renews the subscription.
    public var subscribe: (_ endpoint: String?) async throws -> PushSubscription
    /// Cancels the subscription; returns `false` if there was none.
    public var unsubscribe: () async throws -> Bool
    /// Decrypts the push on standard input.
    public var receive: (PushReadingOptions) async throws -> ReceivedPush

    public init(
      account: @escaping () -> String, subscription: @escaping () async throws -> PushSubscription?,
      subscribe: @escaping (_ endpoint: String?) async throws -> PushSubscription,
      unsubscribe: @escaping () async throws -> Bool,
      receive: @escaping (PushReadingOptions) async throws -> ReceivedPush
    ) {
      self.account = account
      self.subscription = subscription
      self.subscribe = subscribe
      self.unsubscribe = unsubscribe
      self.receive = receive
    }
  }

  /// Loads and changes the current account's subscription.
  @MainActor @Observable
  public final class Model {
    public private(set) var state: State
    @ObservationIgnored private let service: Service

    /// Creates a model that has loaded nothing yet.
    public init(service: Service) {
      self.service = service
      state = State(account: "")
    }

    /// Loads the subscription; a failure becomes part of the state.
    @discardableResult
    public func load() async -> State {
      let account = service.account()
      do {
        state = State(account: account, subscription: .loaded(try await service.subscription()))
      } catch {
        state = State(account: account, subscription: .failed(AppError(error)))
      }
      return state
    }

    /// Subscribes at an address, or renews the subscription.
    ///
    /// - throws: ``AppError`` if the address is invalid or the server refuses; nothing changes then.
    public func subscribe(_ endpoint: String?) async throws -> PushSubscription {
      let subscription = try await service.subscribe(endpoint)
      state = State(account: subscription.account, subscription: .loaded(subscription))
      return subscription
    }

    /// Cancels the subscription; returns `false` if there was none.
    ///
    /// - throws: ``AppError`` if the server cannot be reached; nothing changes then.
    public func unsubscribe() async throws -> Bool {
      let wasSubscribed = try await service.unsubscribe()
      state = State(account: service.account(), subscription: .loaded(nil))
      return wasSubscribed
    }

    /// Decrypts the push on standard input.
    ///
    /// - throws: ``AppError`` if it is not a push for an account on this machine.
    public func receive(_ options: PushReadingOptions) async throws -> ReceivedPush {
      try await service.receive(options)
    }
  }
}

extension Push.Action {
  /// Wires the screen to its model.
  public init(model: Push.Model) {
    self.init(
      load: model.load, subscribe: model.subscribe, unsubscribe: model.unsubscribe, receive: model.receive)
  }
}
