import Testing

/// A day's use from a shell, against a server in another process.
@Suite(.serialized, .ownThread)
struct ActingTests {
  private let machine: Machine
  private let server: SandboxProcess

  init() throws {
    machine = try Machine()
    server = try machine.signIn()
  }

  @Test func postAppearsInTimelineAndThread() throws {
    let post = try machine.howdah("post", "Hello", "from", "a", "shell; and a semicolon")
    #expect(post.code == 0)
    #expect(post.output.hasPrefix("https://") || post.output.hasPrefix("http://"), "the link and nothing else")
    #expect(post.lines.count == 1 && post.output.contains("/@"), "\(post.output)")
    let home = try machine.howdah("home", "--limit", "1")
    #expect(home.output.contains("Hello from a shell; and a semicolon"))
    #expect(try machine.howdah("-c", "home --limit 1; reply 1 And an answer.").code == 0)
    let thread = try machine.howdah("-c", "home --limit 2; open 2")
    #expect(thread.output.contains("Hello from a shell"))
    #expect(thread.output.contains("And an answer."))
  }

  /// Half of the year the offset is another one; the zone's rules are in its name.
  @Test(arguments: [
    ("EST5EDT,M3.2.0,M11.1.0", "2027-07-01 10:00", "2027-07-01T14:00:00.000Z"),
    ("EST5EDT,M3.2.0,M11.1.0", "2027-01-15 10:00", "2027-01-15T15:00:00.000Z"),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2027-07-01 10:00", "2027-06-30T23:30:00.000Z"),
    ("<+0530>-5:30", "2027-07-01 10:00", "2027-07-01T04:30:00.000Z"),
  ])
  func aPostIsScheduledWithTheClocksOfItsDate(_ zone: String, _ time: String, _ sent: String) throws {
    let run = try machine.shell("TZ='\(zone)' howdah post x --at '\(time)' --dry-run --json")
    #expect(run.code == 0 && run.output.contains(sent), "\(run.everything)")
  }

  /// A text without its line breaks.
  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func aTimeThatTheClocksSkipIsRefused() throws {
    let run = try machine.shell("TZ='EST5EDT,M3.2.0,M11.1.0' howdah post x --at '2027-03-14 02:30'")
    #expect(run.code == 2 && run.output.isEmpty, "\(run.everything)")
    #expect(oneLine(run.error).contains("There is no 02:30 on 14 Mar 2027: the clocks go forward from 02:00 to 03:00."))
  }

  @Test func aProxyThatCannotBeUsedIsNamedWithoutItsPassword() throws {
    for (value, words) in [
      ("socks4://rook:secret@proxy.example", "ALL_PROXY names a proxy of the kind socks4, which is not supported."),
      ("http://rook:secret@127.0.0.1:1", "the proxy does not answer: http://127.0.0.1:1 (ALL_PROXY)."),
    ] {
      let run = try machine.shell("ALL_PROXY='\(value)' howdah home")
      // A proxy that does not answer is a network that is away: what was read before is shown.
      #expect((run.code == 0) == value.hasPrefix("http:") && oneLine(run.error).contains(words), "\(run.everything)")
      let direct = try machine.shell("ALL_PROXY='\(value)' NO_PROXY=localhost,127.0.0.1 howdah home --limit 1")
      #expect(direct.code == 0, "\(direct.everything)")
      let report = try machine.shell("ALL_PROXY='\(value)' howdah diagnose")
      #expect(report.output.contains("(ALL_PROXY)") || report.output.contains("ALL_PROXY, which can't be used"))
      #expect(!(run.everything + report.everything).contains("secret"))
    }
  }

  @Test(arguments: [("fav", "favourited"), ("boost", "boosted"), ("bookmark", "bookmarked")])
  func actsAreSeenInTheNextRun(_ verb: String, _ key: String) throws {
    let home = try JSON(machine.howdah("home", "--json").output)
    let posts = try #require(home["items"]?.array)
    let number =
      try #require(posts.firstIndex { $0[key]?.bool == false && $0["account"]?["acct"]?.string != "you" }) + 1
    func isSo() throws -> Bool? {
      try JSON(machine.howdah("home", "--json").output)["items"]?.array?[number - 1][key]?.bool
    }
    #expect(try machine.howdah("-c", "home; \(verb) \(number)").code == 0)
    #expect(try isSo() == true)
    #expect(try machine.howdah("-c", "home; un\(verb) \(number)").code == 0)
    #expect(try isSo() == false)
  }

