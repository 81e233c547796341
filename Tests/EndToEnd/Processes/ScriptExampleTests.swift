import Foundation
import Testing

/// The lines of docs/scripts.md, and those for a shell of docs/cookbook.md, run as they stand there.
@Suite(.serialized, .ownThread)
struct ScriptExampleTests {
  private static let examples = lines(of: "scripts", after: "    ") + lines(of: "cookbook", after: "    $ ")

  private static func lines(of page: String, after sign: String) -> [String] {
    let text = try? String(contentsOf: CommandLines.root.appending(path: "docs/\(page).md"), encoding: .utf8)
    // Without the page there is no example, which the test refuses.
    return (text ?? "").split(separator: "\n").filter { $0.hasPrefix(sign) }.map { String($0.dropFirst(sign.count)) }
  }

  @Test(.timeLimit(.minutes(10))) func everyExampleWorks() throws {
    #expect(Self.examples.count > 15)
    for line in Self.examples {
      let machine = try Machine()
      let run = try machine.shell("cd\nset -e\n\(line)", environment: ["HOWDAH_SANDBOX": "1", "HOWDAH_YES": "1"])
      // On a busy machine a command says how far it is.
      let errors = run.error.split(separator: "\n").filter { !$0.contains(#/\d of \d+ done\./#) }
      #expect(run.code == 0 && errors.isEmpty, "\(line): \(run.everything)")
      #expect(!run.output.isEmpty && !run.output.hasPrefix("null"), "\(line): \(run.output)")
    }
  }
}
