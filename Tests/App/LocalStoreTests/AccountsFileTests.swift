import CustomDump
import FileTestKit
import FoundationEssentials
import Glibc
import MastodonKit
import Testing

@testable import LocalStore

@Suite struct AccountsFileTests {
  let home: TemporaryHome
  let path: String

  init() throws {
    home = try TemporaryHome()
    path = home.locations.data + "/accounts.json"
  }

  private func account(_ id: String) -> KnownAccount {
    KnownAccount(
      id: id, address: "https://shore.example", accountID: "109", clientID: "public half", scope: "read write")
  }

  @Test func readingDoesNotCreateTheFile() throws {
    #expect(try home.accounts.load() == KnownAccounts())
    #expect(access(home.locations.data, F_OK) != 0)
  }

  @Test func accountsFileIsReadableByTheOwnerOnly() throws {
    try home.accounts.update { $0.add(account("wren@shore.example")) }
    expectNoDifference(try home.accounts.load(), KnownAccounts([account("wren@shore.example")]))
    #expect(try home.mode(of: path) == "600")
    #expect(try home.names(in: home.locations.data) == ["accounts.json", "accounts.json.lock"])
  }

  @Test func theLastSignInIsCurrentAndTheFirstOfTheOthersFollowsIt() throws {
    var accounts = KnownAccounts()
    for id in ["a@x", "b@x", "c@x"] { accounts.add(account(id)) }
    #expect(accounts.current?.id == "c@x")
    accounts.remove("c@x")
    #expect(accounts.current?.id == "a@x")
    #expect(accounts.select("b@x") && accounts.current?.id == "b@x")
    #expect(!accounts.select("nobody@x") && accounts.current?.id == "b@x")
    accounts.remove("a@x")
    #expect(accounts.current?.id == "b@x")
    accounts.remove("b@x")
    #expect(accounts == KnownAccounts())
  }

  @Test func aSecondSignInTakesThePlaceOfTheFirst() throws {
    var again = account("a@x")
    again.clientID = "newer half"
    let accounts = try home.accounts.update {
      $0.add(account("a@x"))
      $0.add(account("b@x"))
      $0.add(again)
    }
    expectNoDifference(accounts.all, [again, account("b@x")])
    #expect(accounts.currentID == "a@x")
  }

  @Test func noneIsLostWhenManyAreAddedAtOnce() async throws {
    let home = home
    await withTaskGroup { group in
      for number in 0..<40 {
        let account = account("a\(number)@x")
        group.addTask {
          #expect(throws: Never.self) { try home.accounts.update { $0.add(account) } }
        }
      }
    }
    #expect(try Set(home.accounts.load().all.map(\.id)) == Set((0..<40).map { "a\($0)@x" }))
  }

