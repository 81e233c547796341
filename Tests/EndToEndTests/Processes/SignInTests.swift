import Glibc
import Testing

/// Signing in and out between two processes: `howdah` here, `howdah sandbox` there.
@Suite(.serialized, .ownThread)
struct SignInTests {
  @Test func aTokenFromStandardInputSignsIn() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let login = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token + "\n")
    #expect(login.code == 0)
    #expect(login.output == "Signed in as @you@\(sandbox.host).\n")
    #expect(login.error == "")
    let accounts = try machine.howdah("accounts")
    #expect(accounts.lines.contains { $0.contains("@you@\(sandbox.host)") && $0.contains("in use") })
    #expect(try machine.howdah("home").code == 0)
    let logout = try machine.howdah("logout")
    #expect(logout.output == "Signed out of @you@\(sandbox.host).\n")
    #expect(logout.error == "")
    #expect(try !machine.howdah("accounts").output.contains(sandbox.host))
  }

  @Test func aWrongTokenIsRefused() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let login = try machine.howdah("login", sandbox.host, "--with-token", input: "wrong\n")
    #expect(login.code == 3)
    #expect(login.output == "")
    // It was never accepted, so it cannot be accepted "no longer".
    #expect(login.error.hasPrefix("! \(sandbox.host) does not accept this sign-in.\n"))
    #expect(try machine.howdah("logout").code == 2, "nobody is signed in")
  }

  @Test func noTokenAtAllIsNoSignIn() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let login = try machine.howdah("login", sandbox.host, "--with-token", input: "")
    #expect(login.code != 0)
    #expect(login.error.hasPrefix("! "))
  }

  @Test(arguments: ["shore.example", "192.0.2.1", "localhost.shore.example", "127.0.0.1.example"])
  func plainHTTPIsRefusedBeyondThisMachine(_ host: String) throws {
    let login = try Machine().howdah("login", "http://\(host)", "--with-token", input: "token\n")
    #expect(login.code == 2 || login.code == 7)
    #expect(login.error.contains("https"))
  }

  @Test func aPastedCodeSignsIn() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let terminal = try TmuxTerminal("howdah login \(sandbox.host)", on: machine, columns: 600)
    let screen = try terminal.wait(forText: "Code:")
    let row = try #require(screen.rows.first { $0.contains("http://") })
    let address = row.drop { $0 == " " }
    let code = try Browser(port: sandbox.port).authorize(String(address), as: "you")
    #expect(!code.isEmpty)
    try terminal.enter(code)
    let ended = try terminal.wait(forText: "ended")
    #expect(ended.has("Signed in as @you@\(sandbox.host)."))
    #expect(ended.has("ended 0"))
    #expect(!ended.has(code), "a code is not shown")
    #expect(try machine.howdah("home").code == 0)
    let logout = try machine.howdah("logout")
    #expect(logout.code == 0)
    #expect(logout.error == "", "the server was told to forget the token")
  }

  @Test func signingInAtThePromptChangesWhoOneIs() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let terminal = try TmuxTerminal(on: machine, columns: 600)
    try terminal.wait(forText: "use your own account")
    try terminal.enter("login \(sandbox.host)")
    let screen = try terminal.wait(forText: "Code:")
    let row = try #require(screen.rows.last { $0.contains("/oauth/authorize") })
    let code = try Browser(port: sandbox.port).authorize(row, as: "you")
    // As a browser's address bar has it, and pasted with the line's end.
    try terminal.paste("http://\(sandbox.host)/oauth/authorize/native?code=\(code)\n")
    try terminal.press("Enter")
    try terminal.wait(forPrompt: "you@\(sandbox.host) · home")
    try terminal.enter("home")
    try terminal.wait(for: "a second timeline") { $0.count("Home · everyone you follow") == 2 }
    try terminal.enter("logout")
    try terminal.wait(forPrompt: "sandbox · home")
    #expect(try !terminal.screen().has(code))
  }

  @Test func aServerThatHasForgottenTheTokenSaysSo() throws {
    let machine = try Machine()
    let port: UInt16
    do {
      let sandbox = try SandboxProcess()
      port = sandbox.port
      _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token)
      _ = try sandbox.stop()
    }
    // The same address, but in memory, so that it knows nobody's tokens.
    let forgetful = try SandboxProcess(port: port)
    let home = try machine.howdah("home")
    #expect(home.code == 3)
    #expect(home.error.contains("login"), "\(home.error)")
    #expect(home.error.contains(forgetful.host))
  }

  @Test func aWrongCodeIsRefusedAndCanBeTriedAgain() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let terminal = try TmuxTerminal(on: machine, columns: 600)
    try terminal.wait(forPrompt: "sandbox · home")
    try terminal.enter("login \(sandbox.host)")
    try terminal.wait(forText: "Code:")
    try terminal.enter("wrong")
    try terminal.wait(forText: "! ")
    try terminal.enter("accounts")
    let screen = try terminal.wait(forText: "in use")
    #expect(!screen.has("@you@127"))
    try terminal.wait(forPrompt: "sandbox · home")
  }

  @Test func noSecretIsPrintedOrKeptWhereItDoesNotBelong() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    var written = ""
    written += try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token).everything
    for command in ["home", "home --json", "accounts --json", "post hello --json", "notifications"] {
      written += try machine.shell("howdah \(command)").everything
    }
    let terminal = try TmuxTerminal(on: machine, columns: 200)
    try terminal.wait(forPrompt: "you@\(sandbox.host) · home")
    try terminal.enter("login \(sandbox.host) --with-token")
    try terminal.wait(forText: "Token:")
    try terminal.enter(sandbox.token)
    let screen = try terminal.wait(forText: "Signed in as")
    try terminal.enter("quit")
    written += screen.rows.joined()
    #expect(!written.contains(sandbox.token))
    let files = try machine.kept().filter { !$0.isFolder }
    let having = try files.filter { try Files.text($0.path).contains(sandbox.token) }
    #expect(having.count == 1, "\(having)")
    #expect(having.allSatisfy { $0.mode == 0o600 })
    _ = try machine.howdah("logout")
    let left = try machine.kept().filter { !$0.isFolder }.filter { try Files.text($0.path).contains(sandbox.token) }
    #expect(left.isEmpty, "\(left)")
  }

  @Test func filesAreForTheirOwnerAlone() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    _ = try machine.howdah("home")
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token)
    _ = try machine.howdah("-c", "home; set theme day; post")
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forPrompt: "you@\(sandbox.host) · home")
    try terminal.enter("help")
    try terminal.wait(forText: "Ctrl-D")
    try terminal.enter("quit")
    try terminal.wait(forText: "ended")
    let kept = try machine.kept()
    #expect(kept.contains { $0.path.hasSuffix("/history") })
    for entry in kept {
      #expect(entry.mode == (entry.isFolder ? 0o700 : 0o600), "\(entry.path) is \(String(entry.mode, radix: 8))")
    }
  }

  @Test func theServerThatIsGoneDoesNotKeepOneSignedIn() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token)
    #expect(try sandbox.stop() == 0)
    #expect(try machine.howdah("home").code == 6)
    #expect(try machine.howdah("logout").code == 0)
    #expect(try machine.howdah("home").code == 0, "the sandbox is what is left")
  }
}
