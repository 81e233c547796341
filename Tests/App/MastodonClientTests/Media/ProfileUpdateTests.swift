import FoundationEssentials
import MastodonClient
import MastodonKit
import Testing

@Suite struct ProfileUpdateTests {
  private static var edit: ProfileEdit {
    var edit = ProfileEdit()
    edit.displayName = "Rook"
    edit.note = "Tides & gulls"
    edit.locked = true
    edit.bot = false
    edit.discoverable = true
    edit.fields = [ProfileLine(name: "Web", value: "https://a.example")]
    edit.postingVisibility = .unlisted
    edit.postingLanguage = "de"
    edit.postingSensitive = true
    return edit
  }

  private static let fields = [
    "display_name": "Rook", "note": "Tides & gulls", "locked": "true", "bot": "false", "discoverable": "true",
    "fields_attributes[0][name]": "Web", "fields_attributes[0][value]": "https://a.example",
    "source[privacy]": "unlisted", "source[language]": "de", "source[sensitive]": "true",
  ]

  @Test func withoutPicturesItIsAPlainForm() async throws {
    let server = ScriptedServer(Sample.account("7"))
    #expect(try await server.client().updateProfile(Self.edit).id == "7")
    let request = try #require(server.requests.first)
    #expect(request.method == .patch && request.target == "/api/v1/accounts/update_credentials")
    #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
    #expect(String(decoding: request.body ?? Data(), as: UTF8.self).contains("source%5Blanguage%5D=de"))
  }

  @Test func imagesAreSentWithTheText() async throws {
    try await MediaFolder.with { folder in
      var edit = Self.edit
      edit.avatarPath = try folder.file("me at home.jpg", .jpeg)
      edit.headerPath = try folder.file("sea.png", .png)
      edit.avatarDescription = "A rook"
      let server = ScriptedServer(Sample.account("7"))
      #expect(try await server.client().updateProfile(edit).id == "7")
      let request = try #require(server.requests.first)
      #expect(request.method == .patch && request.target == "/api/v1/accounts/update_credentials")
      let type = try #require(request.header("Content-Type"))
      #expect(type.hasPrefix("multipart/form-data; boundary="))
      let boundary = try #require(type.split(separator: "boundary=").last)
      let body = String(decoding: try #require(request.body), as: UTF8.self)
      var fields: [String: String] = [:]
      for part in body.components(separated: "--\(boundary)").dropFirst().dropLast() {
        let halves = part.components(separated: "\r\n\r\n")
        let name = halves[0].components(separated: "\"")[1]
        fields[name] = String(halves[1].dropLast())
        if ["avatar", "header"].contains(name) { #expect(halves[0].contains("filename=\"upload.")) }
      }
      #expect(fields.removeValue(forKey: "avatar") != nil && fields.removeValue(forKey: "header") != nil)
      #expect(fields.removeValue(forKey: "avatar_description") == "A rook")
      #expect(fields == Self.fields)
      #expect(body.contains("Content-Type: image/jpeg") && body.contains("Content-Type: image/png"))
      #expect(!body.contains("home"))
    }
  }

  @Test func pixelfedIsSentAPostSinceItReadsNoOtherForm() async throws {
    let server = ScriptedServer { request, _ in
      request.path.hasSuffix("/instance")
        ? .text(#"{"uri":"shore.example","version":"3.5.3 (compatible; Pixelfed 0.12.5)"}"#)
        : .text(Sample.account("7"))
    }
    let client = try server.client()
    _ = try await client.instanceService.instance()
    _ = try await client.updateProfile(Self.edit)
    // The answer lacks what was changed, so the account is read once more.
    #expect(server.requests.first { $0.path.hasSuffix("/update_credentials") }?.method == .post)
  }

  @Test(
    arguments: [
      ("none.jpg", nil, "does not exist"), ("empty.jpg", [], "is empty"),
      ("tune.mp3", Array("ID3".utf8) + [4, 0, 0], "is audio/mpeg, not an image"),
    ] as [(String, [UInt8]?, String)]) func filesThatAreNotImagesAreNotSent(
      _ name: String, _ bytes: [UInt8]?, _ words: String
    ) async throws
  {
    try await MediaFolder.with { folder in
      var edit = Self.edit
      edit.avatarPath = try bytes.map { try folder.file(name, $0) } ?? folder.path + "/" + name
      let server = ScriptedServer(Sample.account("7"))
      let client = try server.client()
      let (wanted, error) = (
        edit, MastodonError.unusableFile(name: name, words: words)
      )
      #expect(await failure { () async throws(MastodonError) in try await client.updateProfile(wanted) } == error)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func aPictureThatTheServerRefusesIsRefusedInItsWords() async throws {
    try await MediaFolder.with { folder in
      var edit = ProfileEdit()
      edit.headerPath = try folder.file("sea.png", .png)
      let server = ScriptedServer(
        #"{"message":"The given data was invalid.","errors":{"header":["Too large."]}}"#, status: 422)
      let (client, wanted) = (try server.client(), edit)
      #expect(
        await failure { () async throws(MastodonError) in try await client.updateProfile(wanted) }
          == .rejected(
            host: "shore.example", words: "The given data was invalid. Too large.", operation: "change the profile"))
    }
  }
}
