import Testing

/// Commands that need no token, while the vault that has it does not answer.
@Suite(.serialized, .ownThread)
struct LockedVaultTests {
  /// A password store whose program can be made to fail.
  private func machine() throws -> (Machine, SandboxProcess, [String: String]) {
    let machine = try Machine()
    let folder = machine.folder.file("bin")
    #expect(try machine.shell("mkdir -p '\(folder)' '\(folder)/store'").code == 0)
    try Files.write(
      """
      #!/bin/sh
      [ -e '\(folder)/locked' ] && { echo locked >&2; exit 2; }
      eval "last=\\${$#}"
      file='\(folder)/store'/$(echo "$last" | tr / +)
      case "$1" in
      insert) cat >"$file" ;;
      show) cat "$file" ;;
      rm) rm -f "$file" ;;
      esac

      """, to: "\(folder)/pass")
    #expect(try machine.shell("chmod 700 '\(folder)/pass'").code == 0)
    let environment = ["PATH": "\(folder):/usr/bin:/bin"]
    let server = try SandboxProcess()
    let vault = try machine.howdah("vault", "pass", environment: environment)
    #expect(vault.code == 0, "\(vault.everything)")
    let login = try machine.howdah(
      "login", server.host, "--with-token", input: server.token, environment: environment)
    #expect(login.code == 0, "\(login.everything)")
    #expect(try machine.howdah("home", environment: environment).code == 0)
    #expect(try machine.shell("touch '\(folder)/locked'").code == 0)
    return (machine, server, environment)
  }

  @Test func accountsAreListedAndLeftWithoutTheVault() throws {
    let (machine, server, environment) = try machine()
    let home = try machine.howdah("home", environment: environment)
    #expect(home.code == 3, "\(home.everything)")
    let accounts = try machine.howdah("accounts", environment: environment)
    #expect(accounts.code == 0 && accounts.output.contains("@you@\(server.host)"), "\(accounts.everything)")
    let logout = try machine.howdah("logout", environment: environment)
    #expect(logout.code == 0, "\(logout.everything)")
    let words = logout.everything.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("from the password store, so it was not revoked and may still be there."), "\(words)")
    #expect(words.contains("It is valid until you revoke it on \(server.host)."), "\(words)")
    #expect(try !machine.howdah("accounts", environment: environment).output.contains("@you@\(server.host)"))
  }
}
