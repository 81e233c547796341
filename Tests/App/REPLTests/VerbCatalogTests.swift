import FeatureKit
import Testing

@testable import REPL

/// Words that are not commands: what they run, and what the answer names.
@MainActor
@Suite struct VerbCatalogTests {
  private func verb(_ name: String, aliases: [String] = []) -> Verb {
    Verb(name, aliases: aliases, help: name) { .nothing }
  }

  private var catalog: VerbCatalog {
    VerbCatalog(
      layers: [
        VerbLayer("Here", [verb("create").formerly("new"), verb("fav", aliases: ["like"])]),
        VerbLayer(
          "Anywhere",
          [
            verb("boost"), verb("home"), verb("notifications"), verb("quit", aliases: ["exit", "q"]), verb("new"),
            Verb("vote", .option("ends", "DURATION"), help: "Vote") { _ in .nothing },
            Verb("get", .choice("NAME", ["live", "theme"]), help: "Get") { _ in .nothing },
          ]),
      ], elsewhere: [VerbLayer("notifications", [verb("dismiss")]), VerbLayer("composer", [verb("send")])],
      help: { HelpTables() })
  }

  @Test(arguments: [
    ("boost", "boost"), ("BOOST", "boost"), ("like", "fav"), ("retweet", "boost"), ("rt", "boost"),
    ("timeline", "home"), ("inbox", "notifications"), (":q", "quit"), ("new", "create"),
    ("q!", "quit"), ("ZZ", "quit"),
  ])
  func wordRunsACommand(_ word: String, _ name: String) { #expect(catalog.verb(named: word)?.name == name) }

  @Test func wordThatTurnsThePageIsExplainedAsThat() {
    var catalog = catalog
    catalog.elsewhere.append(VerbLayer("media", [verb("next", aliases: ["n"])]))
    #expect(catalog.explained("n")?.place == "media")
    catalog.layers.append(VerbLayer("Screen", [verb("older")]))
    #expect(catalog.explained("n")?.verb.name == "older")
  }

  /// `read` is a word for `open` in other clients, and a command of notifications.
  @Test func commandOfAnotherScreenComesBeforeAWordOfAnotherClient() {
    var catalog = catalog
    catalog.layers.append(VerbLayer("More", [verb("open")]))
    catalog.elsewhere.append(VerbLayer("notifications", [verb("read"), verb("open")]))
    #expect(catalog.isOnlyElsewhere("read") && catalog.isOnlyElsewhere("Read"))
    #expect(!catalog.isOnlyElsewhere("open") && !catalog.isOnlyElsewhere("cat"))
    #expect(catalog.unknown("read").message == "“read” isn't available here.")
  }

  /// `next` is a command of the media view too.
  @Test(arguments: [("next", "older"), ("n", "older"), ("prev", "newer"), ("previous", "newer"), ("p", "newer")])
  func wordThatTurnsThePageDoesSoWhereThereAreOlderPosts(_ word: String, _ name: String) {
    var catalog = catalog
    catalog.elsewhere.append(
      VerbLayer("media", [verb("next", aliases: ["n"]), verb("prev", aliases: ["previous", "p"])]))
    #expect(catalog.isOnlyElsewhere(word))
    catalog.layers.append(VerbLayer("More", [verb("older"), verb("newer")]))
    #expect(!catalog.isOnlyElsewhere(word) && catalog.verb(named: word)?.name == name)
  }

  @Test(arguments: [
    ("schedule", "Posts are scheduled with --at. Type help for a list of commands."),
    ("live", "“live” is a setting."),
    ("close", "There is nothing to close. Type quit."),
    (":w", "A text is saved with each line. Type help for a list of commands."),
    ("howdah", "You are in Howdah already. Leave out “howdah”."),
    ("dismiss", "“dismiss” isn't available here. Type notifications first."),
    ("send", "“send” isn't available here. Type help send."),
    ("clear", "“clear” deletes all notifications, on their screen. Ctrl-L clears the terminal. Type notifications."),
    ("ends", "“ends” is an option. Type vote --ends DURATION."),
    ("bost", "Unknown command “bost”. Did you mean boost?"), ("obost", "Unknown command “obost”. Did you mean boost?"),
    ("lime", "Unknown command “lime”. Type help for a list of commands."),
    ("suit", "Unknown command “suit”. Type help for a list of commands."),
    ("timline", "Unknown command “timline”. Did you mean home?"),
    ("mesage", "Unknown command “mesage”. Did you mean message?"),
    ("qui", "Unknown command “qui”. Did you mean quit?"),
    ("x", "Unknown command “x”. Type help for a list of commands."),
  ])
  func unknownWordIsAnswered(_ word: String, _ answer: String) {
    let error = catalog.unknown(word)
    #expect("\(error.message) \(error.suggestion)".hasPrefix(answer))
  }

  @Test func whatIsOnTheScreenIsMeantBeforeAnOptionOfAnotherCommand() {
    var catalog = catalog
    let option = Verb("filter", .option("keyword", "WORD"), help: "Filter") { _ in .nothing }
    catalog.layers = [VerbLayer("Form", [verb("keywords")]), VerbLayer("More", [option])]
    #expect(catalog.unknown("keyword").suggestion == "Did you mean keywords?")
    catalog.layers[0] = VerbLayer("Form", [Verb("words", .option("keyword", "WORD"), help: "Words") { _ in .nothing }])
    #expect(catalog.unknown("keyword").suggestion == "Type words --keyword WORD.")
  }

  /// Nothing can come before a single command of a shell, so a hint names what a shell runs.
  @Test(arguments: [
    ("read", "notifications", "In a shell, in one run: -c 'notifications; read'."),
    ("create", "lists", "In a shell: list create NAME."),
    ("title", "lists", "In a shell, in one run: -c 'list create; title VALUE; save'."),
  ])
  func aHintInAShellIsWhatAShellRuns(_ word: String, _ place: String, _ hint: String) {
    var catalog = catalog
    let verb =
      word != "title" ? verb(word) : Verb(word, Parameter<String?>.optionalWord("VALUE"), help: "") { _ in .nothing }
    catalog.layers.append(VerbLayer("More", [self.verb("list"), self.verb("lists"), self.verb("notifications")]))
    catalog.elsewhere = [VerbLayer(place, [verb])]
    catalog.isSingle = true
    #expect(catalog.unknown(word).suggestion == hint)
  }

  @Test func noSynonymHidesACommandAndNoneNamesOneThatDoesNotExist() {
    let known: Set = ["post", "delete"]
    for (word, synonym) in Synonym.table {
      #expect(word == word.lowercased())
      guard let failure = synonym.failure(exists: known.contains) else { continue }
      for line in ["filters", "accounts", "retry", "notifications"] { #expect(!failure.suggestion.contains(line)) }
    }
  }

  @Test func helpExplainsCommandsOfOtherPlaces() {
    #expect(catalog.explained("dismiss")?.place == "notifications")
    #expect(catalog.explained("boost")?.place == nil)
    #expect(catalog.explained("nonsense") == nil)
  }
}
