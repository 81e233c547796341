public import Observation

/// Owns the entries of one screen and is the only one to change what is shown of them.
@MainActor @Observable
public final class EntriesModel<Entry: Identifiable & Hashable & Sendable> {
  /// What the screen shows.
  public private(set) var state: Entries<Entry>
  @ObservationIgnored private let isKeptHere: Bool
  @ObservationIgnored private let fetch: @MainActor () async throws -> [Entry]
  @ObservationIgnored private let forget: @MainActor (Entry) async throws -> Void

  @ObservationIgnored private var following: Task<Void, Never>?

  /// Makes a model; nothing is requested yet.
  ///
  /// - Parameters:
  ///   - state: What it starts with.
  ///   - isKeptHere: Whether they are stored on this machine, so that each visit reads them again: another run may have changed them.
  ///   - fetch: Fetches all of them.
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

  /// Follows their changes from now on, whoever makes them.
  ///
  /// - Parameters:
  ///   - changes: All of them, now and after each change; what it throws is left to the next visit, which shows it.
  ///   - changed: Called when what is shown changed; not for what was fetched meanwhile.
  public func follow(
    _ changes: @escaping @Sendable () -> AsyncThrowingStream<[Entry], any Error>,
    changed: @escaping @MainActor () -> Void
  ) {
    following?.cancel()
    following = Task { [weak self] in
      do {
        for try await entries in changes() where self?.take(entries) == true { changed() }
      } catch {
        // The next visit fetches them itself.
      }
    }
  }

  private func take(_ entries: [Entry]) -> Bool {
    guard state.entries.isLoaded, entries != state.all else { return false }
    state.entries = .loaded(entries)
    return true
  }

  /// Fetches them if that has not been done; a failure becomes part of the state.
  public func load() async {
    guard isKeptHere || !state.entries.isLoaded else { return }
    do { try await refresh() } catch {
      // `refresh` keeps the error in the state where there is nothing else to show.
    }
  }

  /// Fetches them again.
  ///
  /// - throws: ``AppError``; what is shown already stays.
  public func refresh() async throws {
    state.entries.begin()
    do {
      state.entries = .loaded(try await fetch())
    } catch {
      throw state.entries.fail(error)
    }
  }

  /// Deletes one for good; it is shown until that is done.
  ///
  /// - throws: ``AppError``.
  public func delete(_ entry: Entry) async throws {
    do { try await forget(entry) } catch { throw AppError(error) }
    state.entries.modify { $0.removeAll { $0.id == entry.id } }
  }

  /// Requires the next visit to fetch them again, since one was made or changed elsewhere.
  public func invalidate() { if state.entries.isLoaded { state.entries = .idle } }
}
