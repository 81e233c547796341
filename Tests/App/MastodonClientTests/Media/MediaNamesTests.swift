import FoundationEssentials
import MastodonKit
import Testing

@testable import MastodonClient

@Suite struct MediaNamesTests {
  @Test(arguments: [
    ("gull.jpg", "image/jpeg", "gull.jpg"), ("gull.jpeg", "image/jpeg", "gull.jpeg"), ("gull", "image/png", "gull.png"),
    ("gull.jpg", "image/png", "gull.png"), ("gull.exe", "image/png", "gull.png"), ("a.tar.gz", "x/unknown", "a.tar.gz"),
    ("../../etc/passwd", "image/png", "passwd.png"), ("..\\..\\evil.png", "image/png", "evil.png"),
    (".bashrc", "image/png", "bashrc.png"), ("-rf.png", "image/png", "rf.png"), ("...", "image/gif", "media.gif"),
    ("", "audio/mpeg", "media.mp3"), ("a\u{0}b\u{1B}[31m\n.png", "image/png", "ab[31m.png"),
    ("gnp.\u{202E}gpj", "image/png", "gnp.png"), ("a:b*c?.png", "image/png", "abc.png"),
    ("Möwe am Meer 🐘.png", "image/png", "Möwe am Meer 🐘.png"), ("a b.", "image/png", "a b.png"),
  ])
  func fileNameIsMadeSafe(_ wished: String, _ type: String, _ name: String) {
    #expect(SafeFileName.make(wished, mimeType: type) == name)
  }

  @Test func aLongNameIsCutAtAWholeCharacterAndKeepsItsEnding() {
    let name = SafeFileName.make(String(repeating: "é", count: 200) + ".png", mimeType: "image/png")
    #expect(name.utf8.count <= SafeFileName.limit)
    #expect(name.hasSuffix("é.png"))
    #expect(SafeFileName.numbered(name, 2).hasSuffix("é-2.png"))
  }

  @Test(
    arguments: [
      ("a.jpg", [0xFF, 0xD8, 0xFF], "image/jpeg"), ("a.jpg", [0x89, 0x50, 0x4E, 0x47], "image/png"),
      ("a", Array("GIF89a".utf8), "image/gif"), ("a", Array("RIFF....WEBPVP8".utf8), "image/webp"),
      ("a", Array("RIFF....WAVEfmt".utf8), "audio/wav"), ("a.jpg", Array("....ftypheic".utf8), "image/heic"),
      ("a", Array("....ftypavif".utf8), "image/avif"), ("a", Array("....ftypisom".utf8), "video/mp4"),
      ("a.m4a", Array("....ftypisom".utf8), "audio/mp4"), ("a", Array("....ftypqt  ".utf8), "video/quicktime"),
      ("a", Array("....ftypM4A ".utf8), "audio/mp4"), ("a", [0x1A, 0x45, 0xDF, 0xA3], "video/webm"),
      ("a.weba", [0x1A, 0x45, 0xDF, 0xA3], "audio/webm"), ("a", Array("OggS".utf8), "audio/ogg"),
      ("a", Array("fLaC".utf8), "audio/flac"), ("a", Array("ID3".utf8), "audio/mpeg"), ("a.MP3", [0], "audio/mpeg"),
      ("a.opus", [0], "audio/ogg"), ("a.jpg", [0], "image/jpeg"), ("a.xyz", [0], nil), ("jpg", [0], nil),
      (".jpg", [0], nil),
    ] as [(String, [UInt8], String?)])
  func bytesTakePrecedenceOverTheName(_ name: String, _ head: [UInt8], _ type: String?) {
    #expect(MediaType.mimeType(ofFileNamed: name, beginning: Data(head)) == type)
  }

  @Test(arguments: [
    ("media.example", false), ("8.8.8.8", false), ("2606:4700::1111", false), ("xn--mwe-sna.example", false),
    ("localhost", true), ("127.0.0.1", true), ("127.1", true), ("2130706433", true), ("0x7f.1", true),
    ("0177.0.0.1", true), ("10.1.2.3", true), ("172.16.0.1", true), ("172.32.0.1", false), ("192.168.1.1", true),
    ("169.254.169.254", true), ("100.64.0.1", true), ("0.0.0.0", true), ("224.0.0.1", true), ("255.255.255.255", true),
    ("::1", true), ("::", true), ("fe80::1", true), ("fd00::1", true), ("::ffff:10.0.0.1", true),
    ("2002:0a00:0001::", true), ("64:ff9b::a00:1", true), ("router", true), ("printer.local", true),
    ("vault.internal", true), ("app.localhost", true), ("127.0.0.1.", true),
  ])
  func privateAddressesAreRecognised(_ host: String, _ isInside: Bool) throws {
    let home = try ServerAddress(parsing: "shore.example")
    do {
      #expect(try ServerAddress(scheme: .https, host: host).isOpen(to: home) == !isInside)
    } catch {
      // What is not a host at all is fetched even less.
      #expect(isInside)
    }
  }

  @Test func ownServerMayBeInAPrivateNetwork() throws {
    let home = try ServerAddress(parsing: "https://nas.local")
    #expect(try ServerAddress(parsing: "https://nas.local").isOpen(to: home))
    #expect(try !ServerAddress(parsing: "https://nas.local:8443").isOpen(to: home))
    #expect(try !ServerAddress(parsing: "https://other.local").isOpen(to: home))
  }

  @Test func onlyTheOwnServerGetsTheToken() async throws {
    try await MediaFolder.with { folder in
      let server = ScriptedServer("x", headers: [Field("Content-Type", "image/png")])
      let client = try server.client()
      for host in ["shore.example", "media.example", "shore.example:8443"] {
        _ = try await client.download(
          MediaDownload(url: "https://\(host)/a.png", folder: folder.path, maxBytes: 10)
        ) { _ in }
      }
      #expect(server.requests.map { $0.header("Authorization") } == ["Bearer t0ken-abc", nil, nil])
      for url in ["https://127.0.0.1/a.png", "http://media.example/a.png", "ftp://media.example/a", "", "/a.png"] {
        await #expect(throws: MastodonError.self) {
          try await client.download(MediaDownload(url: url, folder: folder.path, maxBytes: 10)) { _ in }
        }
      }
      #expect(server.requests.count == 3)
      let contents = try folder.contents
      #expect(contents == ["a-2.png", "a-3.png", "a.png"])
    }
  }
}
