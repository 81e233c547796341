import FeatureKit
import FeatureTestKit
import TerminalKit
import Testing

@MainActor
@Suite struct ArgumentReaderTests {
  let context = ArgumentContext(
    highestNumber: { 3 },
    shown: { number in
      (1...3).contains(number)
        ? [Reference(kind: .notification, id: "n\(number)"), Reference(kind: .status, id: "s\(number)")] : nil
    },
    resolve: { address, kind in Reference(kind: address == "@rook" ? .account : kind, id: address) })

  private func reader(_ words: [String], _ verb: Verb) throws -> ArgumentReader {
    try ArgumentReader(ArgumentList(words.map { ArgumentList.Word($0) }), for: verb, context: context)
  }

  private func run(_ verb: Verb, _ words: String...) async throws { _ = try await verb.run(try reader(words, verb)) }

  @Test func theClosureGetsTheTypesOfTheParameters() async throws {
    var got: (String, Bool, Int?)?
    let verb = Verb("x", .word("NAME"), .flag("all"), .integerOption("limit", 1...40), help: "") { name, all, limit in
      got = (name, all, limit)
      return .nothing
    }
    try await run(verb, "--limit", "5", "rook", "--all")
    #expect(got?.0 == "rook" && got?.1 == true && got?.2 == 5)
    try await run(verb, "--limit=7", "rook")
    #expect(got?.0 == "rook" && got?.1 == false && got?.2 == 7)
    #expect(verb.usage == "x NAME [--all] [--limit N]")
  }

  @Test func aValueOfSeveralWordsIsToldToNeedQuotes() async throws {
    let verb = Verb("x", Parameter<[Reference]>.references(kinds: [.status]), .option("note", "TEXT"), help: "") {
      _, _ in
      .nothing
    }
    do { try await run(verb, "1", "--note", "why", "not") } catch {
      #expect(AppError(error).suggestion.hasPrefix("A value of several words needs quotes: --note \"why not\"."))
    }
  }

  @Test(arguments: [
    (["n", "--loud", "yes"], ["loud"]), (["n", "--loud", "no"], ["no-loud"]), (["--loud=no", "n"], ["no-loud"]),
    (["--loud", "n"], ["loud"]), (["--no-loud", "n"], ["no-loud"]),
  ])
  func anOptionWithAnOppositeTakesYesAndNo(_ words: [String], _ given: [String]) async throws {
    var got: (String, Bool, Bool)?
    let verb = Verb("x", .word("NAME"), .flag("loud"), .flag("no-loud"), help: "") { name, isOn, isOff in
      got = (name, isOn, isOff)
      return .nothing
    }
    _ = try await verb.run(try reader(words, verb))
    #expect(got?.0 == "n" && got?.1 == given.contains("loud") && got?.2 == given.contains("no-loud"))
  }

  @Test(arguments: [
    ["--limit", "x", "n"], ["--limit", "0", "n"], ["--limit", "41", "n"], ["n", "--limit"], ["n", "m"], [],
  ])
  func invalidArgumentIsAUsageError(_ words: [String]) async throws {
    let verb = Verb("x", .word("NAME"), .integerOption("limit", 1...40), help: "") { _, _ in .nothing }
    do {
      _ = try await verb.run(try reader(words, verb))
      Issue.record("accepted \(words)")
    } catch let error as AppError {
      guard case .usage = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func preferredKindOfANumberIsUsed() async throws {
    var got: [Reference] = []
    let verb = Verb("open", .reference(kinds: [.status, .account]), help: "") {
      got.append($0)
      return .nothing
    }
    try await run(verb, "2")
    try await run(verb, "@rook")
    try await run(verb, "https://shore.example/@pool/7")
    try await run(verb, "109372843234567890")
    #expect(
      got == [
        Reference(kind: .status, id: "s2"), Reference(kind: .account, id: "@rook"),
        Reference(kind: .status, id: "https://shore.example/@pool/7"),
        Reference(kind: .status, id: "109372843234567890"),
      ])
  }

  @Test func refusalNamesTheFirstNumberOfALaterPage() async throws {
    let verb = Verb("fav", .reference(kinds: [.status]), help: "") { _ in .nothing }
    let context = ArgumentContext(
      highestNumber: { 9 }, shown: { $0 > 6 && $0 < 10 ? [Reference(kind: .status, id: "s")] : nil },
      resolve: { _, _ in throw AppError.cancelled })
    let error = await #expect(throws: AppError.self) { try await [verb].type("fav 5", in: context) }
    #expect(error?.suggestion == "The numbers go from 7 to 9.")
  }

  @Test func replyRefusesANumberThatIsNotShown() async throws {
    let verb = Verb("reply", .reference(kinds: [.status]), .optionalText(), help: "") { _, _ in .nothing }
    await #expect(throws: AppError.usage("No post 9 on this screen.", suggestion: "The numbers go from 1 to 3.")) {
      try await run(verb, "9", "hello")
    }
  }

