import FeatureKit
public import MastodonKit
public import Observation

extension Onboarding {
  /// Owns what was said on the pages until it is kept or left, and is the only one to change it.
  @MainActor @Observable
  public final class Model {
    /// What the sheet shows.
    public private(set) var state: State
    @ObservationIgnored private let account: () async throws -> Account
    @ObservationIgnored private let profiles: ProfileService
    @ObservationIgnored private var isLoaded = false

    /// Opens the pages.
    ///
    /// - Parameters:
    ///   - state: The page to begin with, and what is known.
    ///   - account: Asks who is signed in.
    ///   - profiles: Keeps what is said about oneself.
    public init(state: State, account: @escaping () async throws -> Account, profiles: ProfileService) {
      self.state = state
      self.account = account
      self.profiles = profiles
    }

    /// Asks what the server has, before the page about oneself is read.
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

    /// Chooses a server to sign in to, or with `nil` to stay where one is.
    public func choose(_ server: String?) { state.server = server }

    /// Chooses what is to appear by itself; it is kept at the end.
    public func setLive(_ word: String) { state.live = word }

    /// Says something else about oneself; it is kept at the end.
    ///
    /// - throws: ``AppError`` until it is known what the server has.
    public func change(_ edit: (inout Profile) -> Void) throws {
      guard isLoaded else { throw notKnown }
      edit(&state.profile)
      state.phase = .idle
    }

    /// Goes one page back.
    ///
    /// - throws: ``AppError/usage(_:suggestion:)`` at the first page, and at the last.
    public func back() throws {
      guard !state.flow.back() else { return }
      throw AppError.usage("There is no page to go back to.", suggestion: "leave closes these pages.")
    }

    /// Goes on to the next page; `false` at the last.
    public func next() -> Bool { state.flow.next() }

    /// Sends what was changed, and goes on; answers the account as it is then, if anything was changed.
    ///
    /// - throws: ``AppError``; then one stays on the page, and what was typed stays too.
    public func finish() async throws -> Account? {
      guard isLoaded else { throw notKnown }
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

    private var notKnown: AppError {
      if case .failed(let error) = state.phase { return error }
      return .usage("It is not known yet what your server has.", suggestion: "screen asks again.")
    }
  }
}
