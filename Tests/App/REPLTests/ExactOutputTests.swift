import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// Bytes that a command passes on: exact in a file and a pipe, never on a terminal.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ExactOutputTests {
  let app = HostFixture()
  private static let bytes: [UInt8] = [0xFF, 0xD8, 0x00, 0x0A]

  private func interpreter(isText: Bool) -> Interpreter {
    let document = Document(kind: "raw", blocks: [.verbatim("text")])
    let failure = AppError.validation("The answer is not text.", suggestion: "Write it to a file: > FILE")
    app.more = [
      Verb("fetch", help: "Fetch") {
        .exact(
          ExactOutput(
            isText ? Array("te\u{1B}[2Jxt".utf8) : Self.bytes, document: document, failure: isText ? nil : failure))
      }
    ]
    return app.interpreter()
  }

  @Test func pipeGetsTheBytes() async {
    let interpreter = interpreter(isText: false)
    var written: [UInt8] = []
    interpreter.output.writeBytes = {
      written += $0
      return true
    }
    #expect(await interpreter.run(words: ["fetch"]).failure == nil)
    #expect(written == Self.bytes && app.written.isEmpty)
  }

  @Test func fileGetsTheBytesAtThePromptToo() async {
    let written = Record()
    app.userFiles.write = { _, bytes in await written.set(bytes) }
    let interpreter = Interpreter(host: app, output: interpreter(isText: false).output)
    #expect(await interpreter.run(line: "fetch > out.jpg").failure == nil)
    #expect(await written.bytes == Self.bytes)
    #expect(app.written == "Wrote 4 bytes to out.jpg.\n")
  }

  @Test func binaryOutputIsRefusedOnATerminal() async {
    #expect(await interpreter(isText: false).run(line: "fetch").failure?.message == "The answer is not text.")
    #expect(app.written.isEmpty)
  }

  @Test func terminalGetsCleanText() async {
    #expect(await interpreter(isText: true).run(line: "fetch").failure == nil)
    #expect(app.written == "text\n")
    app.written = ""
    #expect(await interpreter(isText: true).run(line: "fetch --json").failure == nil)
    #expect(app.written == "text\n")
  }

  private actor Record {
    var bytes: [UInt8] = []
    func set(_ bytes: [UInt8]) { self.bytes = bytes }
  }
}
