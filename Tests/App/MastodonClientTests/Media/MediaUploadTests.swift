import FoundationEssentials
import MastodonKit
import Synchronization
import Testing

@testable import MastodonClient

@Suite struct MediaUploadTests {
  private let limits = Instance.Configuration(imageSizeLimit: 2000, videoSizeLimit: 100_000_000)
  private let shortTimeouts = MediaTimeouts(waits: Array(repeating: .seconds(1), count: 3), sleep: { _ in })

  private static let image =
    #""id":"7","type":"image","description":"A gull","meta":{"focus":{"x":-0.5,"y":0.25}}"#

  /// Answers an upload with 202 and then each look with the next of these.
  private func server(upload: Int = 202, looks: [Int]) -> ScriptedServer {
    ScriptedServer { request, count in
      if request.method == .post { return .text("{\(Self.image),\"url\":null}", status: upload) }
      let status = looks[min(count - 1, looks.count - 1)]
      return .text(
        status == 422 ? #"{"error":"Cannot make sense of it"}"# : "{\(Self.image)}", status: status)
    }
  }

  @Test func imageIsUploadedWithAltTextAndFocalPoint() async throws {
    try await MediaFolder.with { folder in
      let server = server(upload: 200, looks: [])
      let upload = MediaUpload(
        path: try folder.file("my secret gull.jpg", .jpeg), thumbnailPath: try folder.file("small.png", .png),
        description: "A gull", focus: FocalPoint(x: -0.5, y: 0.25))
      let progress = Mutex<[Double]>([])
      let attachment = try await server.client().upload(upload, limits: limits, timeouts: shortTimeouts) { figure in
        progress.withLock { $0.append(figure.fraction ?? -1) }
      }
      #expect(attachment.id == "7")
      let request = try #require(server.requests.first)
      #expect(server.requests.count == 1)
      #expect(request.target == "/api/v2/media")
      #expect(request.header("Authorization") == "Bearer t0ken-abc")
      let type = try #require(request.header("Content-Type"))
      let boundary = try #require(type.split(separator: "boundary=").last)
      let body = String(decoding: try #require(request.body), as: UTF8.self).replacing("\r\n", with: "⏎")
      let parts = body.components(separated: "--\(boundary)")
      #expect(parts[1] == #"⏎Content-Disposition: form-data; name="description"⏎⏎A gull⏎"#)
      #expect(parts[2] == #"⏎Content-Disposition: form-data; name="focus"⏎⏎-0.5,0.25⏎"#)
      #expect(
        parts[3].hasPrefix(
          #"⏎Content-Disposition: form-data; name="file"; filename="upload.jpg"⏎Content-Type: image/jpeg⏎⏎"#))
      #expect(parts[4].contains(#"name="thumbnail"; filename="upload.png"⏎Content-Type: image/png"#))
      #expect(parts[5] == "--⏎")
      #expect(!body.contains("secret"))
      let figures = progress.withLock { $0 }
      #expect(figures == figures.sorted())
      #expect(figures.last == 1)
    }
  }

  @Test func altTextThatTheUploadHasLostIsSentAgain() async throws {
    try await MediaFolder.with { folder in
      let upload = MediaUpload(
        path: try folder.file("gull.jpg", .jpeg), description: "A gull", focus: FocalPoint(x: -0.5, y: 0.25))
      for (second, isKept) in [("{\(Self.image)}", true), (#"{"id":"7","type":"image"}"#, false)] {
        let server = ScriptedServer { request, _ in
          .text(request.method == .put ? second : #"{"id":"7","type":"image","description":null}"#)
        }
        let client = try server.client()
        do {
          let attachment = try await client.upload(upload, limits: limits, timeouts: shortTimeouts) { _ in }
          #expect(isKept && attachment.description == "A gull")
        } catch let error as MastodonError {
          guard case .rejected(_, let words, _) = error, !isKept else { throw error }
          #expect(words.contains("lost the alt text"), "Nothing is published without it.")
        }
        #expect(server.requests.prefix(2).map(\.method) == [.post, .put])
      }
    }
  }

  @Test func anUploadWithAnExpiredTokenIsSentAgainWholeWithTheNext() async throws {
    try await MediaFolder.with { folder in
      let server = ScriptedServer { request, _ in
        request.header("Authorization") == "Bearer t1"
          ? .text("{\(Self.image)}") : .text(#"{"error":"The access token expired"}"#, status: 401)
      }
      let renewals = Mutex(0)
      let tokens = TokenSource(current: { Secret("t0") }) { refused in
        #expect(refused == Secret("t0"))
        renewals.withLock { $0 += 1 }
        return Secret("t1")
      }
      let path = try folder.file("gull.jpg", .jpeg + Array(repeating: 7, count: 1500))
      let upload = MediaUpload(path: path, description: "A gull")
      let client = try server.client().with(tokens: tokens)
      let progress = Mutex<[Int]>([])
      _ = try await client.upload(upload, limits: limits, timeouts: shortTimeouts) { figure in
        progress.withLock { $0.append(figure.bytes) }
      }
      #expect(server.requests.map { $0.header("Authorization") } == ["Bearer t0", "Bearer t1"])
      let bodies = server.requests.map(\.body)
      #expect(bodies[0] == bodies[1] && (bodies[0]?.count ?? 0) > 1500)
      #expect(renewals.withLock { $0 } == 1)
      let half = progress.withLock { Array($0.prefix($0.count / 2)) }
      #expect(progress.withLock { $0 } == half + half, "What is told begins anew.")
      // A server that refuses the next one too is not asked for ever.
      let hostile = ScriptedServer(#"{"error":"no"}"#, status: 401)
      let other = try hostile.client().with(tokens: tokens)
      let error = await failure { () async throws(MastodonError) in
        try await other.upload(upload, limits: limits, timeouts: shortTimeouts) { _ in }
      }
      #expect(error == .unauthorized(host: "shore.example", operation: "upload the file"))
      #expect(hostile.requests.count == 2)
    }
  }

  @Test(arguments: [404, 405])
  func firstVersionIsUsedWhereTheServerHasNoSecond(status: Int) async throws {
    try await MediaFolder.with { folder in
      let server = ScriptedServer { request, _ in
        request.path == "/api/v2/media"
          ? .text(#"{"error":"Not Found"}"#, status: status) : .text(#"{"id":"7","type":"image"}"#)
      }
      let client = try server.client()
      let upload = MediaUpload(path: try folder.file("gull.jpg", .jpeg))
      for _ in 0..<2 {
        #expect(
          try await client.upload(upload, limits: limits, timeouts: shortTimeouts, progress: { _ in }).id == "7")
      }
      #expect(
        server.requests.map(\.path) == Array(repeating: ["/api/v2/media", "/api/v1/media"], count: 2).flatMap(\.self))
      #expect(client.missingEndpoints.features.isEmpty, "A post with the file is not refused.")
    }
  }

  @Test func uploadWaitsForProcessing() async throws {
    try await MediaFolder.with { folder in
      let server = server(looks: [206, 206, 200])
      let upload = MediaUpload(path: try folder.file("gull.jpg", .jpeg))
      _ = try await server.client().upload(upload, limits: limits, timeouts: shortTimeouts) { _ in }
      #expect(
        server.requests.map { $0.method.rawValue + " " + $0.path }
          == ["POST /api/v2/media", "GET /api/v1/media/7", "GET /api/v1/media/7", "GET /api/v1/media/7"])
    }
  }

  @Test func failedOrEndlessProcessingIsReported() async throws {
    try await MediaFolder.with { folder in
      let upload = MediaUpload(path: try folder.file("gull.jpg", .jpeg))
      func error(_ looks: [Int]) async throws -> MastodonError? {
        let client = try server(looks: looks).client()
        return await failure { () async throws(MastodonError) in
          try await client.upload(upload, limits: limits, timeouts: shortTimeouts) { _ in }
        }
      }
      guard case .rejected(_, let words, _) = try await error([206, 422]) else {
        Issue.record("not refused")
        return
      }
      #expect(words == "Cannot make sense of it")
      guard case .processing(_, let seconds, _) = try await error([206]), seconds == 3 else {
        Issue.record("waited for ever")
        return
      }
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]?
    let words: String
    var description = ""
    var testDescription: String { name }
  }

  @Test(arguments: [
    Refusal(name: "none.jpg", bytes: nil, words: "does not exist"),
    Refusal(name: "empty.jpg", bytes: [], words: "is empty"),
    Refusal(name: "notes.xyz", bytes: [1, 2, 3], words: "is not an image, video or audio file"),
    Refusal(
      name: "large.png", bytes: .png + Array(repeating: 0, count: 1993),
      words: "is 3 KB; the limit on shore.example is 2 KB"),
    Refusal(name: "lie.jpg", bytes: Array("GIF89a".utf8), words: "is image/gif, which shore.example does not accept"),
  ])
  func filesBeyondTheServersLimitsAreNotSent(_ refusal: Refusal) async throws {
    try await MediaFolder.with { folder in
      let server = server(looks: [])
      var strict = limits
      strict.supportedMIMETypes = ["image/png", "image/jpeg"]
      let path = try refusal.bytes.map { try folder.file(refusal.name, $0) } ?? folder.path + "/" + refusal.name
      let client = try server.client()
      let error = await failure { () async throws(MastodonError) in
        try await client.upload(MediaUpload(path: path), limits: strict, timeouts: shortTimeouts) { _ in }
      }
      #expect(error == .unusableFile(name: refusal.name, words: refusal.words))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func anEmptyPathNamesNoFile() async throws {
    let client = try server(looks: []).client()
    let error = await failure { () async throws(MastodonError) in
      try await client.upload(MediaUpload(path: ""), limits: limits, timeouts: shortTimeouts) { _ in }
    }
    #expect(error == .unusableFile(name: "The path", words: "is empty"))
  }

  @Test func folderAndPipeAreRefusedAndAltTextIsLimited() async throws {
    try await MediaFolder.with { folder in
      let client = try server(looks: []).client()
      let error = await failure { () async throws(MastodonError) in
        try await client.upload(MediaUpload(path: folder.path), limits: limits, timeouts: shortTimeouts) { _ in }
      }
      guard case .unusableFile(_, "is not a file") = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      var strict = limits
      strict.descriptionLimit = 3
      let upload = MediaUpload(path: try folder.file("gull.jpg", .jpeg), description: "gull")
      let tooLong = await failure { () async throws(MastodonError) in
        try await client.upload(upload, limits: strict, timeouts: shortTimeouts) { _ in }
      }
      guard case .rejected(_, let words, _) = tooLong else {
        Issue.record("sent")
        return
      }
      #expect(words == "The description has 4 characters; the limit is 3.")
    }
  }

  @Test func descriptionAndFocusAreARequestOfTheirOwn() async throws {
    let server = ScriptedServer(#"{"id":"7","description":"A gull","meta":{"focus":{"x":1,"y":0}}}"#)
    let client = try server.client()
    _ = try await client.send(.updateMedia(MediaEdit(id: "7", description: "A gull", focus: FocalPoint(x: 3, y: 0))))
    #expect(server.requests.map(\.line) == ["PUT /api/v1/media/7 ← description=A%20gull&focus=1.0%2C0.0"])
  }
}

extension String {
  /// The parts between these words.
  func components(separated words: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: words) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