  /// Runs commands one after the other on a terminal of its own; what they are to keep is redirected into files.
  private func onTerminal(_ commands: String) throws {
    try Files.write(commands, to: machine.folder.file("commands"))
    _ = try machine.shell("script -qec 'sh $HOME/commands' $HOME/typescript > $HOME/screen")
  }

  private func kept(_ name: String) throws -> String { try Files.text(machine.folder.file(name)) }

  /// Before, `--sandbox post TEXT --as @you` published the text.
  @Test(arguments: [
    ["--sandbox", "post", "leak", "--as", "@you"], ["--sandbox", "post", "leak", "--as", "@you", "--dry-run"],
  ])
  func sandboxAndAsCannotBeCombined(arguments: [String]) throws {
    let run = try machine.howdah(arguments)
    #expect(run.code == 2 && run.error.contains("--sandbox and --as can't be combined."), "\(run.everything)")
    #expect(try machine.howdah("profile", "@me", "--limit", "1").output.contains("leak") == false)
  }

  @Test func switchTakesANameWithoutItsHost() throws {
    for name in ["@you", "you", "@you@\(server.host)"] {
      let run = try machine.howdah("switch", name)
      #expect(run.code == 0 && run.output.contains("Switched to @you@\(server.host)"), "\(run.everything)")
    }
  }

  /// Ids of scheduled posts have few digits, also on Mastodon; a number that nothing was shown for names none of them.
  @Test func aShortIDIsNoNumberOnTheScreen() throws {
    for (text, time) in [("Alpha", "6d"), ("Beta", "3d")] {
      #expect(try machine.howdah("post", text, "--at", time).code == 0)
    }
    let list = try JSON(machine.howdah("scheduled", "--json").output)["items"]?.array ?? []
    let id = try #require(list.first { $0["text"]?.string == "Alpha" }?["id"]?.string)
    let refused = try machine.howdah("scheduled", "cancel", id, "--yes")
    #expect(refused.code == 2 && refused.error.contains("write id:\(id)."), "\(refused.everything)")
    let cancelled = try machine.howdah("scheduled", "cancel", "id:\(id)", "--yes", "--json")
    #expect(try JSON(cancelled.output)["scheduled_id"]?.string == id, "\(cancelled.everything)")
    try onTerminal("howdah scheduled; howdah scheduled cancel id:2 --yes --json > $HOME/cancelled")
    #expect(try JSON(kept("cancelled"))["scheduled_id"]?.string == "2")
  }

