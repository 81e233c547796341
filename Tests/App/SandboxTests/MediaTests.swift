import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

/// Minimal files of each format; images with a size of 300 × 200.
enum SampleFile {
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 1, 44, 0, 0, 0, 200]
  static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8, 0, 200, 1, 44, 1, 0, 0, 0]
  static let gif: [UInt8] = Array("GIF89a".utf8) + [44, 1, 200, 0, 0]
  static let webp: [UInt8] =
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0]
  static let mp4: [UInt8] = [0, 0, 0, 24] + Array("ftypisom".utf8)
  static let ogg: [UInt8] = Array("OggS".utf8) + [0, 0]
  static let text: [UInt8] = Array("<svg>".utf8)
}

extension TestInstance {
  /// Uploads a file in a multipart form.
  func upload(
    _ target: String, method: String = "POST", file name: String = "file", _ body: [UInt8]?,
    _ fields: KeyValuePairs<String, String> = [:], token: String? = nil
  ) async -> SandboxResponse {
    var form: [UInt8] = []
    for (key, value) in fields {
      form += Array("--x\r\nContent-Disposition: form-data; name=\"\(key)\"\r\n\r\n\(value)\r\n".utf8)
    }
    if let body {
      let head =
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a.bin\"\r\nContent-Type: image/png\r\n\r\n"
      form += Array(head.utf8) + body + Array("\r\n".utf8)
    }
    form += Array("--x--\r\n".utf8)
    return await send(
      SandboxRequest(
        method, target,
        headers: [
          "Authorization": "Bearer \(token ?? self.token)", "Content-Type": "multipart/form-data; boundary=x",
        ], body: form))
  }
}

@Suite struct MediaTests {
  @Test(arguments: [
    (SampleFile.png, "image/png", 300), (SampleFile.jpeg, "image/jpeg", 300), (SampleFile.gif, "image/gif", 300),
    (SampleFile.webp, "image/webp", 300),
  ]) func imageFormatIsDetectedFromItsBytes(_ body: [UInt8], _ type: String, _ width: Int) async throws {
    let instance = try await TestInstance()
    let response = await instance.upload("/api/v2/media", body, ["description": "A lock", "focus": "0.5,-1"])
    #expect(response.status == 200)
    let media: MediaAttachment = try response.decoded()
    #expect(media.kind == .image && media.description == "A lock")
    #expect(media.meta?.original?.width == width && media.meta?.original?.height == 200)
    #expect(response.text.contains(#""focus":{"x":0.5,"y":-1.0}"#))
    #expect(media.blurhash?.count == 28 && media.blurhash?.first == "L")
    let url = try #require(media.url)
    let served = await instance.getWithoutToken(url.replacing("https://sandbox.example", with: ""))
    #expect(served.body == body && served.headers["Content-Type"] == type)
  }

