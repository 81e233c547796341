import FeatureKit
import Testing

@testable import REPL

/// What help says.
@MainActor
extension InterpreterTests {
  @Test func helpNamesTheScreensCommandsAndGivesAnExampleForEachTask() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "help")
    for verb in app.verbs { #expect(app.written.contains(verb.name), "\(verb.name)") }
    #expect(app.written.contains("  post Good morning  write a post\n"))
    #expect(app.written.contains("  help open          explain a command; also alias, retry, quit\n"))
    #expect(!app.written.contains("login"))
    // Nothing has a number yet.
    #expect(app.written.contains("  boost N  "))
    _ = await interpreter.run(line: "list; help")
    #expect(app.written.contains("  boost 3  "))
  }

  @Test func helpAllExplainsEveryVerb() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "help all")
    for verb in app.verbs + interpreter.line.builtIns { #expect(app.written.contains(verb.help), "\(verb.name)") }
  }

  @Test func helpExplainsOneVerb() async {
    _ = await app.interpreter().run(line: "help reblog")
    #expect(app.written.contains("Boost posts."))
    #expect(app.written.contains("boost N…"))
    #expect(app.written.contains("Also: reblog."))
  }

  @Test func verbNamesAreUniqueInALayer() {
    var names: Set<String> = []
    for verb in app.interpreter().line.builtIns {
      for name in [verb.name] + verb.aliases { #expect(names.insert(name).inserted, "\(name)") }
    }
  }
}