  /// The screen of a single command is left with it, so its last line names only what works then.
  @Test func theLastLineOfASingleCommandNamesWhatWorksNext() throws {
    try onTerminal("howdah notifications --limit 1; howdah older --limit 1; howdah lists")
    let screen = try kept("screen")
    #expect(screen.contains("Type older, or open, reply or dismiss with a number."), "\(screen)")
    for word in ["clear", "create", "back"] {
      #expect(
        !screen.contains("Type \(word)") && !screen.contains(", \(word)") && !screen.contains("or \(word)"), "\(screen)"
      )
    }
  }

  @Test func numbersReferToTheTerminalsLastScreen() throws {
    try onTerminal(
      """
      howdah open 1 > $HOME/nothing 2>&1; echo $? > $HOME/code
      howdah home --limit 3
      howdah link 2 > $HOME/second
      howdah notifications --limit 1 > $HOME/page
      howdah notifications --limit 1 --json
      howdah -c 'notifications; open 1' > $HOME/page
      howdah home --limit 9 | cat
      setsid -w howdah notifications --limit 1 > $HOME/page
      howdah post 'By a script.' > $HOME/sent
      howdah link 2 > $HOME/again
      howdah link 4 > $HOME/nothing 2>&1; echo $? >> $HOME/code
      """)
    #expect(try kept("code") == "2\n2\n", "nothing was printed before, and no fourth post after")
    #expect(try kept("again") == kept("second"))
    #expect(try kept("second").contains("http"))
    // Another terminal has shown nothing, and without one there are no numbers.
    try onTerminal("howdah link 2 > $HOME/other; echo $? > $HOME/code")
    #expect(try kept("other") == "" && kept("code") == "2\n")
    #expect(try machine.howdah("link", "2").code == 2)
    let address = try kept("second").filter { !$0.isWhitespace }
    #expect(try machine.howdah("open", address).code == 0, "an address serves as well")
  }

  @Test func readingInAScriptMarksNothing() throws {
    func unread(_ options: String...) throws -> (unread: Int?, items: [JSON]) {
      let run = try machine.shell("howdah notifications --json \(options.joined(separator: " "))")
      let answer = try JSON(run.output)
      return (answer["unread"]?.int, answer["items"]?.array ?? [])
    }
    let first = try unread()
    let total = try #require(first.unread)
    #expect(total > 1 && total >= first.items.count { $0["unread"]?.bool == true })
    #expect(try machine.howdah("notifications").output.hasPrefix("Notifications · "))
    try onTerminal("howdah notifications > $HOME/page; howdah notifications --json; howdah -c notifications | cat")
    #expect(try unread("--limit", "1").unread == total, "what is not on the page is counted too")
    #expect(try unread("--mark-read").unread == total)
    #expect(try unread().unread == 0)
  }

  @Test func readingOnATerminalMarksAsRead() throws {
    try onTerminal("howdah notifications")
    #expect(try JSON(machine.howdah("notifications", "--json").output)["unread"]?.int == 0)
  }

  @Test func notificationsNameActorAndAction() throws {
    let notifications = try machine.howdah("-c", "notifications; open 1")
    #expect(notifications.code == 0)
    #expect(notifications.output.hasPrefix("Notifications"))
  }

  @Test func aTextComesThroughAPipeWhole() throws {
    let text = "First line; with a semicolon,\n/a slash, “quotes” and \"quotes\",\n\n日本 👩🏽‍🔧."
    #expect(try machine.howdah("post", "--cw", "long", "-", input: text + "\n\n").code == 0)
    let post = try JSON(machine.howdah("home", "--json", "--limit", "1").output)["items"]?.array?.first
    #expect(post?["text"]?.string == text)
    #expect(post?["content_warning"]?.string == "long")
    let id = try #require(post?["id"]?.string)
    #expect(try machine.howdah("reply", id, "-", input: "An answer.").code == 0)
    let nothing = try machine.howdah("post", input: "never read")
    #expect(nothing.code == 2)
    #expect(nothing.error.contains("No text given"))
  }

  @Test func aPictureGoesAlongWithItsDescription() throws {
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    let setUp = "cd $HOME && printf %s '\(dot)' | base64 -d > 'a dot.png' && printf hello > note.txt &&"
    let post = try machine.shell(
      "\(setUp) howdah post --attach 'a dot.png' --alt 'A dot.' --attach './a dot.png' --alt '' --sensitive Two dots")
    #expect(post.code == 0, "\(post.everything)")
    let sent = try JSON(machine.howdah("home", "--json", "--limit", "1").output)["items"]?.array?.first
    #expect(sent?["media"]?.array?.map { $0["description"]?.string } == ["A dot.", nil])
    #expect(sent?["sensitive"]?.bool == true)
    // What is refused is refused before anything is sent, and kept.
    for (file, words, code) in [("none.png", "none.png does not exist.", 4), ("note.txt", "note.txt is ", 7)] {
      let refused = try machine.shell("cd $HOME && howdah post --attach \(file) --alt x hello \(file)")
      #expect(refused.code == code)
      #expect(
        refused.error.contains("! \(words)") && refused.error.contains("Your post is saved as a draft."),
        "\(refused.error)")
    }
    // A draft finds its file from any folder.
    _ = try machine.shell("cd $HOME && howdah post --attach 'a dot.png' one more")
    let resumed = try machine.shell("cd / && howdah -c 'drafts; draft 1; /describe 1 Another dot.; /send; open .'")
    #expect(resumed.code == 0, "\(resumed.everything)")
    #expect(resumed.output.contains("Another dot."))
  }

  @Test func focusAndThumbnailReachTheServer() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    // A sound: a frame of MP3 and silence.
    let setUp =
      "cd $HOME && printf %s '\(dot)' | base64 -d > dot.png"
      + " && { printf '\\377\\373\\220\\000'; head -c 4000 /dev/zero; } > sound.mp3 &&"
    let image = try machine.shell(
      "\(setUp) howdah post --attach dot.png --alt Dot --focus 0.25,-0.5 --json One dot")
    #expect(image.code == 0, "\(image.everything)")
    func sent(_ run: Machine.Run) throws -> JSON? {
      let id = try JSON(run.output)["id"]?.string ?? ""
      return try server.get("/api/v1/statuses/\(id)")["media_attachments"]?.array?.first
    }
    let focus = try sent(image)?["meta"]?["focus"]
    #expect(focus?["x"]?.number == 0.25 && focus?["y"]?.number == -0.5, "\(image.everything)")
    let sound = try machine.shell(
      "\(setUp) howdah post --attach sound.mp3 --alt Hum --thumbnail dot.png --json A hum", environment: [:])
    #expect(sound.code == 0, "\(sound.everything)")
    let audio = try sent(sound)
    #expect(audio?["type"]?.string == "audio")
    #expect(audio?["preview_url"]?.string?.hasSuffix(".png") == true, "\(String(describing: audio))")
    let wrong = try machine.shell("\(setUp) howdah post --attach dot.png --alt Dot --focus 2,0 One dot")
    #expect(wrong.code == 2 || wrong.code == 7, "\(wrong.everything)")
  }

  @Test(arguments: [
    ("list create", "list create NAME @NAME…"), ("filter create", "filter create NAME --keyword WORD"),
    ("group create", "group create NAME SOURCE…"), ("servers add", "servers add HOST"),
    ("profile edit", "profile edit --name NAME --bio TEXT"),
  ])
  func aFormThatASingleCommandOpensNamesItsLine(_ command: String, _ line: String) throws {
    let run = try machine.shell("howdah --sandbox \(command) < /dev/null")
    #expect(run.code == 2 && run.error.contains("Put it in one line: \(line)\n"), "\(run.everything)")
  }

  @Test func aFormThatASingleCommandCannotFinishIsAnError() throws {
    for (words, line) in [
      (["group", "create", "Night"], "group create NAME SOURCE…"), (["servers", "add", "Bees"], "servers add HOST"),
      (["filter", "create", "Bees"], "filter create NAME --keyword WORD"),
    ] {
      let run = try machine.shell("howdah --sandbox \(words.joined(separator: " "))")
      #expect(run.code == 2, "\(run.everything)")
      #expect(run.error.contains("Give everything on one line: \(line)\n"), "\(run.everything)")
    }
    #expect(try machine.howdah("--sandbox", "group", "create", "Night", "#night").code == 0)
  }

  @Test func boostsGoToWhomTheUserNames() throws {
    let machine = try Machine()
    let server = try machine.signIn()
    let home = try JSON(machine.howdah("home", "--limit", "40", "--json").output)["items"]?.array ?? []
    let others = home.filter { $0["account"]?["acct"]?.string == "heron" && $0["boosted_by"]?.keys.isEmpty != false }
    let ids = others.compactMap { $0["id"]?.string }
    guard ids.count > 1 else { throw Problem("nothing to boost: \(home.count)") }
    for (id, (who, visibility)) in zip(ids, [("followers", "private"), ("unlisted", "unlisted")]) {
      let boost = try machine.howdah("boost", id, "--visibility", who)
      #expect(boost.code == 0, "\(boost.everything)")
      let you = try server.get("/api/v1/accounts/lookup?acct=you")["id"]?.string ?? ""
      let newest = try server.get("/api/v1/accounts/\(you)/statuses?limit=1").array?.first
      #expect(newest?["reblog"]?["id"]?.string == id)
      #expect(newest?["visibility"]?.string == visibility)
    }
    let refused = try machine.howdah("boost", ids.first ?? "", "--visibility", "direct")
    #expect(refused.code == 2, "\(refused.everything)")
  }

  @Test func unsentTextOfAScriptIsKept() throws {
    let run = try machine.howdah(input: "post\nhalf a thought\n")
    // Whoever runs it must not believe that it was posted.
    #expect(run.code == 2 && run.error.contains("The script ended without sending the text."), "\(run.everything)")
    #expect(run.output.contains("saved as a draft"))
    #expect(try machine.howdah("drafts").output.contains("half a thought"))
  }

  @Test(arguments: [
    ("-c 'home --limit 1; reply 1'", "reply 1 TEXT"),
    ("-c 'home --limit 2; report 2'", "report 2; category VALUE; send"),
    ("post --cw bees", "post --cw bees TEXT"), ("post | cat", ""),
    ("-c 'post \"half a thought\"; post'", "post TEXT"),
  ])
  func interactiveCommandsAreRefusedWithoutATerminal(_ command: String, _ line: String) throws {
    let run = try machine.shell("howdah \(command)")
    if !line.isEmpty {
      #expect(run.code == 2)
      #expect(run.error.contains("  Put it in one line: \(line)"), "\(run.error)")
    }
    #expect(!run.output.contains("/send") && !run.output.contains("line by line"), "\(run.output)")
    #expect(try machine.howdah("drafts").output.contains("No drafts."))
  }

  /// A semicolon ends the list's name.
  @Test func aFormAfterACommandWithANameIsFilledInOnOneLineOrLineByLine() throws {
    let run = try machine.howdah("-c", "list create", "--width", "200")
    #expect(run.code == 2 && run.error.contains("Put it in one line: list create; title VALUE; save\n"), "\(run.error)")
    for (separator, name) in [("; ", "Boats"), ("\n", "Locks")] {
      let words = ["list create", "title \(name)", "save"].joined(separator: separator)
      #expect(try machine.howdah("-c", words).output.contains("Saved the new list “\(name)”."))
    }
  }

  @Test func aRefusedSaveIsTheOnlyError() throws {
    let words = ["servers add shore.example", "servers add", "name shore.example", "save"].joined(separator: "\n")
    let run = try machine.howdah("--json", "-c", words)
    #expect(run.code == 7, "\(run.everything)")
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
  }

  @Test(arguments: ["post\n", "home --limit 1\nreply 1\n"])
  func aScriptThatEndsInAnEmptyComposerFails(_ script: String) throws {
    let run = try machine.howdah(input: script)
    #expect(run.code == 2)
    #expect(run.error.contains("! No text given"), "\(run.error)")
  }

  @Test func aKeptDraftIsNotTakenForSent() throws {
    _ = try machine.howdah(input: "post\nhalf a thought\n")
    let run = try machine.howdah("-c", "drafts; draft 1")
    #expect(run.code == 2)
    #expect(run.error.contains("Put it in one line: draft 1; /send"), "\(run.error)")
    #expect(try machine.howdah("-c", "drafts; draft 1; /send").code == 0)
  }

  @Test func parallelProcessesDoNotConflict() throws {
    let run = try machine.shell(
      "for n in 1 2 3 4; do howdah post number $n & howdah --sandbox post number $n & done; wait; howdah home --json")
    #expect(run.error == "")
    #expect(run.lines.count { $0.hasPrefix("http") } == 8, "\(run.everything)")
    let texts = try JSON(String(run.lines.last ?? ""))["items"]?.array?.compactMap { $0["text"]?.string } ?? []
    #expect(Set(texts).isSuperset(of: (1...4).map { "number \($0)" }))
  }

  @Test func twoAccountsOfOneMachineAreKeptApart() throws {
    try machine.signIn()
    _ = try machine.howdah("post", "only on the second")
    #expect(try machine.howdah("home", "--limit", "1").output.contains("only on the second"))
    let other = try machine.howdah("--account", "you@\(server.host)", "home", "--limit", "1")
    #expect(other.code == 0)
    #expect(!other.output.contains("only on the second"))
    #expect(try machine.howdah("--sandbox", "home").code == 0)
    #expect(try machine.howdah("--account", "nobody@\(server.host)", "home").code == 3)
    _ = try machine.howdah("switch", "you@\(server.host)")
    #expect(try !machine.howdah("home", "--limit", "1").output.contains("only on the second"))
  }
}
