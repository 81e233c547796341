import FeatureKit
public import Observation
public import PushKit

extension Push {
  /// What the feature needs of the world: the server, the vault, standard input.
  @MainActor
  public struct Service {
    /// The account in use, `user@host`.
    public var account: () -> String
    /// What is pushed to it; `nil` for nothing.
    public var subscription: () async throws -> PushSubscription?
    /// Lets the server push to an address, or to the present one again.
    public var subscribe: (_ endpoint: String?) async throws -> PushSubscription
    /// Lets it push no longer; `false` if it did not.
    public var unsubscribe: () async throws -> Bool
    /// Opens the push on standard input.
    public var receive: (PushReadingOptions) async throws -> ReceivedPush

    /// Makes the service from its parts.
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

  /// Knows what is pushed to the account in use, as far as it was asked for.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public private(set) var state: State
    @ObservationIgnored private let service: Service

    /// Makes a model that has asked nothing yet.
    public init(service: Service) {
      self.service = service
      state = State(account: "")
    }

    /// Finds out what is pushed; a failure becomes part of what is shown.
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

    /// Lets the server push to an address, or to the present one again.
    ///
    /// - throws: ``AppError`` for an address that is none, and where the server refuses; nothing changes then.
    public func subscribe(_ endpoint: String?) async throws -> PushSubscription {
      let subscription = try await service.subscribe(endpoint)
      state = State(account: subscription.account, subscription: .loaded(subscription))
      return subscription
    }

    /// Lets the server push no longer; `false` if it did not.
    ///
    /// - throws: ``AppError`` if the server cannot be told; nothing changes then.
    public func unsubscribe() async throws -> Bool {
      let wasSubscribed = try await service.unsubscribe()
      state = State(account: service.account(), subscription: .loaded(nil))
      return wasSubscribed
    }

    /// Opens the push on standard input.
    ///
    /// - throws: ``AppError`` for what is no push for an account of this person.
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
