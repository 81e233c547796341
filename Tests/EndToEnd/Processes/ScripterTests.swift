import Testing

/// A scripter's lines, with common mistakes, and their results.
@Suite(.serialized, .ownThread)
struct ScripterTests {
  /// Before, it was a post that read `-`.
  @Test func aHyphenIsStandardInputWhereThatIsFree() throws {
    let run = try Machine().howdah("--sandbox", "-c", "post -\nhome --limit 1", input: "hello there\n")
    #expect(run.code == 0 && run.output.contains("hello there"), "\(run.everything)")
    for script in ["post -\n", "list create A; post --cw x -\n"] {
      let refused = try Machine().howdah("--sandbox", input: script)
      #expect(refused.code == 2 && refused.error.contains("“-” stands for standard input"), "\(refused.everything)")
    }
    let quoted = try Machine().howdah("--sandbox", input: "post \"-\"\n")
    #expect(quoted.code == 0, "\(quoted.everything)")
  }

  @Test(arguments: [
    ["home", "--as", "--json"], ["fav", "1", "--as", "--json"], ["home", "--width", "--json"],
    ["home", "--color", "--json"],
    ["home", "--account", "--json"], ["--json", "--bogus"],
  ])
  func anErrorIsJSONWhereJSONIsAskedFor(arguments: [String]) throws {
    let run = try Machine().howdah(arguments)
    #expect(run.code == 2 && run.output.isEmpty, "\(run.everything)")
    #expect(try JSON(run.error)["error"]?["code"]?.string == "usage", "\(run.everything)")
    let variable = try Machine().howdah(["--bogus"], environment: ["HOWDAH_JSON": "1"])
    #expect(try JSON(variable.error)["error"]?["code"]?.string == "usage", "\(variable.everything)")
  }

  /// Each in a sandbox of its own.
  @Test(arguments: [
    // A name ends where its command ends, and quotes are not part of it.
    ("list create Night shift; lists", "Created the list “Night shift”.\nLists\n"),
    ("list create \"Night; shift\"; lists", "Created the list “Night; shift”.\nLists\n"),
    ("list create \"Night \\\"quoted\\\" shift\"", "Created the list “Night \"quoted\" shift”.\n"),
    ("list create 'Rook; Wren'; list delete 'Rook; Wren' --yes", "Deleted the list “Rook; Wren”."),
    ("list create Night\\ shift; lists", "Created the list “Night shift”.\nLists\n"),
    ("list create Rook's list; lists", "Created the list “Rook's list”.\nLists\n"),
    ("list create; title Boats; save; lists", "Saved the new list “Boats”."),
    ("group create; title Bees; sources bee honey; save", "sources: #bee, #honey\nSaved the new group “Bees”."),
    (
      "servers add shore.example Shore; servers",
      "Added Shore to the servers that you read without an account.\nServers\n"
    ),
    ("filter create Noise --keyword rain; filters", "Created the filter “Noise”."),
    ("search bee; home --limit 1", "Search · bee\n"),
    ("list create A B; list members A B | wc -c", "Created the list “A B”."),
    // Texts of whole sentences keep theirs.
    ("note @rook Likes; herons\nnote @rook", "Your note about Rook: Likes; herons"),
    // Case, full-width digits and other spellings.
    ("server RULES", "Rules of sandbox.example"), ("server", "Software      Mastodon 4.7.0"),
    ("home --limit 3; fav １－２", "Favourited "), ("home --limit 3; １", "Thread · 1 post"),
    ("home --lang en --limit 1", "Home · "), ("home --language English --limit 1", "Home · "),
    ("post --lang en Hello", "https://"), ("post --language en Hello", "https://"),
    ("follow @rook --lang en", "only posts in en"), ("follow @rook --language en,ja", "only posts in en, ja"),
    ("follow @rook --languages en", "only posts in en"),
    ("help list create", "list\n"), ("help Language", "The command language of Howdah"),
    ("man language", ".TH HOWDAH-LANGUAGE 7"),
    // A file from Windows.
    ("\u{FEFF}home --limit 1", "Home · "), ("home --limit 1\r\nlists\r\n", "Lists\n"),
  ])
  func isUnderstood(_ line: String, _ output: String) throws {
    let run = try Machine().howdah("--sandbox", "-c", line)
    #expect(run.code == 0 && run.error.isEmpty && run.output.contains(output), "\(run.everything)")
  }

