public import FeatureKit
public import MastodonKit
public import Observation
public import StatusKit

extension FilteredNotifications {
  /// Owns the list of senders and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the screen shows.
    public private(set) var state: State
    @ObservationIgnored private let reader: ListReader<NotificationRequest>

    /// Makes a model; nothing is fetched yet.
    public init(state: State = State(), service: NotificationPolicyService) {
      self.state = state
      reader = ListReader(
        order: .server, most: FilteredNotifications.pageSize, id: { $0.id.rawValue },
        page: { try await service.requests($0) })
    }

    /// Fetches the senders, unless that was done.
    public func load() async {
      guard !state.requests.isLoaded else { return }
      do { try await begin() } catch {
        // `begin` has put the error into the state.
      }
    }

    /// Fetches the senders again.
    ///
    /// - Throws: ``AppError``; senders that are listed stay.
    public func refresh() async throws {
      state.range = state.range.refreshed
      try await begin()
    }

    private func begin() async throws {
      state.requests.begin()
      do {
        let page = try await reader.read(state.range, pageSize: FilteredNotifications.pageSize).page
        (state.requests, state.older) = (.loaded(page.elements), page.older)
      } catch {
        throw state.requests.fail(error)
      }
    }

    /// Adds the next older page; `false` if there is none.
    ///
    /// - Throws: ``AppError``
    public func older() async throws -> Bool {
      guard let cursor = state.older else { return false }
      do {
        let page = try await reader.read(
          state.range, at: .older(than: cursor), pageSize: FilteredNotifications.pageSize
        ).page
        state.older = page.older == cursor ? nil : page.older
        let count = state.requests.value?.count
        state.requests.modify { $0 = ($0 + page.elements).droppingRepeats(of: \.id) }
        return state.requests.value?.count != count
      } catch {
        throw AppError(error)
      }
    }

    /// Removes senders that were accepted or dismissed.
    public func remove(_ ids: [NotificationRequest.ID]) {
      state.requests.modify { $0.removeAll { ids.contains($0.id) } }
    }
  }
}

extension FilteredNotifications.Model: TimelineModel {
  /// Makes the next load show the part of the list that the options ask for.
  public func prepare(_ options: TimelineOptions) {
    guard options.range != state.range else { return }
    state.range = options.range
    state.requests = .idle
  }
}
