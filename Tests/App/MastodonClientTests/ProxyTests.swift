import FoundationEssentials
import MastodonKit
import Testing

@testable import MastodonClient

/// Everything that is sent through a proxy, and what happens where that is not possible.
@Suite(.timeLimit(.minutes(10))) struct ProxyTests {
  private static func stack(
    _ environment: [String: String], trusting certificate: TestCertificate? = nil
  ) -> NetworkStack {
    var surroundings = NetworkEnvironment(trustedRoots: certificate?.certificate)
    surroundings.proxies = ProxySettings(environment: environment)
    return NetworkStack(limits: NetworkLimits(), surroundings: surroundings)
  }

  /// The outcome of a request to a server.
  private static func get(
    _ address: ServerAddress, _ environment: [String: String], trusting certificate: TestCertificate? = nil
  ) async -> Result<Int, TransportFailure> {
    let stack = stack(environment, trusting: certificate)
    let result: Result<Int, TransportFailure>
    do throws(TransportFailure) {
      result = .success(try await stack.send(HTTPRequest(method: .get, path: "/"), to: address).status)
    } catch {
      result = .failure(error)
    }
    await stack.shutdown()
    return result
  }

  /// The signals of a stream, and its end.
  private static func stream(
    _ address: ServerAddress, _ environment: [String: String], as carrier: StreamRequest.Carrier = .webSocket,
    trusting certificate: TestCertificate? = nil
  ) async -> (frames: [StreamFrame], failure: TransportFailure?) {
    let stack = stack(environment, trusting: certificate)
    let request = StreamRequest(
      carrier: carrier, server: address, path: "/api/v1/streaming", query: [], headers: [],
      outgoing: AsyncStream { $0.finish() })
    var frames: [StreamFrame] = []
    var failure: TransportFailure?
    do {
      for try await frame in stack.openStream(request) {
        frames.append(frame)
        if frames.count == 2 { break }
      }
    } catch {
      failure = error as? TransportFailure
    }
    await stack.shutdown()
    return (frames, failure)
  }

  static let schemes: [(ProxyServer.Manner, String)] = [
    (.http, "http"), (.socks, "socks5"), (.socks, "socks5h"),
  ]

  @Test(arguments: schemes) func requestsGoThroughTheProxyWithTLSToTheServer(
    _ manner: ProxyServer.Manner, _ scheme: String
  ) async throws {
    let certificate = try TestCertificate()
    let server = try await TLSServer.start(certificate, offers: ["h2", "http/1.1"], body: "{}")
    let address = try ServerAddress(scheme: .https, host: "pond.example", port: server.port)
    try await ProxyServer.run(manner) { proxy in
      for name in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        let result = await Self.get(
          address, [name: "\(scheme)://127.0.0.1:\(proxy.port)"], trusting: certificate)
        #expect(result == .success(200), "\(name)")
      }
      #expect(proxy.targets == Array(repeating: "pond.example:\(server.port)", count: 4))
      let other = await Self.get(
        address, ["HTTP_PROXY": "\(scheme)://127.0.0.1:\(proxy.port)"], trusting: certificate)
      #expect(other == .failure(.unreachable(.unknownHost)) && proxy.targets.count == 4)
    }
    try await server.stop()
  }

  /// The handshakes are the stream's own, and TLS begins after them.
  @Test(arguments: schemes) func streamsGoThroughTheProxyWithTLSToTheServer(
    _ manner: ProxyServer.Manner, _ scheme: String
  ) async throws {
    let certificate = try TestCertificate()
    let server = try await TLSServer.start(certificate, offers: ["http/1.1"], body: "{}")
    let address = try ServerAddress(scheme: .https, host: "pond.example", port: server.port)
    try await ProxyServer.run(manner) { proxy in
      let environment = ["ALL_PROXY": "\(scheme)://127.0.0.1:\(proxy.port)"]
      for carrier in [StreamRequest.Carrier.webSocket, .eventSource] {
        let result = await Self.stream(address, environment, as: carrier, trusting: certificate)
        #expect(result.failure == .streamRefused(code: 200))
      }
      #expect(proxy.targets == Array(repeating: "pond.example:\(server.port)", count: 2))
      #expect(server.requests.count == 2)
    }
    try await server.stop()
  }

  @Test(arguments: schemes) func aStreamOfEventsComesThroughTheProxy(
    _ manner: ProxyServer.Manner, _ scheme: String
  ) async throws {
    try await LoopbackServer.run { _, _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: thump\n\n")]
    } _: { server in
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      try await ProxyServer.run(manner) { proxy in
        let result = await Self.stream(
          address, ["HTTP_PROXY": "\(scheme)://127.0.0.1:\(proxy.port)"], as: .eventSource)
        #expect(result.frames == [.opened, .heartbeat] && result.failure == nil)
        #expect(proxy.targets == ["127.0.0.1:\(server.port)"])
      }
    }
  }

  @Test func uploadsAndDownloadsGoThroughTheProxy() async throws {
    try await LoopbackServer.run { _, _ in
      [.answer("{}")]
    } _: { server in
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      try await ProxyServer.run(.http) { proxy in
        let stack = Self.stack(["http_proxy": "127.0.0.1:\(proxy.port)"])
        let transport = Transport.network(address, stack: stack)
        let body = UploadBody(length: 0) { nil }
        #expect(try await transport.upload(HTTPRequest(method: .post, path: "/"), body).status == 200)
        let request = DownloadRequest(server: address, request: HTTPRequest(method: .get, path: "/"), home: address)
        try await transport.download(request, DownloadSink(begin: { _ in }, receive: { _ in }))
        await stack.shutdown()
        #expect(proxy.targets == Array(repeating: "127.0.0.1:\(server.port)", count: 2))
      }
    }
  }

  @Test func proxyCredentialsAreSentAndNeverShown() async throws {
    try await LoopbackServer.run { _, _ in
      [.answer("{}")]
    } _: { server in
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      try await ProxyServer.run(.httpWithPassword("cm9vazpwQHNzIHdvcmQ=")) { proxy in
        let right = ["HTTP_PROXY": "http://rook:p%40ss%20word@127.0.0.1:\(proxy.port)"]
        #expect(await Self.get(address, right) == .success(200))
        let stream = await Self.stream(address, right, as: .eventSource)
        #expect(stream.failure == .streamRefused(code: 200))
        for wrong in ["rook:wr0ng@", ""] {
          let environment = ["HTTP_PROXY": "http://\(wrong)127.0.0.1:\(proxy.port)"]
          let trouble = ProxyTrouble(
            name: "http://127.0.0.1:\(proxy.port) (HTTP_PROXY)", variable: "HTTP_PROXY", problem: .needsPassword)
          #expect(await Self.get(address, environment) == .failure(.unreachable(.proxy(trouble))))
          #expect(await Self.stream(address, environment).failure == .unreachable(.proxy(trouble)))
        }
        #expect(!proxy.targets.contains { $0.contains("rook") })
        let settings = ProxySettings(environment: right)
        var text = settings.summary
        dump(settings, to: &text)
        #expect(!text.contains("p@ss") && !text.contains("p%40ss") && !text.contains("cm9v"))
      }
      #expect(server.requests.count == 2)
    }
  }

  /// Nothing reaches the server around the proxy.
  @Test(arguments: [
    ("socks4://127.0.0.1:1", ProxyTrouble.Problem.unsupported(scheme: "socks4")),
    ("https://127.0.0.1:1", .unsupported(scheme: "https")),
    ("socks5h://rook:secret@127.0.0.1:1", .passwordForSOCKS), ("http://", .unreadable),
    ("http://127.0.0.1:99999", .unreadable), ("rook:secret@", .unreadable), ("http://a b", .unreadable),
    ("127.0.0.1:1", .unreachable), ("socks5://127.0.0.1:1", .unreachable),
  ])
  func aProxyThatCannotBeUsedIsAnErrorAndNotBypassed(_ value: String, _ problem: ProxyTrouble.Problem) async throws {
    try await LoopbackServer.run { _, _ in
      [.answer("{}")]
    } _: { server in
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      let environment = ["ALL_PROXY": value]
      for failure in [
        await Self.get(address, environment).failure, await Self.stream(address, environment).failure,
      ] {
        guard case .unreachable(.proxy(let trouble)) = failure else {
          Issue.record("\(String(describing: failure))")
          continue
        }
        #expect(trouble.problem == problem && trouble.variable == "ALL_PROXY")
        #expect(!"\(trouble)".contains("secret") && !"\(trouble)".contains("rook"))
      }
      #expect(server.connections == 0)
      #expect(await Self.get(address, environment.merging(["NO_PROXY": "127.0.0.1"]) { $1 }) == .success(200))
    }
  }

  @Test(arguments: [
    (ProxyServer.Manner.refusing, "http", ProxyTrouble.Problem.refused), (.socksRefusing, "socks5h", .refused),
    (.socksWithPassword, "socks5h", .needsPassword),
  ])
  func aProxyThatRefusesIsNamed(
    _ manner: ProxyServer.Manner, _ scheme: String, _ problem: ProxyTrouble.Problem
  ) async throws {
    try await ProxyServer.run(manner) { proxy in
      let address = try ServerAddress(scheme: .https, host: "pond.example")
      let environment = ["HTTPS_PROXY": "\(scheme)://127.0.0.1:\(proxy.port)"]
      let trouble = ProxyTrouble(
        name: "\(scheme)://127.0.0.1:\(proxy.port) (HTTPS_PROXY)", variable: "HTTPS_PROXY", problem: problem)
      #expect(await Self.get(address, environment) == .failure(.unreachable(.proxy(trouble))))
      #expect(await Self.stream(address, environment).failure == .unreachable(.proxy(trouble)))
    }
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

/// Which proxy is used for which server.
@Suite struct ProxySettingsTests {
  private func isProxied(_ server: String, _ environment: [String: String]) throws -> Bool {
    try ProxySettings(environment: environment).proxy(to: ServerAddress(parsing: server)) != nil
  }

  @Test(arguments: [
    ("pond.example", "pond.example", false), ("pond.example", "POND.example.", false),
    ("a.pond.example", "pond.example", false), ("a.pond.example", ".pond.example", false),
    ("pond.example", ".pond.example", false), ("a.pond.example", "*.pond.example", false),
    ("notpond.example", "pond.example", true), ("pond.example", "lake.example, pond.example", false),
    ("pond.example", "lake.example pond.example", false), ("pond.example", "*", false), ("pond.example", "", true),
    ("pond.example", "pond.example:443", false), ("pond.example:8443", "pond.example:443", true),
    ("https://10.1.2.3", "10.0.0.0/8", false), ("https://11.1.2.3", "10.0.0.0/8", true),
    ("https://10.1.2.3", "10.1.2.3", false), ("https://[2001:db8::7]", "2001:db8::/32", false),
    ("https://[2001:db8::7]", "[2001:db8::7]:443", false), ("https://[2001:db9::7]", "2001:db8::/32", true),
    ("pond.example", "10.0.0.0/99, a/b", true),
  ])
  func noProxyEntryCoversItsNames(_ server: String, _ entry: String, _ isProxied: Bool) throws {
    let address = server.hasPrefix("https") ? server : "https://\(server)"
    #expect(try self.isProxied(address, ["HTTPS_PROXY": "proxy.example:3128", "no_proxy": entry]) == isProxied)
  }

  @Test func namesInLowerCaseComeFirstAndEmptyOnesDoNotCount() throws {
    func name(_ environment: [String: String]) throws -> String? {
      try ProxySettings(environment: environment).proxy(to: ServerAddress(parsing: "pond.example"))?.name
    }
    #expect(try name(["HTTPS_PROXY": "a.example", "https_proxy": "b.example"]) == "http://b.example:80 (https_proxy)")
    #expect(try name(["HTTPS_PROXY": "a.example", "https_proxy": ""]) == "http://a.example:80 (HTTPS_PROXY)")
    #expect(
      try name(["https_proxy": " ", "ALL_PROXY": "SOCKS5H://c.example"]) == "socks5h://c.example:1080 (ALL_PROXY)")
    #expect(try name(["HTTP_PROXY": "a.example"]) == nil)
    #expect(try name(["HTTPS_PROXY": "http://[::1]:8080/"]) == "http://[::1]:8080 (HTTPS_PROXY)")
  }

  /// It would be plain http to another machine.
  @Test func aServerOnThisMachineIsNotReachedThroughAProxyElsewhere() throws {
    #expect(try !isProxied("localhost:3000", ["HTTP_PROXY": "http://proxy.example:3128"]))
    #expect(try isProxied("localhost:3000", ["HTTP_PROXY": "http://127.0.0.1:3128"]))
    #expect(try isProxied("pond.example", ["HTTPS_PROXY": "http://127.0.0.1:3128"]))
  }

  @Test func theSummaryNamesEachProxyAndNoPassword() {
    #expect(ProxySettings(environment: [:]).summary == "none")
    let settings = ProxySettings(environment: [
      "HTTPS_PROXY": "http://rook:secret@proxy.example:3128", "ALL_PROXY": "socks4://rook:secret@old.example",
      "NO_PROXY": "a.example,b.example",
    ])
    #expect(
      settings.summary
        == "ALL_PROXY, which can't be used, http://proxy.example:3128 (HTTPS_PROXY); NO_PROXY has 2 entries")
  }
}
