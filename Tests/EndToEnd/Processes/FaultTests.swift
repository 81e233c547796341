import Testing

/// A server that fails by rule, as who sits in front of `howdah` sees it.
@Suite(.serialized, .ownThread)
struct FaultTests {
  private static let home = "GET /api/v1/timelines/home"

  @Test func aWrongRuleIsRefusedInOneSentence() throws {
    let refused = try Machine().howdah("sandbox", "--fault", "/a wobble")
    #expect(refused.code == 2)
    #expect(refused.output == "")
    #expect(
      refused.error.hasPrefix(
        "! Invalid rule “/a wobble”: unknown fault “wobble”.\n"))
  }

  @Test func theHelpShowsHowRulesAreWritten() throws {
    let help = try Machine().howdah("sandbox", "--help")
    #expect(help.code == 0)
    #expect(help.output.contains("--fault '/api/v1/timelines/* status 503 html first 2'"))
  }

  @Test func aServerThatWasBusyOnceIsAskedAgainWithoutAWord() throws {
    let (sandbox, machine) = (try SandboxProcess(faults: ["\(Self.home) status 503 html first 1"]), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token + "\n")
    let home = try machine.howdah("home")
    #expect(home.code == 0)
    #expect(home.error == "")
  }

  @Test(arguments: [
    ("rate-limit 60 seconds", Int32(5), "Too many requests to HOST."),
    ("status 502 html", 6, "HOST reported a server error (502)."),
    ("garbage", 6, "HOST sent a response that Howdah can't read."),
    ("truncate 10", 6, "HOST cannot be reached: the connection broke."),
  ])
  func serverFailureIsReported(_ fault: String, _ code: Int32, _ message: String) throws {
    let (sandbox, machine) = (try SandboxProcess(faults: ["\(Self.home) \(fault)"]), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token + "\n")
    let home = try machine.howdah("home")
    #expect(home.code == code)
    #expect(home.error.hasPrefix("! \(message.replacing("HOST", with: sandbox.host))\n"))
  }

  @Test(arguments: [
    ("statuses/*/context", "open ID", "posts above, replies", "Thread · 1 post"),
    ("accounts/1003", "profile id:1003", "account", "The 02:14 goods"),
    ("accounts/1003/statuses", "profile @rook", "posts", "Night shift at the upper lock"),
    ("accounts/relationships", "profile @rook", "relationship", "The 02:14 goods"),
    ("accounts/1003/endorsements", "profile @rook about", "featured accounts", "Night shift at the upper lock"),
  ])
  func screenIsShownWithoutThePartThatCouldNotBeRead(
    _ path: String, _ line: String, _ part: String, _ shown: String
  ) throws {
    let (sandbox, machine) = (try SandboxProcess(faults: ["GET /api/v1/\(path) status 500 json"]), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token + "\n")
    let home = try machine.howdah("home", "--limit", "1", "--json")
    let id = try #require(home.output.firstMatch(of: /"id":"(\d{15,})"/)?.1)
    let words = line.replacing("ID", with: "\(id)").split(separator: " ").map(String.init)
    let screen = try machine.howdah(words)
    #expect(screen.output.contains(shown))
    #expect(screen.code == 8)
    #expect(
      screen.error
        == "! \(sandbox.host) reported a server error (500): Simulated failure.\n"
        + "  Not read: \(part). Retry in a moment.\n")
    #expect(try machine.howdah(words + ["--json"]).error.contains(#""partial":true,"left":["\#(part.prefix(5))"#))
  }

  /// Half a document must not pass as a whole one, neither as a page of a list nor alone.
  @Test(arguments: ["truncated-json", "truncated-json after 1"]) func anAnswerThatIsCutOffIsNoAnswer(
    _ fault: String
  ) throws {
    let path = "/api/v1/timelines/public"
    let (sandbox, machine) = (try SandboxProcess(faults: ["GET \(path) \(fault)"]), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token + "\n")
    let run = try machine.howdah("api", "\(path)?limit=20", "--paginate", "--json")
    #expect(run.code == 6 && run.output.isEmpty && run.error.contains("invalid_answer"), "\(run.everything)")
  }
}
