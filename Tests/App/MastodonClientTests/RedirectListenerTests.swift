import MastodonClient
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// The listener on a real port of this machine, asked by a browser and by those who pretend to be one.
@Suite(.timeLimit(.minutes(10))) struct RedirectListenerTests {
  private static let state = Secret("st4te")

  /// Listens while `body` runs, and ends the network afterwards.
  private static func listening(
    port: Int? = nil, _ body: (RedirectListener, NetworkStack) async throws -> Void
  ) async throws {
    let stack = NetworkStack(limits: NetworkLimits())
    do {
      try await body(
        try await RedirectListener(on: stack, state: state, port: port, program: "Howdah"), stack)
    } catch {
      await stack.shutdown()
      throw error
    }
    await stack.shutdown()
  }

  /// Sends bytes to a port of this machine, and gives back all that comes until the connection is closed.
  private static func exchange(_ text: String, port: Int) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let answer = Mutex("")
    do {
      try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: text))
        for try await bytes in inbound { answer.withLock { $0 += String(buffer: bytes) } }
      }
    } catch {
      // The other side may close first, also with bytes that it has not read; what it said before counts.
    }
    return answer.withLock { $0 }
  }

  private static func get(_ target: String, port: Int, host: String? = nil, method: String = "GET") async throws
    -> String
  {
    try await exchange("\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\r\n", port: port)
  }

  @Test func theBrowserThatComesBackBringsTheCode() async throws {
    try await Self.listening { listener, _ in
      #expect(listener.redirectURI == "http://127.0.0.1:\(listener.port)/signed-in")
      async let code = listener.code(within: .seconds(60))
      let answer = try await Self.get("/signed-in?code=c0de&state=st4te", port: listener.port)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.contains("You are signed in to Howdah. You can close this page."))
      #expect(answer.contains("default-src 'none'"))
      #expect(!answer.contains("c0de") && !answer.contains("st4te"))
      #expect(try await code == Secret("c0de"))
    }
  }

  @Test func shutdownResumesWaitingCallers() async throws {
    let stack = NetworkStack(limits: NetworkLimits())
    let listener = try await RedirectListener(on: stack, state: Self.state, port: nil, program: "Howdah")
    let code = Task { try await listener.code(within: .seconds(3600)) }
    await stack.shutdown()
    await #expect(throws: SignInFailure.cancelled) { try await code.value }
    // Nor does who comes after the end.
    await #expect(throws: SignInFailure.cancelled) { try await listener.code(within: .seconds(3600)) }
  }

  @Test func listenerClosesAfterTheCode() async throws {
    try await Self.listening { listener, _ in
      async let code = listener.code(within: .seconds(60))
      _ = try await Self.get("/signed-in?code=c0de&state=st4te", port: listener.port)
      _ = try await code
      while true {
        do { _ = try await Self.get("/signed-in?code=c0de&state=st4te", port: listener.port) } catch { break }
      }
    }
  }

  @Test(
    arguments: [
      ("error=access_denied&state=st4te", .denied, "You did not allow Howdah"),
      (
        "error=server_error&error_description=%3Cb%3E&state=st4te", .refused(code: "server_error"),
        "did not sign you in"
      ),
    ] as [(String, SignInFailure, String)])
  func deniedSignInIsReportedInTheBrowserAndInTheApp(_ query: String, _ failure: SignInFailure, _ words: String)
    async throws
  {
    try await Self.listening { listener, _ in
      let waiting = Task { try await listener.code(within: .seconds(60)) }
      let answer = try await Self.get("/signed-in?\(query)", port: listener.port)
      #expect(answer.contains(words) && !answer.contains("<b>"))
      await #expect(throws: failure) { _ = try await waiting.value }
    }
  }

  struct Hostile: Sendable, CustomTestStringConvertible {
    var what: String
    var request: String
    /// The beginning of the answer; nothing where the connection is just closed.
    var status: String
    var testDescription: String { what }
  }

  private static let good = "/signed-in?code=c0de&state=st4te"

  @Test(arguments: [
    Hostile(
      what: "wrong state", request: "GET /signed-in?code=x&state=other HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "400"),
    Hostile(what: "no state", request: "GET /signed-in?code=x HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "400"),
    Hostile(what: "two states", request: "GET \(good)&state=other HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "400"),
    Hostile(what: "two codes", request: "GET \(good)&code=y HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "400"),
    Hostile(what: "code and error", request: "GET \(good)&error=x HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "400"),
    Hostile(
      what: "a foreign denial", request: "GET /signed-in?error=access_denied&state=x HTTP/1.1\r\nHost: HOST\r\n\r\n",
      status: "400"),
    Hostile(what: "no code", request: "GET /signed-in?state=st4te HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "400"),
    Hostile(
      what: "an empty code", request: "GET /signed-in?state=st4te&code= HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "400"),
    Hostile(
      what: "another path", request: "GET /other?code=c0de&state=st4te HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "404"),
    Hostile(what: "its icon", request: "GET /favicon.ico HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "404"),
    Hostile(
      what: "a form", request: "POST \(good) HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\n\r\na=b", status: "405"),
    Hostile(what: "only the head", request: "HEAD \(good) HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "405"),
    Hostile(what: "a question first", request: "OPTIONS \(good) HTTP/1.1\r\nHost: HOST\r\n\r\n", status: "405"),
    Hostile(what: "another name", request: "GET \(good) HTTP/1.1\r\nHost: evil.example\r\n\r\n", status: "421"),
    Hostile(what: "localhost", request: "GET \(good) HTTP/1.1\r\nHost: localhost\r\n\r\n", status: "421"),
    Hostile(what: "no name", request: "GET \(good) HTTP/1.0\r\n\r\n", status: "421"),
    Hostile(what: "two names", request: "GET \(good) HTTP/1.1\r\nHost: HOST\r\nHost: x\r\n\r\n", status: "421"),
    Hostile(what: "no HTTP", request: "SSH-2.0-OpenSSH_9.2\r\n\r\n", status: ""),
    Hostile(
      what: "too much",
      request: "GET \(good) HTTP/1.1\r\nX: \(String(repeating: "x", count: 20_000))\r\nHost: HOST\r\n\r\n",
      status: ""),
    Hostile(what: "a long target", request: "GET /\(String(repeating: "x", count: 20_000))", status: ""),
  ]) func otherRequestsAreRefused(_ test: Hostile) async throws {
    try await Self.listening { listener, _ in
      async let code = listener.code(within: .seconds(60))
      let answer = try await Self.exchange(
        test.request.replacing("HOST", with: "127.0.0.1:\(listener.port)"), port: listener.port)
      if test.status.isEmpty {
        #expect(!answer.hasPrefix("HTTP/1.1 200"), "\(answer.prefix(80))")
      } else {
        #expect(answer.hasPrefix("HTTP/1.1 \(test.status) "), "\(answer.prefix(80))")
      }
      #expect(!answer.contains("signed in to"))
      // It waits anyway for the one who was sent.
      _ = try await Self.get(Self.good, port: listener.port)
      #expect(try await code == Secret("c0de"))
    }
  }

  @Test func itGivesUpAfterATimeAndCloses() async throws {
    try await Self.listening { listener, _ in
      await #expect(throws: SignInFailure.timedOut) { try await listener.code(within: .milliseconds(20)) }
      while true {
        do { _ = try await Self.get(Self.good, port: listener.port) } catch { break }
      }
    }
  }

  @Test func cancellingStopsTheListening() async throws {
    try await Self.listening { listener, _ in
      let waiting = Task { try await listener.code(within: .seconds(60)) }
      waiting.cancel()
      await #expect(throws: SignInFailure.cancelled) { _ = try await waiting.value }
    }
  }

  @Test func thePortOfTheLastTimeIsTakenIfItIsFree() async throws {
    try await Self.listening { first, stack in
      let second = try await RedirectListener(on: stack, state: Self.state, port: first.port, program: "Howdah")
      #expect(second.port != first.port && second.port > 0)
      let port = second.port
      await #expect(throws: SignInFailure.timedOut) { try await second.code(within: .zero) }
      // The port is free again a moment after the listener has closed.
      while true {
        let third = try await RedirectListener(on: stack, state: Self.state, port: port, program: "Howdah")
        if third.port == port { break }
      }
    }
  }
}
