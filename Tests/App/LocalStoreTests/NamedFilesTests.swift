import FileTestKit
import Foundation
import Glibc
import Testing

@testable import LocalStore

/// Files that the user names, of every kind.
@Suite(.timeLimit(.minutes(10))) struct NamedFilesTests {
  let home: TemporaryHome
  private let files = NamedFiles(expand: { $0 })

  init() throws { home = try TemporaryHome() }

  private func path(_ name: String) -> String { "\(home.path)/\(name)" }

  private func mode(_ name: String) -> mode_t? {
    var information = stat()
    return stat(path(name), &information) == 0 ? information.st_mode & 0o777 : nil
  }

  @Test func newFileIsForItsOwnerAndAReplacedOneKeepsItsReaders() throws {
    try files.write(path("new"), Array("one".utf8))
    #expect(mode("new") == 0o600)
    try home.put("old", at: path("page.html"), mode: 0o644)
    try files.write(path("page.html"), Array("two".utf8))
    #expect(try home.text(at: path("page.html")) == "two")
    #expect(mode("page.html") == 0o644)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() == ["new", "page.html"])
  }

  @Test func appendingKeepsWhatIsThere() throws {
    try files.append(path("log"), Array("one\n".utf8))
    #expect(mode("log") == 0o600)
    chmod(path("log"), 0o640)
    try files.append(path("log"), Array("two\n".utf8))
    #expect(try home.text(at: path("log")) == "one\ntwo\n")
    #expect(mode("log") == 0o640)
  }

  private func writeParts(_ path: String, _ bytes: [UInt8]) throws {
    let file = try files.parts(path)
    try file.add(Array(bytes.prefix(1)))
    try file.add(Array(bytes.dropFirst()))
    try file.finish()
  }

  /// Before, an export that failed had emptied the one before it.
  @Test func aFileInPartsReplacesAnotherOnlyOnceItIsWhole() throws {
    try home.put("old", at: path("log"), mode: 0o640)
    do {
      let unfinished = try files.parts(path("log"))
      try unfinished.add(Array("new".utf8))
      #expect(try home.text(at: path("log")) == "old")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["log"])
    #expect(try home.text(at: path("log")) == "old")
    try writeParts(path("log"), Array("new".utf8))
    #expect(try home.text(at: path("log")) == "new" && mode("log") == 0o640)
    try writeParts(path("first"), Array("new".utf8))
    #expect(mode("first") == 0o600)
  }

  @Test func deviceIsWrittenToAndStaysOne() throws {
    for write in [files.write, files.append, writeParts] {
      try write("/dev/null", Array("x".utf8))
      #expect(throws: StoreError.full(path: "/dev/full")) { try write("/dev/full", Array("x".utf8)) }
    }
    for device in ["/dev/null", "/dev/full"] {
      var information = stat()
      #expect(stat(device, &information) == 0 && information.st_mode & S_IFMT == S_IFCHR)
      #expect(!files.exists(device))
    }
  }

  @Test func pipeIsWrittenToIfSomebodyReadsIt() throws {
    mkfifo(path("pipe"), 0o600)
    let refusal = StoreError.unreadPipe(path: path("pipe"))
    for write in [files.write, files.append, writeParts] {
      #expect(throws: refusal) { try write(path("pipe"), Array("x".utf8)) }
      let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
      try write(path("pipe"), Array("to the reader".utf8))
      var bytes = [UInt8](repeating: 0, count: 64)
      #expect(String(decoding: bytes[..<max(0, read(reader, &bytes, bytes.count))], as: UTF8.self) == "to the reader")
      close(reader)
    }
  }

  @Test func readerThatGoesAwayIsNoSignal() async throws {
    mkfifo(path("pipe"), 0o600)
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
    // More than a pipe holds: the writer waits until the reader is gone.
    // It has a thread of its own, since this one waits too.
    let written = AsyncStream { [files, path = path("pipe")] written in
      Thread.detachNewThread {
        written.yield(Result { try files.write(path, [UInt8](repeating: 0x78, count: 1 << 20)) })
      }
    }
    var waiting = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 60_000) == 1)
    close(reader)
    await #expect(throws: StoreError.unreadPipe(path: path("pipe"))) {
      try await written.first { _ in true }?.get()
    }
  }

  @Test func onTheDiskNothingExistsForASessionThatWritesInMemory() throws {
    try home.put("old", at: path("out.txt"))
    let files = NamedFiles(expand: { $0 }, memory: MemoryFiles())
    #expect(!files.exists(path("out.txt")))
    let file = try files.parts(path("out.txt"))
    try file.add(Array("new".utf8))
    try file.finish()
    #expect(files.exists(path("out.txt")))
    #expect(try files.read(path("out.txt")) == Array("new".utf8))
    #expect(try home.text(at: path("out.txt")) == "old")
  }

  @Test func folderIsRefused() throws {
    try FileLocations.make(path("folder"))
    #expect(!files.exists(path("folder")))
    for write in [files.write, files.append, writeParts] {
      #expect(throws: StoreError.folder(path: path("folder"))) {
        try write(path("folder"), Array("x".utf8))
      }
      #expect(throws: StoreError.missingFolder(path: path("no/file"))) { try write(path("no/file"), [1]) }
    }
  }
}
