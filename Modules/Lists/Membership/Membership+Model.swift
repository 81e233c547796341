import FeatureKit
public import MastodonKit
public import Observation

extension Lists.Membership {
  /// Owns the screen's state and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// The screen's state.
    public private(set) var state: State
    @ObservationIgnored private let service: ListService
    @ObservationIgnored private let account: @Sendable (Account.ID) async throws -> Account

    public init(
      state: State, service: ListService, account: @escaping @Sendable (Account.ID) async throws -> Account
    ) {
      self.state = state
      self.service = service
      self.account = account
    }

    /// Fetches the lists, unless that was done.
    public func load() async {
      guard !state.lists.isLoaded || state.missing != nil else { return }
      do { try await refresh() } catch {
        // The state has the error.
      }
    }

    /// Fetches the lists again.
    ///
    /// - Throws: `AppError`; lists that are loaded stay.
    public func refresh() async throws {
      state.lists.begin()
      do {
        async let found = account(state.id)
        let lists = try await service.containing(state.id)
        do { (state.account, state.missing) = (try await found, nil) } catch {
          let reason = AppError(error)
          guard case .network = reason.cause else { throw reason }
          state.missing = .unread(["account"], because: reason)
        }
        state.lists = .loaded(lists)
      } catch {
        throw state.lists.fail(error)
      }
    }
  }
}
