import Foundation
import Testing

@testable import QuickLook

@Suite struct PrivateFolderTests {
  let home = TemporaryFolder()
  private var base: String { "\(home.path)/cache/quick-look" }
  private var now: Int { Int(Date().timeIntervalSince1970) }

  private func write(_ name: String, in folder: PrivateFolder) throws {
    try Data("x".utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
  }

  @Test func folderIsPrivateAndRemoved() throws {
    let folder = try PrivateFolder(in: base, for: .look)
    var facts = stat()
    #expect(stat(folder.path, &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o700)
    try write("picture.jpg", in: folder)
    try write(".hidden", in: folder)
    folder.remove()
    #expect(home.names(in: "cache/quick-look") == [])
  }

  @Test func filesOfARunningProcessAreKept() throws {
    let folder = try PrivateFolder(in: base, for: .look)
    PrivateFolder.clean(base, now: now + 1_000_000)
    #expect(home.names(in: "cache/quick-look")?.count == 1)
    folder.remove()
  }

  @Test func leftoversOfAKilledRunAreRemoved() throws {
    // Closing the lock is what the kernel does for a process that is killed.
    let folder = try PrivateFolder(in: base, for: .look)
    try write("picture.jpg", in: folder)
    folder.leave()
    PrivateFolder.clean(base, now: now)
    #expect(home.names(in: "cache/quick-look") == [])
  }

  @Test func aViewerHasItsFileForAWhileLonger() throws {
    let folder = try PrivateFolder(in: base, for: .view)
    try write("media.jpg", in: folder)
    folder.leave()
    PrivateFolder.clean(base, now: now + PrivateFolder.patience - 5)
    #expect(home.names(in: "cache/quick-look")?.count == 1)
    PrivateFolder.clean(base, now: now + PrivateFolder.patience + 5)
    #expect(home.names(in: "cache/quick-look") == [])
  }

  @Test func aChildThatIsStillStartingDoesNotHoldIt() throws {
    let folder = try PrivateFolder(in: base, for: .look)
    let copies = try descriptors(of: folder.path).map { dup($0) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    folder.leave()
    PrivateFolder.clean(base, now: now)
    #expect(home.names(in: "cache/quick-look") == [])
  }

  /// A forked child has copies of all descriptors until it runs its program.
  private func descriptors(of path: String) throws -> [Int32] {
    let manager = FileManager.default
    return try manager.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init).filter {
      (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
  }

  @Test func onlyOwnFilesAreRemovedAndLinksAreNotFollowed() throws {
    let manager = FileManager.default
    try PrivateFolder(in: base, for: .look).remove()
    try manager.createDirectory(atPath: "\(base)/mine", withIntermediateDirectories: true)
    try manager.createDirectory(atPath: "\(home.path)/elsewhere", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(home.path)/elsewhere/letter"))
    try manager.createSymbolicLink(atPath: "\(base)/look-1-x", withDestinationPath: "\(home.path)/elsewhere")
    let folder = try PrivateFolder(in: base, for: .look)
    try manager.createSymbolicLink(
      atPath: "\(folder.path)/picture.jpg", withDestinationPath: "\(home.path)/elsewhere/letter")
    folder.leave()
    PrivateFolder.clean(base, now: now)
    #expect(home.names(in: "cache/quick-look") == ["look-1-x", "mine"])
    #expect(home.names(in: "elsewhere") == ["letter"])
  }

  @Test func aPlaceThatCannotBeIsSaid() {
    #expect(throws: QuickLookError.noFolder("/dev/null/quick-look")) {
      try PrivateFolder(in: "/dev/null/quick-look", for: .look)
    }
  }
}
