import FoundationEssentials
import MastodonClient
import MastodonKit
import Synchronization
import Testing

/// Large bodies over a real socket of this machine.
@Suite(.serialized, .timeLimit(.minutes(10))) struct MediaNetworkTests {
  private static let limits = NetworkLimits(
    connect: .seconds(60), read: .seconds(60), total: .seconds(120), responseBytes: 4096)

  private static func with(
    _ port: Int, limits: NetworkLimits = limits, _ body: (MastodonClient) async throws -> Void
  ) async throws {
    let stack = NetworkStack(limits: limits)
    let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: port)
    let client = MastodonClient(
      server: address, transport: .network(address, stack: stack), tokens: .fixed(Secret("t0ken-abc")),
      userAgent: "howdah-tests", now: { Date(timeIntervalSince1970: 0) })
    do { try await body(client) } catch {
      await stack.shutdown()
      throw error
    }
    await stack.shutdown()
  }

  private let accepted: @Sendable (String) -> MediaServer.Answer = { _ in
    MediaServer.Answer(headers: [("Content-Length", "10")], chunks: 1, chunk: #"{"id":"7"}"#)
  }

  @Test func largeUploadIsNotHeldInMemory() async throws {
    try await MediaFolder.with { folder in
      // So large that the buffers of the sockets, whatever this machine gives them, are a small part of it.
      let size = 512 << 20
      let path = try folder.film("sea.mp4", bytes: size)
      var limits = Instance.Configuration()
      limits.videoSizeLimit = .max
      try await MediaServer.run(accepted) { server in
        try await Self.with(server.port) { [limits] client in
          let state = Mutex((last: 0.0, isMonotone: true, ahead: 0))
          let attachment = try await client.upload(
            MediaUpload(path: path), limits: limits,
            timeouts: MediaTimeouts(waits: [], sleep: { _ in })
          ) { figure in
            let ahead = figure.bytes - server.received
            state.withLock {
              $0.isMonotone = $0.isMonotone && (figure.fraction ?? -1) >= $0.last
              $0.last = figure.fraction ?? -1
              $0.ahead = max($0.ahead, ahead)
            }
          }
          #expect(attachment.id == "7")
          let (last, isMonotone, ahead) = state.withLock { $0 }
          #expect(isMonotone)
          #expect(last == 1)
          #expect(server.received > size)
          // What is on its way is in buffers of the sockets; nothing near the whole is ever here.
          #expect(ahead < size / 8, "\(ahead) bytes in flight")
          #expect(server.heads.first?.contains("content-length: \(server.received)") == true)
          #expect(server.start.contains("Content-Type: video/mp4"))
        }
      }
    }
  }

  @Test func cancellingAnUploadEndsItsConnection() async throws {
    try await MediaFolder.with { folder in
      // So long that it cannot be over before the cancelling has come through, however busy the machine is.
      let path = try folder.film("sea.mp4", bytes: 8 << 30)
      var limits = Instance.Configuration()
      limits.videoSizeLimit = .max
      try await MediaServer.run(accepted) { server in
        try await Self.with(server.port) { client in
          let (begun, signal) = AsyncStream<Void>.makeStream()
          let task = Task { [limits] () -> MastodonError? in
            await failure { () async throws(MastodonError) in
              try await client.upload(
                MediaUpload(path: path), limits: limits,
                timeouts: MediaTimeouts(waits: [], sleep: { _ in })
              ) { figure in if figure.bytes > 1 << 20 { signal.yield() } }
            }
          }
          for await _ in begun { break }
          task.cancel()
          #expect(await task.value == .cancelled)
          while server.open > 0, !Task.isCancelled { await Task.yield() }
          #expect(server.received < 8 << 30)
        }
      }
    }
  }

  private let photo = MediaServer.Answer(
    headers: [("Content-Length", "3000"), ("Content-Type", "image/jpeg; charset=x")], chunks: 3,
    chunk: String(repeating: "x", count: 1000))

  @Test func aFileComesWholeUnderASafeNameForItsOwnerAlone() async throws {
    try await MediaFolder.with { folder in
      try await MediaServer.run({ [photo] _ in photo }) { server in
        try await Self.with(server.port) { client in
          let progress = Mutex<[Int]>([])
          let wanted = MediaDownload(
            url: "http://127.0.0.1:\(server.port)/media/..%2F.gull?size=1", folder: folder.path, maxBytes: 3000)
          let first = try await client.download(wanted) { figure in progress.withLock { $0.append(figure.bytes) } }
          let second = try await client.download(wanted) { _ in }
          #expect(first.path == folder.path + "/gull.jpg")
          #expect(first.bytes == 3000)
          #expect(second.path == folder.path + "/gull-2.jpg")
          let contents = try folder.contents
          #expect(contents == ["gull-2.jpg", "gull.jpg"])
          #expect(folder.mode(of: first.path) == 0o600)
          let figures = progress.withLock { $0 }
          #expect(figures == figures.sorted())
          #expect(figures.last == 3000)
          #expect(server.heads.first?.contains("GET /media/..%2F.gull?size=1") == true)
        }
      }
    }
  }

  struct Trouble: Sendable, CustomTestStringConvertible {
    let what: String
    let answer: MediaServer.Answer
    let isExpected: @Sendable (MastodonError) -> Bool
    var testDescription: String { what }
  }

  @Test(arguments: [
    Trouble(
      what: "too large, as it says", answer: .init(headers: [("Content-Length", "5000")], chunks: 5, chunk: "x"),
      isExpected: { $0 == .unusableFile(name: "The file", words: "is larger than 4 KB") }),
    Trouble(
      what: "too large without saying so", answer: .init(chunks: 100, chunk: String(repeating: "x", count: 1000)),
      isExpected: { $0 == .unusableFile(name: "The file", words: "is larger than 4 KB") }),
    Trouble(
      what: "broken off", answer: .init(headers: [("Content-Length", "3000")], chunks: 1, chunk: "x", breaks: true),
      isExpected: { if case .unreachable(_, .connectionLost, _) = $0 { true } else { false } }),
    Trouble(
      what: "not there", answer: .init(status: 404, headers: [("Content-Length", "0")]),
      isExpected: { if case .notFound = $0 { true } else { false } }),
    Trouble(
      what: "empty", answer: .init(headers: [("Content-Length", "0"), ("Content-Type", "image/png")]),
      isExpected: { if case .invalidResponse = $0 { true } else { false } }),
    Trouble(
      what: "a page", answer: .init(headers: [("Content-Type", "text/html; charset=x")], chunks: 1, chunk: "<html>"),
      isExpected: { if case .invalidResponse = $0 { true } else { false } }),
    Trouble(
      what: "moved for ever", answer: .init(status: 302, headers: [("Location", "/again"), ("Content-Length", "0")]),
      isExpected: { if case .invalidResponse = $0 { true } else { false } }),
    Trouble(
      what: "moved into the house",
      answer: .init(status: 302, headers: [("Location", "https://192.168.0.1/"), ("Content-Length", "0")]),
      isExpected: { if case .unreachable(_, .plainText, _) = $0 { true } else { false } }),
  ])
  func incompleteDownloadLeavesNothing(_ trouble: Trouble) async throws {
    try await MediaFolder.with { folder in
      try await MediaServer.run({ _ in trouble.answer }) { server in
        try await Self.with(server.port) { client in
          let error = await failure { () async throws(MastodonError) in
            try await client.download(
              MediaDownload(url: "http://127.0.0.1:\(server.port)/a.png", folder: folder.path, maxBytes: 4000)
            ) { _ in }
          }
          let expected = error.map(trouble.isExpected)
          #expect(expected == true, "\(String(describing: error))")
          let contents = try folder.contents
          #expect(contents == [])
        }
      }
    }
  }

  @Test func cancellingADownloadLeavesNothing() async throws {
    try await MediaFolder.with { folder in
      let endless = MediaServer.Answer(chunks: 2, chunk: "x", stalls: true)
      try await MediaServer.run({ _ in endless }) { server in
        try await Self.with(server.port) { client in
          let (begun, signal) = AsyncStream<Void>.makeStream()
          let task = Task { () -> MastodonError? in
            await failure { () async throws(MastodonError) in
              try await client.download(
                MediaDownload(url: "http://127.0.0.1:\(server.port)/a.png", folder: folder.path, maxBytes: 4000)
              ) { figure in if figure.bytes > 0 { signal.yield() } }
            }
          }
          for await _ in begun { break }
          task.cancel()
          #expect(await task.value == .cancelled)
          let contents = try folder.contents
          #expect(contents == [])
        }
      }
    }
  }

  /// Each byte comes within the limit for a read, and all of them would take hours.
  @Test func aDownloadThatTricklesEndsAtTheTotalLimit() async throws {
    try await MediaFolder.with { folder in
      let trickle = MediaServer.Answer(chunks: .max, chunk: "x", pause: 10)
      try await MediaServer.run({ _ in trickle }) { server in
        let limits = NetworkLimits(connect: .seconds(60), read: .seconds(60), total: .milliseconds(300))
        try await Self.with(server.port, limits: limits) { client in
          let error = await failure { () async throws(MastodonError) in
            try await client.download(
              MediaDownload(url: "http://127.0.0.1:\(server.port)/a.png", folder: folder.path, maxBytes: 1 << 30)
            ) { _ in }
          }
          guard case .timedOut? = error else {
            Issue.record("\(String(describing: error))")
            return
          }
          let contents = try folder.contents
          #expect(contents == [])
        }
      }
    }
  }
}
