import Testing

/// The whole program on fixtures: the same at every run, and nothing is left of it.
@Suite(.serialized, .ownThread)
struct FixturesTests {
  // A reply takes the rest of its line.
  private static let day =
    "home; open 1; reply 1 So it is.\nrefresh; fav 1; back; set theme day; drafts; accounts; vault; post hello"

  @Test func fixtureRunsWriteNoFilesAndPrintTheSame() throws {
    let machine = try Machine()
    let first = try machine.howdah("--fixtures", "-c", Self.day)
    #expect(first.code == 0, "\(first.everything)")
    #expect(first.output.contains("So it is."))
    #expect(try machine.kept().isEmpty)
    let second = try machine.howdah("--fixtures", "-c", Self.day)
    #expect(second.output == first.output)
  }

  @Test func thereIsNoNetwork() throws {
    let run = try Machine().howdah("--fixtures", "login", "mastodon.example")
    #expect(run.code == 6)
    #expect(run.error.contains("this machine has no network"), "\(run.error)")
  }

  @Test func fixturesRefuseAnAccount() throws {
    #expect(try Machine().howdah("--fixtures", "--account", "wren@shore.example", "home").code == 2)
  }
}
