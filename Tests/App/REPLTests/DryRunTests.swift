import FeatureKit
import REPL
import TerminalKit
import Testing

/// The output of a dry run, and the things that it leaves alone.
@MainActor @Suite struct DryRunTests {
  private let app = HostFixture()

  private func interpreter(
    _ format: Renderer.Format = .plain, requests: [PlannedRequest], isComplete: Bool = true,
    run: @escaping @MainActor () async throws -> Response
  ) -> Interpreter {
    app.more = [
      Verb("star", .references(kinds: [.status]), help: "Star posts") { _ in
        app.log.append("starred")
        return .toast(Toast(.success, "Starred."))
      },
      Verb("tune", help: "Change a setting") { .toast(Toast(.success, "Tuned.")) }.having(.changesOnlyMachine),
      Verb("look", .optionalWord("HOW"), help: "Look") { [app] _ in
        app.log.append("looked")
        return .toast(Toast(.information, "Looked."))
      }.reading(with: "up", otherwise: .isProgram),
      Verb("sort", help: "Sort what is shown") { .screen },
      Verb("say", .text(), help: "Say something") { [app] _ in
        app.log.append("said")
        return .nothing
      },
    ]
    app.makeDryRun = { [app] in
      DryRun(
        acting: Acting(
          account: app.account,
          verbs: [
            Verb("star", .references(kinds: [.status]), help: "Star posts") { _ in try await run() },
            Verb("say", .text(), help: "Say something") { _ in try await run() },
          ],
          resolve: { _, kind in Reference(kind: kind, id: "x") }, translated: { $0 }, changesSent: { 0 },
          visibility: { "public" }, hasOpenedScreen: { false }),
        opensScreen: .usage("That opens a screen.", suggestion: "Leave out --dry-run."),
        setTried: { [app] in app.log.append("tried \($0)") }, requests: { requests }, visits: { [] },
        isComplete: { isComplete })
    }
    return app.interpreter(format)
  }

  private let star = PlannedRequest(
    method: "POST", path: "/api/v1/statuses/1/star", parameters: [.init("kind", "big\nred")],
    files: [.init(name: "file", path: "a.png", bytes: 3, type: "image/png")])

  @Test func requestsAreListedAndNothingIsDone() async {
    let verdict = await interpreter(requests: [star]) { .toast(Toast(.success, "Starred.")) }
      .run(line: "list; star 1 --dry-run")
    #expect(verdict.exitCode == .done && app.log == ["tried true", "tried false"] && app.messages.isEmpty)
    #expect(
      app.written.hasSuffix(
        """
        Would send 1 request:
        POST /api/v1/statuses/1/star
          kind  big ⏎ red
          file  a.png (3 bytes, image/png)

        """), "\(app.written)")
  }

  @Test func questionsAreAnsweredWithYes() async {
    let verdict = await interpreter(.json, requests: [star]) {
      .confirm(Confirmation("Sure?") { .changed(.toast(Toast(.success, "Starred.")), undo: .command("unstar 1")) })
    }.run(line: "list; star 1 --dry-run; undo")
    #expect(verdict.exitCode == .usage, "there is nothing to undo")
    #expect(app.written.contains(#"{"schema":1,"screen":"dry-run","requests":[{"method":"POST""#))
  }

  @Test func helpWithinATextChangesNothing() async {
    let verdict = await interpreter(requests: [star]) { .nothing }.run(line: "say --dry-run -- How does --help work")
    #expect(verdict.exitCode == .done && app.log == ["tried true", "tried false"])
  }

  @Test func missingPartsAreReported() async {
    _ = await interpreter(requests: [star], isComplete: false) { throw AppError.cancelled }
      .run(line: "list; star 1 --dry-run")
    #expect(app.written.hasSuffix("Further requests depend on the server's answer.\n"))
    #expect(app.errors.isEmpty)
  }

  @Test func anErrorIsAnError() async {
    let verdict = await interpreter(requests: []) { throw AppError.fixtures.validation }
      .run(line: "list; star 1 --dry-run")
    #expect(verdict.exitCode == .invalidInput)
  }

  @Test func localChangesAreRefused() async {
    let verdict = await interpreter(requests: []) { .nothing }.run(line: "tune --dry-run")
    #expect(verdict.exitCode == .usage)
    #expect(app.errors.hasPrefix("! “tune” has no dry run: it changes only this machine.\n"))
  }

  @Test(arguments: ["look", "look up"])
  func whatReadsRunsAndIsToldThatItIsTried(_ line: String) async {
    let verdict = await interpreter(requests: []) { .nothing }.run(line: "\(line) --dry-run")
    #expect(verdict.exitCode == .done && app.log == ["tried true", "looked", "tried false"])
  }

  @Test(arguments: [
    ("look down", "it is another program"), ("look up twice", "it is another program"),
    ("sort", "it changes the screen that is shown"),
  ])
  func whatElseItDoesIsRefused(_ line: String, _ reason: String) async {
    let verdict = await interpreter(requests: []) { .nothing }.run(line: "\(line) --dry-run")
    #expect(verdict.exitCode == .usage && !app.log.contains("looked"))
    #expect(app.errors.contains("has no dry run: \(reason)."), "\(app.errors)")
  }
}
