import CustomDump
import FileTestKit
import FoundationEssentials
import Glibc
import MastodonKit
import Testing

@testable import LocalStore

@Suite struct SecretsFileTests {
  let home: TemporaryHome
  let directory: String

  init() throws {
    home = try TemporaryHome()
    directory = home.locations.data + "/secrets"
  }

  private func secrets(_ word: String) -> AccountSecrets {
    let moment = Date(timeIntervalSince1970: 1_790_000_000)
    return AccountSecrets(
      token: Token(accessToken: word, scope: "read write", createdAt: moment), clientSecret: "secret of \(word)")
  }

  @Test func secretsAreReadableByTheOwnerOnly() throws {
    #expect(try home.secrets.load("wren@shore.example") == nil)
    try home.secrets.save(secrets("one"), "wren@shore.example")
    #expect(try home.secrets.load("wren@shore.example") == secrets("one"))
    #expect(try home.mode(of: directory) == "700")
    for name in try home.names(in: directory) { #expect(try home.mode(of: "\(directory)/\(name)") == "600") }
  }

  /// As 0.1 wrote it with Foundation's encoder.
  @Test func aFileOfTheFirstVersionIsRead() throws {
    try home.put(
      """
      {
        "content" : {
          "clientSecret" : "secret of one",
          "token" : {
            "access_token" : "one",
            "created_at" : 1790000000,
            "scope" : "read write",
            "token_type" : "Bearer"
          }
        },
        "version" : 1
      }
      """, at: directory + "/wren@shore.example.json")
    #expect(try home.secrets.load("wren@shore.example") == secrets("one"))
  }

  @Test func addingOneLeavesTheFilesOfOthersUntouched() throws {
    try home.secrets.save(secrets("one"), "wren@shore.example")
    let file = directory + "/wren@shore.example.json"
    var before = stat()
    #expect(stat(file, &before) == 0)
    try home.secrets.save(secrets("two"), "rook@shore.example")
    var after = stat()
    #expect(stat(file, &after) == 0)
    #expect(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
    #expect(try home.secrets.load("wren@shore.example") == secrets("one"))
  }

  @Test func deletingRemovesEverything() throws {
    try home.secrets.save(secrets("one"), "wren@shore.example")
    try home.secrets.delete("wren@shore.example")
    try home.secrets.delete("wren@shore.example")
    #expect(try home.secrets.load("wren@shore.example") == nil)
    #expect(try home.names(in: directory) == [])
  }

  @Test func deletingAMissingSecretCreatesNothing() throws {
    try home.secrets.delete("wren@shore.example")
    #expect(access(home.locations.data, F_OK) != 0)
  }

  @Test func unsafeModesAreCorrectedAndReported() throws {
    try home.secrets.save(secrets("one"), "wren@shore.example")
    let file = directory + "/wren@shore.example.json"
    #expect(chmod(directory, 0o755) == 0 && chmod(file, 0o644) == 0)
    #expect(try home.secrets.load("wren@shore.example") == secrets("one"))
    #expect(home.notices == [.madePrivate(path: directory), .madePrivate(path: file)])
    #expect(try home.mode(of: directory) == "700")
    #expect(try home.mode(of: file) == "600")
  }

  @Test func aDamagedFileIsSetAsideAndCountsAsNone() throws {
    let file = directory + "/wren@shore.example.json"
    try home.put("{", at: file)
    #expect(try home.secrets.load("wren@shore.example") == nil)
    #expect(try home.text(at: file + ".damaged-20261118T110640Z") == "{")
  }

  @Test(arguments: [
    ("wren@shore.example", "wren@shore.example"), ("you@localhost:4000", "you@localhost%3A4000"),
    ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"), (".hidden@x", "%2Ehidden@x"), ("a%2Fb", "a%252Fb"),
    ("a\0b@x", "a%00b@x"), ("märz@x", "m%C3%A4rz@x"), ("", ""),
  ])
  func noNameLeavesTheDirectory(account: String, file: String) {
    #expect(StoredFile.name(for: account) == file)
  }

  @Test func theProgramsRegistrationIsKeptForEachHost() throws {
    let application = Application(
      name: "Howdah", clientID: "id", clientSecret: "hush", redirectURIs: ["urn:ietf:wg:oauth:2.0:oob"],
      scopes: ["read", "write"])
    #expect(try home.secrets.loadApplication("127.0.0.1:4000") == nil)
    try home.secrets.saveApplication(application, "127.0.0.1:4000")
    try home.secrets.save(secrets("one"), "wren@127.0.0.1:4000")
    #expect(try home.secrets.loadApplication("127.0.0.1:4000") == application)
    #expect(try home.secrets.loadApplication("127.0.0.1:4001") == nil)
    #expect(try home.mode(of: directory + "/127.0.0.1%3A4000.app.json") == "600")
    // Signing out leaves it for the next time.
    try home.secrets.delete("wren@127.0.0.1:4000")
    #expect(try home.secrets.loadApplication("127.0.0.1:4000") == application)
    try home.secrets.saveApplication(nil, "127.0.0.1:4000")
    #expect(try home.names(in: directory) == [])
  }

  @Test func expiringTokenIsStoredWithItsRefreshToken() throws {
    var expiring = secrets("one")
    expiring.token.refreshToken = "next"
    expiring.token.expiresIn = 600
    try home.secrets.save(expiring, "wren@shore.example")
    #expect(try home.secrets.load("wren@shore.example") == expiring)
  }

  @Test func filesOfTheFirstReleaseAreRead() throws {
    try home.put(
      #"{"content":{"clientSecret":"s","token":{"access_token":"t","created_at":1790000000,"scope":"read","#
        + #""token_type":"Bearer"}},"version":1}"#, at: directory + "/wren@shore.example.json")
    #expect(try home.secrets.load("wren@shore.example")?.token.accessToken == "t")
    try home.put(
      #"{"content":{"all":[{"accountID":"7","address":"https://shore.example","clientID":"c","id":"wren@shore.example","#
        + #""scope":"read"}],"currentID":"wren@shore.example"},"version":1}"#,
      at: home.locations.data + "/accounts.json")
    let known = try home.accounts.load()
    #expect(
      known.current
        == KnownAccount(
          id: "wren@shore.example", address: "https://shore.example", accountID: "7", clientID: "c", scope: "read"))
  }

  @Test func secretsAreNeverPrinted() {
    let secrets = secrets("hush")
    var dumped = ""
    dump(secrets, to: &dumped)
    customDump(secrets, to: &dumped)
    for text in ["\(secrets)", String(reflecting: secrets), "\([secrets])", "\(Optional(secrets) as Any)", dumped] {
      #expect(!text.contains("hush"), "\(text)")
    }
  }
}
