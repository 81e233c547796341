import FeatureKit
import TerminalKit
import Testing

@MainActor
@Suite struct ArgumentReaderTests {
  let context = ArgumentContext(
    highestNumber: { 3 },
    shown: { number in
      (1...3).contains(number)
        ? [Reference(kind: "notification", id: "n\(number)"), Reference(kind: "status", id: "s\(number)")] : nil
    },
    resolve: { address, kind in Reference(kind: address == "@rook" ? "account" : kind, id: address) })

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

  @Test(arguments: [
    ["--limit", "x", "n"], ["--limit", "0", "n"], ["--limit", "41", "n"], ["n", "--limit"], ["n", "m"], [],
  ])
  func whatDoesNotFitIsRefusedAsUsage(_ words: [String]) async throws {
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

  @Test func aReferenceIsOfThePreferredKindThatTheNumberHas() async throws {
    var got: [Reference] = []
    let verb = Verb("open", .reference(kinds: ["status", "account"]), help: "") {
      got.append($0)
      return .nothing
    }
    try await run(verb, "2")
    try await run(verb, "@rook")
    try await run(verb, "https://shore.example/@pool/7")
    try await run(verb, "109372843234")
    #expect(
      got == [
        Reference(kind: "status", id: "s2"), Reference(kind: "account", id: "@rook"),
        Reference(kind: "status", id: "https://shore.example/@pool/7"), Reference(kind: "status", id: "109372843234"),
      ])
  }

  @Test func replyRefusesANumberThatIsNotShown() async throws {
    let verb = Verb("reply", .reference(kinds: ["status"]), .optionalText(), help: "") { _, _ in .nothing }
    await #expect(throws: AppError.usage("There is no 9 on the screen.", suggestion: "The numbers go from 1 to 3.")) {
      try await run(verb, "9", "hello")
    }
  }

  @Test func flagsAreKnownOnlyBeforeTheText() async throws {
    var got: (String?, String?) = (nil, nil)
    let verb = Verb("reply", .reference(kinds: ["status"]), .option("cw", "TEXT"), .optionalText(), help: "") {
      got = ($1, $2)
      return .nothing
    }
    try await run(verb, "1", "--cw", "bees", "hello", "--cw", "x")
    #expect(got == ("bees", "hello --cw x"))
    try await run(verb, "1", "--quick", "thought")
    #expect(got == (nil, "--quick thought"))
    try await run(verb, "1")
    #expect(got == (nil, nil))
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
    ("109372843234", true), ("01HZXYZ7QK4W8E5T3S9D6F2G1H", true), ("AfKzXyVqTnMwPb1234", true), ("hello", false),
    ("12", false), ("abc-12345", false),
  ])
  func idsAreToldFromWords(_ word: String, _ isID: Bool) {
    #expect(ReferenceSyntax.isID(word) == isID)
  }
}
