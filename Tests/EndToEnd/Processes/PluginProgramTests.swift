import Glibc
import Testing

/// Plugins as a shell and a user at the prompt meet them: the examples, and programs that mean harm.
@Suite(.serialized, .ownThread)
struct PluginProgramTests {
  private static let repository = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  let machine: Machine

  init() throws {
    machine = try Machine()
    for folder in ["data", "data/howdah", "data/howdah/plugins"] { mkdir(machine.folder.file(folder), 0o700) }
  }

  /// Puts an example, or a script, into the plugin folder.
  private func install(_ name: String, _ script: String? = nil) throws {
    let path = machine.folder.file("data/howdah/plugins/howdah-\(name)")
    let example = "/\(Self.repository)/Examples/plugins/howdah-\(name)"
    try Files.write(try script.map { "#!/bin/sh\n\($0)\n" } ?? Files.text(example), to: path)
    chmod(path, 0o755)
  }

  @Test func exampleInShellCountsWhoHasPosted() throws {
    try install("today")
    let run = try machine.howdah("--sandbox", "today", "20")
    #expect(run.code == 0, "\(run.everything)")
    #expect(run.lines.first == "Who has posted")
    #expect(run.lines.contains { $0.hasPrefix("@rook ") })
    let json = try JSON(try machine.howdah("--sandbox", "today", "20", "--json").output)
    #expect(json["plugin"]?.string == "today")
    #expect(json["documents"]?.array?.count == 2)
    let wrong = try machine.howdah("--sandbox", "today", "soon")
    #expect(wrong.code == 2)
    #expect(wrong.error == "! today takes a number.\n  An example: today 20.\n")
  }

  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0)) func exampleInPythonReadsTheScreenAndAsksForACommand()
    throws
  {
    try install("wordcount")
    let alone = try machine.howdah("--sandbox", "wordcount")
    #expect(alone.code == 1)
    #expect(alone.error == "! There are no posts here.\n  Show some first: home.\n")
    let asked = try machine.howdah("--sandbox", "-c", "home --limit 3\nwordcount 1-2 --bookmark")
    #expect(asked.code == 7)
    #expect(asked.output.contains("Posts  2"))
    #expect(asked.error.contains("wordcount asks for “bookmark”, which you have not allowed."))
    let allowed = try machine.howdah("--sandbox", "plugins", "allow", "wordcount", "bookmark")
    #expect(allowed.output == "wordcount may ask for bookmark.\n")
    let done = try machine.howdah("--sandbox", "-c", "home --limit 3\nwordcount 1-2 --bookmark\nbookmarks")
    #expect(done.code == 0, "\(done.everything)")
    #expect(done.output.contains("Bookmarked"))
    // Another version of the program has to be allowed again.
    try install("wordcount", "echo '{\"run\": \"bookmark 1\"}'")
    let changed = try machine.howdah("--sandbox", "-c", "home --limit 3\nwordcount")
    #expect(changed.code == 7)
    #expect(changed.error.contains("but its file has changed since"))
  }

  @Test(arguments: ["TERM", "HUP"]) func itEndsWithTheProgramThatASignalEnds(_ signal: String) throws {
    let mark = machine.folder.file("mark")
    try install("forever", "echo $$ > \(mark).new; mv \(mark).new \(mark); while :; do sleep 1; done")
    let run = try machine.shell(
      """
      howdah --sandbox forever & while ! [ -s \(mark) ]; do :; done; kill -\(signal) $!; wait $!; code=$?
      # Whoever inherits it may not have noted its end.
      while read -r _ _ state _ 2>/dev/null < "/proc/$(cat \(mark))/stat"; do [ "$state" = Z ] && break; done
      echo "gone $code"
      """)
    #expect(run.output.contains("gone \(signal == "TERM" ? 143 : 129)"), "\(run.everything)")
  }

  @Test func emptyOutputIsAnAnswerAndExitCodesAreNotSignals() throws {
    try install("empty", ":")
    let json = try JSON(try machine.howdah("--sandbox", "empty", "--json").output)
    #expect(json["plugin"]?.string == "empty" && json["text"]?.string == "")
    #expect(try machine.howdah("--sandbox", "empty").output.isEmpty)
    try install("code", "exit 200")
    #expect(try machine.howdah("--sandbox", "code").error.hasPrefix("! code failed (200)."))
  }

  @Test func secretsOfTheEnvironmentAreKeptFromIt() throws {
    try install("spy", "env; cat")
    let run = try machine.shell(
      "howdah --sandbox -c 'home; spy'",
      environment: ["HOWDAH_TOKEN": "hunter2", "GITHUB_TOKEN": "hunter2", "HOWDAH_PASSPHRASE": "hunter2"])
    #expect(run.code == 0)
    #expect(run.output.contains("HOWDAH_PLUGIN=spy"))
    #expect(!run.everything.contains("hunter2"))
    #expect(!run.everything.lowercased().contains("\"token\""))
  }

  /// Programs that mean harm, the sentence that is printed, and the exit code.
  @Test(arguments: [
    ("printf '\\033[2J\\033]52;c;AAAA\\007\\033[31mred\\n'", "red\n", 0),
    ("printf 'out' > /dev/tty; echo done", "done\n", 0),
    ("printf 'caf\\351 \\377\\000 done\\n'", "caf\u{FFFD} \u{FFFD} done\n", 0),
    ("head -c 10000000 /dev/zero | tr '\\0' x", "! plug was ended because it printed more than 1 MB.", 1),
    ("yes", "! plug was ended because it printed more than 1 MB.", 1),
    ("echo '{\"run\": \"delete 1\"}'", "! plug asks for “delete”, which you have not allowed.", 7),
    ("echo '{oops'", "! plug printed invalid JSON in line 1.", 7),
    ("kill -SEGV $$", "! plug was ended by signal 11.", 1),
    ("exit 77", "! plug failed (77).", 1),
    ("exec /nonexistent/program", "! plug failed (127).", 1),
  ])
  func hostileProgramIsOneSentence(_ script: String, _ sentence: String, _ code: Int) throws {
    try install("plug", script)
    let run = try machine.howdah("--sandbox", "plug")
    #expect(run.code == Int32(code))
    #expect(run.everything.contains(sentence), "\(run.everything.prefix(300))")
    #expect(!run.everything.contains("\u{1B}") && !run.everything.contains("\u{7}"))
  }

  /// The options of a run, and what the tables of both examples begin with.
  @Test(
    .enabled(if: access("/usr/bin/python3", X_OK) == 0),
    arguments: [
      ("--width 40", "account +posts", "account +words"), ("--width 80", "account +posts", "account +words"),
      ("--plain", "@rook, posts: [1-9]", "@[a-z@.]+, words: [1-9]"),
      ("--json", #""columns":."account","posts"."#, #""columns":."account","words"."#),
    ])
  func examplesLookAndSoundLikeOurOwn(_ options: String, _ today: String, _ words: String) throws {
    for name in ["today", "wordcount"] { try install(name) }
    for (commands, expected) in [("today 20", today), ("home --limit 3; wordcount 1-2", words)] {
      let run = try machine.shell("howdah --sandbox \(options) -c '\(commands)'")
      #expect(run.code == 0, "\(run.everything)")
      #expect(run.output.contains(try Regex(expected)), "\(run.output)")
      if options == "--width 40" { #expect(run.lines.allSatisfy { $0.count <= 40 }) }
    }
  }

  @Test func commandOfHowdahWins() throws {
    try install("home", "echo hijacked")
    let run = try machine.howdah("--sandbox", "home", "--limit", "1")
    #expect(!run.output.contains("hijacked"))
    let list = try machine.howdah("--sandbox", "plugins")
    #expect(list.output.contains("Not a command: “home” is a command of Howdah."))
  }

  @Test func shellCompletesIt() throws {
    try install(
      "probe", "echo '{\"help\": \"Try things\", \"options\": [{\"name\": \"deep\"}], \"arguments\": [\"today\"]}'")
    #expect(try machine.shell("howdah __complete zsh prob").output == "probe\tA plugin of yours\n")
    #expect(try machine.shell("howdah __complete zsh probe ''").output == "today\n")
    #expect(try machine.shell("howdah __complete zsh probe --dee").output == "--deep\n")
    #expect(try machine.shell("howdah __complete zsh prob").output == "probe\tTry things\n")
    #expect(try machine.shell("howdah __complete zsh help prob").output.hasPrefix("probe"))
    #expect(try machine.shell("howdah __complete zsh plugins prob").output.hasPrefix("probe"))
  }

  @Test func pluginIsShownAndMisspeltNameGetsASuggestion() throws {
    for name in ["probe", "other"] { try install(name, "echo '{\"help\": \"Try things\"}'") }
    let one = try machine.howdah("--sandbox", "plugins", "probe").output
    #expect(one.contains("Try things") && one.contains("howdah-probe") && one.contains("May ask for nothing."))
    #expect(!one.contains("howdah-other"))
    for words in [["prbe"], ["allow", "prbe", "fav"], ["disallow", "prbe"]] {
      let wrong = try machine.howdah("--sandbox", "-c", "plugins \(words.joined(separator: " "))")
      #expect(wrong.code == 4)
      #expect(wrong.error == "! There is no plugin “prbe”.\n  Did you mean probe?\n")
    }
    #expect(try machine.howdah("--sandbox", "plugins", "quite-else").error.contains("Type plugins for a list."))
    #expect(try machine.howdah("--sandbox", "plugins", "probe", "fav").code == 2)
  }

  @Test func controlCEndsItAndTheLineBeingTypedStays() throws {
    try install("slow", "trap '' INT TERM; echo $$ > $HOME/id; sleep 600")
    let terminal = try TmuxTerminal("howdah --no-live", on: machine)
    try terminal.wait(forPrompt: "sandbox · home")
    try terminal.enter("slow")
    let file = machine.folder.file("id")
    let id = try Deadline.first("the plugin") {
      access(file, R_OK) == 0 ? Int32(try Files.text(file).split(separator: "\n").first ?? "") : nil
    }
    try terminal.press("C-c")
    try terminal.wait(forText: "Stopped.")
    try terminal.wait(forPrompt: "sandbox · home")
    #expect(kill(id, 0) == -1 && errno == ESRCH)
    // It is completed and coloured as a command.
    try terminal.type("slo")
    try terminal.press("Tab")
    try terminal.wait(for: "the name") { $0.cursorLine.hasSuffix("slow") }
  }
}
