import Dispatch
import PluginKit
import Subprocesses
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

  /// Looks for plugins, in the order in which they are preferred.
  func search() async -> PluginSearch {
    // A cancelled task gets nothing, at once.
    (try? await onThread(queue, stopped: CancellationError(), grace: 0) { _ in self.read() }) ?? PluginSearch()
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
