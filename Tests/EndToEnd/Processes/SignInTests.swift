import Glibc
import Testing

/// Signing in and out between two processes: `howdah` here, `howdah sandbox` there.
@Suite(.serialized, .ownThread)
struct SignInTests {
  private static let archiveNote =
    "What you read is kept on this machine, up to 500MB: archive shows it, set archive off ends it."

  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func aTokenFromStandardInputSignsIn() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let login = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token + "\n")
    #expect(login.code == 0)
    #expect(login.output == "Signed in as @you@\(sandbox.host).\n")
    #expect(oneLine(login.error) == Self.archiveNote)
    let accounts = try machine.howdah("accounts")
    #expect(accounts.lines.contains { $0.contains("@you@\(sandbox.host)") && $0.contains("in use") })
    #expect(try machine.howdah("home").code == 0)
    let logout = try machine.howdah("logout")
    #expect(logout.output == "Signed out of @you@\(sandbox.host).\n")
    // Nobody but the application that the token was made for can revoke it.
    #expect(
      oneLine(logout.error)
        == "Deleted what was kept of what @you@\(sandbox.host) read. The token is still valid because it was added with "
        + "login --with-token. Revoke it on \(sandbox.host).")
    #expect(try !machine.howdah("accounts").output.contains(sandbox.host))
  }

  @Test func aWrongTokenIsRefused() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let login = try machine.howdah("login", sandbox.host, "--with-token", input: "wrong\n")
    #expect(login.code == 3)
    #expect(login.output == "")
    // It was never accepted, so it cannot be accepted "no longer".
    #expect(
      oneLine(login.error)
        .hasPrefix("! \(sandbox.host) does not accept this sign-in. Copy the whole token, or make a new one"))
    #expect(try machine.howdah("logout").code == 3, "no account is signed in")
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
    #expect(
      oneLine(logout.error) == "Deleted what was kept of what @you@\(sandbox.host) read.",
      "the server was told to forget the token")
  }

  /// Begins to sign in with a browser that only tells the test which page it is to show.
  private func login(
    _ arguments: String..., on machine: Machine
  ) throws -> (process: ChildProcess, page: () throws -> String?, output: () throws -> String) {
    let (browser, page) = (machine.folder.file("browser"), machine.folder.file("page"))
    let (output, error) = (machine.folder.file("login.out"), machine.folder.file("login.err"))
    try Files.write(
      "#!/bin/sh\necho noise\nprintf '%s' \"$1\" >'\(page).new'\nmv '\(page).new' '\(page)'\n", to: browser)
    #expect(chmod(browser, 0o700) == 0)
    let process = try ChildProcess(
      Machine.program(), ["login"] + arguments,
      environment: machine.environment.merging(["BROWSER": browser]) { $1 }, output: output, error: error)
    return (
      process, { access(page, R_OK) == 0 ? try Files.text(page) : nil },
      { try Files.text(output) + Files.text(error) }
    )
  }

  @Test func aBrowserSignsInWithoutAnythingToPaste() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let login = try login("@you@\(sandbox.host)", on: machine)
    let address = try Deadline.first("the page") { try login.page() }
    let answer = try Browser(port: sandbox.port).comeBack(from: address, as: "you")
    #expect(answer.status == 200)
    #expect(answer.body.contains("You are signed in to Howdah. You can close this page."))
    #expect(try login.process.wait() == 0)
    let output = try login.output()
    #expect(output.contains("Signed in as @you@\(sandbox.host)."))
    // The page's address is printed in any case, and nothing that the browser says.
    #expect(output.contains(address) && !output.contains("noise"))
    #expect(try machine.howdah("home").code == 0)
    #expect(
      try oneLine(machine.howdah("logout").error) == "Deleted what was kept of what @you@\(sandbox.host) read.",
      "the server was told to forget the token")
  }

  @Test func aBrowserIsNotOpenedWhereItIsNotWanted() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let login = try login("--no-browser", sandbox.host, on: machine)
    // Nobody can be asked for the code.
    #expect(try login.process.wait() == 2)
    #expect(try login.output().contains("Needs an answer"))
    #expect(try login.output().contains("redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob"))
    #expect(try login.page() == nil)
  }

  @Test func aCodeFromAPipeSignsIn() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    let (pipe, output) = (machine.folder.file("pipe"), machine.folder.file("login.out"))
    #expect(mkfifo(pipe, 0o600) == 0)
    // Opened for both, so that neither side waits for the other.
    let descriptor = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let process = try ChildProcess(
      Machine.program(), ["login", "--no-browser", sandbox.host], environment: machine.environment, input: pipe,
      output: output, error: output)
    let address = try Deadline.first("the page") {
      access(output, R_OK) == 0
        ? try Files.text(output).split(separator: "\n").first { $0.contains("http://") && $0.contains("&state=") } : nil
    }
    let code = try Browser(port: sandbox.port).authorize(String(address.drop { $0 == " " }), as: "you")
    #expect(write(descriptor, code + "\n", code.utf8.count + 1) == code.utf8.count + 1)
    #expect(try process.wait() == 0)
    #expect(try Files.text(output).contains("Signed in as @you@\(sandbox.host)."))
  }

  @Test func anAccountThatIsNotSignedInIsRefusedWithThoseThatAre() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    let home = try machine.howdah("--account", "nobody@shore.example", "home")
    #expect(home.code == 3)
    #expect(
      home.error == "! @nobody@shore.example is not signed in here.\n  Signed-in accounts: @you@\(server.host).\n")
  }

  @Test func signingInRepeatsTheFailedCommand() throws {
    let machine = try Machine()
    let first = try SandboxProcess()
    _ = try machine.howdah("login", first.host, "--with-token", input: first.token)
    let terminal = try TmuxTerminal(on: machine, columns: 600)
    try terminal.wait(forPrompt: "you@\(first.host) · home")
    try terminal.wait(for: "the timeline") { $0.count("Home · everyone you follow") == 1 }
    _ = try first.stop()
    // The same address, but in memory, so that it knows nobody's tokens.
    let forgetful = try SandboxProcess(port: first.port)
    try terminal.enter("home")
    let failed = try terminal.wait(forText: "does not accept this sign-in.")
    #expect(failed.has("login \(forgetful.host)"))
    try terminal.enter("login")
    let screen = try terminal.wait(forText: "Code:")
    let row = try #require(screen.rows.last { $0.contains("/oauth/authorize") })
    try terminal.enter(try Browser(port: forgetful.port).authorize(row, as: "you"))
    try terminal.wait(forText: "Signed in as @you@\(forgetful.host).")
    try terminal.wait(for: "the timeline that failed") { $0.count("Home · everyone you follow") == 2 }
    try terminal.wait(forPrompt: "you@\(forgetful.host) · home")
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
    // Until its end the program takes files away, such as the database's.
    try terminal.wait(forText: "ended 0")
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
    _ = try machine.howdah("--sandbox", "home")
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token)
    _ = try machine.howdah("-c", "home; set theme day; post")
    let terminal = try TmuxTerminal(on: machine)
    try terminal.wait(forPrompt: "you@\(sandbox.host) · home")
    try terminal.enter("help")
    try terminal.wait(forText: "Ctrl-D")
    try terminal.enter("quit")
    try terminal.wait(forText: "ended")
    let kept = try machine.kept()
    #expect(kept.contains { $0.path.contains("/histories/you@127") })
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
    #expect(try machine.howdah("home").code == 3, "the sandbox is used only with --sandbox")
  }
}
