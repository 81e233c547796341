@MainActor
public final class EntriesModel<Entry: Identifiable & Hashable & Sendable> {
  public private(set) var state: Entries<Entry>
  private let isLocal: Bool
  private let fetch: @MainActor () async throws -> [Entry]
  private let deleteEntry: @MainActor (Entry) async throws -> Void
  private let size: @MainActor (Entry) async -> String?

  private var following: Task<Void, Never>?

  /// Creates a model; nothing is requested yet.
  ///
  /// - Parameters:
  ///   - isLocal: Whether they are stored on this machine, where another run may change them, so that each visit reloads them.
  ///   - size: Returns what an entry consists of, such as `3 members`, to tell it from others of its name.
  public init(
    state: Entries<Entry> = Entries(), isLocal: Bool, fetch: @escaping @MainActor () async throws -> [Entry],
    delete: @escaping @MainActor (Entry) async throws -> Void,
    size: @escaping @MainActor (Entry) async -> String?
  ) {
    self.state = state
    self.size = size
    self.isLocal = isLocal
    self.fetch = fetch
    deleteEntry = delete
  }

  deinit { following?.cancel() }

  /// Shows changes of the entries from now on.
  ///
  /// - Parameter changes: Creates a stream of all entries, now and after each change. Its errors are ignored: the next visit
  /// loads the entries.
  ///   - changed: Called when the shown entries changed by the stream.
  public func follow(
    _ changes: @escaping @Sendable () -> AsyncThrowingStream<[Entry], any Error>,
    changed: @escaping @MainActor () -> Void
  ) {
    following?.cancel()
    following = Task { [weak self] in
      do {
        for try await entries in changes() where self?.take(entries) == true { changed() }
      } catch {
        // The next visit fetches them and shows its own error.
      }
    }
  }

  private func take(_ entries: [Entry]) -> Bool {
    guard state.entries.isLoaded, entries != state.all else { return false }
    state.entries = .loaded(entries)
    return true
  }

  /// Fetches the entries if needed; a failure becomes part of the state.
  public func load() async {
    guard isLocal || !state.entries.isLoaded else { return }
    do { try await refresh() } catch {
      // `refresh` puts the error into the state if no entries are loaded.
    }
  }

  /// Returns the entry with an id, a name, or a unique prefix of a name.
  ///
  /// - Throws: ``AppError`` that names a few, each with what tells it from the others, if several are called so.
  func entry(_ word: String, _ face: Entries<Entry>.Face) async throws -> Entry {
    let named = state.named(word, face)
    guard named.count > 1, !state.all.contains(where: { "\($0.id)" == word }) else {
      return try state.entry(word, face)
    }
    var sizes: [String: String] = [:]
    for entry in named.prefix(Entries<Entry>.mostNamed) { sizes["\(entry.id)"] = await size(entry) }
    throw Entries.ambiguity(of: named, face, sizes: sizes)
  }

  /// Returns the entries that are loaded; if nobody has asked for them yet, begins to load them without waiting.
  public func offered() -> [Entry] {
    if case .idle = state.entries { Task { [weak self] in await self?.load() } }
    return state.all
  }

  /// Fetches the entries again.
  ///
  /// - Throws: ``AppError``; entries that are loaded stay.
  public func refresh() async throws {
    state.entries.begin()
    do {
      state.entries = .loaded(try await fetch())
    } catch {
      throw state.entries.fail(error)
    }
  }

  /// Deletes an entry permanently; it is shown until the server has confirmed.
  ///
  /// - throws: ``AppError``.
  public func delete(_ entry: Entry) async throws {
    do { try await deleteEntry(entry) } catch { throw AppError(error) }
    state.entries.modify { $0.removeAll { $0.id == entry.id } }
  }

  /// Shows an entry that was made or changed here; the others are fetched if they are not there.
  public func show(_ entry: Entry) async {
    guard state.entries.isLoaded else { return await load() }
    state.entries.modify { all in
      if let index = all.firstIndex(where: { $0.id == entry.id }) { all[index] = entry } else { all.append(entry) }
    }
  }

  /// Makes the next visit fetch the entries again, after one was made or changed elsewhere.
  public func invalidate() { if state.entries.isLoaded { state.entries = .idle } }
}
