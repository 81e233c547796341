import AppEnvironment
import AppPreferences
import FeatureKit
import FoundationEssentials
import GraphFeature
import LocalStore
import MastodonKit
import MessagesFeature
import OwnershipKit
import TerminalKit
import Testing
import UsageFeature

@testable import AppCoordinator

@MainActor
@Suite(.timeLimit(.minutes(10))) struct ToastCenterTests {
  @Test func lastTwoHundredMessagesAreKept() {
    let center = ToastCenter(now: { Date.fixtureNow })
    for number in 1...1000 { center.post(StyledText("\(number)")) }
    let entries = center.entries(500)
    #expect(entries.count == 200)
    #expect(entries.first?.text.plain == "1000")
    #expect(entries.last?.text.plain == "801")
    #expect(center.entries(2).map(\.text.plain) == ["1000", "999"])
  }

  @Test func messagesPostedBeforeReadingAreReadInOrder() async {
    let center = ToastCenter(now: { Date.fixtureNow })
    for number in 1...1000 { center.post(StyledText("\(number)")) }
    center.finish()
    var read: [String] = []
    for await words in center { read.append(words.plain) }
    #expect(read == (1...1000).map(String.init))
  }

  @Test func warningThatWaitsIsNotRepeated() {
    let center = ToastCenter(now: { Date.fixtureNow })
    for text in ["full", "full", "slow"] { center.warn(text) }
    #expect(center.take()?.plain == "full")
    center.warn("full")
    #expect([center.take()?.plain, center.take()?.plain, center.take()?.plain] == ["slow", "full", nil])
  }

  @Test func messageThatWasTakenIsNotReadAgain() async {
    let center = ToastCenter(now: { Date.fixtureNow })
    for text in ["one", "two", "three"] { center.post(StyledText(text)) }
    #expect(center.take()?.plain == "one")
    center.finish()
    center.post(StyledText("late"))
    var read: [String] = []
    for await note in center { read.append(note.plain) }
    #expect(read == ["two", "three"] && center.take() == nil)
    #expect(center.entries(1).first?.text.plain == "late")
  }

  @Test func rememberedResultIsNotPrintedAgain() async {
    let center = ToastCenter(now: { Date.fixtureNow })
    center.remember(Toast(.success, "Sent."))
    center.post(StyledText("No room.", .warning))
    center.finish()
    var read: [String] = []
    for await words in center { read.append(words.plain) }
    #expect(read == ["No room."])
    #expect(center.entries(9).map(\.kind) == [.warning, .success])
  }
}

@MainActor
@Suite(.timeLimit(.minutes(10))) struct UsageLogTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
  }

  private func file() -> UsageFile {
    UsageFile(locations: AppDependencies.fixtures.still(in: folder.path).locations)
  }

  @Test func nothingIsRecordedUntilTurnedOn() async throws {
    let app = try makeApp()
    app.record(verb: "home", took: .milliseconds(12))
    #expect(try file().load().isEmpty)
    #expect(app.graph.nodes.first { $0.name == "usage log" }?.made == 0, "the log is not opened")
    _ = try await app.type("set", "usage-log", "on")
    app.record(verb: "home", took: .milliseconds(12))
    app.record(verb: "fav", took: .seconds(2))
    #expect(try file().load().map(\.verb) == ["home", "fav"])
    #expect(try file().load().map(\.milliseconds) == [12, 2000])
    _ = try await app.type("usage", "clear")
    app.record(verb: "usage", took: .milliseconds(1))
    #expect(try file().load().isEmpty, "the clearing command is not recorded")
    app.record(verb: "home", took: .milliseconds(12))
    #expect(try file().load().map(\.verb) == ["home"])
    await app.shutdown()
  }

  @Test func failedWritesWarnOnceAndDoNotStopCommands() async throws {
    let app = try makeApp()
    _ = try await app.type("set", "usage-log", "on")
    // A folder where the file should be.
    try FileManager.default.createDirectory(atPath: file().path, withIntermediateDirectories: true)
    for _ in 1...3 { app.record(verb: "home", took: .milliseconds(12)) }
    #expect(app.toasts.entries(9).map(\.kind) == [.warning])
    await #expect(throws: AppError.self) { _ = try await app.type("usage") }
    await app.shutdown()
  }

  @Test func withoutStateDirectoryTheLogIsKeptInMemory() async throws {
    let app = try AppCoordinator(dependencies: .fixtures.still(), choice: .init(usesSandbox: true))
    _ = try await app.type("set", "usage-log", "on")
    app.record(verb: "home", took: .milliseconds(12))
    #expect(try app.usageLog().entries().map(\.verb) == ["home"])
    await app.shutdown()
  }
}
