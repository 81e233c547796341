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
    // On a thread of its own: with two cores, two such tests would block all threads that could read.
    async let writing: Void = withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
            try pipe.fileHandleForWriting.close()
          })
      }
    }
    let reader = PipedLineReader(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
    var lines: [String] = []
    while let line = await reader.next() { lines.append(line) }
    #expect(await reader.next() == nil)
    #expect(reader.failure == failure)
    // The rest was not read.
    if failure != nil { _ = try pipe.fileHandleForReading.readToEnd() }
    try await writing
    return lines
  }

  @Test(arguments: [
    ("", []), ("one\n", ["one"]), ("one\ntwo", ["one", "two"]), ("\n\nx\n", ["", "", "x"]),
    ("dos\r\nline\r\n", ["dos", "line"]), ("a\rb\n", ["a\rb"]), ("é 日本\n🙂", ["é 日本", "🙂"]), ("last\r", ["last"]),
  ])
  func linesEndAtLineFeeds(_ input: String, _ expected: [String]) async throws {
    #expect(try await lines(of: Array(input.utf8)) == expected)
  }

  @Test(arguments: [[0x61, 0x0A, 0xFF, 0x62, 0x0A, 0x63], [0x61, 0x0A, 0xE2, 0x82]] as [[UInt8]])
  func binaryDataEndsTheLines(_ bytes: [UInt8]) async throws {
    #expect(try await lines(of: bytes, until: .notText(line: 2)) == ["a"])
  }

  // The bytes are not argument: a test that fails prints its arguments, and these are a megabyte.
  @Test(arguments: ["", "\n"]) func aLineThatIsTooLongEndsTheLines(_ end: String) async throws {
    let bytes = [0x61, 0x0A] + [UInt8](repeating: 0x62, count: PipedLineReader.limit + 1) + Array(end.utf8)
    #expect(try await lines(of: bytes, until: .tooLong(line: 2)) == ["a"])
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
