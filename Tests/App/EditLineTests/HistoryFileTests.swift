import Foundation
import Testing

@testable import EditLine

/// A folder that is gone when the test is.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "editline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // A program that has just been told to end may still leave a file in its home.
    for attempt in 1...5 {
      do { return try FileManager.default.removeItem(atPath: path) } catch {
        if attempt == 5 { Issue.record(error) }
      }
    }
  }

  func file(_ name: String) -> String { path + "/" + name }
}

struct HistoryFileTests {
  private func contents(_ path: String) throws -> String {
    try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test func linesAreAppendedAsLibEditWritesThem() throws {
    let folder = try TemporaryFolder()
    var history = HistoryFile(path: folder.file("h"), limit: 10)
    #expect(try history.load() == [])
    #expect(try history.append("echo \"日本\" 🙂"))
    #expect(try history.append("a\\b\n\tc"))
    #expect(
      try contents(folder.file("h")) == "_HiStOrY_V2_\necho\\040\"日本\"\\040🙂\na\\\\b\\012\\011c\n")
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("h"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    var next = HistoryFile(path: folder.file("h"), limit: 10)
    #expect(try next.load() == ["echo \"日本\" 🙂", "a\\b\n\tc"])
  }

  @Test(arguments: [false, true]) func fileReadableByOthersIsMadePrivate(_ isWritten: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("h")
    try Data("_HiStOrY_V2_\nhome\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    var history = HistoryFile(path: path, limit: 10)
    if isWritten { try history.keep("local") } else { #expect(try history.load() == ["home"]) }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func lineOfThisRunIsInTheFileOnlyIfSaved() throws {
    let folder = try TemporaryFolder()
    var history = HistoryFile(path: folder.file("h"), limit: 10)
    let lines = ["home", "post a secret"]
    #expect(lines.map { history.remember($0) } == [true, true])
    try history.keep("home")
    try history.keep(" home")
    #expect(history.entries == lines)
    #expect(try contents(folder.file("h")) == "_HiStOrY_V2_\nhome\n")
  }

  @Test(arguments: [" secret", "", "   ", "\n", "again"]) func linesWithASpaceOrRepeatedAreNotRemembered(_ line: String)
    throws
  {
    let folder = try TemporaryFolder()
    var history = HistoryFile(path: folder.file("h"), limit: 10)
    #expect(try history.append("again"))
    #expect(try !history.append(line))
    #expect(history.entries == ["again"])
    #expect(try contents(folder.file("h")) == "_HiStOrY_V2_\nagain\n")
  }

  @Test(arguments: [
    ("a\\040b", "a b"), ("a\\sb", "a b"), ("a\\^Ab", "a\u{1}b"), ("a\\M-C\\M-)", "aé"), ("\\\\", "\\"),
    ("a\\nb", "a\nb"),
    ("bad\\", nil), ("bad\\q", nil), ("bad\\09", nil), ("日本", "日本"),
  ])
  func entriesOfOtherProgramsAreRead(_ line: String, _ entry: String?) {
    #expect(HistoryFile.decoded(line) == entry)
  }

  @Test func twoSessionsLoseNothingOfEachOther() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("h")
    try await withThrowingTaskGroup { group in
      for session in 0..<4 {
        group.addTask {
          for line in 0..<50 {
            var history = HistoryFile(path: path, limit: 1_000)
            // Loading cuts: at the same time as the others append.
            _ = try history.load()
            _ = try history.append("session \(session) line \(line)")
          }
        }
      }
      try await group.waitForAll()
    }
    var history = HistoryFile(path: path, limit: 1_000)
    let entries = try history.load()
    #expect(entries.count == 200)
    for session in 0..<4 {
      #expect(
        entries.filter { $0.hasPrefix("session \(session) ") } == (0..<50).map { "session \(session) line \($0)" })
    }
  }

  @Test func aLongFileIsCutToItsNewestLines() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("h")
    var history = HistoryFile(path: path, limit: 1_000)
    for line in 0..<130 { _ = try history.append("line \(line)") }
    var short = HistoryFile(path: path, limit: 100)
    #expect(try short.load() == (30..<130).map { "line \($0)" })
    #expect(try contents(path).split(separator: "\n").count == 101)
    #expect(try short.append("after"))
    #expect(try contents(path).hasSuffix("line\\040129\nafter\n"))
  }

  @Test func cuttingALinkedFileKeepsTheLink() throws {
    let folder = try TemporaryFolder()
    var history = HistoryFile(path: folder.file("real"), limit: 100)
    for line in 0..<20 { _ = try history.append("line \(line)") }
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("real"))
    var linked = HistoryFile(path: folder.file("link"), limit: 10)
    #expect(try linked.load().count == 10)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == folder.file("real"))
    #expect(try contents(folder.file("real")).split(separator: "\n").count == 11)
  }

  @Test func aLineAfterOneThatWasCutOffIsALineOfItsOwn() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("h")
    try Data("_HiStOrY_V2_\nhome\nbookm".utf8).write(to: URL(filePath: path))
    var history = HistoryFile(path: path, limit: 10)
    #expect(try history.load() == ["home", "bookm"])
    try history.keep("jobs")
    #expect(try contents(path) == "_HiStOrY_V2_\nhome\nbookm\njobs\n")
  }

  @Test func controlsInADamagedFileAreLeftOut() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("h")
    let lines = [
      "_HiStOrY_V2_", "home", "\\000a\\000b", "\u{0}\u{1}", "jobs\\033[31m", "post\\040a\\012\\011b", "\u{9b}x",
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    var history = HistoryFile(path: path, limit: 10)
    #expect(try history.load() == ["home", "ab", "jobs[31m", "post a\n\tb", "x"])
  }

  @Test(.enabled(if: geteuid() != 0)) func aFileThatCanOnlyBeReadIsReadAndLeftAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("h")
    try Data("_HiStOrY_V2_\nhome\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    var history = HistoryFile(path: path, limit: 10)
    #expect(try history.load() == ["home"])
    try history.keep("jobs")
    #expect(try contents(path) == "_HiStOrY_V2_\nhome\n")
  }

  @Test func unwritableFileIsReportedByName() throws {
    let folder = try TemporaryFolder()
    var history = HistoryFile(path: folder.file("missing/h"), limit: 10)
    #expect(try history.load() == [])
    #expect(throws: HistoryFile.Problem(path: folder.file("missing/h"), code: ENOENT)) { try history.append("x") }
    #expect(history.entries == ["x"])
  }
}