  @Test(arguments: [
    (["@zoe", "for", "7d"], "for", "Did you mean --for?"), (["@zoe", "7d"], "7d", "Did you mean --for 7d?"),
    (["@zoe", "--for", "1", "week"], "week", "Did you mean --for \"1 week\"?"),
    (["@zoe", "Now"], "Now", "Accounts are written @now."),
  ])
  func nameWithoutItsSignIsNoFurtherAccount(_ words: [String], _ word: String, _ advice: String) async throws {
    let verb = Verb("mute", .references(kinds: [.account]), .option("for", "TIME"), help: "") { _, _ in
      Issue.record("muted")
      return .nothing
    }
    await #expect(
      throws: AppError.usage(
        "“\(word)” is not a number on this screen, an id or an address.",
        suggestion: advice + " Usage: mute N… [--for TIME]")
    ) { _ = try await verb.run(try reader(words, verb)) }
  }

  /// A verb that writes, with what it got.
  private func written(_ words: [String], quoted: Set<Int> = []) async throws -> [String?] {
    var got: [String?] = []
    let verb = Verb(
      "reply", .reference(kinds: [.status]), .option("cw", "WARNING"),
      .option("visibility", "WHO", choices: ["public", "direct"]), .flag("sensitive"), .optionalText(), help: ""
    ) { _, warning, visibility, isSensitive, text in
      got = [warning, visibility, isSensitive ? "sensitive" : nil, text]
      return .nothing
    }
    let list = ArgumentList(words.enumerated().map { .init($1, isQuoted: quoted.contains($0)) })
    _ = try await verb.run(try ArgumentReader(list, for: verb, context: context))
    return got
  }

  @Test(
    arguments: [
      (["1"], [nil, nil, nil, nil]),
      (["--cw", "bees", "1", "hello"], ["bees", nil, nil, "hello"]),
      (["1", "--cw", "bees", "hello", "you"], ["bees", nil, nil, "hello you"]),
      (["1", "hello", "you", "--cw", "bees"], ["bees", nil, nil, "hello you"]),
      (["1", "hello", "--cw", "bees", "you", "--sensitive"], ["bees", nil, "sensitive", "hello you"]),
      (["1", "hello", "--cw=bees and wasps"], ["bees and wasps", nil, nil, "hello"]),
      (["1", "hello", "--cw", "--visibility direct"], ["--visibility direct", nil, nil, "hello"]),
    ] as [([String], [String?])])
  func optionsMayPrecedeOrFollowTheText(_ words: [String], _ expected: [String?]) async throws {
    #expect(try await written(words) == expected)
  }

  @Test(
    arguments: [
      // What ends the options is not part of the text; a dash within it is.
      (["1", "--", "--really"], "--really"), (["--", "1", "--cw", "x"], "--cw x"), (["1", "a", "--", "b"], "a -- b"),
      (["1", "--cw", "x", "--", "--cw"], "--cw"), (["1", "--", "a", "--", "--b"], "a -- --b"),
      (["1", "a", "--", "--really", "--so"], "a --really --so"),
      // What has no letter after its two hyphens is not an option.
      (["1", "it's", "5--6", "--5", "---", "today"], "it's 5--6 --5 --- today"),
      // A letter within a text is part of it.
      (["1", "grep", "-c", "x"], "grep -c x"), (["1", "--", "-v", "x"], "-v x"), (["1", "a fox", "-"], "a fox -"),
      // What a shell hands over with white space in it is text.
      (["1", "--visibility direct"], "--visibility direct"), (["1", "--no such thing=x"], "--no such thing=x"),
    ])
  func wordThatIsNoOptionIsText(_ words: [String], _ text: String) async throws {
    #expect(try await written(words).last == text)
  }

  @Test func quotedDashesAreText() async throws {
    #expect(try await written(["1", "--visibility"], quoted: [1]).last == "--visibility")
    #expect(try await written(["1", "hello", "--json"], quoted: [2]).last == "hello --json")
  }

  @Test(
    arguments: [
      (["1", "--visiblity", "direct", "secret"], "Unknown option “--visiblity”.", "Did you mean --visibility?"),
      (["1", "secret", "--visiblity", "direct"], "Unknown option “--visiblity”.", "Did you mean --visibility?"),
      (["--vis", "direct", "1", "secret"], "Unknown option “--vis”.", "Did you mean --visibility?"),
      (["1", "x", "--really"], "Unknown option “--really”.", "Options: --cw, --visibility, --sensitive."),
      (["1", "x", "--really=so much"], "Unknown option “--really”.", "Options: --cw, --visibility, --sensitive."),
      // A phone's keyboard makes a dash of two hyphens.
      (["1", "secret", "—visibility", "direct"], "Unknown option “—visibility”.", "Did you mean --visibility?"),
      (["1", "secret", "-visibility", "direct"], "Unknown option “-visibility”.", "Did you mean --visibility?"),
      // As other programs have them.
      (["1", "secret", "plan", "-v", "direct"], "Unknown option “-v”.", "Did you mean --visibility?"),
      (["1", "-v", "direct", "secret"], "Unknown option “-v”.", "Did you mean --visibility?"),
      (["1", "a secret", "-c", "Food"], "Unknown option “-c”.", "Did you mean --cw?"),
      (["1", "-x", "secret"], "Unknown option “-x”.", "Options: --cw, --visibility, --sensitive."),
      (["1", "x", "--direct"], "Unknown option “--direct”.", "Did you mean --visibility direct?"),
    ])
  func unknownOptionIsRefused(_ words: [String], _ what: String, _ suggestion: String) async throws {
    await #expect(
      throws: AppError.usage(what, suggestion: suggestion + " Put -- before the text to keep it as text.")
    ) { try await written(words) }
  }

  @Test(arguments: [
    ["1", "x", "--cw"], ["1", "--cw", "--visibility", "direct", "secret"], ["1", "--cw", "--", "secret"],
    ["1", "--sensitive=yes", "x"], ["1", "today", "--", "finally", "--visibility", "direct"],
    ["1", "today", "--", "finally", "--visiblity", "direct"],
    ["1", "--visibility", "direct", "--visibility", "public", "today"],
  ])
  func ambiguousInputIsRefused(_ words: [String]) async throws {
    await #expect(throws: AppError.self) { try await written(words) }
  }

  @Test func sharedOptionsAreAcceptedByEveryVerb() async throws {
    var context = context
    context.sharedOptions = [ParameterDescription(name: "json", form: .flag(value: nil, choices: []), isOptional: true)]
    context.startOptions = ["json", "account"]
    let verb = Verb("x", .optionalText(), help: "") { _ in .nothing }
    let reader = try ArgumentReader(ArgumentList(shellArguments: ["a", "--json"]), for: verb, context: context)
    #expect(reader.flag("json") == "" && reader.text() == "a")
    #expect(verb.usage == "x [TEXT]")
    #expect(
      throws: AppError.usage(
        "--account is an option of howdah itself.", suggestion: "Start it with howdah --account.")
    ) { try ArgumentReader(ArgumentList(shellArguments: ["a", "--account"]), for: verb, context: context) }
  }

  @Test(
    arguments: [
      ("3", [3]), ("1-3", [1, 2, 3]), ("1,3,5-6", [1, 3, 5, 6]), ("3-1", nil), ("1-1000", nil), ("x", nil), ("1-", nil),
      ("", nil), ("1,,2", nil), ("-1", nil),
    ] as [(String, [Int]?)])
  func numbersAreReadWithRangesAndLists(_ word: String, _ numbers: [Int]?) {
    #expect(ReferenceSyntax.numbers(word) == numbers)
  }

  @Test(arguments: [
    ("109372843234", false), ("109372843234567890", true), ("01HZXYZ7QK4W8E5T3S9D6F2G1H", true),
    ("AfKzXyVqTnMwPb1234", true), ("hello", false),
    ("12", false), ("abc-12345", false),
  ])
  func idsAreDistinguishedFromWords(_ word: String, _ isID: Bool) {
    #expect(ReferenceSyntax.isID(word) == isID)
  }
}
