import Foundation
import Testing

/// The lines of docs/scripts.md, run as they stand there.
@Suite(.serialized, .ownThread)
struct ScriptExampleTests {
  private static let examples: [String] = {
    let page = try? String(contentsOf: CommandLines.root.appending(path: "docs/scripts.md"), encoding: .utf8)
    // Without the page there is no example, which the test refuses.
    return (page ?? "").split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }()

  @Test(.timeLimit(.minutes(10))) func everyExampleWorks() throws {
    #expect(Self.examples.count > 15)
    for line in Self.examples {
      let machine = try Machine()
      let run = try machine.shell("set -e\n\(line)", environment: ["HOWDAH_SANDBOX": "1", "HOWDAH_YES": "1"])
      // On a busy machine a command says how far it is.
      let errors = run.error.split(separator: "\n").filter { !$0.contains(#/\d of \d+ done\./#) }
      #expect(run.code == 0 && errors.isEmpty, "\(line): \(run.everything)")
      #expect(!run.output.isEmpty && !run.output.hasPrefix("null"), "\(line): \(run.output)")
    }
  }
}
