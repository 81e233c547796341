import Testing

/// Without room, nothing is called kept, and nothing is called damaged.
///
/// `ulimit -f` counts blocks of 512 bytes; a file that reaches it fails as on a full disk.
@Suite(.serialized, .ownThread)
struct FullDiskTests {
  @Test(arguments: [8, 40, 400])
  func fullDiskIsNotReportedAsDamage(_ blocks: Int) throws {
    let machine = try Machine()
    let run = try machine.shell("(ulimit -f \(blocks); howdah --sandbox home) 2>&1 | cat")
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("No space left on the disk for"), "\(run.output)")
    // The path may be wrapped at one of its hyphens.
    let unwrapped = String(run.output.filter { !$0.isWhitespace })
    #expect(unwrapped.contains("for\(machine.folder.path)"), "\(run.output)")
    #expect(!words.contains("damaged"), "\(run.output)")
    #expect(words.hasSuffix("Free some space, then retry."), "one thing to do: \(run.output)")
    #expect(try machine.kept().filter { $0.path.contains("damaged") }.isEmpty)
  }

  @Test func aPostThatCouldNotBeSentOrSavedIsPrinted() throws {
    let (sandbox, machine) = (try SandboxProcess(), try Machine())
    _ = try machine.howdah("login", sandbox.host, "--with-token", input: sandbox.token)
    _ = try sandbox.stop()
    let run = try machine.shell("(ulimit -f 8; howdah post not to be lost; echo code $?) 2>&1 | cat")
    #expect(run.output.contains("code 6\n"), "\(run.output)")
    #expect(
      run.output.contains("Your post is not saved:") && run.output.contains("\nnot to be lost\n"), "\(run.output)")
    #expect(!run.output.contains("is saved"))
    #expect(try machine.howdah("drafts").output.contains("No drafts"))
  }

  @Test func aDraftThatCannotBeSavedIsPrintedAtTheEndOfAScript() throws {
    let machine = try Machine()
    try machine.signIn()
    let run = try machine.shell(
      "(ulimit -f 8; printf 'post\\nhalf a thought\\n' | howdah; echo code $?) 2>&1 | cat")
    #expect(run.output.contains("code 1\n"), "\(run.output)")
    #expect(run.output.contains("Your post is not saved:") && run.output.contains("half a thought"), "\(run.output)")
    #expect(!run.output.contains("saved as a draft"))
  }

  @Test func syncFailsWhereWhatItReadsCannotBeKept() throws {
    let machine = try Machine()
    try machine.signIn()
    #expect(try machine.howdah("sync").code == 0)
    let run = try machine.shell("(ulimit -f 200; howdah sync; echo code $?) 2>&1 | cat")
    #expect(run.output.contains("code 8\n") && run.output.contains("Sent 0 items."), "\(run.output)")
    #expect(run.output.contains("not kept for later."), "\(run.output)")
  }

  @Test func unsavableContentIsShownAndReportedOnce() throws {
    let machine = try Machine()
    try machine.signIn()
    #expect(try machine.howdah("home", "--limit", "1").code == 0)
    let lines = "home --limit 3\\nsearch heron --posts\\nconversations\\nfind heron\\n"
    let run = try machine.shell("(ulimit -f 64; printf '\(lines)' | howdah) 2>&1 | cat")
    for title in ["Home", "Search", "Conversations"] { #expect(run.output.contains(title), "\(run.output)") }
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.split(separator: "No space left on the disk for", omittingEmptySubsequences: false).count == 2, "\(words)")
    #expect(!words.contains("damaged"), "\(words)")
    // With room again, what is read is kept.
    #expect(try machine.shell("printf 'search heron --posts\\n' | howdah").code == 0)
    #expect(try machine.howdah("find", "heron").output.contains("heron"))
  }
}
