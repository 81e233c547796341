import FileTestKit
import FoundationEssentials
import Glibc
import MastodonKit
import Synchronization
import Testing

@testable import LocalStore
@testable import Subprocesses

/// Secrets that are not in files, against a password store of the test's own and programs that misbehave.
@Suite(.timeLimit(.minutes(10))) struct VaultTests {
  let home: TemporaryHome
  let directory: String

  init() throws {
    home = try TemporaryHome()
    directory = home.locations.data + "/secrets"
  }

  private func secrets(_ word: String) -> AccountSecrets {
    AccountSecrets(
      token: Token(accessToken: word, scope: "read", createdAt: Date(timeIntervalSince1970: 1_790_000_000)),
      clientSecret: "secret of \(word)")
  }

  /// A program called `name` that is this shell script, alone on its path but for the system's.
  private func programs(_ name: String, _ script: String) throws -> Programs {
    try FileLocations.make(home.path + "/bin")
    // Written by another process: a program that is being started by another test may hold what this one has open, and what is
    // open for writing cannot be run.
    let call = Programs.Call(
      ["-c", "cat >\"$0\" && chmod 700 \"$0\"", home.path + "/bin/" + name], input: Array("#!/bin/sh\n\(script)".utf8),
      limit: 280_000)
    let environment = ["PATH": "\(home.path)/bin:/usr/bin:/bin", "HOME": home.path]
    #expect(try Programs.live(environment: environment).run("/bin/sh", call, { false }).code == 0)
    return .live(environment: environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]) { $1 })
  }

  /// A stand-in for `pass`: entries are files, and every call's arguments are written down.
  private func passwordStore() throws -> Programs {
    try programs(
      "pass",
      """
      echo "$@" >>"$HOME/calls"
      store="$HOME/store"
      for entry in "$@"; do :; done
      case $1 in
        show) [ -f "$store/$entry" ] || { echo "$entry is not in the password store." >&2; exit 1; }
          cat "$store/$entry" ;;
        insert) mkdir -p "$(dirname "$store/$entry")" && cat >"$store/$entry" ;;
        rm) rm "$store/$entry" ;;
      esac
      """)
  }

  @Test func aSecretInAPasswordStoreIsInNoFileOfHowdahsAndInNoArgument() throws {
    let vault = home.secrets(in: .pass, programs: try passwordStore())
    try vault.save(secrets("hush"), "wren@shore.example")
    #expect(try vault.load("wren@shore.example") == secrets("hush"))
    #expect(
      try home.text(at: directory + "/wren@shore.example.json").filter { !$0.isWhitespace }
        == #"{"content":{"vault":"pass"},"version":2}"#)
    #expect(!(try home.text(at: home.path + "/calls").contains("hush")))
    #expect(
      try home.text(at: home.path + "/calls").hasPrefix(
        "insert --multiline --force howdah/wren@shore.example/token\nshow howdah/wren@shore.example/token\n"))
    try vault.delete("wren@shore.example")
    #expect(try vault.load("wren@shore.example") == nil)
    #expect(access(home.path + "/store/howdah/wren@shore.example/token", F_OK) != 0)
    #expect(try home.names(in: directory) == [])
  }

  @Test func eachKindIsAnItemOfItsOwn() throws {
    for name in [VaultName.file, .pass] {
      let vault = home.secrets(in: name, programs: try passwordStore())
      let application = Application(name: "Howdah", clientID: "id", clientSecret: "s", scopes: ["read"])
      try vault.saveApplication(application, "shore.example")
      try vault.save(secrets("one"), "wren@shore.example")
      try vault.save(secrets("two"), "wren@shore.example.app")
      try vault.keep("line one\nline \"two\"", "wren@shore.example", .push)
      #expect(try vault.secret("wren@shore.example", .push) == "line one\nline \"two\"")
      #expect(try vault.secret("wren@shore.example", .token) == "one")
      #expect(try vault.loadApplication("shore.example") == application)
      #expect(
        try Set(vault.places()) == [
          SecretPlace(owner: "shore.example", kind: .application, vault: name),
          SecretPlace(owner: "wren@shore.example", kind: .token, vault: name),
          SecretPlace(owner: "wren@shore.example", kind: .push, vault: name),
          SecretPlace(owner: "wren@shore.example.app", kind: .token, vault: name),
        ])
      try vault.keep(nil, "wren@shore.example", .push)
      #expect(try vault.secret("wren@shore.example", .push) == nil)
      #expect(try vault.load("wren@shore.example") == secrets("one"))
      // Signing out takes what is the account's alone, and neither the program's registration nor another's.
      try vault.keep("p", "wren@shore.example", .push)
      try vault.delete("wren@shore.example")
      #expect(try vault.places().map(\.owner) == ["shore.example", "wren@shore.example.app"])
      try vault.delete("wren@shore.example.app")
      try vault.saveApplication(nil, "shore.example")
      #expect(try home.names(in: directory) == [])
    }
  }

  @Test func allMoveToAnotherVaultAndBack() throws {
    let programs = try passwordStore()
    let files = home.secrets(in: .file, programs: programs)
    for name in ["a@x", "b@x:4000"] { try files.save(secrets(name), name) }
    try files.keep("keys", "a@x", .push)
    #expect(try files.move(.pass) == 3)
    #expect(try files.move(.pass) == 0)
    #expect(try Set(files.places().map(\.vault)) == [.pass])
    for name in try home.names(in: directory) where name.hasSuffix(".json") {
      #expect(!(try home.text(at: directory + "/" + name).contains("@")))
    }
    for name in ["a@x", "b@x:4000"] { #expect(try files.load(name) == secrets(name)) }
    #expect(try files.secret("a@x", .push) == "keys")
    #expect(try files.move(.file) == 3)
    #expect(try files.load("b@x:4000") == secrets("b@x:4000"))
    #expect(access(home.path + "/store/howdah/a@x/token", F_OK) != 0)
    #expect(home.notices == [])
  }

  @Test func aVaultThatIsNotThereIsNotChosenEvenWhereNothingHasToMove() throws {
    let silent = home.secrets(in: .file, programs: try programs("secret-tool", "echo 'no bus' >&2; exit 1"))
    #expect(throws: StoreError.vault(.keyring, .silent)) { try silent.move(.keyring) }
    #expect(throws: StoreError.vault(.gopass, .noProgram("gopass"))) { try silent.move(.gopass) }
    #expect(try silent.move(.file) == 0)
  }

  @Test func vaultThatReturnsAnotherSecretLosesNothing() throws {
    let files = home.secrets
    try files.save(secrets("one"), "a@x")
    let forgetful = home.secrets(in: .pass, programs: try programs("pass", "[ \"$1\" = show ] && echo '{}'; exit 0"))
    #expect(throws: StoreError.vault(.pass, .missing)) { try forgetful.move(.pass) }
    #expect(try files.load("a@x") == secrets("one"))
  }

  @Test(arguments: [
    ("sleep 60", VaultFailure.timedOut(seconds: 1)), ("kill -9 $$", .interrupted), ("yes", .failed("pass")),
    ("cat >/dev/null; echo \"no, hush\" >&2; exit 3", .failed("pass, with exit code 3")),
    ("exec 0<&-; exit 4", .failed("pass, with exit code 4")),
  ])
  func misbehavingVaultProgramIsReportedAndEnded(script: String, trouble: VaultFailure) throws {
    let vault = home.secrets(in: .pass, programs: try programs("pass", script), timeout: 1000)
    let clock = ContinuousClock()
    let start = clock.now
    #expect(throws: StoreError.vault(.pass, trouble)) { try vault.save(secrets("hush"), "a@x") }
    #expect(start.duration(to: clock.now) < .seconds(20))
    #expect(access(directory, F_OK) != 0)
  }

  @Test func missingVaultProgramIsReported() throws {
    try home.secrets(in: .pass, programs: try passwordStore()).save(secrets("one"), "a@x")
    let vault = home.secrets(in: .pass)
    #expect(throws: StoreError.vault(.pass, .noProgram("pass"))) { try vault.load("a@x") }
    // It is forgotten here anyway, and the user is told about the rest.
    try vault.delete("a@x")
    #expect(home.notices == [.leftBehind(.pass, account: "a@x")])
  }

  @Test func aStoppedTaskDoesNotWait() async throws {
    let vault = home.secrets(in: .pass, programs: try programs("pass", "echo >\"$HOME/started\"; exec sleep 60"))
    let secrets = secrets("one")
    let task = Task.detached { try vault.save(secrets, "a@x") }
    while access(home.path + "/started", F_OK) != 0, !Task.isCancelled { await Task.yield() }
    task.cancel()
    await #expect(throws: StoreError.vault(.pass, .interrupted)) { try await task.value }
  }

  @Test func withoutAChoiceAKeyringThatFailsIsNoReasonToLoseASignIn() throws {
    let programs = try programs("secret-tool", "[ \"$1\" = lookup ] && exit 1\necho locked >&2; exit 1")
    try home.secrets(in: nil, programs: programs).save(secrets("one"), "a@x")
    #expect(home.notices == [.keptInFile(.keyring)])
    #expect(try home.secrets.load("a@x") == secrets("one"))
    // A user who asked for the keyring gets it or an error.
    #expect(throws: StoreError.vault(.keyring, .failed("secret-tool, with exit code 1"))) {
      try home.secrets(in: .keyring, programs: programs).save(secrets("two"), "a@x")
    }
    #expect(try home.secrets.load("a@x") == secrets("one"))
  }

  @Test func readingASecretInAFileAsksNoProgram() throws {
    let asked = Mutex(0)
    let programs = Programs(
      find: { _ in
        asked.withLock { $0 += 1 }
        return nil
      },
      hasSessionBus: {
        asked.withLock { $0 += 1 }
        return true
      }, run: { _, _, _ throws(Programs.Failure) in throw .cannotStart })
    try home.secrets.save(secrets("one"), "a@x")
    #expect(try home.secrets(in: nil, programs: programs).load("a@x") == secrets("one"))
    #expect(asked.withLock { $0 } == 0)
  }

  @Test func aProgramInTheCurrentDirectoryIsNotTaken() throws {
    try home.put("#!/bin/sh\n", at: home.path + "/pass", mode: 0o700)
    let find = Programs.live(environment: ["PATH": ":.:relative:\(home.path)"]).find
    #expect(find("pass") == home.path + "/pass")
    #expect(Programs.live(environment: ["PATH": ":."]).find("pass") == nil)
  }
}
