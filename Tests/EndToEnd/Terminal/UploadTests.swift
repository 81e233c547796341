import FoundationEssentials
import Glibc
import Testing

/// A large file on its way, as a person sees it: one line that says how far it is, and Ctrl-C that stops it.
@Suite(.serialized, .ownThread)
struct UploadTests {
  /// A server behind a proxy that holds a request back after some bytes, and a machine with a picture of 15 MB.
  private func start(limit: Int) throws -> (TmuxTerminal, LoggingProxy, SandboxProcess) {
    let (server, machine) = (try SandboxProcess(), try Machine())
    let proxy = try LoggingProxy(to: server.port, limit: limit)
    try machine.signIn(at: proxy.host, token: server.token)
    // The header of a picture of 64 by 64 pixels; nobody looks at the rest on its way.
    let picture = try machine.shell(
      """
      cd $HOME && { printf '\\211PNG\\r\\n\\032\\n\\000\\000\\000\\015IHDR\\000\\000\\000\\100\\000\\000\\000\\100\\010\\002\\000\\000\\000'
      head -c 15000000 /dev/zero; } > film.png
      """)
    guard picture.code == 0 else { throw Problem("no picture: \(picture.everything)") }
    let terminal = try TmuxTerminal("cd $HOME; started howdah --no-live", on: machine)
    try terminal.wait(forText: "older · open N")
    return (terminal, proxy, server)
  }

  private static func progress(_ screen: Screen) -> [String] {
    screen.rows.filter { $0.contains(#/Uploading film\.png: \d+ % of 15 MB/#) }
  }

  @Test func anUploadSaysOnOneLineHowFarItIsAndEndsClean() throws {
    let (terminal, proxy, server) = try start(limit: 1_000_000)
    try terminal.enter("post --attach film.png --alt Film A film")
    var seen: Set<String> = []
    defer { if seen.count < 2 { Issue.record("seen: \(seen); at the proxy: \(proxy.ends())") } }
    try terminal.wait(for: "some steps on one line, with the rate") { screen in
      let shown = Self.progress(screen)
      seen.formUnion(shown)
      if shown.count > 1 { seen.insert("two lines: \(shown)") }
      // Enough that the client does not see a connection that stands still, however seldom the screen is read.
      proxy.pass(60_000)
      return seen.count > 1 && seen.contains { $0.contains("/s") }
    }
    #expect(seen.allSatisfy { $0.hasPrefix("Uploading film.png: ") }, "\(seen)")
    proxy.open()
    let sent = try terminal.wait(forText: "Sent.")
    #expect(Self.progress(sent).isEmpty, "the line goes with the upload: \(sent)")
    #expect(sent.rows.allSatisfy { !$0.contains("Uploading") })
    let you = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
    let media = try server.get("/api/v1/accounts/\(you)/statuses?limit=1").array?.first?["media_attachments"]
    #expect(media?.array?.first?["description"]?.string == "Film")
  }

  @Test func anInterruptedUploadSaysSoAndKeepsTheDraft() throws {
    let (terminal, proxy, server) = try start(limit: 1_000_000)
    try terminal.enter("post --attach film.png --alt Film A film")
    try terminal.wait(for: "the progress") { screen in
      proxy.pass(100_000)
      return Self.progress(screen).count == 1
    }
    try terminal.press("C-c")
    let screen = try terminal.wait(for: "what became of it") {
      $0.has("saved as a draft") && $0.rows.last?.hasSuffix("›") == true
    }
    #expect(screen.has("Stopped"), "\(screen)")
    #expect(Self.progress(screen).isEmpty, "\(screen)")
    proxy.open()
    try terminal.enter("drafts")
    let drafts = try terminal.wait(forText: "Drafts")
    #expect(drafts.count("A film") >= 2, "\(drafts)")
    let you = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
    let newest = try server.get("/api/v1/accounts/\(you)/statuses?limit=1").array?.first
    #expect(newest?["content"]?.string?.contains("A film") != true)
  }
}
