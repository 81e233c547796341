import Foundation
import Synchronization
import Testing

@testable import IntentHandling

/// A server on a real socket, with well-behaved and hostile clients.
@Suite(.timeLimit(.minutes(10))) struct IntentServerTests {
  private let folder = TemporarySocketFolder()

  private func server(
    _ limits: IntentLimits = IntentLimits(timeout: 600_000), isTrusted: Bool = true,
    respond: @escaping @Sendable (String) async -> IntentResponse = { IntentResponse("you said \($0)") }
  ) throws -> IntentServer {
    try IntentServer(
      directory: folder.path, limits: limits,
      handler: IntentServer.Handler(
        isTrusted: { isTrusted && $0.isSameUser }, respond: respond, rejection: { "refused: \($0)" },
        missed: { "missed \($0)" }))
  }

  private func connect() async throws -> IntentClient {
    try #require(await IntentClient.connect(directory: folder.path))
  }

  @Test func linesAreAnsweredInTurn() async throws {
    let server = try server()
    let client = try await connect()
    #expect(try await client.ask("one", within: 280) == "you said one")
    #expect(try await client.ask("zwei ☃", within: 280) == "you said zwei ☃")
    await server.stop()
  }

  @Test func socketIsPrivateAndRemovedAtTheEnd() async throws {
    let server = try server()
    #expect(folder.mode(of: "") == 0o700 && folder.mode(of: "/intents.sock") == 0o600)
    await server.stop()
    #expect(folder.names == [])
    #expect(try await IntentClient.connect(directory: folder.path) == nil)
  }

  @Test func releasedServerStops() async throws {
    var server: IntentServer? = try server()
    #expect(server?.ownsName == true)
    server = nil
    await until { folder.names == [] }
  }

  @Test func folderOpenToOthersIsRefused() throws {
    folder.make(mode: 0o755)
    #expect(throws: IntentSocketError.notPrivate(folder.path)) { _ = try server() }
    #expect(folder.names == [])
  }

  @Test func overlongPathIsRefused() throws {
    folder.make(mode: 0o700)
    let long = folder.path + "/" + String(repeating: "x", count: 120)
    #expect(throws: IntentSocketError.self) {
      _ = try IntentServer(
        directory: long, limits: IntentLimits(),
        handler: IntentServer.Handler(
          isTrusted: { _ in true }, respond: { IntentResponse($0) }, rejection: { "\($0)" }, missed: { "\($0)" }))
    }
  }

  @Test func otherUserIsRejected() async throws {
    let server = try server(isTrusted: false)
    let client = try await connect()
    #expect(try await client.ask("hello", within: 280) == "refused: untrusted")
    await #expect(throws: IntentClient.Failure.closed) { _ = try await client.ask("hello", within: 280) }
    await server.stop()
  }

  @Test func clientRejectsAnotherUsersServer() async throws {
    let server = try server()
    await #expect(throws: IntentClient.Failure.untrusted) {
      _ = try await IntentClient.connect(directory: folder.path, isTrusted: { $0.user != geteuid() })
    }
    await server.stop()
  }

  @Test func newestServerOwnsTheNameUntilItStops() async throws {
    let older = try server(respond: { _ in IntentResponse("older") })
    let early = try await connect()
    let newer = try server(respond: { _ in IntentResponse("newer") })
    #expect(try await connect().ask("x", within: 280) == "newer")
    // Connected clients stay.
    #expect(try await early.ask("x", within: 280) == "older")
    await until { !older.ownsName }
    await newer.stop()
    await until { older.ownsName }
    #expect(try await connect().ask("x", within: 280) == "older")
    await older.stop()
    #expect(folder.names == [])
  }

  @Test func onlyTheOwnerReleasesTheName() throws {
    let place = IntentSocketFolder(directory: folder.path)
    let (older, newer) = (try place.claim(), try place.claim())
    defer {
      close(older.listener)
      close(newer.listener)
    }
    try place.release(older.identity)
    #expect(folder.names == ["intents.sock"])
    try place.release(newer.identity)
    #expect(folder.names == [])
  }

  @Test func onlyTheSameUserIsTrusted() throws {
    #expect(IntentPeer.this.isSameUser)
    #expect(!IntentPeer(process: getpid(), user: geteuid() + 1).isSameUser)
  }

  @Test func stoppingOlderServerKeepsTheNewerSocket() async throws {
    let older = try server()
    let newer = try server()
    await older.stop()
    #expect(try await connect().ask("x", within: 280) == "you said x")
    await newer.stop()
    #expect(folder.names == [])
  }

  @Test func deadSocketIsRemovedOrReplaced() async throws {
    folder.make(mode: 0o700)
    folder.leaveDeadSocket()
    #expect(try await IntentClient.connect(directory: folder.path) == nil)
    #expect(folder.names == [])
    folder.leaveDeadSocket()
    folder.leaveFile(".99.new")
    let server = try server()
    #expect(folder.names == ["intents.sock"])
    #expect(try await connect().ask("x", within: 280) == "you said x")
    await server.stop()
  }

  @Test func overlongLineDoesNotAffectOtherClients() async throws {
    let server = try server(IntentLimits(lineBytes: 1000, timeout: 600_000))
    let client = try await connect()
    let hostile = try await connect()
    #expect(try await hostile.ask(String(repeating: "x", count: 5_000_000), within: 280) == "refused: lineTooLong")
    #expect(try await client.ask("still there?", within: 280) == "you said still there?")
    await server.stop()
  }

  @Test func invalidBytesAreALineLikeAnyOther() async throws {
    let server = try server()
    let client = RawClient(folder.path)
    client.write([0xFF, 0xFE, 0, 0x1B, 0x5B, 10])
    #expect(await client.readLine() == "you said \u{FFFD}\u{FFFD}\0\u{1B}[")
    client.write(Array(repeating: 10, count: 10_000) + Array("x\n".utf8))
    #expect(await client.readLine() == "you said x")
    await server.stop()
  }

  @Test func clientThatLeavesHalfwayIsDropped() async throws {
    // Room for all at once: who has gone is counted until that was noticed.
    let server = try server(IntentLimits(connections: 64, timeout: 600_000))
    for _ in 0..<50 {
      let client = RawClient(folder.path)
      client.write(Array("half".utf8))
      client.close()
    }
    #expect(try await connect().ask("x", within: 280) == "you said x")
    await until { server.clients <= 1 }
    await server.stop()
  }

  @Test func slowClientTimesOut() async throws {
    let server = try server(IntentLimits(timeout: 50))
    let silent = RawClient(folder.path)
    #expect(await silent.readLine() == "refused: timedOut")
    #expect(await silent.readLine() == nil)
    let dripping = RawClient(folder.path)
    var answer: String?
    while answer == nil {
      dripping.write([120])
      answer = await dripping.readLine(waitingMilliseconds: 5)
    }
    #expect(answer == "refused: timedOut")
    await server.stop()
  }

  @Test func thousandConnectionsAreAnsweredOrRejected() async throws {
    let server = try server(IntentLimits(connections: 8, timeout: 600_000))
    var clients: [RawClient] = []
    var refused = 0
    for number in 1...1000 {
      let client = RawClient(folder.path)
      guard client.isConnected else {
        refused += 1
        continue
      }
      client.write(Array("x\n".utf8))
      // Room for more is made now and then, as in life.
      if await client.readLine() == "you said x" { clients.append(client) } else { refused += 1 }
      #expect(clients.count <= 8)
      if clients.count == 8, number % 100 == 0 { clients.removeFirst().close() }
    }
    #expect(clients.count <= 8 && refused >= 900)
    for client in clients { client.close() }
    await until { server.clients == 0 }
    #expect(try await connect().ask("x", within: 280) == "you said x")
    await server.stop()
  }

  @Test func slowResponseDoesNotDelayOthers() async throws {
    let gate = Gate()
    let server = try server { line in
      if line == "slow" { await gate.wait() }
      return IntentResponse("done \(line)")
    }
    let slow = try await connect()
    async let answer = slow.ask("slow", within: 60)
    #expect(try await connect().ask("quick", within: 280) == "done quick")
    gate.open()
    #expect(try await answer == "done slow")
    await server.stop()
  }

  @Test func subscribersReceiveEveryLine() async throws {
    let server = try server { IntentResponse("ok", subscribes: $0 == "events") }
    let client = try await connect()
    #expect(try await client.ask("events", within: 280) == "ok")
    await until { server.subscribers == 1 }
    for number in 1...100 { server.send("line \(number)") }
    var heard: [String] = []
    for await line in client.lines() {
      heard.append(line)
      if heard.count == 100 { break }
    }
    #expect(heard == (1...100).map { "line \($0)" })
    client.end()
    await until { server.subscribers == 0 }
    await server.stop()
  }

  @Test func slowSubscriberLearnsHowMuchItMissed() async throws {
    let server = try server(IntentLimits(outgoingBytes: 10_000, timeout: 600_000)) { _ in
      IntentResponse("ok", subscribes: true)
    }
    let client = RawClient(folder.path)
    client.write(Array("events\n".utf8))
    #expect(await client.readLine() == "ok")
    let line = String(repeating: "x", count: 1000)
    for _ in 0..<2000 { server.send(line) }
    #expect(try await connect().ask("x", within: 280) == "ok")
    var heard = 0
    var next: String? = line
    while next == line || next == "again" {
      heard += next == line ? 1 : 0
      server.send("again")
      next = await client.readLine()
    }
    #expect(heard < 2000)
    #expect(next?.hasPrefix("missed ") == true)
    #expect(await client.readLine() == "again")
    await server.stop()
  }

  @Test func stoppingDisconnectsAllClients() async throws {
    let server = try server()
    let client = try await connect()
    _ = try await client.ask("x", within: 280)
    await server.stop()
    await server.stop()
    await #expect(throws: IntentClient.Failure.closed) { _ = try await client.ask("x", within: 280) }
  }

  /// Waits for another thread.
  private func until(_ condition: () -> Bool) async {
    while !condition() {
      do { try await Task.sleep(for: .milliseconds(2)) } catch { return }
    }
  }
}