  /// The names in commands that `undo` types are read as they were.
  @Test(arguments: ["A; B", "| date", "> x", "&", "12\" records", "Rook's", "a\\b", "-- x", "#canal", "Night shift"])
  func aNameIsTakenBackAsItWas(_ name: String) throws {
    let machine = try Machine()
    let first = try machine.howdah("--sandbox", "list", "create", "--", name)
    #expect(first.code == 0 && first.output.contains("“\(name)”"), "\(first.everything)")
    let run = try machine.howdah("--sandbox", "--yes", "-c", "lists; list rename 1 Other; undo; lists")
    #expect(run.code == 0 && run.output.hasSuffix(" 1  \(name)\n    replies to members\n"), "\(run.everything)")
  }

  @Test(arguments: [
    ("list create \"Night; shift", "! A quotation mark is not closed.\n"),
    ("home --limit 2; fav 3-1", "! “3-1” goes backwards.\n  Write 1-3.\n"),
    ("home --limit 2; fav 1-999999", "! “1-999999” is too long.\n  A range has at most 100 numbers.\n"),
    (
      "home --limit 2; fav 1,,2",
      "! “1,,2” is not a list of numbers.\n  Write 1-3 for a range, and 1,4,6 for several.\n"
    ),
    ("home --limit 2; fav 1-", "! “1-” is not a list of numbers.\n"),
    ("home --limit 2; fav 3", "! No post 3 on this screen.\n  The numbers go from 1 to 2.\n"),
    ("home # every morning", "! Unexpected argument “#”.\n  A comment needs a line of its own.\n"),
    ("home & local", "! Unexpected argument “&”.\n  Put the & at the end of the line"),
    ("home --limit 1 &", "! & works only at the prompt.\n"),
    ("help langage", "! No command or topic “langage”.\n  Did you mean help language?\n"),
    ("help scirpts", "! No command or topic “scirpts”.\n  Did you mean help scripts?\n"),
    ("delete list Foo", "! “list” is not a number on this screen, an id or an address.\n  Did you mean list delete?\n"),
    (
      "edit filter Foo",
      "! “filter” is not a number on this screen, an id or an address.\n  Did you mean filter edit?\n"
    ),
    (
      "follow requests",
      "! “requests” could be an account, but follow-requests is a command.\n  Did you mean follow-requests?"
    ),
    ("home --lng en", "! Unknown option “--lng”.\n  Did you mean --language?\n"),
  ])
  func isRefused(_ line: String, _ error: String) throws {
    let run = try Machine().howdah("--sandbox", "-c", line)
    #expect(run.code == 2 && run.error.hasPrefix(error) || run.error.contains(error), "\(run.everything)")
  }

  /// The list is of another run, so that listing them does not help.
  @Test(arguments: [
    ("suggestions dismiss 1", "suggestions"), ("follow-requests accept 1", "follow-requests"), ("fav 1", "home"),
  ])
  func aSingleCommandWithoutATerminalSaysWhereNumbersComeFrom(_ line: String, _ listing: String) throws {
    let run = try Machine().shell("howdah --sandbox \(line)")
    let advice = "Without a terminal, show some in the same run: -c '\(listing); …'. Or give an id."
    #expect(run.code == 2 && run.error.replacing("\n  ", with: " ").contains(advice), "\(run.everything)")
    let script = try Machine().howdah("--sandbox", "-c", line)
    #expect(script.error.contains("Show some first: \(listing)."), "\(script.everything)")
  }

