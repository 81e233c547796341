import Glibc
import Testing

@testable import AppEnvironment

/// The files of each version in Fixtures/releases are read by this one; `RECORD=1` writes those of this version, and fails.
@Suite(.timeLimit(.minutes(5))) struct ReleasedFilesTests {
  private static let releases = "\(SessionFixture.fixtures)/releases"
  private static let folders = ["config", "data", "state", "cache"]

  /// Copies the contents of a folder, whose files are the user's alone.
  private static func copy(_ folder: String, to target: String) throws {
    mkdir(target, 0o700)
    for name in Files.names(in: folder) where !name.hasSuffix(".lock") {
      var status = stat()
      guard stat("\(folder)/\(name)", &status) == 0 else { throw Problem("\(folder)/\(name) is gone") }
      if status.st_mode & S_IFMT == S_IFDIR {
        try copy("\(folder)/\(name)", to: "\(target)/\(name)")
      } else {
        try Files.write(bytes: try Files.read("\(folder)/\(name)"), to: "\(target)/\(name)")
      }
    }
  }

  @Test(.enabled(if: getenv("RECORD") != nil)) func filesOfThisVersionAreRecorded() throws {
    let machine = try Machine()
    try machine.signIn()
    let script = """
      set theme paper
      alias gm = home
      group create Boats #canal @heron
      rule add hide 'match:/frost/i in:home'
      home --limit 5
      bookmark 1 --tag recipes --note "For Sunday"
      find frost
      post "It waits" --later
      post
      A draft that stays
      /close

      """
    let run = try machine.howdah([], input: script)
    #expect(run.code == 0, "\(run.everything)")
    let release = "\(Self.releases)/\(AppVersion.current)"
    mkdir(Self.releases, 0o755)
    mkdir(release, 0o755)
    for folder in Self.folders { try Self.copy(machine.folder.file(folder), to: "\(release)/\(folder)") }
    Issue.record("\(AppVersion.current) was recorded: look at it before you commit it")
  }

  @Test(arguments: Files.names(in: releases)) func filesOfEachReleaseAreRead(_ version: String) throws {
    let machine = try Machine()
    for folder in Self.folders {
      try Self.copy("\(Self.releases)/\(version)/\(folder)", to: machine.folder.file(folder))
    }
    let run = try machine.howdah(
      "--cached", "-c", "accounts; get theme; alias; groups; rules; bookmarks tags; find frost; outbox; drafts")
    #expect(run.code == 0 && run.error.isEmpty, "\(run.everything)")
    for text in ["@you", "paper", "gm", "Boats", "/frost/i", "recipes", "frost", "It waits", "A draft that stays"] {
      #expect(run.output.contains(text), "\(text): \(run.output)")
    }
  }
}
