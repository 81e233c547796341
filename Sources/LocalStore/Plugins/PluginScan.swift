import Dispatch
import PluginKit
import Synchronization

/// Looks for plugins in all folders at once, and goes on without one that does not answer.
///
/// A folder on a server that is gone blocks its reader for minutes or for good. It costs one thread however often
/// plugins are
/// looked for, and none once it answers.
final class PluginScan: Sendable {
  private let folders: PluginFolders
  private let limit: Int
  /// The folders that are being read, also since an earlier search.
  private let busy = Mutex<Set<String>>([])
  /// One search after another: one that runs at the same time would take the other's folders for silent ones.
  private let queue = DispatchQueue(label: "plugin folders")

  /// Creates a scan.
  ///
  /// - Parameter limit: The time to wait for the folders, in milliseconds.
  init(_ folders: PluginFolders, limit: Int) {
    self.folders = folders
    self.limit = limit
  }

  /// Looks for plugins, in the order in which they are preferred; a cancelled task gets nothing, at once.
  func search() async -> PluginSearch {
    let caller = Caller()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard caller.wait(continuation) else { return }
        queue.async { caller.resume(returning: self.read()) }
      }
    } onCancel: {
      caller.resume(returning: PluginSearch())
    }
  }

  /// The caller that waits for a search, which is resumed once.
  private final class Caller: Sendable {
    private struct State {
      var continuation: CheckedContinuation<PluginSearch, Never>?
      var isResumed = false
    }

    private let state = Mutex(State())

    /// Keeps the continuation; resumes it and returns false if the task was cancelled before.
    func wait(_ continuation: CheckedContinuation<PluginSearch, Never>) -> Bool {
      let waits = state.withLock { state in
        if !state.isResumed { state.continuation = continuation }
        return !state.isResumed
      }
      if !waits { continuation.resume(returning: PluginSearch()) }
      return waits
    }

    func resume(returning search: PluginSearch) {
      let continuation = state.withLock { state in
        state.isResumed = true
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume(returning: search)
    }
  }

  private func read() -> PluginSearch {
    let contents = Mutex<[PluginFolders.Place: PluginFolders.Content]>([:])
    let group = DispatchGroup()
    for place in folders.places where busy.withLock({ $0.insert(place.path).inserted }) {
      // The threads of the global queue may all be waiting for other programs.
      DispatchQueue(label: "plugin folder").async(group: group) {
        let content = self.folders.content(of: place)
        contents.withLock { $0[place] = content }
        self.busy.withLock { _ = $0.remove(place.path) }
      }
    }
    _ = group.wait(timeout: .now() + .milliseconds(limit))
    let known = contents.withLock { $0 }
    var seen: Set<String> = []
    var result = PluginSearch()
    for place in folders.places {
      guard let content = known[place] else {
        result.silentFolders.append(place.path)
        continue
      }
      if seen.insert(content.realPath).inserted { result.programs += content.programs }
    }
    return result
  }
}
