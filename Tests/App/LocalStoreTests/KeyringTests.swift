import FileTestKit
import FoundationEssentials
import Glibc
import MastodonKit
import Subprocesses
import Testing

@testable import LocalStore

/// Secrets in a real Secret Service: gnome-keyring on a session bus of the test's own.
@Suite(.serialized) struct KeyringTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func secrets(_ word: String) -> AccountSecrets {
    AccountSecrets(
      token: Token(accessToken: word, scope: "read", createdAt: Date(timeIntervalSince1970: 1_790_000_000)),
      clientSecret: "secret of \(word)")
  }

  @Test func secretsAreSavedLoadedAndDeletedSeparately() throws {
    let bus = try SessionBus(home: home, unlocked: true)
    let vault = home.secrets(in: nil, programs: bus.programs)
    try vault.save(secrets("hush \"quoted\" ü"), "wren@shore.example")
    try vault.save(secrets("two"), "rook@shore.example")
    try vault.keep("keys", "wren@shore.example", .push)
    #expect(home.notices == [])
    #expect(try Set(vault.places().map(\.vault)) == [.keyring])
    #expect(try vault.load("wren@shore.example") == secrets("hush \"quoted\" ü"))
    #expect(try vault.load("rook@shore.example") == secrets("two"))
    #expect(try vault.secret("wren@shore.example", .push) == "keys")
    for name in try home.names(in: home.locations.data + "/secrets") {
      #expect(!(try home.text(at: home.locations.data + "/secrets/" + name).contains("hush")))
    }

    #expect(try vault.move(.file) == 3)
    #expect(try vault.move(.keyring) == 3)
    try vault.delete("wren@shore.example")
    #expect(try vault.load("wren@shore.example") == nil)
    #expect(try vault.load("rook@shore.example") == secrets("two"))
    bus.end()
  }

  @Test func lockedKeyringIsReportedAndTheSignInIsSavedInAFile() throws {
    let bus = try SessionBus(home: home, unlocked: false)
    try home.secrets(in: nil, programs: bus.programs, timeout: 3000).save(secrets("one"), "wren@shore.example")
    #expect(home.notices == [.keptInFile(.keyring)])
    #expect(try home.secrets.load("wren@shore.example") == secrets("one"))
    #expect(throws: StoreError.self) {
      try home.secrets(in: .keyring, programs: bus.programs, timeout: 3000).move(.keyring)
    }
    #expect(try home.secrets.load("wren@shore.example") == secrets("one"))
    bus.end()
  }
}

/// A session bus with a keyring, both of this test alone; they end with ``end()`` or with the input that they wait for.
private final class SessionBus {
  let programs: Programs
  private let input: Int32
  private let child: pid_t

  init(home: TemporaryHome, unlocked: Bool) throws {
    let runtime = home.path + "/run"
    try FileLocations.make(runtime)
    let environment = [
      "HOME": home.path, "XDG_RUNTIME_DIR": runtime, "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
    ]
    // The bus lives until its input ends; its address is told by a file that is complete once it has its name.
    let start = unlocked ? "printf word | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1;" : ""
    let script =
      "\(start) echo \"$DBUS_SESSION_BUS_ADDRESS\" >\"$HOME/address.new\"; mv \"$HOME/address.new\" \"$HOME/address\"; cat"
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words: [String] = ["dbus-run-session", "--", "sh", "-c", script]
    let arguments = words.map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in arguments + variables { free(text) } }
    var child = pid_t()
    let code = posix_spawnp(&child, "dbus-run-session", &actions, nil, arguments + [nil], variables + [nil])
    close(ends[0])
    try #require(code == 0, "Tools/setup installs dbus-run-session")
    self.child = child
    input = ends[1]
    while access(home.path + "/address", F_OK) != 0 {
      try #require(waitpid(child, nil, WNOHANG) == 0, "dbus-run-session ended")
      poll(nil, 0, 10)
    }
    let address = try home.text(at: home.path + "/address").filter { !$0.isNewline }
    programs = .live(environment: environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 })
    try #require(programs.find("secret-tool") != nil, "Tools/setup installs libsecret-tools")
  }

  func end() {
    close(input)
    waitpid(child, nil, 0)
  }
}
