import Dispatch
import FileTestKit
import Foundation
import PluginKit
import Synchronization
import Testing

@testable import PluginPrograms

/// Folders that do not answer, such as those of a server that is gone.
@Suite(.timeLimit(.minutes(10))) struct PluginScanTests {
  let home: TemporaryFolder
  private let gate = Gate()

  init() throws { home = try TemporaryFolder() }

  /// Blocks the readers of a silent folder, and counts them.
  private final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let readers = Mutex(0)

    var count: Int { readers.withLock { $0 } }

    func pass() {
      readers.withLock { $0 += 1 }
      isOpen.wait()
      isOpen.signal()
    }

    func open() { isOpen.signal() }
  }

  private func folders(silent: [String]) throws -> PluginFolders {
    for name in ["a", "b", "c"] {
      try home.put("#!/bin/sh\n", at: "\(home.path)/\(name)/howdah-\(name)", mode: 0o700)
    }
    let (gate, paths) = (gate, silent.map { "\(home.path)/\($0)" })
    return PluginFolders(
      folder: "\(home.path)/a", environment: ["PATH": "\(home.path)/b:\(home.path)/c:\(home.path)/a"],
      names: {
        if paths.contains($0) { gate.pass() }
        return PluginFolders.names(in: $0)
      })
  }

  @Test(arguments: [["b"], ["a"], ["c", "a"], ["a", "b", "c"]])
  func silentFoldersAreLeftOutAndNamed(silent: [String]) async throws {
    defer { gate.open() }
    let scan = PluginScan(try folders(silent: silent), limit: 50)
    var search = await scan.search()
    // On a busy machine the others may need longer than this limit.
    while search.silentFolders.count > silent.count, !Task.isCancelled { search = await scan.search() }
    #expect(search.programs.map(\.name) == ["a", "b", "c"].filter { !silent.contains($0) })
    #expect(search.silentFolders == silent.sorted().map { "\(home.path)/\($0)" })
  }

  @Test func silentFolderIsReadOnceAndFoundWhenItAnswers() async throws {
    let scan = PluginScan(try folders(silent: ["b"]), limit: 50)
    for _ in 0..<5 { #expect(await scan.search().silentFolders.contains("\(home.path)/b")) }
    #expect(gate.count == 1)
    gate.open()
    while await scan.search().programs.count < 3, !Task.isCancelled { await Task.yield() }
    #expect(await scan.search().silentFolders == [])
  }

  @Test func stoppedSearchReturnsAtOnce() async throws {
    defer { gate.open() }
    let scan = PluginScan(try folders(silent: ["b"]), limit: 3_600_000)
    let task = Task { await scan.search() }
    while gate.count == 0 { try await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    #expect(await task.value == PluginSearch())
  }

  @Test func searchesAtTheSameTimeFindTheSame() async throws {
    let scan = PluginScan(try folders(silent: []), limit: 60_000)
    await withTaskGroup(of: PluginSearch.self) { group in
      for _ in 0..<20 { group.addTask { await scan.search() } }
      for await search in group {
        #expect(search.programs.map(\.name) == ["a", "b", "c"])
        #expect(search.silentFolders == [])
      }
    }
  }
}
