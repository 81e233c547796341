import Foundation
import Testing

@testable import EditLine

struct PipedLineReaderTests {
  /// A pipe that no program inherits that another test starts: its end would be seen only when that program has ended.
  private func makePipe() -> Pipe {
    let pipe = Pipe()
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }

  private func lines(of bytes: [UInt8], until failure: PipedLineReader.Failure? = nil) async throws -> [String] {
    let pipe = makePipe()
    let writer = Task.detached {
      try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try pipe.fileHandleForWriting.close()
    }
    let reader = PipedLineReader(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
    var lines: [String] = []
    while let line = await reader.next() { lines.append(line) }
    #expect(await reader.next() == nil)
    #expect(reader.failure == failure)
    // The rest was not read.
    if failure != nil { _ = try pipe.fileHandleForReading.readToEnd() }
    try await writer.value
    return lines
  }

  @Test(arguments: [
    ("", []), ("one\n", ["one"]), ("one\ntwo", ["one", "two"]), ("\n\nx\n", ["", "", "x"]),
    ("dos\r\nline\r\n", ["dos", "line"]), ("a\rb\n", ["a\rb"]), ("é 日本\n🙂", ["é 日本", "🙂"]), ("last\r", ["last"]),
  ])
  func linesEndAtLineFeeds(_ input: String, _ expected: [String]) async throws {
    #expect(try await lines(of: Array(input.utf8)) == expected)
  }

  @Test(
    arguments: [
      ([0x61, 0x0A, 0xFF, 0x62, 0x0A, 0x63], .notText(line: 2)), ([0x61, 0x0A, 0xE2, 0x82], .notText(line: 2)),
      ([0x61, 0x0A] + [UInt8](repeating: 0x62, count: PipedLineReader.limit + 1), .tooLong(line: 2)),
      ([0x61, 0x0A] + [UInt8](repeating: 0x62, count: PipedLineReader.limit + 1) + [0x0A], .tooLong(line: 2)),
    ] as [([UInt8], PipedLineReader.Failure)])
  func whatIsNoLineOfTextEndsTheLines(_ bytes: [UInt8], _ failure: PipedLineReader.Failure) async throws {
    #expect(try await lines(of: bytes, until: failure) == ["a"])
  }

  @Test func aFolderCannotBeRead() async {
    let folder = open("/", O_RDONLY | O_CLOEXEC)
    defer { close(folder) }
    let reader = PipedLineReader(fileDescriptor: folder)
    #expect(await reader.next() == nil)
    #expect(reader.failure == .unreadable("Is a directory"))
  }

  @Test func muchInputArrivesWhole() async throws {
    let expected = (0..<20_000).map { "line \($0) 日本" } + [String(repeating: "x", count: 200_000)]
    #expect(try await lines(of: Array(expected.joined(separator: "\n").utf8)) == expected)
  }

  @Test func lineIsReadBeforeTheNextOneIsWritten() async throws {
    let pipe = makePipe()
    let reader = PipedLineReader(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
    for line in ["one", "two"] {
      try pipe.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      #expect(await reader.next() == line)
    }
    try pipe.fileHandleForWriting.close()
    #expect(await reader.next() == nil)
  }
}