  @Test(arguments: [
    "", "{", "not json", "[]", #"{"version":1}"#, #"{"version":1,"content":{"all":[{"id":"a@x"}]}}"#, "\0\0\0\0",
    #"{"version":1,"content":{"all":[7]}}"#, #"{"version":"1","content":{"all":[]}}"#, #"{"version":1,"content":[]}"#,
    // One account, and none of them is the current one.
    #"{"version":1,"content":{"all":[{"id":"a@x","address":"https://x","accountID":"1","scope":""}]}}"#,
    #"{"version":1,"content":{"all":[{"id":"a@x","address":"https://x","accountID":"1","scope":""}],"currentID":"b@x"}}"#,
    #"{"version":1,"content":{"all":[],"currentID":"b@x"}}"#,
  ])
  func damagedAccountsAreAnErrorUntilTheNextSignIn(_ text: String) throws {
    try home.put(text, at: path)
    for _ in 0..<2 { #expect(throws: StoreError.damaged(path: path)) { try home.accounts.load() } }
    #expect(try home.text(at: path) == text && home.notices.isEmpty)
    try home.accounts.update { $0.add(account("b@x")) }
    let kept = path + ".damaged-20261118T110640Z"
    #expect(home.notices == [.setAside(path: path, keptAs: kept)])
    #expect(try home.text(at: kept) == text)
    #expect(try home.accounts.load().all.map(\.id) == ["b@x"])
  }

  @Test func invalidUTF8CountsAsDamage() throws {
    let bytes = Array(#"{"version":1,"content":{"all":[],"currentID":""#.utf8) + [0xFF] + Array("\"}}".utf8)
    try FileLocations.make(home.locations.data)
    try Data(bytes).write(to: URL(filePath: path))
    #expect(throws: StoreError.damaged(path: path)) { try home.accounts.load() }
  }

  /// As 0.1 wrote it with Foundation's encoder, and with members that a later one may add.
  @Test func aFileOfTheFirstVersionIsRead() throws {
    try home.put(
      """
      {
        "content" : {
          "all" : [
            {
              "accountID" : "109",
              "address" : "https:\\/\\/shore.example",
              "clientID" : "public half",
              "id" : "wren@shore.example",
              "more" : [1, {}],
              "scope" : "read write"
            },
            { "accountID" : "7", "address" : "http://localhost:4000", "id" : "m\\u00e4rz@x", "scope" : "" }
          ],
          "currentID" : "m\\u00e4rz@x"
        },
        "version" : 1
      }
      """, at: path)
    let accounts = try home.accounts.load()
    var second = KnownAccount(id: "märz@x", address: "http://localhost:4000", accountID: "7")
    second.scope = ""
    expectNoDifference(accounts.all, [account("wren@shore.example"), second])
    #expect(accounts.currentID == "märz@x")
  }

  @Test func aSecondDamagedFileDoesNotTakeThePlaceOfTheFirst() throws {
    for text in ["one", "two", "three"] {
      try home.put(text, at: path)
      try home.accounts.update { $0.add(account("a@x")) }
    }
    let kept = path + ".damaged-20261118T110640Z"
    #expect(try [kept, kept + "-2", kept + "-3"].map(home.text) == ["one", "two", "three"])
    #expect(try home.accounts.load().all.map(\.id) == ["a@x"])
  }

  @Test func aFileOfALaterVersionIsLeftAlone() throws {
    let text = #"{"version":2,"content":{"people":[]}}"#
    try home.put(text, at: path)
    #expect(throws: StoreError.newer(path: path)) { try home.accounts.load() }
    #expect(throws: StoreError.newer(path: path)) { try home.accounts.update { $0.add(account("a@x")) } }
    #expect(try home.text(at: path) == text)
    #expect(home.notices.isEmpty)
  }

  @Test func directoryInPlaceOfTheFileIsReportedAndKept() throws {
    try FileLocations.make(path)
    #expect(throws: StoreError.failed(path: path, reason: "Is a directory")) { try home.accounts.load() }
    #expect(throws: StoreError.failed(path: path, reason: "Is a directory")) { try home.accounts.update { _ in } }
  }

  @Test func pipeInPlaceOfTheFileIsRefusedAtOnce() throws {
    try FileLocations.make(StoredFile.parent(of: path))
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: StoreError.failed(path: path, reason: "it is not a regular file")) { try home.accounts.load() }
    #expect(throws: StoreError.failed(path: path, reason: "it is not a regular file")) {
      try home.accounts.update { _ in }
    }
  }

  @Test func aFileThatIsTooLargeIsRefused() throws {
    try home.put("", at: path)
    #expect(truncate(path, off_t(StoredFile.maximumBytes) + 1) == 0)
    #expect(throws: StoreError.failed(path: path, reason: "it is larger than 16 MB")) { try home.accounts.load() }
  }

  @Test func theLeftOverOfAKilledProcessDoesNoHarm() throws {
    try home.put("half of it", at: path + ".new", mode: 0o666)
    try home.accounts.update { $0.add(account("a@x")) }
    #expect(try home.accounts.load().all.map(\.id) == ["a@x"])
    #expect(try home.mode(of: path) == "600")
  }

  /// A file with the name of the new file is a leftover, or was put there by somebody: it is replaced.
  @Test func aLinkInPlaceOfTheNewFileIsNotFollowed() throws {
    let other = home.path + "/other"
    try home.put("precious", at: other)
    try FileLocations.make(home.locations.data)
    #expect(symlink(other, path + ".new") == 0)
    try home.accounts.update { $0.add(account("a@x")) }
    #expect(try home.text(at: other) == "precious")
    #expect(try home.text(at: path).contains("a@x"))
  }

  @Test func aLockThatIsNeverGivenBackIsReported() throws {
    try FileLocations.make(home.locations.data)
    let lock = FileLock(path: path, attempts: 2)
    try lock.hold { () throws(StoreError) -> Void in
      #expect(throws: StoreError.busy(path: path)) { try lock.hold {} }
    }
    try lock.hold {}
  }

  @Test func fullDiskKeepsTheOldContent() async {
    await #expect(processExitsWith: .success) {
      let home = try TemporaryHome()
      let account = KnownAccount(id: "a@x", address: "https://x", accountID: "1")
      try home.accounts.update { $0.add(account) }
      let path = home.locations.data + "/accounts.json"
      let before = try home.text(at: path)

      // A process of its own, in which no file can grow beyond its present size.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(before.utf8.count), rlim_max: rlim_t(before.utf8.count))
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)

      #expect(throws: StoreError.full(path: path)) {
        try home.accounts.update { $0.add(KnownAccount(id: "b@x", address: "https://x", accountID: "2")) }
      }
      #expect(try home.text(at: path) == before)
      #expect(try home.names(in: home.locations.data) == ["accounts.json", "accounts.json.lock"])
    }
  }
}
