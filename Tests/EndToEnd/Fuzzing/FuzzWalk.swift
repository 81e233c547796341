import Accounts
import AppEnvironment
import FeatureKit
import Foundation
import LocalStore
import MastodonClient
import MastodonKit
import TerminalKit

@testable import AppCoordinator
@testable import LiveUpdates
@testable import REPL
@testable import Session
@testable import StatusKit
@testable import howdah

/// Types a scenario's commands into the real app, whose server is a stub.
@MainActor
struct FuzzWalk {
  let scenario: FuzzScenario
  let server: FuzzServer
  /// Which commands of those that a screen offers are typed: every so many, beginning with one.
  var sample: (every: Int, from: Int) = (1, 0)
  /// Commands that are typed whatever the sample is: those that ask for what was changed.
  var needed: Set<String> = []
  var format = Renderer.Format.plain

  /// The result.
  struct Outcome {
    var typed: [String] = []
    /// The command that printed most, and how many bytes that were.
    var longest = (command: "", bytes: 0, lines: 0)
    var failures: [String] = []
    /// Which commands made which request.
    var commands: [String: Set<String>] = [:]
  }

  func run() async throws -> Outcome {
    let app = try await app()
    var outcome = Outcome()
    var printed = 0
    var lines = 0
    let count: (String) -> Void = { text in
      printed += text.utf8.count
      for byte in text.utf8 where byte == 0x0A { lines += 1 }
    }
    let output = Output.plain(
      style: Output.Style(
        format: format, colors: format == .ansi ? .ansi256 : .none, showsHints: format != .json, hasHyperlinks: false),
      terminalWidth: { 80 }, write: count, writeError: count, ask: { [scenario] _, _ in scenario.answer })
    let interpreter = Interpreter(host: app, output: output, assumesYes: true)
    func type(_ command: String) async {
      (printed, lines) = (0, 0)
      outcome.typed.append(command)
      let verdict = await interpreter.run(line: command)
      for request in server.takeAsked() { outcome.commands[request, default: []].insert(command) }
      if let failure = verdict.failure { outcome.failures.append("\(command): \(failure.message)") }
      if printed > outcome.longest.bytes { outcome.longest = (command, printed, lines) }
    }
    for command in scenario.commands { await type(command) }
    if scenario.listens, server.hasFrames {
      (printed, lines) = (0, 0)
      await listen(in: app)
      for await note in app.notes { count(interpreter.line.render(note)) }
      outcome.typed.append("the stream")
      if printed > outcome.longest.bytes { outcome.longest = ("the stream", printed, lines) }
    }
    if scenario.typesOffered {
      let (path, id) = (app.location, app.screen.id)
      let slash = app.screen.textInput == nil ? "" : "/"
      for (index, verb) in app.screen.verbs().enumerated() {
        let command = slash + Self.command(verb)
        guard index % sample.every == sample.from % sample.every || needed.contains(command) else { continue }
        guard !Self.last.contains(verb.name), !["close", "discard", "leave"].contains(verb.name) else { continue }
        await type(command)
        // The first that opens a form leaves it to fill in.
        if app.screen.id != id, scenario.name.hasSuffix("form") { break }
        if app.screen.id != id || app.location != path { await type(leaving(app)) }
      }
      for command in scenario.finally { await type(command) }
      // What ends a form or a text comes last.
      for name in Self.last where app.screen.id == id && app.screen.verbs().contains(where: { $0.name == name }) {
        await type(slash + name)
      }
    }
    await app.shutdown()
    return outcome
  }

  /// Takes what is streamed, up to an event that stands for the end, or until the stream is given up.
  private func listen(in app: AppCoordinator) async {
    let events = app.session.streams.follower
    for await signal in app.session.streams.service.signals(.user) {
      await events.take(signal)
      if signal == .event(.filtersChanged) { break }
      if case .connection(.waiting) = signal { break }
      if case .connection(.ended) = signal { break }
    }
    app.session.streams.announcer.flush(at: .seconds(600))
    app.finishNotes()
  }

  /// The command that leads back from what a command has opened.
  private func leaving(_ app: AppCoordinator) -> String {
    if app.screen.textInput != nil { return "/close" }
    return app.layers.contains { $0.verbs.contains { $0.name == "close" } } ? "close" : "back"
  }

  private static let last = ["save", "send"]

  /// A command as it could be typed: everything that is needed, and of what may be left out what changes most.
  private static func command(_ verb: Verb) -> String {
    let words = verb.parameters.compactMap { parameter -> String? in
      switch parameter.form {
      case .reference: "1"
      case .choice(let words): words.first
      case .integer(let range): String(range.lowerBound)
      case .word: "1"
      case .phrase, .text, .line: "1"
      case .flag: nil
      }
    }
    return ([verb.name] + words).joined(separator: " ")
  }

  private func app() async throws -> AppCoordinator {
    var dependencies = AppDependencies.fixtures.still()
    dependencies.connect = { [server] _, _ in server.transport }
    if scenario.isSignedIn {
      let first = try AppCoordinator(dependencies: dependencies, choice: .init(usesSandbox: true))
      try await first.accounts.add(
        KnownAccount(id: "you@fuzz.example", address: "https://fuzz.example", accountID: "1"),
        AccountSecrets(token: Token(accessToken: "t", scope: "read", createdAt: dependencies.now())))
    }
    return try AppCoordinator(dependencies: dependencies, choice: .init(.prompt, pageSize: 3))
  }
}
