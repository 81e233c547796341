public import Observation

/// Owns a person's handful of things and is the only one to change what is shown of them.
@MainActor @Observable
public final class EntriesModel<Entry: Identifiable & Hashable & Sendable> {
  /// What the screen shows.
  public private(set) var state: Entries<Entry>
  @ObservationIgnored private let isKeptHere: Bool
  @ObservationIgnored private let fetch: @MainActor () async throws -> [Entry]
  @ObservationIgnored private let forget: @MainActor (Entry) async throws -> Void

  @ObservationIgnored private var following: Task<Void, Never>?

  /// Makes a model; nothing is asked for yet.
  ///
  /// - Parameters:
  ///   - state: What it starts with.
  ///   - isKeptHere: Whether asking is cheap, so that each look asks anew: another run may have changed them.
  ///   - fetch: Asks for all of them.
  ///   - forget: Deletes one.
  public init(
    state: Entries<Entry> = Entries(), isKeptHere: Bool, fetch: @escaping @MainActor () async throws -> [Entry],
    forget: @escaping @MainActor (Entry) async throws -> Void
  ) {
    self.state = state
    self.isKeptHere = isKeptHere
    self.fetch = fetch
    self.forget = forget
  }

  deinit { following?.cancel() }

  /// Takes in what becomes of them from now on, whoever changes them.
  ///
  /// - Parameters:
  ///   - changes: All of them, now and after each change; what it throws is left to the next look, which will say it.
  ///   - changed: Hears that what was shown is no longer so; what was asked for meanwhile is no news.
  public func follow(
    _ changes: @escaping @Sendable () -> AsyncThrowingStream<[Entry], any Error>,
    changed: @escaping @MainActor () -> Void
  ) {
    following?.cancel()
    following = Task { [weak self] in
      do {
        for try await entries in changes() where self?.take(entries) == true { changed() }
      } catch {
        // The next look asks for them itself.
      }
    }
  }

  private func take(_ entries: [Entry]) -> Bool {
    guard state.phase == .loaded, entries != state.all else { return false }
    state = Entries(entries, phase: .loaded)
    return true
  }

  /// Asks for them if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard isKeptHere || state.phase != .loaded else { return }
    do { try await refresh() } catch {
      // The state says it: `refresh` keeps the error where there is nothing else to show.
    }
  }

  /// Asks for them again.
  ///
  /// - throws: ``AppError``; what is shown already stays.
  public func refresh() async throws {
    let isFirst = state.phase != .loaded
    if isFirst { state.phase = .loading }
    do {
      state = Entries(try await fetch(), phase: .loaded)
    } catch {
      let error = AppError(error)
      if isFirst { state.phase = error == .cancelled ? .idle : .failed(error) }
      throw error
    }
  }

  /// Deletes one for good; it is shown until that is done.
  ///
  /// - throws: ``AppError``.
  public func delete(_ entry: Entry) async throws {
    do { try await forget(entry) } catch { throw AppError(error) }
    state.all.removeAll { $0.id == entry.id }
  }

  /// Lets the next look ask anew, since one was made or changed elsewhere.
  public func invalidate() { if state.phase == .loaded { state.phase = .idle } }
}