  @Test func unknownFormatIsRefused() async throws {
    let instance = try await TestInstance()
    #expect(await instance.upload("/api/v2/media", nil).apiError == "Validation failed: File can't be blank")
    #expect(
      await instance.upload("/api/v2/media", SampleFile.text).apiError
        == "Validation failed: File content type is invalid, File is invalid")
    var huge = SampleFile.png
    huge.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
    #expect(
      await instance.upload("/api/v2/media", huge).apiError
        == "Validation failed: File 16384x16384 images are not supported"
    )
    huge.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(await instance.upload("/api/v2/media", huge).status == 422)
    #expect(await instance.upload("/api/v2/media", SampleFile.png, ["thumbnail": Self.dataURL(huge)]).status == 422)
    let heavy = SampleFile.png + [UInt8](repeating: 0, count: 16_777_216)
    #expect(
      await instance.upload("/api/v2/media", heavy).apiError
        == "Validation failed: File file size must be less than 16 MB")
    #expect(await instance.upload("/api/v2/media", SampleFile.png, ["focus": "2,0"]).status == 422)
    let long = String(repeating: "a", count: 1501)
    #expect(await instance.upload("/api/v2/media", SampleFile.png, ["description": long]).status == 422)
    let reading = try await instance.token(of: "you", scopes: "read")
    #expect(await instance.upload("/api/v2/media", SampleFile.png, token: reading).status == 403)
  }

  @Test func videoIsProcessedBeforeItCanBeAttached() async throws {
    let instance = try await TestInstance()
    let response = await instance.upload("/api/v2/media", SampleFile.mp4)
    #expect(response.status == 202)
    let film: MediaAttachment = try response.decoded()
    #expect(film.kind == .video && film.url == nil)
    let path = "/api/v1/media/\(film.id)"
    #expect(await instance.get(path).status == 206)
    #expect(
      await instance.post("/api/v1/statuses", ["status": "x", "media_ids[]": film.id.rawValue]).apiError
        == "Cannot attach files that have not finished processing. Try again in a moment!")
    instance.clock.advance(by: 3)
    #expect(await instance.get(path).status == 200)
    #expect(await instance.post("/api/v1/statuses", ["media_ids[]": film.id.rawValue]).status == 200)
    // Version 1 responds after processing.
    #expect(await instance.upload("/api/v1/media", SampleFile.ogg).status == 200)
  }

  @Test func attachmentsAreLimitedInOwnerNumberAndType() async throws {
    let instance = try await TestInstance()
    func upload(_ body: [UInt8], _ token: String? = nil) async throws -> String {
      try await instance.upload("/api/v1/media", body, token: token).decoded(MediaAttachment.self).id.rawValue
    }
    var pictures: [String] = []
    for _ in 0..<5 { pictures.append(try await upload(SampleFile.png)) }
    let film = try await upload(SampleFile.mp4)
    let theirs = try await upload(SampleFile.png, try await instance.token(of: "wren"))
    func post(_ ids: [String], _ more: String = "") async -> SandboxResponse {
      let body = (["status=x"] + ids.map { "media_ids[]=\($0)" }).joined(separator: "&") + more
      return await instance.send(
        SandboxRequest(
          "POST", "/api/v1/statuses",
          headers: ["Authorization": "Bearer \(instance.token)", "Content-Type": "application/x-www-form-urlencoded"],
          body: Array(body.utf8)))
    }
    #expect(await post(pictures).apiError == "Cannot attach more than 4 files")
    #expect(
      await post([pictures[0], film]).apiError == "Cannot attach a video to a post that already contains images")
    #expect(await post([theirs]).apiError == "Media \(theirs) not found or already attached to another post")
    #expect(await post([pictures[0]], "&poll[options][]=a&poll[options][]=b&poll[expires_in]=600").status == 422)
    let status: Status = try await post([pictures[1], pictures[0]]).decoded()
    #expect(status.mediaAttachments.map(\.id.rawValue) == [pictures[1], pictures[0]])
    #expect(await post([pictures[0]]).status == 422)
    // Attached media is changed by editing the status, and cannot be changed or deleted separately.
    let path = "/api/v1/media/\(pictures[0])"
    #expect(await instance.upload(path, method: "PUT", nil, ["description": "later"]).status == 404)
    #expect(
      await instance.send(SandboxRequest("DELETE", path, form: [:], token: instance.token)).apiError
        == "Media attachment is currently used by a status")
    let edited: Status = try await instance.send(
      SandboxRequest(
        "PUT", "/api/v1/statuses/\(status.id)",
        form: [
          "status": "x", "media_ids[]": pictures[0], "media_attributes[][id]": pictures[0],
          "media_attributes[][description]": "A gate",
        ], token: instance.token)
    ).decoded()
    #expect(edited.mediaAttachments.map(\.description) == ["A gate"] && edited.editedAt != nil)
    #expect(await post([pictures[1]]).status == 200)
  }

  /// A thumbnail is a part of a form, or a `data:` URL in JSON, as Mastodon.py sends it.
  @Test func thumbnailIsUsedOnUploadAndOnEdit() async throws {
    let instance = try await TestInstance()
    let film: MediaAttachment = try await instance.upload(
      "/api/v1/media", SampleFile.mp4, ["thumbnail": Self.dataURL(SampleFile.png)]
    ).decoded()
    func served(_ url: String?) async throws -> [UInt8] {
      await instance.getWithoutToken(try #require(url).replacing("https://sandbox.example", with: "")).body
    }
    #expect(try await served(film.previewURL) == SampleFile.png)
    #expect(try await served(film.url) == SampleFile.mp4)
    let status: Status = try await instance.post(
      "/api/v1/statuses", ["status": "x", "media_ids[]": film.id.rawValue]
    ).decoded()
    let path = "/api/v1/statuses/\(status.id)"
    let form = await instance.upload(
      path, method: "PUT", file: "media_attributes[][thumbnail]", SampleFile.gif,
      ["status": "x", "media_ids[]": film.id.rawValue, "media_attributes[][id]": film.id.rawValue])
    let edited = try #require(try form.decoded(Status.self).mediaAttachments.first)
    #expect(try await served(edited.previewURL) == SampleFile.gif && edited.url == film.url)
    let attributes = #"[{"id":"\#(film.id)","thumbnail":"\#(Self.dataURL(SampleFile.jpeg))"}]"#
    let json = await instance.send(
      SandboxRequest(
        "PUT", path, headers: ["Authorization": "Bearer \(instance.token)", "Content-Type": "application/json"],
        body: Array(#"{"status":"x","media_ids":["\#(film.id)"],"media_attributes":\#(attributes)}"#.utf8)))
    let again = try #require(try json.decoded(Status.self).mediaAttachments.first)
    #expect(try await served(again.previewURL) == SampleFile.jpeg)
    // The earlier thumbnail is gone.
    #expect(try await served(edited.previewURL) != SampleFile.gif)
    let text = await instance.upload(
      "/api/v1/media", SampleFile.png, ["thumbnail": Self.dataURL(SampleFile.text)])
    #expect(text.status == 422)
  }

  private static func dataURL(_ body: [UInt8]) -> String {
    "data:image/png;base64," + Data(body).base64EncodedString()
  }

  @Test(arguments: [(false, 200), (true, 404)]) func deletionKeepsUploadsUnlessRequestedOtherwise(
    _ withMedia: Bool, _ code: Int
  ) async throws {
    let instance = try await TestInstance()
    let id = try await instance.upload("/api/v2/media", SampleFile.png).decoded(MediaAttachment.self).id.rawValue
    let status: Status = try await instance.post("/api/v1/statuses", ["media_ids[]": id]).decoded()
    let target = "/api/v1/statuses/\(status.id)\(withMedia ? "?delete_media=true" : "")"
    let deleted: Status = try await instance.send(SandboxRequest("DELETE", target, form: [:], token: instance.token))
      .decoded()
    #expect(deleted.mediaAttachments.map(\.id.rawValue) == [id])
    #expect(await instance.get("/api/v1/media/\(id)").status == code)
  }

  @Test func unusedUploadCanBeChangedAndDeletedByItsOwnerOnly() async throws {
    let instance = try await TestInstance()
    let id = try await instance.upload("/api/v2/media", SampleFile.png).decoded(MediaAttachment.self).id.rawValue
    let path = "/api/v1/media/\(id)"
    #expect(await instance.get(path, token: try await instance.token(of: "wren")).status == 404)
    let described: MediaAttachment = try await instance.upload(path, method: "PUT", nil, ["description": "later"])
      .decoded()
    #expect(described.description == "later")
    #expect(await instance.send(SandboxRequest("DELETE", path, form: [:], token: instance.token)).text == "{}")
    #expect(await instance.get(path).status == 404)
  }

  @Test func theResidentsRecordingIsAsLongAsItSays() async throws {
    let instance = try await TestInstance()
    let file = await instance.getWithoutToken("/media/hum.ogg")
    #expect(file.status == 200 && file.headers["Content-Type"] == "audio/wav")
    let bytes = Array(file.body)
    #expect(MediaFormat(of: bytes) == .wav)
    // A thousand samples a second, of a byte each.
    #expect(bytes.count == 44 + 184 * 1000)
    #expect(Set(bytes.dropFirst(44)).count > 50, "it is no silence")
  }

  @Test(arguments: [("heron.jpg", 160, 120), ("heron-small.jpg", 160, 120), ("wheel.jpg", 96, 96)])
  func imagesOfResidentsAreServedAsPNG(name: String, width: Int, height: Int) async throws {
    let instance = try await TestInstance()
    let file = await instance.getWithoutToken("/media/\(name)")
    #expect(file.status == 200 && file.headers["Content-Type"] == "image/png")
    let size = try #require(MediaFormat(of: file.body)?.size(of: file.body))
    #expect(size.width == width && size.height == height)
    #expect(file.body.suffix(8).prefix(4).elementsEqual("IEND".utf8))
    #expect(await instance.getWithoutToken("/media/nobody.jpg").status == 404)
  }

  @Test func uploadsAreStoredBesideTheDatabaseFile() async throws {
    let path = "\(FileManager.default.temporaryDirectory.path)/media-\(UUID().uuidString).sqlite"
    defer {
      for end in ["", "-wal", "-shm", "-media"] {
        do { try FileManager.default.removeItem(atPath: path + end) } catch {}
      }
    }
    let instance = try await TestInstance(store: .file(path))
    let media: MediaAttachment = try await instance.upload("/api/v2/media", SampleFile.png).decoded()
    let name = try #require(media.url?.split(separator: "/").last.map(String.init))
    #expect([UInt8](try Data(contentsOf: URL(filePath: "\(path)-media/\(name)"))) == SampleFile.png)
    _ = await instance.send(SandboxRequest("DELETE", "/api/v1/media/\(media.id)", form: [:], token: instance.token))
    #expect(!FileManager.default.fileExists(atPath: "\(path)-media/\(name)"))
  }
}
