import FeatureKit
public import MastodonKit
public import Observation

extension Onboarding {
  /// Owns the state of the pages until it is saved or discarded.
  @MainActor @Observable
  public final class Model {
    public private(set) var state: State
    @ObservationIgnored private let account: () async throws -> Account
    @ObservationIgnored private let profiles: ProfileService
    @ObservationIgnored private var isLoaded = false

    public init(state: State, account: @escaping () async throws -> Account, profiles: ProfileService) {
      self.state = state
      self.account = account
      self.profiles = profiles
    }

    /// Fetches the profile, if the profile page is shown.
    public func load() async {
      guard state.flow.step == .personal, !isLoaded else { return }
      do {
        let known = Profile(try await account())
        isLoaded = true
        state.known = known
        state.profile = known
        state.phase = .idle
      } catch {
        state.phase = .failed(AppError(error))
      }
    }

    /// Chooses a server to sign in to; `nil` to stay with the present account.
    public func choose(_ server: String?) { state.server = server }

    /// Sets live updates; saved when the profile page is finished.
    public func setLive(_ word: String) { state.live = word }

    /// Changes the profile; saved when the profile page is finished.
    ///
    /// - throws: ``AppError`` if the profile is not loaded.
    public func change(_ edit: (inout Profile) -> Void) throws {
      guard isLoaded else { throw notLoaded }
      edit(&state.profile)
      state.phase = .idle
    }

    /// Moves to the previous page.
    ///
    /// - throws: ``AppError/usage(_:suggestion:)`` on the first and the last page.
    public func back() throws {
      guard !state.flow.back() else { return }
      throw AppError.usage("No previous page.", suggestion: "To close these pages, type leave.")
    }

    /// Moves to the next page; returns `false` on the last one.
    public func next() -> Bool { state.flow.next() }

    /// Saves the changes and moves to the next page; returns the updated account, or `nil` if nothing was changed.
    ///
    /// - throws: ``AppError``; the page and the changes stay.
    public func finish() async throws -> Account? {
      guard isLoaded else { throw notLoaded }
      var updated: Account?
      if !state.changes.isEmpty {
        state.phase = .saving
        do {
          updated = try await profiles.update(state.edit)
        } catch {
          let error = AppError(error)
          state.phase = .failed(error)
          throw error
        }
      }
      state.phase = .idle
      _ = state.flow.next()
      return updated
    }

    private var notLoaded: AppError {
      if case .failed(let error) = state.phase { return error }
      return .usage("Your profile is not loaded yet.", suggestion: "To load it, type screen.")
    }
  }
}