  @Test(arguments: [
    ("--later home", "! --later goes after the command.\n  Type howdah COMMAND --later.\n"),
    ("--json --as @rook home", "Type howdah COMMAND --as ACCOUNT."),
  ])
  func anOptionOfACommandBeforeItIsExplained(_ words: String, _ error: String) throws {
    let run = try Machine().shell("howdah \(words)")
    #expect(run.code == 2 && run.error.contains(error), "\(run.everything)")
  }

  @Test func dashOpensThePreviousPostAsDotOpensTheLast() throws {
    let run = try Machine().shell("howdah --sandbox -c home; HOWDAH_SANDBOX=1 howdah -")
    #expect(run.code == 2 && run.error.hasPrefix("! “-” means the post before “.”"), "\(run.everything)")
  }

  @Test func aTextOnStandardInputHasNoByteOrderMark() throws {
    let run = try Machine().howdah("--sandbox", "--dry-run", "--json", "post", "-", input: "\u{FEFF}Good morning\r\n")
    #expect(run.output.contains(#""value":"Good morning""#), "\(run.everything)")
  }

  @Test func withoutAHomeTheErrorSaysWhatToDo() throws {
    let run = try Machine().shell("env -u HOME -u XDG_CONFIG_HOME -u XDG_DATA_HOME howdah --sandbox home")
    #expect(run.code == 1 && run.error.hasSuffix("  Set HOME to your home directory.\n"), "\(run.everything)")
  }

  /// Before, a device such as /dev/null was replaced by a file.
  @Test func outputGoesToADeviceAndReplacesNoneAndKeepsTheModeOfAFile() throws {
    let machine = try Machine()
    let run = try machine.shell(
      """
      cd; ln -s /dev/null null; mkfifo pipe; mkdir folder; echo old > open; chmod 644 open
      howdah --sandbox -c 'home --limit 1 > null' && howdah --sandbox -c 'home --limit 1 >> null'
      for file in pipe folder; do howdah --sandbox --yes -c "home --limit 1 > $file"; echo $?; done
      howdah --sandbox --yes -c 'home --limit 1 > open' && howdah --sandbox -c 'home --limit 1 > fresh'
      stat -L -c '%F %a' null pipe open fresh
      """)
    #expect(run.output.contains("\n7\n7\n"), "\(run.everything)")
    #expect(
      run.error.contains("! pipe is a pipe that no program reads.\n") && run.error.contains("! folder is a folder.\n"),
      "\(run.error)")
    let kinds = "character special file 666\nfifo 644\nregular file 644\nregular file 600\n"
    #expect(run.output.hasSuffix(kinds), "\(run.output)")
  }

  /// As in every other command.
  @Test func settingsAreReadFromStandardInput() throws {
    let machine = try Machine()
    let run = try machine.howdah("--sandbox", "settings", "import", "-", input: "page = 12\nwings = on\n")
    #expect(run.code == 8 && run.output.hasPrefix("Set 1 setting from -."), "\(run.everything)")
    #expect(try machine.howdah("--sandbox", "get", "page").output.contains("12"))
    let missing = try machine.howdah("--sandbox", "settings", "import", "/dev/zero")
    #expect(missing.code == 7 && missing.error.contains("Name another file."), "\(missing.everything)")
  }

  /// The words are quoted again, so that the line means the same.
  @Test func aSuggestedLineHasTheQuotesThatTheShellRemoved() throws {
    let run = try Machine().howdah("--sandbox", "post", "--cw", "two words", "--visibility", "public")
    #expect(run.code == 2 && run.error.contains("post --cw \"two words\" --visibility public"), "\(run.everything)")
  }

  @Test func aLineInOrdinaryWordsIsUnderstoodAlsoBeforeAnythingHasANumber() throws {
    let run = try Machine().howdah("--sandbox", "fav", "the", "second")
    #expect(run.code == 2 && run.error.contains("Did you mean fav 2?"), "\(run.everything)")
    #expect(run.error.contains("'home; …'"), "\(run.everything)")
  }
}
